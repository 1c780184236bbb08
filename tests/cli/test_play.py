"""Tests that a fight is played from menus, with the keys that a player would press."""

import asyncio
import json
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from service.cli.play import HOW
from tests.http.access.tokens import SECRET
from tests.program import PROGRAM, environment, serving, yarrow
from tests.waiting import PATIENCE


def number_of(menu: str, label: str) -> str:
    """Return the number of a line in a menu."""
    [number] = re.findall(rf"^ *(\d+)  {label}$", menu, flags=re.MULTILINE)
    return str(number)


def test_a_scene_is_opened_and_a_pairing_is_played_by_its_players(service_url: str) -> None:
    words = ("play", "hot-seat", "--url", service_url)
    menu = yarrow(*words, "--scene", "bridge_duel", given=b"q\n")
    assert (menu.returncode, menu.stderr) == (0, "")
    assert "Open a pairing" in menu.stdout
    pick = number_of(menu.stdout, "Open a pairing")
    begun = yarrow(*words, given=f"oops\n{pick}\n".encode() + b"\n" * 8)
    assert begun.returncode == 0
    assert "Give a number from 1 to " in begun.stdout
    noted = number_of(yarrow(*words, given=b"q\n").stdout, "Make a note")
    done = yarrow(*words, "--json", given=f"{noted}\nb\n{noted}\n\nThe bridge sways.\n".encode() + b"\n" * 8)
    batches = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(batch["encounter"] == "hot-seat" for batch in batches)
    story = httpx.get(f"{service_url}/v1/encounters/hot-seat/story", params={"level": 3}, timeout=PATIENCE).json()
    assert any("The bridge sways." in entry["sentence"] for entry in story["entries"])


def test_what_is_required_is_asked_for_first_and_the_rest_on_request(service_url: str) -> None:
    words = ("play", "asking", "--url", service_url)
    pick = number_of(yarrow(*words, "--scene", "jailbreak", given=b"q\n").stdout, "Attack")
    said = yarrow(*words, given=f"{pick}\nx\n1\n\n1\nx\nm\nx\nb\n".encode()).stdout
    weapon, target, more, rest = (
        said.index(words) for words in ("\nWeapon: ", "\nTarget: ", "\nMore choices? (m for Modifier, ", "Modifier?")
    )
    assert weapon < target < more < rest
    hints = re.findall(r"(?:Give|give) .*", said[said.index("\nWeapon: ") :])
    assert re.fullmatch(r"Give a number from 1 to \d+\.", hints[0])
    assert hints[1] == hints[0].replace(re.findall(r"\d+\.", hints[0])[0], re.findall(r"\d+\.", hints[1])[0])
    assert "Give m, or an empty line." in said
    assert "Give y for yes, or an empty line for no." in said
    done = yarrow(*words, given=f"{pick}\n1\n1\nm\n".encode() + b"\n" * 8).stdout
    assert (done.count("\nWeapon: "), done.count("\nTarget: ")) == (1, 1)
    assert "\nMay be parried (nothing: No): " in done
    assert "\nStep to the target (nothing: Yes): " in done
    assert "Devil in the Wind closes in and attacks First guard" in done


def test_what_the_rules_refuse_is_shown_and_play_continues(service_url: str) -> None:
    httpx.post(
        f"{service_url}/v1/encounters", json={"scene": "bridge_duel", "id": "refusing"}, timeout=PATIENCE
    ).raise_for_status()
    done = yarrow("play", "refusing", "--as", "spectator", "--url", service_url, given=b"q\n")
    assert (done.returncode, "No command is legal now." in done.stdout) == (0, True)


