"""Tests of the commands that show encounters: their list, the table, the story, and the legal commands."""

import json
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Fight
from tests.program import yarrow
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
    assert "Narrator: to open a pairing." in shown
    table = httpx.get(f"{service_url}/v1/encounters/{duel}/table", timeout=PATIENCE).json()
    assert json.loads(yarrow("show", duel, "--json", "--url", service_url).stdout) == table


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


@pytest.mark.parametrize("command", ["list", "show", "options", "play", "story"])
def test_without_a_service_each_says_what_to_do_with_status_3(command: str) -> None:
    words = () if command == "list" else ("duel",)
    done = yarrow(command, *words, "--url", "http://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (3, "")
    assert "Start one with yarrow serve" in done.stderr


def test_h_is_short_for_help() -> None:
    assert yarrow("show", "-h").stdout == yarrow("show", "--help").stdout != ""
    assert "--install-completion" in yarrow("-h").stdout
