"""Draw what ``yarrow demo`` prints in a terminal.

``python -m docs.picture`` runs the demonstration and writes ``docs/demo.svg``: some passages of the output, word for
word, in the terminal's colours.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

FILE: Final = Path(__file__).parent / "demo.svg"
COLUMNS: Final = 176
PASSAGES: Final = (
    (r"As published", r"As published"),
    (r"   23  D", r"   23    "),
    (r"    –  Refused by", r"    –  Refused by"),
    (r"   58  ", r"   55  "),
    (r"The proof", r"The proof"),
    (r"chain  ", r"legality  "),
)
"""The beginnings of the first and the last line of each passage shown."""
CHARACTER, LINE, MARGIN, BAR = 8, 20, 20, 34
"""Pixels: the width of a character, the height of a line, the space around the text and the height of the title bar."""
BACKGROUND, FOREGROUND = "#0d1117", "#e6edf3"
COLOURS: Final = {1: "#ff7b72", 2: "#7ee787", 3: "#f2cc60", 5: "#d2a8ff", 6: "#79c0ff"}
"""The colour drawn for each colour number of the terminal."""
PROMPT: Final = Text.assemble(("$ ", "green"), ("yarrow demo", "bold"))
TITLE: Final = "yarrow demo: the story of a fight, a refusal that names its rule, and the proof"


def demonstration() -> str:
    """Return what ``yarrow demo`` prints in a terminal that shows colours."""
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR" and not name.startswith("YARROW_")}
    command = [sys.executable, "-m", "service.cli.main", "demo"]
    run = subprocess.run(command, env={**kept, **terminal}, capture_output=True, check=True)  # noqa: S603 - our own
    return run.stdout.decode()


def passages(output: Text) -> Iterator[Text]:
    """Yield the lines of the passages, with an empty line between two passages. Raises ValueError if one is missing."""
    lines = output.split("\n")
    for first, last in PASSAGES:
        begins, ends = (
            next((number for number, line in enumerate(lines) if re.match(mark, line.plain)), -1)
            for mark in (first, last)
        )
        if not 0 <= begins <= ends:
            raise ValueError(f"The output has no passage from {first!r} to {last!r}.")
        yield Text()
        yield from lines[begins : ends + 1]


def picture(output: str) -> str:
    """Return the SVG of what the demonstration printed in colour."""
    lines = [PROMPT, *passages(Text.from_ansi(output))]
    for line in lines:
        line.truncate(COLUMNS, overflow="ellipsis")
    width, height = COLUMNS * CHARACTER + 2 * MARGIN, BAR + len(lines) * LINE + MARGIN
    drawn = (piece for number, line in enumerate(lines, 1) for piece in _line(line, BAR + LINE * number))
    return "\n".join((*_frame(width, height), *drawn, "</svg>\n"))


def _frame(width: int, height: int) -> Sequence[str]:
    """The parts of the picture that do not depend on the output."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title"',
        '     font-size="13" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace">',
        f'  <title id="title">{TITLE}</title>',
        "  <style>text { white-space: pre }</style>",
        f'  <rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
        *(
            f'  <circle cx="{MARGIN + 18 * place}" cy="{BAR // 2 + 2}" r="5.5" fill="{colour}"/>'
            for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
        ),
    )


def _line(line: Text, y: int) -> Iterator[str]:
    """Yield the pieces of a line, each placed and sized by the grid of characters, whichever font draws it."""
    column = 0
    for segment in line.render(Console(width=COLUMNS)):
        written = segment.text.strip(" ")
        if written:
            x = MARGIN + CHARACTER * (column + segment.text.index(written))
            grid = f'x="{x}" y="{y}" textLength="{CHARACTER * len(written)}" lengthAdjust="spacingAndGlyphs"'
            yield f"  <text {grid}{_attributes(segment.style or Style())}>{escape(written)}</text>"
        column += len(segment.text)


def _attributes(style: Style) -> str:
    """The attributes of a piece of text for its style in the terminal."""
    colour = COLOURS.get(style.color.number or 0, FOREGROUND) if style.color else FOREGROUND
    weight, shade = (' font-weight="bold"' if style.bold else ""), (' opacity="0.6"' if style.dim else "")
    return f' fill="{colour}"{weight}{shade}'


if __name__ == "__main__":
    FILE.write_text(picture(demonstration()), encoding="utf-8")
