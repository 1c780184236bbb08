"""The notation of throws in Century tests: ``sam d100: 36``, ``mulan 2d6: 4 6``, ``d10: 3 4``.

A text is one draw: who throws, which may be left out, the dice, and their faces. The faces are supplied, one entry for
each draw; the record of the draw is compared with every part that is written. ``d100: 00`` is supplied as 0, and 100 on
record (CE-ROLL-2).
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.chance.draws import NOTHING_DRAWN, Draw
from domain.model.event import Event

THROW = re.compile(r"(?:(?P<who>[a-z0-9_-]+) )?(?P<count>\d*)d(?P<sides>\d+): (?P<faces>\d+(?: \d+)*)")
NOUGHTS = "00"
"""How 100 shows on two ten-sided dice."""


class Thrown(NamedTuple):
    """One draw; ``who`` is None where nobody wrote it down."""

    who: str | None
    sides: int
    faces: tuple[int, ...]


def read(text: str) -> Thrown:
    """Read one draw; raises ValueError for anything else."""
    match = _match(text)
    faces = tuple([100 if face == NOUGHTS else int(face) for face in match["faces"].split()])
    if match["count"] and int(match["count"]) != len(faces):
        raise ValueError(f"{text!r} shows {len(faces)} faces")
    return Thrown(match["who"], int(match["sides"]), faces)


def _match(text: str) -> re.Match[str]:
    match = THROW.fullmatch(text)
    if match is None:
        raise ValueError(f"no throw: {text!r}")
    return match


def faces_of(throws: Iterable[str]) -> list[list[int]]:
    """The faces to supply, an entry for each draw."""
    return [list(map(int, _match(text)["faces"].split())) for text in throws]


def assert_throws(events: Iterable[Event], throws: Iterable[str]) -> None:
    """The recorded draws are exactly those written down, in this order; who throws counts where it is written."""
    seen = [thrown for event in events for thrown in _draws(event)]
    wanted = [read(text) for text in throws]
    assert [one[1:] for one in seen] == [(one.sides, one.faces) for one in wanted], f"threw {seen}, expected {wanted}"
    for actual, expected in zip(seen, wanted, strict=True):
        assert expected.who in (None, actual.who), (actual, expected)


def _draws(event: Event) -> Iterator[Thrown]:
    who = getattr(event, "combatant", None) or getattr(event, "npc", None)
    for field in event.__struct_fields__:
        draw = getattr(event, field)
        if isinstance(draw, Draw) and draw != NOTHING_DRAWN:
            yield Thrown(who, draw.sides, draw.dice)
