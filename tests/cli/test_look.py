"""Tests of the commands that show encounters: their list, the table, the story, and the legal commands."""

import json
import os
import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from service.cli.look import age
from tests.cli.conftest import Fight
from tests.program import PROGRAM, environment, yarrow
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def duel(service_url: str) -> str:
    """A ready fight, opened under an ID."""
    body = {"scene": "bridge_duel", "id": "bridge"}
    httpx.post(f"{service_url}/v1/encounters", json=body, timeout=PATIENCE).raise_for_status()
    return "bridge"


def test_the_list_has_the_encounters_that_are_asked_for(service_url: str, fight: Fight, duel: str) -> None:
    plain = yarrow("list", "--url", service_url).stdout
    assert fight.id in plain
    assert duel in plain
    lines = yarrow("list", "--status", "open", "--ruleset", "s3", "--json", "--url", service_url).stdout.splitlines()
    found = {one["id"]: one["status"] for one in map(json.loads, lines)}
    assert found[duel] == "open"
    assert fight.id not in found
    assert len(yarrow("list", "--limit", "1", "--json", "--url", service_url).stdout.splitlines()) == 1
    assert service_url in yarrow("list", "--name", "no such name", "--url", service_url).stdout


def test_the_table_is_shown_with_names_numbers_and_who_is_to_act(service_url: str, duel: str) -> None:
    shown = yarrow("show", duel, "--url", service_url).stdout
    assert "Devil in the Wind" in shown
    assert "Breath" in shown
    assert "\nThe narrator has to open a pairing.\n" in shown
    table = httpx.get(f"{service_url}/v1/encounters/{duel}/table", timeout=PATIENCE).json()
    assert json.loads(yarrow("show", duel, "--json", "--url", service_url).stdout) == table


def test_the_table_names_the_question_that_the_turn_waits_for(service_url: str) -> None:
    fights = f"{service_url}/v1/encounters"
    httpx.post(fights, json={"scene": "jailbreak", "id": "waiting"}, timeout=PATIENCE).raise_for_status()
    attack = {"type": "s3.attack", "actor": "devil", "weapon": "straightsword", "target": "guard_1"}
    httpx.post(f"{fights}/waiting/commands", json={"command": attack}, timeout=PATIENCE).raise_for_status()
    lines = yarrow("show", "waiting", "--url", service_url).stdout.splitlines()
    asked = "First guard has to answer Devil in the Wind's attack."
    assert lines[-1] == f"Devil in the Wind has the turn, and waits: {asked}"


def on_a_terminal(*words: str) -> str:
    """Return what a command prints on a terminal of 80 columns without colours."""
    reader, writer = os.openpty()
    variables = environment(COLUMNS="80", TERM="dumb")
    done = subprocess.run([*PROGRAM, *words], env=variables, stdin=writer, stdout=writer, timeout=PATIENCE, check=False)
    os.close(writer)
    shown = b""
    try:
        while piece := os.read(reader, 4096):
            shown += piece
    except OSError:
        pass  # the end of a terminal
    os.close(reader)
    assert done.returncode == 0
    return shown.decode().replace("\r\n", "\n")


def test_the_list_has_an_encounter_a_line_on_a_narrow_terminal(service_url: str, duel: str) -> None:
    pair = [{"template": "flying_fox"}, {"template": "guard"}]
    made = httpx.post(f"{service_url}/v1/encounters", json={"ruleset": "s3", "combatants": pair}, timeout=PATIENCE)
    unnamed = made.raise_for_status().json()["encounter"]
    lines = on_a_terminal("list", "--limit", "5", "--url", service_url).splitlines()
    assert all(len(line) <= 80 for line in lines)
    [row] = [line for line in lines if "Flying Fox against Guard" in line]
    assert row.startswith(f"{unnamed[:8]}")
    assert "… " in row
    assert re.search(r" s3 +open +\d+ +\d+ (s|min)$", row.rstrip())
    assert lines[-1] == "Whole IDs: yarrow list --json, or a wider terminal."
    assert unnamed in yarrow("list", "--url", service_url, variables={"COLUMNS": "80"}).stdout


