"""The snippets of a page: fenced blocks, run as they stand against a real service, and what the page shows of them."""

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


class Snippet(NamedTuple):
    """A fenced block and what the page shows of its output, if anything."""

    language: str
    code: str
    shown: str | None


def snippets(page: Path) -> Iterator[Snippet]:
    """The blocks of a page that run; the block of text or JSON right behind one is its output."""
    blocks = re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for (language, code), following in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language in ("sh", "python"):
            yield Snippet(language, code, following[1] if following[0] in ("text", "json") else None)


def shell_says(session: Sequence[Snippet], folder: Path, path: str) -> list[str]:
    """What shell snippets print one after the other in one shell, a text for each."""
    text = f"\necho '{NEXT}'\n".join(snippet.code for snippet in session)
    return _said(["bash", "-c", f"set -euo pipefail\n{text}"], folder, PATH=path)


def python_says(session: Sequence[Snippet], folder: Path) -> list[str]:
    """What Python snippets print one after the other in one interpreter, a text for each."""
    text = f"\nprint({NEXT!r})\n".join(snippet.code for snippet in session)
    return _said([sys.executable, "-c", text], folder)


def at(url: str, session: Sequence[Snippet]) -> list[Snippet]:
    """The snippets with the address of a running service for the one that the page names, which it names once."""
    assert sum(snippet.code.count(ADDRESS) for snippet in session) == 1
    return [snippet._replace(code=snippet.code.replace(ADDRESS, url)) for snippet in session]


def assert_shows(shown: str | None, said: str) -> None:
    """All that is shown was said, in this order; an ellipsis stands for anything."""
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
    """Without the blanks that fill a table's last column."""
    return re.sub(r" +$", "", text, flags=re.MULTILINE)