def test_throws_of_the_table_are_asked_for_and_play_continues(service_url: str) -> None:
    pair = [{"template": "flying_fox"}, {"template": "guard"}]
    fight = f"{service_url}/v1/encounters"
    body = {"ruleset": "s3", "id": "thrown", "chance": "supplied", "combatants": pair}
    httpx.post(fight, json=body, timeout=PATIENCE).raise_for_status()
    begun = {"command": {"type": "s3.begin_round"}}
    httpx.post(f"{fight}/thrown/commands", json=begun, timeout=PATIENCE).raise_for_status()
    words = ("play", "thrown", "--url", service_url)
    pick = number_of(yarrow(*words, given=b"q\n").stdout, "Open a pairing")
    left = yarrow(*words, given=f"{pick}\n\nb\nq\n".encode())
    assert (left.returncode, left.stdout.count("Open a pairing\n")) == (0, 2)
    asked = yarrow(*words, given=f"{pick}\n\nHHTHTTT\nb\nq\n".encode())
    [count] = re.findall(r"needs faces: (\d) coins for Initiative of Guard", asked.stdout)
    thrown = yarrow(*words, given=f"{pick}\n\nHHTHTTT\nHH\n{'T' * int(count)}\nq\n".encode())
    assert (thrown.returncode, thrown.stderr) == (0, "")
    assert "The next throw needs faces: 7 coins for Initiative of Flying Fox." in thrown.stdout
    assert "coins for Initiative of Guard, each H or T; “HH” was supplied." in thrown.stdout
    assert httpx.get(f"{fight}/thrown", timeout=PATIENCE).json()["turn"] is not None


def test_a_problem_that_is_no_refusal_leads_back_to_the_menu(service_url: str) -> None:
    fight = f"{service_url}/v1/encounters"
    httpx.post(fight, json={"scene": "bridge_duel", "id": "over"}, timeout=PATIENCE).raise_for_status()
    words = ("play", "over", "--url", service_url)
    noted = number_of(yarrow(*words, given=b"q\n").stdout, "Make a note")
    with subprocess.Popen(
        [*PROGRAM, *words], env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while HOW not in process.stdout.readline().decode():
            assert process.poll() is None
        closed = {"command": {"type": "core.close"}}
        httpx.post(f"{fight}/over/commands", json=closed, timeout=PATIENCE).raise_for_status()
        said, errors = process.communicate(f"{noted}\n\nToo late.\n\n".encode(), timeout=PATIENCE)
    assert (process.returncode, errors) == (0, b"")
    assert "is closed" in said.decode()
    assert "No command is legal now." in said.decode()


@asynccontextmanager
async def saying(body: bytes, media: str) -> AsyncIterator[str]:
    """Run a server that answers every request with a body."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        fields = f"content-type: {media}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n"
        writer.write(f"HTTP/1.1 200 OK\r\n{fields}\r\n".encode() + body)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_server_of_another_version_and_one_that_is_not_yarrow_have_status_6() -> None:
    for body, media, advice in (
        (b'{"version": "seven"}', "application/json", "Use the yarrow of the same version as the service"),
        (b"<html>", "text/html", "is not a Yarrow service. Check --url or YARROW_URL."),
    ):
        async with saying(body, media) as url:
            done = await asyncio.to_thread(yarrow, "show", "duel", "--url", url)
        assert (done.returncode, done.stdout) == (6, "")
        assert advice in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        *("list", "show duel", "story duel", "replay duel", "options duel", "play duel", "watch duel --after 0"),
        *("branch duel", "compare duel other", "demo", "token --revoke one"),
        *(
            "projections status",
            "projections rebuild",
            "projections verify",
            "branch duel --json",
            "replay duel --json",
        ),
    ],
)
async def test_no_command_takes_what_another_version_says_for_its_own(words: str) -> None:
    fields = 'application/json\r\netag: "seven"\r\nyarrow-chain: 00'
    async with saying(b'{"version": "seven"}\n', fields) as url:
        done = await asyncio.to_thread(yarrow, *words.split(), "--url", url)
    assert (done.returncode, done.stdout) == (6, "")
    assert done.stderr.count("\n") == 1


def test_a_token_that_is_missing_has_status_4_and_a_hint(tmp_path: Path) -> None:
    with serving(tmp_path, variables={"YARROW_SECRET": SECRET}) as url:
        done = yarrow("list", "--url", url)
        wrong = yarrow("list", "--url", url, "--token", "abc")
    assert (done.returncode, "Set YARROW_TOKEN or pass --token." in done.stderr) == (4, True)
    assert (wrong.returncode, wrong.stderr.endswith(" Correct YARROW_TOKEN or --token.\n")) == (4, True)


def test_an_unknown_ruleset_is_named_with_those_that_there_are(service_url: str) -> None:
    done = yarrow("demo", "--ruleset", "s4")
    assert (done.returncode, "Choose one of s3" in done.stderr) == (1, True)
