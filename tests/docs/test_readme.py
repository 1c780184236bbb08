"""The README's snippets, run as they stand one after the other against a real service, print what the README shows."""

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.docs.snippets import assert_shows, at, python_says, shell_says, snippets
from tests.program import ROOT, serving

MAKE, *REST = snippets(ROOT / "README.md")
SHELL = [snippet for snippet in REST if snippet.language == "sh"]
[PYTHON, _] = [snippet for snippet in REST if snippet.language == "python"]  # the other is tests/docs/test_clients.py's


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the README has its readers clone, with the environment that they activate."""
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
    """What the shell's snippets print, one text for each."""
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


def test_the_first_commands_clone_the_repository_and_make_an_errand_of_its_makefile() -> None:
    clone, enter, make = (line.partition("  #")[0].rstrip() for line in MAKE.code.splitlines())
    assert re.fullmatch(r"git clone https://\S+/yarrow\.git", clone)
    assert enter == "cd yarrow"
    assert re.search(rf"^{make.removeprefix('make ')}:", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] + [
    page for folder in ("docs", "clients/*") for page in sorted(ROOT.glob(f"{folder}/*.md"))
]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_that_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []
