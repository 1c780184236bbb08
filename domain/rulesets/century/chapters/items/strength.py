"""Strength and equipment (CE-STR): what missing points cost, and what cannot be lifted or worn.

What is used with one hand instead of two (CE-TWOH) is said in ``armament``.
"""

from domain.rulesets.century.chapters.rolls.abilities import AVERAGE
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Part, Person

OF_WEAPON, OF_ARMOUR = 20, 15
"""Percent for each missing point of Strength (CE-STR-2, CE-STR-4)."""
TOO_MUCH = 100
"""Percent from which something cannot be lifted or worn at all (CE-STR-3, CE-STR-5)."""
ONE_HAND = 3
"""Points of Strength that using a two-handed weapon with one hand takes away (CE-TWOH-1, CE-RUL-80)."""


def missing(strength: int, required: int) -> int:
    """Return the points of Strength that a combatant lacks (CE-ABIL-5, CE-STR-1)."""
    return max(0, required - strength)


def strength_of(person: Person) -> int:
    """Strength, 9 where the sheet says nothing."""
    return person.scores.get("str", AVERAGE)


def weapon_penalty(options: Options, person: Person, weapon: Weapon, *, one_handed: bool = False) -> int:
    """Return what a weapon's weight takes off its user's To-Hit Roll (CE-STR-2).

    Animals have no requirement (CE-STR-7).
    """
    if not options.strength_penalty or person.kind != "person":
        return 0
    reduced = ONE_HAND if one_handed and weapon.hands == 2 else 0
    return OF_WEAPON * missing(strength_of(person) - reduced, weapon.str_req)


def can_lift(options: Options, person: Person, weapon: Weapon, *, one_handed: bool = False) -> bool:
    """Return whether a weapon can be lifted at all (CE-STR-3)."""
    return weapon_penalty(options, person, weapon, one_handed=one_handed) < TOO_MUCH


def can_wear(options: Options, wearer: Person) -> bool:
    """Return whether a combatant can wear what it has on at all (CE-STR-5)."""
    heavy = armour_bonus(options, wearer)
    return heavy is None or heavy.amount < TOO_MUCH


def armour_bonus(options: Options, wearer: Person) -> Part | None:
    """Return what too heavy armour gives attackers of its wearer, worn out or not (CE-STR-4, CE-STR-6)."""
    if not options.strength_penalty or wearer.worn is None or wearer.kind != "person":
        return None
    lacking = missing(strength_of(wearer), wearer.armour[wearer.worn].str_req)
    return Part("heavy_armour", OF_ARMOUR * lacking, "CE-STR-4") if lacking else None
