"""Tests that every failure is reported in one sentence on stderr, or as JSON if JSON output is requested."""

import asyncio
import fcntl
import json
import os
import pty
import subprocess
import sys
import termios
from contextlib import suppress
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from service.cli.api_client import Client, CommandFailed
from service.cli.main import main
from tests.cli.conftest import Fight
from tests.clients.relay import relay_to
from tests.program import PROGRAM, ROOT, environment, yarrow
from tests.waiting import PATIENCE
from yarrow_client import HistoryDiffers, MalformedOptions
from yarrow_client.problems import problem_of

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
    (["replay", "duel", "--token", "Ä"], 1, "The access token is invalid"),
    (["replay", ".."], 1, "'..' is not an ID."),
    (["watch", "."], 1, "'.' is not an ID."),
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


FAILURES: list[tuple[Exception, int, str]] = [
    (HistoryDiffers("Event 3 is another."), 1, "Event 3 is another. Do not trust the history of this service;"),
    (MalformedOptions("No form is declared."), 6, "Use the yarrow of the same version as the service"),
    (problem_of(413, b'{"code": "too_large", "detail": "Too large."}'), 1, "Too large."),
    (problem_of(429, b'{"code": "too_many_requests", "detail": "Too many."}', "1"), 3, "Too many."),
]


@pytest.mark.parametrize(("error", "status", "reason"), FAILURES)
def test_an_error_of_the_client_is_reported_as_what_it_is(error: Exception, status: int, reason: str) -> None:
    with Client(NOWHERE) as client, pytest.raises(CommandFailed) as found, client.failing():
        raise error
    assert found.value.status == status
    assert reason in str(found.value)


async def test_a_command_whose_response_is_lost_may_have_been_executed(service_url: str) -> None:
    async with relay_to(service_url) as relay:
        relay.lose_answers = 100
        url = f"http://127.0.0.1:{relay.port}"
        done = await asyncio.to_thread(yarrow, "demo", "--url", url)
    assert (done.returncode, done.stdout) == (UNAVAILABLE, "")
    assert "whether the service has executed the request is not known. Look with yarrow show" in done.stderr


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_a_question_that_is_broken_off_has_status_130(
    fight: Fight, service_url: str, tmp_path: Path, key: bytes
) -> None:
    (tmp_path / "out.md").write_text("mine")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "story", fight.id, "--url", service_url, "-o", "out.md"],
        env=environment(),
        cwd=tmp_path,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=lambda: fcntl.ioctl(theirs, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - no other threads run
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = b""
        while b"Replace it?" not in shown:
            shown += os.read(ours, 1000)
        os.write(ours, key)
        with suppress(OSError):  # the end of a terminal is an error
            while piece := os.read(ours, 1000):
                shown += piece
        assert process.wait(PATIENCE) == 130
    os.close(ours)
    assert b"Traceback" not in shown
    assert (tmp_path / "out.md").read_text() == "mine"


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
