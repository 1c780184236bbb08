"""Tests that an exported fight can be imported into another service unchanged, or under another ID to be continued."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Fight
from tests.program import serving, yarrow
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Another service, which has no encounters."""
    with serving(tmp_path_factory.mktemp("elsewhere")) as url:
        yield url


@pytest.fixture(scope="module")
def open_bundle(service_url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of a fight that is still open."""
    body = {"ruleset": "s3", "id": "alley", "combatants": [{"template": "one_eyed_ogre"}]}
    assert httpx.post(f"{service_url}/v1/encounters", json=body, timeout=PATIENCE).is_success
    path = tmp_path_factory.mktemp("open") / "alley.ndjson"
    assert yarrow("export", "alley", "--output", path, "--url", service_url).returncode == 0
    return path


def test_a_closed_fight_comes_into_another_service_as_it_was(elsewhere: str, fight: Fight, tmp_path: Path) -> None:
    done = yarrow("import", fight.bundle, "--url", elsewhere)
    events = fight.said["audit"]["version"]
    assert done.stderr == ""
    said = f"{fight.id}: imported {events} events of {fight.id} unchanged; the encounter is closed.\n"
    assert (done.returncode, done.stdout) == (0, said)
    again = tmp_path / "again.ndjson"
    assert yarrow("export", fight.id, "--output", again, "--url", elsewhere).returncode == 0
    assert again.read_bytes() == fight.bundle.read_bytes()
    twice = yarrow("import", fight.bundle, "--url", elsewhere, "--json")
    assert (twice.returncode, twice.stdout) == (1, "")
    assert json.loads(twice.stderr)["error"].startswith(f"{fight.id} already has exactly these events")


def test_an_open_fight_is_read_as_it_was_and_played_on_under_another_id(elsewhere: str, open_bundle: Path) -> None:
    done = yarrow("import", open_bundle, "--url", elsewhere)
    assert (
        done.stdout
        == "alley: imported 3 events of alley unchanged. It is read-only; import it with --as to continue it.\n"
    )
    done = yarrow("import", open_bundle, "--as", "yard", "--url", elsewhere, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["encounter"], answer["of"], answer["version"]) == (0, "yard", "alley", 5)
    done = yarrow("import", open_bundle, "--as", "court", "--url", elsewhere)
    assert done.stdout == "court: imported 3 events of alley; it continues at version 5 with a fresh seed.\n"
    told = yarrow("replay", "yard", "--url", elsewhere).stdout.splitlines()
    assert told[-1] == "    5  The fight played as “alley” continues here as “yard”."
    noted = httpx.post(
        f"{elsewhere}/v1/encounters/yard/commands",
        json={"command": {"type": "core.close", "reason": "rain"}},
        timeout=PATIENCE,
    )
    assert noted.is_success


def test_a_damaged_bundle_is_refused_with_its_line(elsewhere: str, fight: Fight, tmp_path: Path) -> None:
    lines = fight.bundle.read_bytes().splitlines(keepends=True)
    path = tmp_path / "damaged.ndjson"
    path.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    done = yarrow("import", path, "--as", "damaged", "--url", elsewhere)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: Line 6 (event ")
    assert done.stderr.endswith("Nothing was imported.\n")


def test_a_file_that_is_not_there_is_said_to_be(elsewhere: str, tmp_path: Path) -> None:
    done = yarrow("import", tmp_path / "nothing", "--url", elsewhere)
    assert done.returncode == 1
    assert "cannot be read" in done.stderr
