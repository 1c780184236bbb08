"""A strike as it is to be made, and whether it is possible (TK-POS-4, TK-POS-5, TK-AMMO-2)."""

from typing import Literal

import msgspec

from domain.rulesets.ticks.chapters.declaring.manoeuvres import UNITS_OF_DOUBLE_TAP, is_tested
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.state import Declaration, Fight, Person
from domain.rulesets.ticks.words import Manoeuvre, Mode

How = Literal["attack", "aim", "deferred", "opening"]


class Strike(msgspec.Struct, frozen=True, omit_defaults=True):
    """A strike: whose, at whom, with which weapon, by its ID, and how. A trick shot has no target.

    ``planned`` says that a plan intends it, so that it lapses in silence (TK-PLAN-5).
    """

    attacker: str
    target: str | None
    weapon: str
    mode: Mode
    how: How = "attack"
    manoeuvres: tuple[Manoeuvre, ...] = ()
    luck: dict[Manoeuvre, int] = {}
    statistic: str | None = None
    item: str | None = None
    trick: str = ""
    planned: bool = False


def weapon_of(fight: Fight, strike: Strike) -> Thing | None:
    """The weapon of a strike, as long as its owner has it."""
    return fight.people[strike.attacker].owned(strike.weapon)


def units_of(options: Options, weapon: Thing, strike: Strike) -> int:
    """Ammunition that a strike uses (TK-AMMO-1, TK-DTAP-4, TK-RUL-45)."""
    if weapon.kind != "ranged" or not options.track_ammunition:
        return 0
    return UNITS_OF_DOUBLE_TAP if "double_tap" in strike.manoeuvres else 1


def at_stake(target: Person, item: str | None) -> Thing | None:
    """The weapon that a disarm is after: the one named, that of the declaration, the first in hand (TK-DISARM-7).

    The reading is that of TK-RUL-43.
    """
    if item is not None:
        named = target.thing(item)
        return named if named in target.ready_weapons else None
    declared = target.turn.declared
    of_declaration = target.owned(declared.weapon) if declared is not None and target.turn.revealed else None
    if of_declaration in target.ready_weapons:
        return of_declaration
    return next(iter(target.ready_weapons), None)


def why_not(fight: Fight, strike: Strike) -> str | None:
    """Why a strike cannot be made now, as the end of a sentence, or None (TK-TICK-9)."""
    attacker = fight.people[strike.attacker]
    weapon = weapon_of(fight, strike)
    if not attacker.conscious:
        return f"{attacker.name} is not conscious"
    if weapon is None or not weapon.ready:
        return "the weapon is not in hand"
    if weapon.loaded < units_of(fight.options, weapon, strike):
        return "the weapon is not loaded"
    if sum(strike.luck.values()) > attacker.luck:
        return "the luck is gone"
    return None if strike.target is None else _why_not_at(fight, strike, weapon, fight.people[strike.target])


def _why_not_at(fight: Fight, strike: Strike, weapon: Thing, target: Person) -> str | None:
    """Reach and sight (TK-POS-4, TK-POS-5), a weapon to be disarmed of (TK-DISARM-1).

    Whether the target evades is not asked (TK-EVADE-5).
    """
    if target.dead:
        return f"{target.name} is dead"
    if not in_range(fight, strike, weapon, target):
        return f"{target.name} is out of {'reach' if strike.mode == 'melee' else 'sight'}"
    if "disarm" in strike.manoeuvres and at_stake(target, strike.item) is None:
        return f"{target.name} has no such weapon in hand"
    return None


def in_range(fight: Fight, strike: Strike, weapon: Thing, target: Person, *, steps: int = 0) -> bool:
    """Whether the target is in reach, after a number of steps toward it, or of a shot or a throw in sight."""
    if strike.mode == "melee":
        return fight.distance(strike.attacker, target.id) - steps <= weapon.reach
    return fight.sees(strike.attacker, target.id)


def may_land(fight: Fight, strike: Strike, weapon: Thing, *, steps: int) -> bool:
    """Whether a strike can be made as far as everybody sees, after a number of steps toward the target.

    It may lapse all the same, or land if others move first (TK-TICK-9).
    """
    if not weapon.ready or weapon.loaded < units_of(fight.options, weapon, strike):
        return False
    target = fight.people[strike.target] if strike.target is not None else None
    return target is None or (not target.dead and in_range(fight, strike, weapon, target, steps=steps))


def strike_of(person: Person, declared: Declaration) -> Strike:
    """The strike that a declaration is about, with the weapon that it names.

    It is at the one target of the round (TK-ATK-1), with all manoeuvres that were declared (TK-MAN-1).
    """
    how: How = "aim" if declared.action == "aim" else "attack"
    return Strike(
        person.id,
        declared.target,
        str(declared.weapon),
        declared.mode,
        how,
        manoeuvres=declared.manoeuvres,
        trick=declared.trick,
    )


def tests_of(strike: Strike) -> tuple[Manoeuvre, ...]:
    """The manoeuvres of a strike that are tested, in the order of declaring (TK-MAN-11)."""
    return tuple([one for one in strike.manoeuvres if is_tested(one)])
