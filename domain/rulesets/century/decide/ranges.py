"""Ranges and places of an attack (CE-RANGE): the band it is made in, whether it comes from behind."""

from typing import NamedTuple

from domain.refusal import refuse, require
from domain.rulesets.century.decide.armament import Armament
from domain.rulesets.century.decide.positions import angle_between, distance_of, whole_bearing
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Person, Place
from domain.rulesets.century.tables import MELEE_REACH
from domain.rulesets.century.words import Band

REAR = 120
"""Degrees off a target's heading from which an attack comes from behind (CE-RANGE-10)."""
FRONT = 90
"""Degrees off its own heading within which somebody faces a target (CE-RANGE-12)."""
IN_METRES: tuple[Band, ...] = ("short", "medium", "long")


class Range(NamedTuple):
    """The band of an attack, None beyond the weapon's reach, and the metres where places are known."""

    band: Band | None
    metres: int | None = None


def range_of(attacker: Person, arms: Armament, goal: Place | None, said: Band | None, based: bool, field: str) -> Range:
    """The range to a place, or as the command says it; ``based`` that the narrator gives a base (CE-RANGE-5)."""
    if attacker.place is None or goal is None:
        return Range(_said(arms, said, field))
    metres = distance_of(attacker.place, goal)
    band = _band(arms, metres, field)
    if band is None and not based:
        refuse("CE-RANGE-5", f"{arms.name} does not reach {metres} metres.", field=field)
    fits = said is None or said == band or (said == "melee" and metres <= MELEE_REACH)
    require(fits, "CE-RANGE-6", f"By the positions it is {band} ({metres} metres).", field=f"{field}.range")
    return Range(band, metres)


def _said(arms: Armament, said: Band | None, field: str) -> Band:
    """Without both positions the command says the range (CE-RANGE-7)."""
    if said is None:
        sentence = "Positions are not known; say the range: melee, short, medium or long."
        refuse("CE-RANGE-7", sentence, code="invalid", field=f"{field}.range")
    if arms.mode == "melee":
        require(said == "melee", "CE-RANGE-8", f"{arms.name} reaches {MELEE_REACH} metres.", field=f"{field}.range")
        return said
    return "short" if said == "melee" else said


def _band(arms: Armament, metres: int, field: str) -> Band | None:
    if arms.mode == "melee":
        said = f"{arms.name} reaches {MELEE_REACH} metres, and the target is {metres} away."
        require(metres <= MELEE_REACH, "CE-RANGE-8", said, field=field)
        return "melee"
    return band_of(arms.weapon, metres)


def band_of(weapon: Weapon | None, metres: int) -> Band | None:
    """Bounds are part of their band (CE-RANGE-4); None beyond the last."""
    bounds = weapon.range if weapon is not None and weapon.range is not None else ()
    return next((band for band, bound in zip(IN_METRES, bounds, strict=False) if metres <= bound), None)


def is_from_behind(attacker: Person, target: Person) -> bool | None:
    """Whether an attack comes from behind; None where places and heading do not say so (CE-RANGE-10)."""
    if attacker.place is None or target.place is None or target.heading is None:
        return None
    direction = whole_bearing(target.place, attacker.place)
    return direction is not None and angle_between(direction, target.heading) >= REAR


def require_facing(options: Options, attacker: Person, target: Person) -> None:
    """With the option an attacker has to face its target (CE-RANGE-12)."""
    if not options.must_face or attacker.place is None or target.place is None or attacker.heading is None:
        return
    direction = whole_bearing(attacker.place, target.place)
    faces = direction is None or angle_between(direction, attacker.heading) <= FRONT
    require(faces, "CE-RANGE-12", f"{attacker.name} does not face {target.name}; turn first.", field="command.target")
