"""Changes of the state that several events make."""

from typing import Any, Final

from msgspec.structs import replace

from domain.rulesets.century.state.fight import Fight
from domain.rulesets.century.state.person import Person
from domain.rulesets.century.words import ConditionName

LAMING: Final[frozenset[ConditionName]] = frozenset({"unconscious", "stunned"})
"""Conditions that take what is left of the pool and the round's slots (CE-MP-9, CE-REACT-34, CE-REACT-43)."""
CLEARING: Final = "clearing_jam"
"""What ends where its bearer falls or loses the weapon (CE-CRIT-17)."""


def change_roll(fight: Fight, roll: str, **fields: Any) -> None:
    """Change an open roll."""
    fight.rolls = {**fight.rolls, roll: replace(fight.rolls[roll], **fields)}


def change_attack(fight: Fight, **fields: Any) -> None:
    """Change the open attack; nothing if there is none."""
    if fight.attack is not None:
        fight.attack = replace(fight.attack, **fields)


def change_turn(fight: Fight, combatant: str, **fields: Any) -> None:
    """Change what a member has done in the present slot; nothing if it is no member."""
    slot = fight.slot
    if slot is not None and combatant in slot.members:
        members = {**slot.members, combatant: replace(slot.members[combatant], **fields)}
        fight.slot = replace(slot, members=members)


def leave_order(fight: Fight, combatant: str) -> None:
    """Take a combatant out of the order of the round, for good; its place stays empty (CE-STAG-4, CE-STAG-5)."""
    fight.order = tuple([tuple([name for name in group if name != combatant]) for group in fight.order])


def forget_round(person: Person) -> None:
    """Reset what a combatant has for one round (CE-END-2): counts (CE-SHEET-35), who was too fast (CE-SHEET-36)."""
    person.initiative = None  # CE-INIT-11
    person.finished = False
    person.outpaced_by = ()
    person.attacks = 0
    person.metres = 0
    person.spent = 0
    if person.craft is not None:  # CE-CLASS-13
        person.craft = replace(
            person.craft, used=0, degrees=0, turning=0, longest=0, checked=None, out_of_control=False
        )


def drop_conditions(person: Person, *keys: str) -> None:
    """Remove conditions of a combatant by their keys."""
    person.conditions = {key: one for key, one in person.conditions.items() if key not in keys}


def change_weapon(person: Person, weapon: str, **fields: Any) -> None:
    """Change a weapon that a combatant carries; nothing if it does not."""
    if weapon in person.weapons:
        person.weapons = {**person.weapons, weapon: replace(person.weapons[weapon], **fields)}


def let_go(person: Person, item: str) -> None:
    """Hands let go of an item; no combatant continues to clear a jam of what it no longer holds (CE-CRIT-17)."""
    person.held = {hand: held for hand, held in person.held.items() if held != item}
    clearing = person.conditions.get(CLEARING)
    if clearing is not None and clearing.weapon == item:
        drop_conditions(person, CLEARING)


def change_craft(vehicle: Person, **fields: Any) -> None:
    """Change what is special to a vehicle; nothing on anything else."""
    if vehicle.craft is not None:
        vehicle.craft = replace(vehicle.craft, **fields)


def leave_covers(fight: Fight, name: str) -> None:
    """Take a combatant or an object out of every cover (CE-COVER-8)."""
    for person in fight.people.values():
        if any(one.object == name for one in person.cover.objects):
            objects = tuple([one for one in person.cover.objects if one.object != name])
            person.cover = replace(person.cover, objects=objects)
