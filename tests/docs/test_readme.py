"""Tests that the snippets of the README and of the page after it print what they show, and that the README is short."""

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from docs.picture import FILE, demonstration, picture
from service.openapi.operations import OPERATIONS
from tests.docs.snippets import assert_shows, at, python_says, shell_says, snippets
from tests.docs.test_operating import rows
from tests.program import ROOT, serving

README = ROOT / "README.md"
MAKE, *WALK = snippets(README)
*FURTHER, PYTHON = snippets(ROOT / "docs" / "tutorial" / "first-fight.md")
SHELL = [*WALK, *FURTHER]
LARGEST = 10_204  # bytes
FIRST_SCREEN = 20  # lines


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the clone made by the README's commands, with the environment that they activate."""
    folder = tmp_path_factory.mktemp("reader") / "yarrow"
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "activate").write_text(f'PATH="{programs}:$PATH"\n', encoding="utf-8")
    (programs / "yarrow").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service.cli.main "$@"\n', encoding="utf-8")
    (programs / "yarrow").chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    (folder / "docs").symlink_to(ROOT / "docs")
    return folder


@pytest.fixture(scope="module")
def said(url: str, checkout: Path) -> list[str]:
    """The output of each shell snippet."""
    return shell_says(at(url, SHELL), checkout.parent, "/usr/local/bin:/usr/bin:/bin")


@pytest.mark.parametrize("place", range(len(SHELL)))
def test_the_shell_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(SHELL)
    assert_shows(SHELL[place].shown, said[place])


@pytest.mark.usefixtures("said")
def test_the_walk_leaves_nothing_in_the_checkout_but_what_git_ignores(checkout: Path) -> None:
    left = {path.name for path in checkout.iterdir()} - {"docs"}
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()}
    assert left == {".venv", "alley.ndjson"}
    assert [name for name in left if not any(fnmatch(name, pattern) for pattern in ignored)] == []


def test_python_prints_what_is_shown(url: str, tmp_path: Path) -> None:
    [said] = python_says(at(url, [PYTHON]), tmp_path)
    assert_shows(PYTHON.shown, said)


def test_the_first_commands_clone_the_repository_and_run_targets_of_the_makefile() -> None:
    clone, enter, *made = (line.partition("  #")[0].rstrip() for line in MAKE.code.splitlines())
    assert re.fullmatch(r"git clone https://\S+/yarrow\.git", clone)
    assert enter == "cd yarrow"
    assert made == ["make run", "make test"]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert {line.removeprefix("make ") for line in made} <= set(targets)


def test_the_api_has_ten_rows_of_operations_that_exist() -> None:
    requests = [cells[0] for cells in rows(README.read_text(encoding="utf-8"), "| request | does |")]
    assert len(requests) == 10
    named = [tuple(found) for row in requests for found in re.findall(r"`(GET|POST) (\S+)`", row)]
    whole = [(method, path.replace("…/{id}", "/v1/encounters/{encounter}")) for method, path in named]
    assert len(whole) >= len(requests)
    assert {(method.lower(), path) for method, path in whole} <= OPERATIONS.keys()


def test_the_readme_is_short() -> None:
    assert README.stat().st_size <= LARGEST


def test_the_first_screen_shows_the_picture_and_names_both_commands() -> None:
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN])
    assert re.search(r"^!\[[^]]+\]\(docs/demo\.svg\)$", screen, flags=re.MULTILINE)
    assert all(re.search(rf"^{command} ", screen, flags=re.MULTILINE) for command in ("make run", "make test"))


def test_the_picture_is_what_the_demonstration_prints() -> None:
    assert picture(demonstration()) == FILE.read_text(encoding="utf-8"), "Draw it again: python -m docs.picture"


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] + [
    page for folder in ("docs/**", "clients/*") for page in sorted(ROOT.glob(f"{folder}/*.md"))
]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]*)(#[^)\s]+)?\)", page.read_text(encoding="utf-8"))
    local = [(page.parent / link if link else page, place[1:]) for link, place in links if "://" not in link]
    assert local or not links
    assert [path for path, _ in local if not path.exists()] == []
    assert [(path, place) for path, place in local if place and place not in places(path)] == []


def places(page: Path) -> set[str]:
    """Return the fragments that links to a page may use: its headings as GitHub names them, and its anchors."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)"></a>', text))
