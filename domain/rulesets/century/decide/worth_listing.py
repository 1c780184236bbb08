"""Which uses are worth listing: a step without an object for it is not told as legal, whatever the clock says."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.core.commands import Command
from domain.rulesets.century import commands as ask
from domain.rulesets.century.state import Fight, Person


def has_use(fight: Fight, person: Person, kind: type[Command]) -> bool:
    """Whether somebody has what a command of this kind is about."""
    about = OBJECTS.get(kind)
    return about is None or about(fight, person)


def _attack_left(fight: Fight, person: Person) -> bool:
    """One action holds one attack, or the two of a pair (CE-STAG-7, CE-DUAL-4)."""
    turn = fight.turn_of(person.id)
    return turn is not None and (not turn.attacks or (turn.paired is not None and not turn.pair_done))


def _touched(fight: Fight, person: Person) -> bool:
    turn = fight.turn_of(person.id)
    return turn is not None and turn.touched


def _jammed(fight: Fight, person: Person) -> bool:
    return any(person.weapons[item].state == "jammed" for item in person.held.values())


def _carries_more(fight: Fight, person: Person) -> bool:
    return bool(person.weapons.keys() - set(person.held.values()))


def _exchanges(fight: Fight, person: Person) -> bool:
    return bool(person.held) and _carries_more(fight, person)


def _can_load(fight: Fight, person: Person) -> bool:
    held = [person.weapons[item] for item in person.held.values()]
    return any(weapon.reloads or weapon.loose_rounds for weapon in held)


def _somebody_is_dying(fight: Fight, person: Person) -> bool:
    return any("dying" in other.conditions for other in fight.people.values())


OBJECTS: Final[Mapping[type[Command], Callable[[Fight, Person], bool]]] = {
    ask.Attack: _attack_left,
    ask.EndAction: _touched,
    ask.ClearJam: _jammed,
    ask.DrawWeapon: _carries_more,
    ask.ExchangeWeapon: _exchanges,
    ask.LoadWeapon: _can_load,
    ask.DiscardWeapon: lambda fight, person: bool(person.held),
    ask.PickUp: lambda fight, person: bool(fight.ground),
    ask.Stabilize: _somebody_is_dying,
    ask.WearArmor: lambda fight, person: bool(person.armour),
    ask.UseStimpak: lambda fight, person: person.stimpaks > 0,
}
"""Commands that need something to be done with."""
