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
JSON = {"Content-Type": "application/json"}
TESTS = "tests/docs"
CODE = r"^ *```(?:sh|python|ts|js|html)$|^`POST [^:\n]*:\n\n```json$"
"""How a block of code begins, or the body of a request that the sentence before it names."""
RUN_BY: dict[str, dict[str, int]] = {
    "CONTRIBUTING.md": {"guides/test_other_pages.py": 1},
    "README.md": {"test_readme.py": 5},
    "clients/python/README.md": {
        "test_clients.py": 3,
        "../clients/python/test_types.py": 1,
        "../clients/python/test_kit.py": 2,
    },
    "clients/typescript/README.md": {"test_clients.py": 8, "../clients/test_browser.py": 1},
    "docs/explanation/chance.md": {"test_chance_vectors.py": 1},
    "docs/howto/access.md": {"test_access.py": 9},
    "docs/howto/bot.md": {"test_playing.py": 1},
    "docs/howto/bundles.md": {"test_playing.py": 1},
    "docs/howto/chat-bot.md": {"guides/test_chat_bot.py": 5},
    "docs/howto/clients.md": {"test_clients.py": 3},
    "docs/howto/first-day.md": {"guides/test_first_day.py": 5},
    "docs/howto/frontend.md": {"guides/test_frontend.py": 4},
    "docs/howto/languages.md": {"guides/test_other_pages.py": 1, "test_languages.py": 1},
    "docs/howto/operating.md": {"guides/test_other_pages.py": 1},
    "docs/howto/page.md": {"../page/test_embedding.py": 1},
    "docs/howto/rulesets.md": {
        "../plugins/conftest.py": 1,
        "../plugins/packages.py": 1,
        "../plugins/test_page.py": 1,
        "../plugins/test_declared_options.py": 2,
    },
    "docs/howto/scenes.md": {"guides/test_other_pages.py": 1},
    "docs/reference/cli.md": {"guides/test_other_pages.py": 4},
    "docs/reference/lists.md": {"test_playing.py": 1},
    "docs/reference/table.md": {"guides/test_other_pages.py": 1},
    "docs/tutorial/black-dice.md": {"test_playing.py": 2},
    "docs/tutorial/century.md": {"test_playing.py": 2},
    "docs/tutorial/first-fight.md": {"test_readme.py": 5},
    "docs/tutorial/playing.md": {"test_playing.py": 12},
    "docs/tutorial/ticks.md": {"test_playing.py": 2},
    "docs/tutorial/yin-yang.md": {"test_playing.py": 2},
}
"""The number of blocks of each page that each test runs, by its place below ``tests/docs``."""


def blocks_of_pages() -> Iterator[tuple[str, int]]:
    """Yield the pages of the documentation with code that a reader runs, and how many blocks of it each has."""
    written = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"), *ROOT.glob("clients/*/README.md")]
    for page in written:
        if blocks := re.findall(CODE, page.read_text(encoding="utf-8"), flags=re.MULTILINE):
            yield str(page.relative_to(ROOT)), len(blocks)


def test_each_block_of_code_of_a_page_has_a_test_that_runs_it() -> None:
    assert dict(blocks_of_pages()) == {page: sum(tests.values()) for page, tests in RUN_BY.items()}
    assert [test for tests in RUN_BY.values() for test in tests if not (ROOT / TESTS / test).is_file()] == []


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with the fight of which the pages speak."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        body = {"ruleset": "s3", "id": "alley", "combatants": pair}
        httpx.post(f"{url}/v1/encounters", json=body, timeout=PATIENCE).raise_for_status()
        yield url


def test_the_read_models_are_rebuilt_and_compared_as_the_operating_page_says(url: str, tmp_path: Path) -> None:
    [commands] = snippets(DOCS / "howto" / "operating.md")
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


def test_a_scene_is_opened_as_its_page_says(url: str) -> None:
    [body] = re.findall(
        r"^`POST .*:\n\n```json\n(.*)\n```", (DOCS / "howto" / "scenes.md").read_text("utf-8"), flags=re.MULTILINE
    )
    other = body.replace("tonight", "tomorrow")  # another page opens this one
    answer = httpx.post(f"{url}/v1/encounters", content=other, headers=JSON, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["encounter"]) == (201, "tomorrow")


def test_contributors_run_targets_of_the_makefile() -> None:
    [commands] = snippets(ROOT / "CONTRIBUTING.md")
    named = re.findall(r"^make ([a-z-]+)", commands.code, flags=re.MULTILINE)
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert len(named) == len(commands.code.splitlines())
    assert set(named) <= set(targets)
