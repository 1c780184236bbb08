"""Tests that a watch prints events as they occur until the encounter closes, despite lost connections and restarts."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.conftest import Fight
from tests.clients.relay import relay_to
from tests.http.access.tokens import SECRET, bearer
from tests.program import said, serving, started, yarrow
from tests.servers import free_ports
from tests.tiers import long
from tests.waiting import PATIENCE


class Play:
    """An encounter of S3 on a service, with functions to send commands to it."""

    def __init__(self, url: str, encounter: str = "duel") -> None:
        self.url, self.encounter = url, encounter

    def open(self) -> None:
        body = {"ruleset": "s3", "id": self.encounter, "combatants": [{"template": "doctor_hu"}]}
        httpx.post(f"{self.url}/v1/encounters", json=body, timeout=PATIENCE).raise_for_status()

    def command(self, kind: str, **fields: Any) -> None:
        path = f"{self.url}/v1/encounters/{self.encounter}/commands"
        httpx.post(path, json={"command": {"type": kind, **fields}}, timeout=PATIENCE).raise_for_status()

    def note(self, text: str) -> None:
        self.command("core.note", text=text)

    def told(self, *arguments: str) -> str:
        """Return the output of a replay of the encounter."""
        return yarrow("replay", self.encounter, "--url", self.url, *arguments).stdout


def told_until(process: "subprocess.Popen[str]", words: str) -> str:
    """Return the output of a process up to the line with these words."""
    lines = []
    while line := said(process):
        lines.append(line)
        if words in line:
            return "".join(lines)
    raise AssertionError(process.communicate()[1])


def told_to_the_end(process: "subprocess.Popen[str]") -> str:
    """Return the remaining output of a process that ends by itself."""
    assert process.stdout is not None
    told = process.stdout.read()
    assert process.wait(PATIENCE) == 0
    return told


@pytest.fixture
def play(service_url: str, request: pytest.FixtureRequest) -> Play:
    play = Play(service_url, request.node.name.replace("test_", "")[:60])
    play.open()
    return play


def test_a_watch_of_a_closed_fight_tells_all_of_it_and_ends(service_url: str, fight: Fight) -> None:
    done = yarrow("watch", fight.id, "--after", "0", "--url", service_url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == yarrow("replay", fight.id, "--url", service_url).stdout
    over = yarrow("watch", fight.id, "--url", service_url)
    assert (over.returncode, over.stdout) == (
        0,
        f"{fight.id} is closed. Show it from the beginning: yarrow replay {fight.id}\n",
    )


def test_a_watch_tells_each_sentence_as_it_happens(play: Play) -> None:
    with started("watch", play.encounter, "--after", "0", "--url", play.url) as process:
        told = told_until(process, "    Doctor Hu joins")
        play.note("The lantern swings.")
        told += told_until(process, "The lantern swings.")
        play.command("core.close")
        told += told_to_the_end(process)
    assert told == play.told()


def test_without_a_version_a_watch_begins_now(play: Play) -> None:
    """A watch without a version prints only events that occur after it connects."""
    watchers = 'yarrow_watchers{of="encounter"}'
    before = measured(play.url, watchers)
    with started("watch", play.encounter, "--url", play.url, "--json") as process:
        while measured(play.url, watchers) == before:
            assert process.poll() is None
        play.note("Now.")
        [note] = [event for event in json.loads(said(process))["events"] if event["type"] == "core.noted"]
        assert note["data"]["text"] == "Now."


def measured(url: str, name: str) -> float:
    text = httpx.get(f"{url}/metrics", timeout=PATIENCE).text
    return next((float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(f"{name} ")), 0.0)


@pytest.mark.parametrize("speaker", ["narrator", "spectator"])
def test_as_json_a_watch_gives_the_frames_as_they_are_sent(service_url: str, fight: Fight, speaker: str) -> None:
    done = yarrow("watch", fight.id, "--after", "0", "--as", speaker, "--url", service_url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    frames = done.stdout.splitlines()
    headers = {"Yarrow-As": speaker}
    path = f"{service_url}/v1/encounters/{fight.id}"
    live = httpx.get(f"{path}/live", params={"after": 0}, headers=headers, timeout=PATIENCE).text
    assert frames == [line.removeprefix("data: ") for line in live.split("\n") if line.startswith("data: ")]
    events = httpx.get(f"{path}/events", params={"limit": 1000}, headers=headers, timeout=PATIENCE).json()["events"]
    assert [event for frame in frames for event in json.loads(frame)["events"]] == events


def test_a_watch_shows_a_spectator_only_what_is_for_everybody(service_url: str, fight: Fight) -> None:
    done = yarrow("watch", fight.id, "--after", "0", "--as", "spectator", "--url", service_url)
    assert done.stdout == yarrow("replay", fight.id, "--as", "spectator", "--url", service_url).stdout
    assert "changes, oppose: " not in done.stdout


@contextmanager
def service(directory: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """Run a service on a port, with its own Redis in a directory."""
    arguments = ("--port", str(port), "--data-dir", directory, "--json")
    with started("serve", *arguments) as process:
        line = said(process)
        assert line, process.communicate()[1]
        yield process


@pytest.mark.parametrize(
    ("ending", "form"),
    [
        (signal.SIGKILL, ()),
        long(signal.SIGKILL, ("--json",)),
        long(signal.SIGTERM, ()),
        long(signal.SIGTERM, ("--json",)),
    ],
)
def test_a_watch_goes_on_when_the_service_is_back(
    tmp_path: Path, ending: signal.Signals, form: tuple[str, ...]
) -> None:
    """After a stop or a kill, no event is lost, repeated or reordered."""
    [port] = free_ports(1)
    play = Play(f"http://127.0.0.1:{port}")
    with service(tmp_path, port) as first:
        play.open()
        play.note("Before.")
        with started("watch", "duel", "--after", "0", "--url", play.url, *form) as process:
            told = told_until(process, "Before.")
            first.send_signal(ending)
            first.wait(PATIENCE)
            if not form:
                assert process.stderr is not None
                assert process.stderr.readline().startswith("Waiting for the service. ")
            with service(tmp_path, port):
                play.note("Behind.")
                told += told_until(process, "Behind.")
                play.command("core.close")
                told += told_to_the_end(process)
                whole = play.told()
                page = httpx.get(f"{play.url}/v1/encounters/duel/events", timeout=PATIENCE).json()["events"]
    if form:
        assert [event for line in told.splitlines() for event in json.loads(line)["events"]] == page
    else:
        assert told == whole


async def test_a_watch_goes_on_over_connections_that_break(play: Play) -> None:
    """Each cut interrupts the data in transit at that moment, frames or sentences."""
    async with relay_to(play.url) as relay:
        url = f"http://127.0.0.1:{relay.port}"
        with started("watch", play.encounter, "--after", "0", "--url", url) as process:
            told = await asyncio.to_thread(told_until, process, "joins")
            for number in range(5):
                relay.lose_answers = number
                relay.cut()
                await asyncio.to_thread(play.note, f"Number {number}.")
                told += await asyncio.to_thread(told_until, process, f"Number {number}.")
            await asyncio.to_thread(play.command, "core.close")
            told += await asyncio.to_thread(told_to_the_end, process)
        assert relay.connections > 5
    assert told == await asyncio.to_thread(play.told)


def test_ctrl_c_ends_a_watch_without_a_word(play: Play) -> None:
    with started("watch", play.encounter, "--after", "0", "--url", play.url) as process:
        told_until(process, "joins")
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert (process.wait(PATIENCE), process.stderr.read()) == (130, "")


def test_what_cannot_be_watched_is_said(service_url: str, fight: Fight) -> None:
    for arguments, reason in (
        (
            ["nobody"],
            "There is no encounter nobody. `yarrow list` lists them; `yarrow play ID --scene SCENE` opens one.",
        ),
        ([fight.id, "--after", "99999"], "no event can follow version 99999"),
        ([fight.id, "--as", "god"], "Unknown speaker “god”"),
    ):
        for form in ((), ("--json",)):
            done = yarrow("watch", *arguments, *form, "--url", service_url)
            assert (done.returncode, done.stdout) == (1, "")
            assert reason in done.stderr
            assert done.stderr.count("\n") == 1


def test_who_shows_no_token_that_holds_is_told_where_to_put_one(tmp_path: Path) -> None:
    with serving(tmp_path, variables={"YARROW_SECRET": SECRET}) as url:
        for variables in ({}, {"YARROW_TOKEN": "x"}):
            done = yarrow("watch", "duel", "--url", url, variables=variables)
            assert (done.returncode, done.stdout) == (4, "")
            assert "YARROW_TOKEN" in done.stderr


def test_whose_token_is_revoked_is_told_where_to_go_on(tmp_path: Path) -> None:
    narrator = bearer("main")
    guest = bearer("main", "spectator", jti="guest")
    variables = {"YARROW_SECRET": SECRET, "YARROW_HEARTBEAT": "0.2"}
    with (
        serving(tmp_path, variables=variables) as url,
        httpx.Client(base_url=url, headers=narrator, timeout=PATIENCE) as client,
    ):
        client.post("/v1/encounters", json={"ruleset": "s3", "id": "duel"}).raise_for_status()
        token = guest["Authorization"].removeprefix("Bearer ")
        with started("watch", "duel", "--after", "0", "--url", url, variables={"YARROW_TOKEN": token}) as process:
            told_until(process, "opens")
            client.post("/v1/tokens/revoke", json={"token": "guest"}).raise_for_status()
            assert process.wait(PATIENCE) == 4
            assert process.stderr is not None
            complaint = process.stderr.read()
    assert complaint.startswith("Error: The token is no longer valid")
    assert complaint.endswith(" Resume with --after 2.\n")
