"""Tests that the snippets of the pages about the API print what they show, and that the bot plays to the end."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.docs.snippets import assert_shows, at, python_says, snippets
from tests.program import ROOT, serving, yarrow
from tests.waiting import PATIENCE

DOCS = ROOT / "docs"
TUTORIAL = [*snippets(DOCS / "tutorial" / "playing.md")]
LISTS = [*snippets(DOCS / "reference" / "lists.md")]
BUNDLES = [*snippets(DOCS / "howto" / "bundles.md")]
WALK = [*TUTORIAL, *LISTS, *BUNDLES]
"""The tutorial, and two pages that continue it in the same interpreter."""
SYSTEMS = ("black-dice", "yin-yang", "century", "ticks")
"""The pages that continue the first snippet of the tutorial."""
[BOT] = snippets(DOCS / "howto" / "bot.md")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with a few earlier fights, one of them with the combatants of the tutorial."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        for ruleset in ("s3", "ticks"):
            assert yarrow("demo", "--ruleset", ruleset, "--url", url).returncode == 0
        yield url


@pytest.fixture(scope="module")
def said(url: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The output of each snippet of the walk, run in order after earlier fights."""
    python_says(at(url, WALK), tmp_path_factory.mktemp("earlier"))
    return python_says(at(url, WALK), tmp_path_factory.mktemp("reader"))


@pytest.mark.parametrize("place", range(len(WALK)))
def test_the_tutorial_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(WALK)
    assert_shows(WALK[place].shown, said[place])


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_of_each_system_prints_what_is_shown(url: str, system: str, tmp_path: Path) -> None:
    page = [*snippets(DOCS / "tutorial" / f"{system}.md")]
    assert len(page) >= 2
    _, *said = python_says(at(url, [TUTORIAL[0], *page]), tmp_path)
    for snippet, printed in zip(page, said, strict=True):
        assert_shows(snippet.shown, printed)


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
