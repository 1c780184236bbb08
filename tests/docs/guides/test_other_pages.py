"""Tests that code on pages without tests of their own runs, and that each page with code has a test."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domain.registry import rulesets
from domain.ruleset.scene import scene
from domain.ruleset.staging import staged
from tests.docs.snippets import PATH, assert_shows, at, programs, python_says, shell_says, snippets
from tests.program import ROOT, serving
from tests.waiting import PATIENCE

DOCS = ROOT / "docs"
TESTS = "tests/docs"
RUN_BY = {
    "CONTRIBUTING.md": "guides/test_other_pages.py",
    "README.md": "test_readme.py",
    "clients/python/README.md": "test_clients.py",
    "clients/typescript/README.md": "test_clients.py",
    "docs/explanation/chance.md": "test_chance_vectors.py",
    "docs/howto/access.md": "test_access.py",
    "docs/howto/bot.md": "test_playing.py",
    "docs/howto/bundles.md": "test_playing.py",
    "docs/howto/chat-bot.md": "guides/test_chat_bot.py",
    "docs/howto/clients.md": "test_clients.py",
    "docs/howto/first-day.md": "guides/test_first_day.py",
    "docs/howto/frontend.md": "guides/test_frontend.py",
    "docs/howto/languages.md": "guides/test_other_pages.py",
    "docs/howto/operating.md": "guides/test_other_pages.py",
    "docs/howto/page.md": "../page/test_embedding.py",
    "docs/howto/rulesets.md": "../plugins/packages.py",
    "docs/reference/cli.md": "guides/test_other_pages.py",
    "docs/reference/lists.md": "test_playing.py",
    "docs/reference/table.md": "guides/test_other_pages.py",
    "docs/tutorial/black-dice.md": "test_playing.py",
    "docs/tutorial/century.md": "test_playing.py",
    "docs/tutorial/first-fight.md": "test_readme.py",
    "docs/tutorial/playing.md": "test_playing.py",
    "docs/tutorial/ticks.md": "test_playing.py",
    "docs/tutorial/yin-yang.md": "test_playing.py",
}
"""The test that runs the code of each page, below ``tests/docs``."""


def pages() -> Iterator[Path]:
    """Yield the pages of the documentation with code that a reader runs."""
    written = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"), *ROOT.glob("clients/*/README.md")]
    for page in written:
        if re.search(r"^ *```(?:sh|python|ts|js|html)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            yield page


def test_each_page_with_code_has_a_test_that_runs_it() -> None:
    assert sorted(str(page.relative_to(ROOT)) for page in pages()) == sorted(RUN_BY)
    assert [test for test in {*RUN_BY.values()} if not (ROOT / TESTS / test).is_file()] == []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with the fight of which the pages speak."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        body = {"ruleset": "s3", "id": "alley", "combatants": pair}
        httpx.post(f"{url}/v1/encounters", json=body, timeout=PATIENCE).raise_for_status()
        yield url


def test_the_read_models_are_rebuilt_and_compared_as_the_operating_page_says(url: str, tmp_path: Path) -> None:
    [commands] = [one for one in snippets(DOCS / "howto" / "operating.md") if "yarrow projections" in one.code]
    address = commands._replace(code=f"export YARROW_URL={url}\n{commands.code}")
    [said] = shell_says([address], tmp_path, f"{programs(tmp_path)}:{PATH}")
    assert "directory" in said


def test_the_session_of_the_command_line_prints_what_its_page_shows(url: str, tmp_path: Path) -> None:
    session = [*snippets(DOCS / "reference" / "cli.md")]
    first = session[0]._replace(code=f"export YARROW_URL={url}\n{session[0].code}")
    said = shell_says([first, *session[1:]], tmp_path, f"{programs(tmp_path)}:{PATH}")
    for snippet, printed in zip(session, said, strict=True):
        assert_shows(snippet.shown, printed)


def test_the_table_is_read_as_its_page_says(url: str, tmp_path: Path) -> None:
    [request] = snippets(DOCS / "reference" / "table.md")
    [said] = shell_says(at(url, [request]), tmp_path, PATH)
    assert '"to_act"' in said


def test_the_words_of_a_language_are_loaded_as_its_page_says(tmp_path: Path) -> None:
    page = DOCS / "howto" / "languages.md"
    [code] = [one for one in snippets(page) if one.language == "python"]
    assert python_says([code], tmp_path) == [""]
    [words] = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert list(tomllib.loads(words)) == ["labels", "phrases", "helps", "costs", "questions"]


def test_the_scene_of_its_page_is_a_scene() -> None:
    [written] = re.findall(r"```toml\n(.*?)```", (DOCS / "howto" / "scenes.md").read_text("utf-8"), flags=re.DOTALL)
    shown = scene("catwalk", tomllib.loads(written))
    assert len(staged(rulesets()["s3"], shown).commands) == 3


def test_contributors_run_targets_of_the_makefile() -> None:
    [commands] = snippets(ROOT / "CONTRIBUTING.md")
    named = re.findall(r"^make ([a-z-]+)", commands.code, flags=re.MULTILINE)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert len(named) == len(commands.code.splitlines())
    assert set(named) <= set(targets)