def test_an_age_is_in_its_largest_unit_and_a_date_after_a_month() -> None:
    now = datetime(2026, 11, 29, 12, tzinfo=UTC)
    for since, said in (
        (timedelta(seconds=59), "59 s"),
        (timedelta(seconds=60), "1 min"),
        (timedelta(minutes=90), "1 h"),
        (timedelta(days=29), "29 d"),
        (timedelta(days=30), "2026-10-30"),
        (timedelta(seconds=-2), "0 s"),
    ):
        assert age((now - since).isoformat(), now) == said


def test_the_scenes_are_listed_with_their_rulesets_and_names(service_url: str) -> None:
    shown = yarrow("scenes", "--url", service_url).stdout
    [row] = [line for line in shown.splitlines() if line.startswith("jailbreak ")]
    assert row.split() == ["jailbreak", "s3", "Under", "the", "catwalk"]
    scenes = httpx.get(f"{service_url}/v1/scenes", params={"ruleset": "ticks"}, timeout=PATIENCE).json()["scenes"]
    lines = yarrow("scenes", "--ruleset", "ticks", "--json", "--url", service_url).stdout.splitlines()
    assert [json.loads(line) for line in lines] == scenes


def test_what_is_missing_or_taken_is_said_with_the_next_command(service_url: str, duel: str) -> None:
    advice = "There is no encounter nope. `yarrow list` lists them; `yarrow play ID --scene SCENE` opens one.\n"
    for command in ("show", "watch", "export", "play", "options", "story"):
        assert yarrow(command, "nope", "--url", service_url).stderr == f"Error: {advice}"
    unknown = yarrow("play", "nope", "--scene", "xx", "--url", service_url).stderr
    assert unknown.startswith("Error: There is no scene “xx”; ")
    assert unknown.endswith(" `yarrow scenes` lists them.\n")
    taken = yarrow("play", duel, "--scene", "bridge_duel", "--url", service_url).stderr
    assert taken.endswith("choose another id, or continue with that one: `yarrow play ID`.\n")


def test_the_options_are_listed_by_their_labels(service_url: str, fight: Fight, duel: str) -> None:
    listed = yarrow("options", duel, "--url", service_url).stdout
    assert "\nTurn\n" in listed
    assert "  Open a pairing" in listed
    assert "_" not in listed
    assert json.loads(yarrow("options", duel, "--json", "--url", service_url).stdout)["declared"]["forms"]
    assert fight.id in yarrow("options", fight.id, "--url", service_url).stdout


def test_the_story_is_a_document_that_replaces_a_file_only_with_consent(
    service_url: str, fight: Fight, tmp_path: Path
) -> None:
    words = ("story", fight.id, "--format", "markdown", "--url", service_url)
    document = yarrow(*words).stdout
    path = tmp_path / "story.md"
    assert yarrow(*words, "-o", path).returncode == 0
    assert path.read_text(encoding="utf-8") == document
    assert yarrow(*words, "-o", "-", cwd=tmp_path).stdout == document
    assert [*tmp_path.iterdir()] == [path]
    refused = yarrow(*words, "-o", path)
    assert (refused.returncode, "Pass --yes to replace it" in refused.stderr) == (1, True)
    assert json.loads(yarrow(*words, "-o", path, "--yes", "--json").stdout) == {"file": str(path)}
    lines = yarrow("story", fight.id, "--json", "--url", service_url).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [one for one in fight.said["story"] if one["level"] == 1]


@pytest.mark.parametrize("command", ["list", "scenes", "show", "options", "play", "story"])
def test_without_a_service_each_says_what_to_do_with_status_3(command: str) -> None:
    words = () if command in ("list", "scenes") else ("duel",)
    done = yarrow(command, *words, "--url", "http://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "Start one with yarrow serve" in done.stderr


def test_h_is_short_for_help() -> None:
    assert yarrow("show", "-h").stdout == yarrow("show", "--help").stdout != ""
    assert "--install-completion" in yarrow("-h").stdout
