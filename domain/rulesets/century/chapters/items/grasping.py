"""Which hands take an item, and what is within their reach (CE-ACT-44, CE-ACT-46, CE-ACT-47)."""

from typing import Final, Literal, TypeAlias

from domain.rulesets.century.chapters.items.strength import can_lift
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.chapters.objections import Objection
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Person, Place
from domain.rulesets.century.words import Hand

NEAR: Final = 1
"""Metres within which a combatant reaches what lies there, or whom it helps (CE-ACT-47, CE-DOWN-6, CE-DMG-7)."""
Wanted: TypeAlias = Hand | Literal["both"] | None
"""The hands that a command names, if it does."""
WANTED: Final[tuple[Wanted, ...]] = (None, "right", "left", "both")


def carried(person: Person) -> list[Weapon]:
    """Return the weapons that a combatant carries and does not hold."""
    return [weapon for weapon in person.weapons.values() if not person.holding(weapon.id)]


def held_weapons(person: Person) -> list[Weapon]:
    """Return the weapons in the hands of a combatant."""
    return [person.weapons[item] for item in dict.fromkeys(person.held.values())]


def within_reach(one: Place | None, other: Place | None) -> bool:
    """Return whether a place is as near as has to be, as far as both are known."""
    return one is None or other is None or distance_of(one, other) <= NEAR


def free_hands(person: Person) -> tuple[Hand, ...]:
    """Return the empty hands, the dominant one first."""
    other: Hand = "left" if person.dominant == "right" else "right"
    empty = [hand for hand in (person.dominant, other) if hand not in person.held]
    return tuple(empty[: max(0, person.hands - len(person.held))])


def why_not_in_hand(
    options: Options, person: Person, weapon: Weapon, wanted: Wanted, rule: str = "CE-ACT-44"
) -> Objection | None:
    """Return why an item does not come into these hands, or None."""
    field = "command.hand"
    if weapon.hands == 1 and wanted == "both":
        return Objection(rule, f"{weapon.name} is for one hand.", field)
    if weapon.hands != 1 and wanted not in ("both", None) and not options.one_handed_use:
        return Objection("CE-TWOH-2", f"{weapon.name} needs both hands.", field)
    hands = empty_hands(person, weapon, wanted)
    if not hands:
        both = wanted == "both" or (wanted is None and weapon.hands == 2)
        empty = f"{person.name} has no empty {wanted or ''} hand.".replace("  ", " ")
        said = f"{weapon.name} needs both hands of {person.name} empty." if both else empty
        return Objection(rule, said, field)
    return _why_not_lifted(options, person, weapon, hands)


def empty_hands(person: Person, weapon: Weapon, wanted: Wanted) -> tuple[Hand, ...]:
    """Return the hands that an item comes into; none where they are full."""
    free = free_hands(person)
    if wanted == "both" or (wanted is None and weapon.hands == 2):
        return free if len(free) == 2 else ()
    return free[:1] if wanted is None else tuple([hand for hand in free if hand == wanted])


def why_not_for(options: Options, person: Person, given: str, weapon: Weapon) -> Objection | None:
    """Return why an item cannot be taken for another that is held, or None."""
    hands = hands_of_other(person, given, weapon)
    if len(hands) < weapon.hands:
        said = f"{weapon.name} needs the other hand of {person.name} empty."
        return Objection("CE-ACT-46", said, "command.for_item")
    return _why_not_lifted(options, person, weapon, hands)


def hands_of_other(person: Person, given: str, weapon: Weapon) -> tuple[Hand, ...]:
    """Return the hands that would hold an item taken for another; too few if the other hand is full."""
    same = person.holding(given)
    return (*same, *free_hands(person)) if weapon.hands == 2 else same[:1]


def _why_not_lifted(options: Options, person: Person, weapon: Weapon, hands: tuple[Hand, ...]) -> Objection | None:
    if can_lift(options, person, weapon, one_handed=len(hands) == 1):
        return None
    return Objection("CE-STR-3", f"{weapon.name} is too heavy for {person.name}.")
