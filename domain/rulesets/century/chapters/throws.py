"""Throws as the story shows them; the events that tell one throw name it by the ID of its roll."""

from collections.abc import Iterable
from typing import Final

from domain.chance.draws import Draw
from domain.rulesets.century.said import HAZARDS, OF_CHARTS, part_label, parts_that_count, purpose_said
from domain.rulesets.century.state import Initiative, Part
from domain.rulesets.century.words import Hazard, RollKind
from domain.story.throws import Throw, ThrowPart, faces_of, kind_of

KINDS: Final = {"to_hit": "To-Hit Roll", "skill": "Skill Roll", "reaction": "Reaction Check"}


def roll_purpose(kind: RollKind, what: str, hazard: Hazard | None) -> str:
    """Return what a roll is for: *To-Hit Roll: Avenger 9mm*, *Reaction Check against poison*."""
    if kind == "to_hit":
        return f"{KINDS[kind]}: {OF_CHARTS.get(what, what)}" if what else KINDS[kind]
    purpose = f" {purpose_said(kind, what)}" if what else ""
    return f"{KINDS[kind]}{purpose}{f' against {HAZARDS[hazard]}' if hazard is not None else ''}"


def throw_parts(parts: Iterable[Part]) -> tuple[ThrowPart, ...]:
    """Return the parts of a target number or of a throw that count."""
    return tuple([ThrowPart(part_label(part), part.amount, part.rule) for part in parts_that_count(parts)])


def initiative_parts(one: Initiative) -> tuple[ThrowPart, ...]:
    """Return what is added to the dice of initiative."""
    parts = (
        ThrowPart("Agility", one.bonus, "CE-INIT-3"),
        ThrowPart("circumstances together", one.modifiers, "CE-INIT-3"),
        ThrowPart("Fate before the throw", 3 * one.fate_before, "CE-INIT-7"),
        ThrowPart("Fate after the throw", one.fate_after, "CE-INIT-8"),
    )
    return tuple([part for part in parts if part.amount])


def fallen(
    draw: Draw | None,
    who: str,
    purpose: str,
    *,
    result: int | str | None = None,
    parts: tuple[ThrowPart, ...] = (),
    counted: str = "",
    roll: str = "",
) -> tuple[Throw, ...]:
    """Return a draw as a throw, or none if there was nothing to throw or a reader may not see it."""
    if draw is None:
        return ()
    faces = tuple(faces_of(draw))
    throw = Throw(
        kind=kind_of(draw),
        who=who,
        purpose=purpose,
        parts=parts,
        faces=faces,
        counted=counted,
        result=result,
        source=draw.source,
        id=roll,
    )
    return (throw,)
