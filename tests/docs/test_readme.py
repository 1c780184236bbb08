"""The README's snippets, run as they stand one after the other against a real service, print what the README shows."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.snippets import assert_shows, at, python_says, shell_says, snippets
from tests.program import ROOT, serving

ACTIVATE = "source .venv/bin/activate\n"

MAKE, *REST = snippets(ROOT / "README.md")
SHELL = [snippet for snippet in REST if snippet.language == "sh"]
[PYTHON, _] = [snippet for snippet in REST if snippet.language == "python"]  # the other is tests/docs/test_clients.py's


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture(scope="module")
def said(url: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the shell's snippets print, one text for each."""
    folder = tmp_path_factory.mktemp("reader")
    yarrow = folder / "bin" / "yarrow"
    yarrow.parent.mkdir()
    yarrow.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service.cli "$@"\n', encoding="utf-8")
    yarrow.chmod(0o755)
    (yarrow.parent / "python").symlink_to(sys.executable)
    (folder / "docs").symlink_to(ROOT / "docs")
    assert sum(snippet.code.count(ACTIVATE) for snippet in SHELL) == 1
    session = [snippet._replace(code=snippet.code.replace(ACTIVATE, "")) for snippet in at(url, SHELL)]
    return shell_says(session, folder, f"{yarrow.parent}:/usr/local/bin:/usr/bin:/bin")


@pytest.mark.parametrize("place", range(len(SHELL)))
def test_the_shell_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(SHELL)
    assert_shows(SHELL[place].shown, said[place])


def test_python_prints_what_is_shown(url: str, tmp_path: Path) -> None:
    [said] = python_says(at(url, [PYTHON]), tmp_path)
    assert_shows(PYTHON.shown, said)


def test_the_first_two_commands_are_errands_of_the_makefile() -> None:
    errands = re.findall(r"^make (\w+)", MAKE.code, flags=re.MULTILINE)
    assert errands == ["run", "test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{errand}:", makefile, flags=re.MULTILINE) for errand in errands)


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_every_link_leads_to_a_file_that_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []
