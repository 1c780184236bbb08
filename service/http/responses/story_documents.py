"""The story as a document to take away: Markdown, HTML or plain text, each line with a link to its moment."""

import re
import textwrap
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from domain.story.shapes import Entry

HEADED: Final = frozenset({"round", "scene"})
"""Kinds of beginnings that get a heading."""
WIDTH: Final = 76
"""The width of plain text, which fits into an e-mail."""
PIECE: Final = 500
"""The lines of a foot that are sent at once."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>#+!|~&])")


class StoryFormat(NamedTuple):
    """A format of documents: its media type, the end of file names, and how its parts are written.

    ``title`` begins the document, ``heading`` a round or scene, ``line`` tells an entry, with whether it is a detail
    and the address of its moment. ``foot`` has the address of a version that lines refer to, at the end of the
    document. ``ending`` ends it.
    """

    media_type: str
    suffix: str
    title: Callable[[str], str]
    heading: Callable[[str], str]
    line: Callable[[Entry, bool, str], str]
    foot: Callable[[int, str], str] | None = None
    ending: str = ""


def _markdown(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def _markdown_line(entry: Entry, detail: bool, address: str) -> str:
    return f"{'  ' * detail}- {_markdown(entry.sentence)} [{entry.version}]({address})\n"


def _html_title(name: str) -> str:
    title = escape(name)
    head = f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>\n'
    return f"{head}<body>\n<h1>{title}</h1>\n"


def _html_line(entry: Entry, detail: bool, address: str) -> str:
    link = f'<a href="{escape(address)}">{entry.version}</a>'
    told = f"{escape(entry.sentence)} {link}"
    return f"<ul><li>{told}</li></ul>\n" if detail else f"<p>{told}</p>\n"


def _text_line(entry: Entry, detail: bool, address: str) -> str:
    """Return a line with a reference to the foot, wrapped; an address in each line would hide what happened."""
    indent = "    " * detail
    wrapped = textwrap.wrap(
        f"{entry.sentence} [{entry.version}]",
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "".join(f"{line}\n" for line in wrapped)


FORMATS: Final[dict[str, StoryFormat]] = {
    "markdown": StoryFormat(
        "text/markdown",
        "md",
        lambda name: f"# {_markdown(name)}\n\n",
        lambda label: f"\n## {_markdown(label)}\n\n",
        _markdown_line,
    ),
    "html": StoryFormat(
        "text/html",
        "html",
        _html_title,
        lambda label: f"<h2>{escape(label)}</h2>\n",
        _html_line,
        ending="</body>\n</html>\n",
    ),
    "text": StoryFormat(
        "text/plain",
        "txt",
        lambda name: f"{name}\n\n",
        lambda label: f"\n{label}\n\n",
        _text_line,
        lambda version, address: f"[{version}] {address}\n",
    ),
}


async def document(
    written: StoryFormat, name: str, pieces: AsyncIterator[Sequence[Entry]], address: Callable[[int], str]
) -> AsyncIterator[bytes]:
    """Yield a document in pieces; ``address`` returns that of the table at a version."""
    referred: set[int] = set()
    yield written.title(name).encode()
    async for entries in pieces:
        yield "".join(_lines(written, entries, address)).encode()
        referred.update(entry.version for entry in entries)
    if written.foot is not None:
        yield b"\n"
        versions = sorted(referred)
        for start in range(0, len(versions), PIECE):
            some = versions[start : start + PIECE]
            yield "".join([written.foot(version, address(version)) for version in some]).encode()
    yield written.ending.encode()


def _lines(written: StoryFormat, entries: Sequence[Entry], address: Callable[[int], str]) -> Iterator[str]:
    for entry in entries:
        if entry.level == 1 and entry.opens is not None and entry.opens.kind in HEADED:
            yield written.heading(entry.opens.label)
        yield written.line(entry, entry.level > 1, address(entry.version))
