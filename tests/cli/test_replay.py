"""Tests that a replay prints the service's story, within the range and at the speed requested."""

import json
import time
from datetime import datetime
from itertools import pairwise

import httpx
import pytest

from service.cli.main import MAX_PAUSE
from tests.cli.conftest import Fight
from tests.program import yarrow
from tests.waiting import PATIENCE


def test_a_replay_tells_the_whole_story_as_the_demonstration_told_it(service_url: str, fight: Fight) -> None:
    done = yarrow("replay", fight.id, "--url", service_url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == fight.said["story"]


def test_a_replay_stops_at_the_version_that_is_named(service_url: str, fight: Fight) -> None:
    done = yarrow("replay", fight.id, "--at", "12", "--url", service_url)
    told = [line for line in done.stdout.splitlines() if line]
    assert max(int(line.split()[0]) for line in told) == 12
    assert told[-1] == "   12    Doctor Hu throws for initiative: 5 coins ●●○●●, 4 heads."


def test_a_replay_of_level_one_tells_the_lines_alone(service_url: str, fight: Fight) -> None:
    done = yarrow("replay", fight.id, "--level", "1", "--url", service_url, "--json")
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    assert entries == [entry for entry in fight.said["story"] if entry["level"] == 1]


def test_the_service_may_also_be_named_by_the_environment(service_url: str, fight: Fight) -> None:
    done = yarrow("replay", fight.id, "--at", "1", variables={"YARROW_URL": service_url})
    assert done.stdout == "\n    1  The narrator opens “Doctor Hu holds, Flying Fox kicks”.\n"


def test_a_url_may_end_where_the_paths_of_the_api_begin(service_url: str, fight: Fight) -> None:
    done = yarrow("replay", fight.id, "--at", "1", "--url", f"{service_url}/v1/")
    assert done.stdout == "\n    1  The narrator opens “Doctor Hu holds, Flying Fox kicks”.\n"


def test_a_replay_shows_a_player_only_what_that_player_may_see(service_url: str, fight: Fight) -> None:
    replay = ("replay", fight.id, "--level", "3", "--url", service_url)
    narrators, players = yarrow(*replay), yarrow(*replay, "--as", "player:fox")
    assert "From now on: Guard with a lantern parries with the blackjack." in narrators.stdout
    assert "Guard with a lantern's standing answer changes: which skill to oppose the attempt with." in players.stdout
    assert "From now on" not in players.stdout


def test_a_replay_says_once_that_nobody_has_joined_for_whom_the_player_speaks(service_url: str, fight: Fight) -> None:
    replay = ("replay", fight.id, "--url", service_url, "--at", "1", "--as")
    assert yarrow(*replay, "player:foxx,fox").stderr == "No combatant has joined as foxx (--as).\n"
    assert yarrow(*replay, "player:fox").stderr == ""


def test_with_a_speed_a_replay_takes_the_time_that_the_fight_took_divided_by_it(
    service_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with httpx.Client(base_url=service_url, timeout=PATIENCE) as client:
        opened = client.post("/v1/encounters", json={"ruleset": "s3", "combatants": [{"template": "doctor_hu"}]})
        path = f"/v1/encounters/{opened.json()['encounter']}"
        time.sleep(0.002)  # times have millisecond resolution
        note = {"command": {"type": "core.note", "text": "A pause."}}
        assert client.post(f"{path}/commands", json=note).is_success
        told = client.get(f"{path}/story").json()["entries"]
        moments = [datetime.fromisoformat(entry["time"]) for entry in told]
    pauses = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    assert sum(pauses) > 0
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    for speed, waited in (("2", [pause / 2 for pause in pauses]), ("1e-9", [MAX_PAUSE]), ("0", [])):
        waits.clear()
        done = yarrow("replay", opened.json()["encounter"], "--speed", speed, "--url", service_url, "--json")
        assert (done.returncode, len(done.stdout.splitlines())) == (0, len(moments))
        assert [wait for wait in waits if wait] == pytest.approx([wait for wait in waited if wait])
