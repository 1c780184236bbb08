"""Open rolls: how far each has come, and every part of its target number (CE-ROLL-4, CE-ROLL-12, CE-MOD-20)."""

from typing import Final

from domain.rulesets.century.chapters.rolls.target_numbers import chosen, target_number, target_parts
from domain.rulesets.century.said import LABELS as OF_RULES
from domain.rulesets.century.said import parts_that_count
from domain.rulesets.century.state import Fight, Part, Roll
from domain.rulesets.century.table.saying import capital, listed
from domain.table.look import Look
from domain.table.shapes import Pending, PendingPart, PoolPart

PURPOSES: Final = frozenset({"control", "half damage", "hide", "stabilize"})
"""What rules have a combatant roll for; other purposes are in the roller's words."""
OWN_LABELS: Final = frozenset({"disarm", "fate_before", "heavy_armour", "heavy_weapon", "second_shot"})
"""Parts of a target number that have a label as such alone."""


def roll_pending(look: Look[Fight], roll: Roll) -> Pending:
    """Return an open roll with its target number, as far as it is known."""
    parts = _parts(look, roll)
    part = PendingPart(
        roll.combatant,
        look.said(_progress(roll)),
        pool=tuple([_pool_part(look, one) for one in parts_that_count(parts)]),
        target=target_number(parts) if parts and roll.target is None else roll.target,
        number=roll.number,
    )
    return Pending(roll_label(look, roll), roll.target_of or "", (part,))


def roll_label(look: Look[Fight], roll: Roll) -> str:
    """Return what kind of roll it is, and what for: *To-Hit Roll: Avenger 9mm*, *Skill Roll: keeping control*."""
    kind = look.label(roll.kind, "kind")
    if roll.what in PURPOSES and roll.kind != "to_hit":
        what = look.said(f"roll_{roll.what.replace(' ', '_')}")
    elif roll.kind == "to_hit" or not roll.what:
        what = capital(roll.what)
    else:
        what = look.said("quoted", text=roll.what)
    if roll.hazard is not None:
        against = look.label(roll.hazard)
        what = look.said("roll_against", what=what, hazard=against) if what else against
    return look.said("roll_for", kind=kind, what=what) if what else kind


def _parts(look: Look[Fight], roll: Roll) -> tuple[Part, ...]:
    """Return the parts of the target number: as fixed, or as they are now, if the sheet of the roller may be read."""
    known = roll.chosen is not None and roll.candidates and roll.target is None
    return target_parts(look.state, roll, chosen(roll)) if known and look.shows(roll.combatant) else roll.parts


def _progress(roll: Roll) -> str:
    """Return how far a roll has come (CE-ROLL-12), as the name of a text."""
    if roll.success is not None:
        return "has_succeeded" if roll.success else "has_failed"
    if roll.number is not None or roll.stage == "thrown":
        return f"has_thrown_{roll.critical}" if roll.critical is not None else "has_thrown"
    return "is_to_throw" if roll.chosen is not None else "is_to_choose"


def _pool_part(look: Look[Fight], part: Part) -> PoolPart:
    return PoolPart(_part_label(look, part), part.amount, rule=part.rule)


def _part_label(look: Look[Fight], part: Part) -> str:
    """Return what a part of a target number is for."""
    match part.key:
        case "ability":
            return listed(look, [look.label(one) for one in part.label.split("/")])
        case "skill":
            return part.label
        case "health":
            return look.said(f"health_{part.label}")
    if part.label:
        return look.said(f"danger_{part.label}") if part.label in OF_RULES else look.said("quoted", text=part.label)
    return look.said(f"part_{part.key}") if part.key in OWN_LABELS else look.label(part.key)
