"""Runs the fenced code blocks of a page unchanged against a real service, and compares their output with the page."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.program import environment
from tests.waiting import PATIENCE

ADDRESS = "http://127.0.0.1:8000"
NEXT = "---- the next snippet ----"
ELLIPSIS = "…"
PATH = "/usr/local/bin:/usr/bin:/bin"
"""The folders of a shell's programs."""


class Snippet(NamedTuple):
    """A fenced block, and the output that the page shows for it, if any."""

    language: str
    code: str
    shown: str | None


def snippets(page: Path) -> Iterator[Snippet]:
    """Return the runnable blocks of a page; a text or JSON block directly after one is its output."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for (language, code), following in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language in ("sh", "python"):
            yield Snippet(language, code, following[1] if following[0] in ("text", "json") else None)


def shell_says(session: Sequence[Snippet], folder: Path, path: str) -> list[str]:
    """Run shell snippets in sequence in one shell; return the output of each."""
    text = f"\necho '{NEXT}'\n".join(snippet.code for snippet in session)
    return _said(["bash", "-c", f"set -euo pipefail\n{text}"], folder, PATH=path)


def python_says(session: Sequence[Snippet], folder: Path) -> list[str]:
    """Run Python snippets in sequence in one interpreter; return the output of each."""
    text = f"\nprint({NEXT!r})\n".join(snippet.code for snippet in session)
    return _said([sys.executable, "-c", text], folder)


def programs(folder: Path) -> Path:
    """Write the program ``yarrow`` of this checkout into a folder of programs below this one; return that folder."""
    program = folder / "bin" / "yarrow"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service.cli.main "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return program.parent


def at(url: str, session: Sequence[Snippet]) -> list[Snippet]:
    """Return the snippets with the page's address, which must occur once, replaced by that of a running service."""
    assert sum(snippet.code.count(ADDRESS) for snippet in session) == 1
    return [snippet._replace(code=snippet.code.replace(ADDRESS, url)) for snippet in session]


def assert_shows(shown: str | None, said: str) -> None:
    """Assert that the output is the one shown, in which an ellipsis matches any text."""
    assert shown is not None, said
    pattern = ".*".join(re.escape(_plain(part)) for part in shown.split(ELLIPSIS))
    assert re.fullmatch(pattern, _plain(said).strip("\n") + "\n", flags=re.DOTALL), said


def _said(command: list[str], folder: Path, **variables: str) -> list[str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.split(f"{NEXT}\n")


def _plain(text: str) -> str:
    """Strip the spaces that pad the last column of a table."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)
