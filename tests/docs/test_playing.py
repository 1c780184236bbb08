"""Tests that the snippets of the client guide print what it shows, and that its bot plays a fight to the end."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.docs.snippets import assert_shows, at, python_says, snippets
from tests.program import ROOT, serving, yarrow
from tests.waiting import PATIENCE

*WALK, BOT = snippets(ROOT / "docs" / "playing.md")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with a few earlier fights, one of them with the combatants of the guide."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        for ruleset in ("s3", "ticks"):
            assert yarrow("demo", "--ruleset", ruleset, "--url", url).returncode == 0
        yield url


@pytest.fixture(scope="module")
def said(url: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The output of each snippet before the bot, run in order after earlier fights."""
    python_says(at(url, WALK), tmp_path_factory.mktemp("earlier"))
    return python_says(at(url, WALK), tmp_path_factory.mktemp("reader"))


@pytest.mark.parametrize("place", range(len(WALK)))
def test_the_guide_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(WALK)
    assert_shows(WALK[place].shown, said[place])


def test_the_bot_is_short_and_plays_a_fight_to_its_end_which_is_proven(url: str, tmp_path: Path) -> None:
    assert len(BOT.code.splitlines()) < 60
    before = {listed["id"] for listed in encounters(url)}
    [said] = python_says(at(url, [BOT]), tmp_path)
    assert_shows(BOT.shown, said)
    [played] = [listed["id"] for listed in encounters(url) if listed["id"] not in before]
    state = httpx.get(f"{url}/v1/encounters/{played}", timeout=PATIENCE).json()
    assert (state["decided"], state["status"]) == (True, "closed")
    audit = httpx.get(f"{url}/v1/encounters/{played}/audit", timeout=PATIENCE).json()
    assert {audit[part]["verdict"] for part in ("chain", "throws", "legality")} == {"proven"}


def encounters(url: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = httpx.get(f"{url}/v1/encounters", timeout=PATIENCE).json()["encounters"]
    return listed
