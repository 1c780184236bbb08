"""The notation of dice in tests: ``vane perception W4[6,1,3,2]=2 B3[1,4,5]=1``.

A text is one throw: the combatant and the label, both optional, then its draws in the order in which they fall.
``W4[6,1,3,2]=2`` is a draw of four white dice with these faces, two of which are successes; ``B`` means black dice. The
faces are supplied, one entry for each draw; the record of the draw is compared with every part.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

DRAW = re.compile(r"(?P<colour>[WB])(?P<count>\d+)\[(?P<faces>\d+(?:,\d+)*)\]=(?P<successes>\d+)")
NAMES = re.compile(r"[a-z0-9][a-z0-9_-]*")


class DiceDraw(NamedTuple):
    """Dice of one colour that fall together; ``who`` and ``label`` are None if they were not written."""

    who: str | None
    label: str | None
    colour: str
    faces: tuple[int, ...]
    successes: int


def read_draws(text: str) -> list[DiceDraw]:
    """Parse one throw. Raises ValueError for any other text."""
    words = text.split()
    found = [DRAW.fullmatch(word) for word in words]
    names = [word for word, draw in zip(words, found, strict=True) if draw is None]
    draws = [draw for draw in found[len(names) :] if draw is not None]
    if not draws or len(names) + len(draws) != len(words) or len(names) > 2 or not all(map(NAMES.fullmatch, names)):
        raise ValueError(f"no throw: {text!r}")
    who, label = (*names, None, None)[:2]
    return [_read(who, label, draw) for draw in draws]


def _read(who: str | None, label: str | None, draw: re.Match[str]) -> DiceDraw:
    faces = tuple(map(int, draw["faces"].split(",")))
    if len(faces) != int(draw["count"]):
        raise ValueError(f"{draw[0]} shows {len(faces)} faces")
    return DiceDraw(who, label, draw["colour"], faces, int(draw["successes"]))


def faces_of(throws: Iterable[str]) -> list[list[int]]:
    """Return the faces to supply, one entry for each draw."""
    return [list(draw.faces) for text in throws for draw in read_draws(text)]


def assert_draws(recorded: Iterable[DiceDraw], throws: Iterable[str]) -> None:
    """Assert that the recorded draws are those written, in order; combatant and label are compared if written."""
    seen = [draw for draw in recorded if draw.faces]
    wanted = [draw for text in throws for draw in read_draws(text)]
    assert len(seen) == len(wanted), f"threw {seen}, expected {wanted}"
    for actual, draw in zip(seen, wanted, strict=True):
        assert actual[2:] == draw[2:], (actual, draw)
        assert draw.who in (None, actual.who), (actual, draw)
        assert draw.label in (None, actual.label), (actual, draw)
