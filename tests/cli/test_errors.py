"""Tests that every failure is reported in one sentence on stderr, or as JSON if JSON output is requested."""

import json
import subprocess
import sys
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from service.cli.main import main
from tests.cli.conftest import Fight
from tests.program import ROOT, environment, yarrow

NOWHERE = "http://127.0.0.1:1"
USAGE, UNAVAILABLE = 2, 3

Case = tuple[list[str], int, str]
CASES: list[Case] = [
    (
        ["replay", "duel", "--url", NOWHERE],
        UNAVAILABLE,
        "Start one with yarrow serve, or choose another with --url or YARROW_URL.",
    ),
    (["demo", "--url", NOWHERE], UNAVAILABLE, f"No Yarrow service responds at {NOWHERE}"),
    (
        ["export", "duel", "--url", "nowhere"],
        1,
        "'nowhere' is not the URL of a service. Use one that begins with http://",
    ),
    (["export", "duel", "--url", "localhost:8000"], 1, "'localhost:8000' is not the URL of a service"),
    (["export", "duel", "--url", "http://a b:x"], 1, "is not a valid URL"),
    (["replay", "duel", "--as", "plÄyer"], 1, "narrator, player:<ids> or spectator"),
    (["verify", "nothing.ndjson"], 1, "The file nothing.ndjson cannot be read (No such file or directory)"),
    (["verify", "."], 1, "The file . cannot be read (Is a directory)"),
    (["verify", "-"], 1, "that this version can read: its first line is not the header of a yarrow-bundle-1."),
    (["verify", "-", "--hash", "beef"], USAGE, "--hash: a hash has 64 hexadecimal digits."),
    (["replay"], USAGE, "Missing argument"),
    (["replay", "duel", "--at", "0"], USAGE, "--at"),
    (["replay", "duel", "--at", "soon"], USAGE, "--at"),
    (["serve", "--port", "abc"], USAGE, ". See yarrow serve --help."),
    (["serve", "--data-dir", ""], USAGE, "--data-dir: it is empty"),
    (["replay", ""], USAGE, "an argument: it is empty; give a value, or leave it out. See yarrow replay --help."),
    (["projections", "rebuild", "--only="], USAGE, "--only: it is empty"),
    (["projections", "dance"], USAGE, "No such command 'dance'. See yarrow projections --help."),
    (["dance"], USAGE, "No such command 'dance'. See yarrow --help."),
    (["serve", "--loudly"], USAGE, "No such option"),
]


@pytest.mark.parametrize(("arguments", "status", "reason"), CASES)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments: list[str], status: int, reason: str, tmp_path: Path
) -> None:
    done = yarrow(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("Error: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["replay", "duel", "--url", NOWHERE], ["verify", "."], ["replay"], ["dance"]])
def test_where_json_is_asked_for_the_reason_is_json_too(arguments: list[str]) -> None:
    plain, as_json = yarrow(*arguments), yarrow(*arguments, "--json")
    assert (as_json.returncode, as_json.stdout) == (plain.returncode, "")
    assert json.loads(as_json.stderr) == {"error": plain.stderr.removeprefix("Error: ").removesuffix("\n")}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["replay", "nobody"], "There is no encounter nobody."),
        (["export", "nobody"], "There is no encounter nobody."),
        (["replay", "../healthz"], "There is nothing at "),
        (["replay", "{fight}", "--at", "999999"], "there is no version 999999."),
        (["replay", "{fight}", "--as", "god"], "Unknown speaker “god”"),
        (["export", "{fight}", "--output", "no/such/folder"], "Choose another with -o."),
    ],
)
def test_what_the_service_refuses_is_passed_on(
    service_url: str, fight: Fight, arguments: list[str], reason: str, tmp_path: Path
) -> None:
    filled = [word.format(fight=fight.id) for word in arguments]
    done = yarrow(*filled, "--url", service_url, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_a_word_it_lists_what_it_can_do() -> None:
    done = yarrow()
    assert done.returncode == 0
    for command in ("serve", "demo", "replay", "export", "verify"):
        assert command in done.stdout


def test_the_projections_are_listed_in_the_same_way() -> None:
    done = yarrow("projections")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(command in done.stdout for command in ("status", "rebuild", "verify"))


def test_it_says_which_version_it_is() -> None:
    assert yarrow("--version").stdout == f"yarrow {version('yarrow')}\n"


def test_a_reader_that_goes_away_is_no_error(service_url: str, fight: Fight) -> None:
    shell = f"{sys.executable} -m service.cli.main replay {fight.id} --url {service_url} | head -n 3"
    done = subprocess.run(
        ["bash", "-c", shell], env=environment(), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[1] == (
        "    5  The narrator opens “Doctor Hu holds, Flying Fox kicks”; Doctor Hu and Flying Fox join the players; "
        "Iron Claw joins the opposition."
    )
    assert done.stderr == ""


def test_the_distribution_installs_this_program_as_yarrow() -> None:
    [installed] = entry_points(group="console_scripts", name="yarrow")
    assert installed.load() is main
