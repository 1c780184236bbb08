"""The README's snippets, run as they stand one after the other against a real service, print what the README shows."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.program import PATIENCE, ROOT, environment, serving

README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"
ACTIVATE = "source .venv/bin/activate\n"
NEXT = "---- the next snippet ----"
ELLIPSIS = "…"


class Snippet(NamedTuple):
    """A fenced block and what the README shows of its output, if anything."""

    language: str
    code: str
    shown: str | None


def snippets() -> Iterator[Snippet]:
    blocks = re.findall(r"```(\w+)\n(.*?)```", README, flags=re.DOTALL)
    for (language, code), following in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language in ("sh", "python"):
            yield Snippet(language, code, following[1] if following[0] in ("text", "json") else None)


MAKE, *REST = snippets()
SHELL = [snippet for snippet in REST if snippet.language == "sh"]
[PYTHON] = [snippet for snippet in REST if snippet.language == "python"]


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
    session = f"\necho '{NEXT}'\n".join(snippet.code for snippet in SHELL)
    assert session.count(ACTIVATE) == 1
    session = session.replace(ACTIVATE, "").replace(ADDRESS, url)
    path = f"{yarrow.parent}:/usr/local/bin:/usr/bin:/bin"
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{session}"],
        cwd=folder,
        env=environment(PATH=path),
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split(f"{NEXT}\n")


def assert_shows(shown: str, said: str) -> None:
    """All that is shown was said, in this order; an ellipsis stands for anything."""
    pattern = ".*".join(re.escape(_plain(part)) for part in shown.split(ELLIPSIS))
    assert re.fullmatch(pattern, _plain(said).strip("\n") + "\n", flags=re.DOTALL), said


def _plain(text: str) -> str:
    """Without the blanks that fill a table's last column."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("place", range(len(SHELL)))
def test_the_shell_prints_what_is_shown(said: list[str], place: int) -> None:
    assert len(said) == len(SHELL)
    shown = SHELL[place].shown
    assert shown is not None
    assert_shows(shown, said[place])


def test_python_prints_what_is_shown(url: str, tmp_path: Path) -> None:
    assert PYTHON.code.count(ADDRESS) == 1
    done = subprocess.run(
        [sys.executable, "-c", PYTHON.code.replace(ADDRESS, url)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert PYTHON.shown is not None
    assert_shows(PYTHON.shown, done.stdout)


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
