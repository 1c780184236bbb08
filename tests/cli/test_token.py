"""Tests that the command line creates and revokes tokens, and that every command that calls a service accepts one."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from service.auth.tokens import Rate, Tokens
from tests.http.access.tokens import SECRET
from tests.program import serving, yarrow
from tests.waiting import PATIENCE

WITH_SECRET = {"YARROW_SECRET": SECRET}
USAGE = 2


@pytest.fixture(scope="module")
def guarded_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service that requires tokens, and therefore may listen on any address."""
    directory = tmp_path_factory.mktemp("guarded")
    with serving(directory, "--host", "0.0.0.0", variables=WITH_SECRET) as url:
        assert url.startswith("http://0.0.0.0:")
        yield url.replace("0.0.0.0", "127.0.0.1")


def made(*options: str) -> dict[str, Any]:
    """A token created by the command, with its other output."""
    done = yarrow("token", "--json", *options, variables=WITH_SECRET)
    assert (done.returncode, done.stderr) == (0, "")
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_it_prints_the_token_alone_and_says_beside_it_what_it_is() -> None:
    words = ["token", "--role", "player", "--combatants", "fox, hu", "--encounters", "alley", "--for", "anna"]
    before = int(time.time())
    done = yarrow(*words, "--expires", "12h", variables=WITH_SECRET)
    assert done.returncode == 0
    claims = Tokens([SECRET.encode()]).read(done.stdout.strip())
    assert (claims.sub, claims.tenant, claims.role) == ("anna", "main", "player")
    assert (claims.combatants, claims.encounters) == (("fox", "hu"), ("alley",))
    assert before <= claims.exp - 12 * 3600 <= time.time()
    assert done.stderr.startswith("The token speaks as player:fox,hu in alley of main until ")
    assert done.stderr.endswith(f"its ID is {claims.jti}.\n")


def test_it_makes_what_it_is_told() -> None:
    said = made(
        "--role",
        "spectator",
        "--delay",
        "2 rounds",
        "--tenant",
        "club",
        "--expires",
        "2d",
        "--rate",
        "5",
        "--streams",
        "7",
        "--bytes",
        "4096",
    )
    claims = Tokens([SECRET.encode()]).read(said["token"])
    assert said["claims"]["delay"] == {"rounds": 2}
    assert (claims.tenant, claims.encounters, claims.jti) == ("club", "all", said["id"])
    assert claims.limits is not None
    assert claims.limits == Rate(5, 1000, 7, 4096)


def test_a_service_with_a_secret_is_played_on_with_a_token(guarded_url: str, tmp_path: Path) -> None:
    narrator = made("--role", "narrator")["token"]
    variables = {"YARROW_URL": guarded_url, "YARROW_TOKEN": narrator}
    played = yarrow("demo", "--json", "--output", tmp_path / "fight.ndjson", variables=variables)
    assert (played.returncode, played.stderr) == (0, "")
    fight = json.loads(played.stdout)["encounter"]
    without = yarrow("replay", fight, "--url", guarded_url)
    assert (without.returncode, without.stdout) == (4, "")
    assert "Authorization: Bearer" in without.stderr
    spectator = made("--role", "spectator")["token"]
    exported = yarrow("export", fight, "--url", guarded_url, "--token", spectator, "-o", "-")
    assert json.loads(exported.stdout.splitlines()[0])["seen_by"] == "spectator"
    widened = yarrow("replay", fight, "--url", guarded_url, "--token", spectator, "--as", "narrator")
    assert (widened.returncode, "the header can only restrict the token" in widened.stderr) == (4, True)


def test_over_the_rate_limit_the_command_line_waits_and_continues(guarded_url: str, tmp_path: Path) -> None:
    slow = made("--role", "narrator", "--for", "anna", "--rate", "30", "--burst", "30")["token"]
    words: list[str | Path] = ["demo", "--ruleset", "ticks", "--json", "--output", tmp_path / "fight.ndjson"]
    with patch.object(time, "sleep", wraps=time.sleep) as slept:
        played = yarrow(*words, "--url", guarded_url, "--token", slow)
    assert (played.returncode, played.stderr) == (0, "")
    assert slept.called


def test_a_wait_of_minutes_is_left_to_the_user(guarded_url: str) -> None:
    hourly = made("--role", "narrator", "--for", "ben", "--rate", "0.01", "--burst", "1")["token"]
    words = ["replay", "none", "--url", guarded_url, "--token", hourly]
    assert "no encounter" in yarrow(*words).stderr
    refused = yarrow(*words)
    assert (refused.returncode, "wait for 100 s" in refused.stderr) == (3, True), refused.stderr


@pytest.mark.parametrize("whole", [True, False])
def test_a_token_is_ended(guarded_url: str, whole: bool) -> None:
    narrator, player = made("--role", "narrator"), made("--role", "player", "--combatants", "fox")
    headers = {"Authorization": f"Bearer {player['token']}"}
    assert httpx.get(f"{guarded_url}/v1/encounters", headers=headers, timeout=PATIENCE).is_success
    variables = {"YARROW_URL": guarded_url, "YARROW_TOKEN": narrator["token"]}
    done = yarrow("token", "--revoke", player["token" if whole else "id"], variables=variables)
    named = f"The token {player['id']} is revoked." if whole else f"A token with the ID {player['id']} is revoked, if"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(named)
    assert httpx.get(f"{guarded_url}/v1/encounters", headers=headers, timeout=PATIENCE).status_code == 401


def test_a_slip_in_what_is_to_be_revoked_never_looks_like_success(guarded_url: str) -> None:
    narrator, player = made("--role", "narrator"), made("--role", "player", "--combatants", "fox")
    elsewhere = made("--role", "narrator", "--tenant", "club")
    variables = {"YARROW_URL": guarded_url, "YARROW_TOKEN": narrator["token"]}
    cut = (player["id"][:-1], player["token"][:-50], player["token"].rpartition(".")[0], player["token"][60:])
    reasons = dict.fromkeys(cut, "it may be incomplete")
    for revoked, reason in (
        reasons | {elsewhere["token"]: "Ask a narrator of all encounters of club to revoke it"}
    ).items():
        done = yarrow("token", "--revoke", revoked, variables=variables)
        assert (done.returncode, done.stdout) == (1, ""), revoked
        assert reason in done.stderr
    of_another_program = yarrow("token", "--revoke", "anna-7", variables=variables)
    assert of_another_program.stdout.startswith("A token with the ID anna-7 is revoked, if there is one.")


def test_all_encounters_are_meant_by_that_word_or_by_none() -> None:
    spectator = ("--role", "spectator", "--encounters")
    assert (
        made(*spectator, "all")["claims"]["encounters"] == made("--role", "spectator")["claims"]["encounters"] == "all"
    )
    assert made(*spectator, "alley")["claims"]["encounters"] == ["alley"]
    done = yarrow("token", *spectator, "all", variables=WITH_SECRET)
    assert done.stderr.startswith("The token speaks as spectator in all encounters of main until ")


@pytest.mark.parametrize(
    "words",
    [
        ["--encounters", ""],
        ["--encounters", " "],
        ["--encounters="],
        ["--combatants", ""],
        ["--for", ""],
        ["--tenant="],
        ["--delay", ""],
        ["--revoke", ""],
    ],
)
def test_an_option_whose_variable_is_not_set_gives_no_token(words: list[str]) -> None:
    done = yarrow("token", "--role", "spectator", *words, variables=WITH_SECRET)
    assert (done.returncode, done.stdout) == (USAGE, "")
    option = words[0].removesuffix("=")
    assert done.stderr.startswith(f"Error: Invalid value for {option}: it is empty; give a value, or leave it out.")


def test_the_demonstration_plays_on_its_own_whatever_the_secret_is() -> None:
    done = yarrow("demo", "--json", variables=WITH_SECRET)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        ([], USAGE, "--role: it is required: narrator, player or spectator."),
        (["--role", "king"], USAGE, "--role"),
        (["--role", "player"], USAGE, "a player's token requires it, as in --combatants fox,hu"),
        (["--role", "narrator", "--combatants", "fox"], USAGE, "other tokens do not take it"),
        (["--role", "player", "--combatants", "narrator"], USAGE, "A player cannot speak for “narrator”"),
        (["--role", "narrator", "--delay", "1 round"], USAGE, "only a spectator watches with a delay"),
        (["--role", "spectator", "--delay", "soon"], USAGE, "'soon' is not a delay: write 20 events or 1 round"),
        (
            ["--role", "narrator", "--expires", "soon"],
            USAGE,
            "'soon' is not a valid expiry: use 90m, 12h, 7d, or a time",
        ),
        (
            ["--role", "narrator", "--expires", "2020-01-01T00:00Z"],
            USAGE,
            "is in the past, or more than 366 days from now",
        ),
        (["--role", "narrator", "--expires", "9000d"], USAGE, "is in the past, or more than 366 days from now"),
        (["--role", "narrator", "--tenant", "A B"], USAGE, "--tenant: 'A B' is not a valid tenant"),
        (
            ["--role", "narrator", "--expires", "2027-01-01T10:00"],
            USAGE,
            "has no time zone: use 2026-12-31T20:00Z for UTC",
        ),
        (
            ["--role", "narrator", "--encounters", ","],
            USAGE,
            "--encounters: ',' has an empty ID before or after a comma",
        ),
        (["--role", "narrator", "--encounters", "alley,"], USAGE, "--encounters: 'alley,' has an empty ID"),
        (["--role", "narrator", "--encounters", "alley,all"], USAGE, "--encounters: all cannot be combined with IDs"),
        (["--role", "player", "--combatants", ",fox"], USAGE, "--combatants: ',fox' has an empty ID"),
        (["--revoke", "x", "--role", "player"], USAGE, "--revoke: it cannot be combined with --role; leave"),
        (
            ["--revoke", "x", "--for", "anna", "--expires", "7d"],
            USAGE,
            "it cannot be combined with --for and --expires",
        ),
        (["--revoke", "a.b.c"], 1, "neither a token nor the ID of one"),
    ],
)
def test_what_cannot_be_meant_is_said(words: list[str], status: int, reason: str) -> None:
    done = yarrow("token", *words, variables=WITH_SECRET)
    assert (done.returncode, done.stdout) == (status, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_secret_no_token_is_made() -> None:
    done = yarrow("token", "--role", "narrator")
    assert (done.returncode, done.stdout) == (1, "")
    assert "YARROW_SECRET is not set" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--role", "gm"), "Invalid value for '--role': 'gm' is not one of 'narrator', 'player', 'spectator'."),
        (
            ("--role", "player", "--combatants", "fox,Ogre"),
            "Invalid value for --combatants: 'Ogre' is not a valid ID: IDs have 1 to 32 characters",
        ),
        (
            ("--role", "narrator", "--encounters", "The Alley"),
            "Invalid value for --encounters: 'The Alley' is not a valid ID: IDs have 1 to 64 characters",
        ),
    ],
)
def test_what_was_mistyped_is_said_in_words(words: tuple[str, ...], said: str) -> None:
    done = yarrow("token", *words, variables=WITH_SECRET)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.endswith(" See yarrow token --help.\n")
