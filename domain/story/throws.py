"""Throws as the story shows them, in one shape for coins, dice, percentile dice and cards of every ruleset."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec.structs import fields as fields_of
from msgspec.structs import replace

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
    """A throw: its combatant, its purpose, its parts, the faces that fell, and the result.

    ``id`` names a throw that several events tell; those of one line are one throw. ``counted`` says which faces count
    and how. ``result`` is a number or a word. ``target`` is the number to reach, and ``won`` says whether the throw
    succeeded, or won against another.
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
    id: str = ""

    @property
    def shown(self) -> str:
        """The faces as sentences show them; empty for numbers, which anything may have."""
        faces = [one.face for one in self.faces]
        if self.kind == "coins":
            return coins_shown("".join(map(str, faces)))
        if self.kind == "cards":
            return cards_shown(map(str, faces))
        if self.kind == "percentile":
            return ""
        return dice_shown([int(face) for face in faces]) if all(int(face) <= SIX for face in faces) else ""


SIX = 6
_NOTHING: Final = Throw(kind="coins")
"""A throw of which only the kind is known."""


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


def merged(throws: Iterable[Throw]) -> tuple[Throw, ...]:
    """Return throws of which those with the same ID are one.

    Their parts are added up, and of other fields the last known value counts. A throw with an ID that has neither faces
    nor an outcome is left out.
    """
    found: dict[str | int, Throw] = {}
    for place, throw in enumerate(throws):
        key = throw.id or place
        found[key] = _joined(found[key], throw) if key in found else throw
    return tuple([one for one in found.values() if one.faces or one.won is not None or not one.id])


def _joined(first: Throw, second: Throw) -> Throw:
    said = {one.name: getattr(second, one.name) for one in fields_of(Throw)}
    changed = {name: value for name, value in said.items() if value != getattr(_NOTHING, name)}
    return replace(first, **{**changed, "parts": (*first.parts, *second.parts)})
