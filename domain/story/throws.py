"""Throws as the story shows them, in one shape for coins, dice, percentile dice and cards of every ruleset."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from domain.chance.draws import PERCENT, Draw, Source
from domain.text.phrases import cards_shown, coins_shown, dice_shown

ThrowKind = Literal["coins", "dice", "percentile", "cards"]


class ThrowPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of what is thrown, or added to what falls: its label, its signed amount, and the rule that adds it."""

    label: str
    amount: int
    rule: str = ""


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face that fell: of a coin H or T, of a die its number, of a card its rank and suit; with the die's colour."""

    face: str | int
    colour: str = ""


class Throw(msgspec.Struct, frozen=True, omit_defaults=True, rename={"purpose": "for"}):
    """What fell: for whom, for what, of which parts, and what it came to.

    ``counted`` says which faces count and how. ``result`` is a number or a word. ``target`` is the number to reach, and
    ``won`` says whether the throw succeeded, or won against another.
    """

    kind: ThrowKind
    who: str = ""
    purpose: str = ""
    parts: tuple[ThrowPart, ...] = ()
    faces: tuple[Face, ...] = ()
    counted: str = ""
    result: int | str | None = None
    target: int | None = None
    source: Source = "seeded"
    won: bool | None = None

    @property
    def shown(self) -> str:
        """The faces as sentences show them."""
        faces = [one.face for one in self.faces]
        if self.kind == "coins":
            return coins_shown("".join(map(str, faces)))
        if self.kind == "cards":
            return cards_shown(map(str, faces))
        return dice_shown([int(face) for face in faces]) if all(int(face) <= SIX for face in faces) else ""


SIX = 6


def kind_of(draw: Draw) -> ThrowKind:
    """Return the kind of a draw."""
    if isinstance(draw.faces, str):
        return "coins"
    return "cards" if draw.cards else "percentile" if draw.sides == PERCENT else "dice"


def faces_of(draw: Draw, colour: str = "") -> Iterable[Face]:
    """Yield the faces of a draw."""
    return (Face(face, colour) for face in draw.faces)


def plain_throw(draw: Draw, who: str = "") -> Throw:
    """Return a draw as a throw of which nothing else is known."""
    return Throw(kind=kind_of(draw), who=who, faces=tuple(faces_of(draw)), source=draw.source)
