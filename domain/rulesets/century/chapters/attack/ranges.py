"""Ranges and places of an attack (CE-RANGE): the band it is made in, whether it comes from behind.

The base of each band is ``tables.BASES``.
"""

from typing import NamedTuple

from domain.model.refusal import refuse, require
from domain.rulesets.century.chapters.items.armament import Armament
from domain.rulesets.century.chapters.movement.distances import angle_between, distance_of, whole_bearing
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Person, Place
from domain.rulesets.century.tables import MELEE_REACH
from domain.rulesets.century.words import Band

REAR = 120
"""Degrees off a target's heading from which an attack comes from behind (CE-RANGE-10)."""
FRONT = 90
"""Degrees off its own heading within which a combatant faces a target (CE-RANGE-12)."""
IN_METRES: tuple[Band, ...] = ("short", "medium", "long")
BANDS: tuple[Band, ...] = ("melee", *IN_METRES)


class Goal(NamedTuple):
    """What is aimed at: its place if that is known, the range that the command says, and the fields of both."""

    place: Place | None
    said: Band | None
    field: str
    field_of_range: str = "command.range"


class Range(NamedTuple):
    """The band of an attack, None beyond the weapon's reach, and the metres where places are known."""

    band: Band | None
    metres: int | None = None


def range_of(attacker: Person, arms: Armament, goal: Goal, *, based: bool) -> Range:
    """The range to a goal, by the places or as it is said; ``based`` that the narrator gives a base (CE-RANGE-5).

    Combatants between the two are not in the way (CE-RANGE-13). The reading is that of CE-RUL-68.
    """
    if attacker.place is None or goal.place is None:
        return Range(_said(arms, goal))
    metres = distance_of(attacker.place, goal.place)
    band = _band(arms, metres, goal)
    if band is None and not based:
        refuse("CE-RANGE-5", f"{arms.name} does not reach {metres} metres.", field=goal.field)
    fits = goal.said in (None, band) or (goal.said == "melee" and metres <= MELEE_REACH)
    if not fits:
        there = f"the range is {band}; say so, or leave it out" if band else "the target is beyond all ranges"
        said = f"By the positions ({metres} metres) {there}."
        refuse("CE-RANGE-6", said, field=goal.field_of_range)
    return Range(band, metres)


def _said(arms: Armament, goal: Goal) -> Band:
    """Without both positions the command says the range (CE-RANGE-7, CE-RUL-65).

    At close quarters what shoots is used at short range (CE-RANGE-9).
    """
    if goal.said is None:
        said = "Positions are not known; say the range: melee, short, medium or long."
        refuse("CE-RANGE-7", said, code="invalid", field=goal.field_of_range)
    if arms.mode == "melee":
        said = f"{arms.name} reaches {MELEE_REACH} metres; say the range melee."
        require(goal.said == "melee", "CE-RANGE-8", said, field=goal.field_of_range)
        return goal.said
    return "short" if goal.said == "melee" else goal.said


def _band(arms: Armament, metres: int, goal: Goal) -> Band | None:
    if arms.mode == "melee":
        if metres > MELEE_REACH:
            said = f"{arms.name} reaches {MELEE_REACH} metres, and the target is {metres} away."
            refuse("CE-RANGE-8", said, field=goal.field)
        return "melee"
    return band_of(arms.weapon, metres)


def band_of(weapon: Weapon | None, metres: int) -> Band | None:
    """Return the band of a distance; bounds are part of their band (CE-RANGE-4), and beyond the last it is None."""
    bounds = weapon.range if weapon is not None and weapon.range is not None else ()
    return next((band for band, bound in zip(IN_METRES, bounds, strict=False) if metres <= bound), None)


def longest_range(arms: Armament) -> int:
    """Return the metres that arms reach (CE-RANGE-4, CE-RANGE-8); beyond them ``band_of`` has no band."""
    if arms.mode == "melee":
        return MELEE_REACH
    weapon = arms.weapon
    return 0 if weapon is None or weapon.range is None else max(weapon.range)


def is_from_behind(attacker: Person, target: Person) -> bool | None:
    """Return whether an attack comes from behind; None where places and heading do not say so (CE-RANGE-10)."""
    if attacker.place is None or target.place is None or target.heading is None:
        return None
    direction = whole_bearing(target.place, attacker.place)
    return direction is not None and angle_between(direction, target.heading) >= REAR


def faces(options: Options, attacker: Person, goal: Goal) -> bool:
    """Return whether an attacker faces what it attacks, as far as that is known and by option counts (CE-RANGE-12)."""
    if not options.must_face or attacker.place is None or goal.place is None or attacker.heading is None:
        return True
    direction = whole_bearing(attacker.place, goal.place)
    return direction is None or angle_between(direction, attacker.heading) <= FRONT


def bands_said(arms: Armament, metres: int | None) -> tuple[Band, ...]:
    """Return the words for the range of an attack over so many metres, None where they are not known; none beyond it.

    Without positions they are all that the arms have (CE-RANGE-7, CE-RANGE-8); by them one, or `melee` (CE-RANGE-6).
    """
    if arms.mode == "melee":
        return ("melee",) if metres is None or metres <= MELEE_REACH else ()
    if metres is None:
        return BANDS
    band = band_of(arms.weapon, metres)
    if band is None:
        return ()
    return (band, "melee") if metres <= MELEE_REACH else (band,)


def require_facing(options: Options, attacker: Person, goal: Goal) -> None:
    """Refuse, by option, an attacker that does not face what it attacks (CE-RANGE-12, CE-RUL-66)."""
    facing = faces(options, attacker, goal)
    require(facing, "CE-RANGE-12", f"{attacker.name} does not face that way; turn first.", field=goal.field)
