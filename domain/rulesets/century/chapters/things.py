"""The names of things that sentences need: those in a state, and those that events bring; and how things join."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.events import CombatantJoined
from domain.core.narrate import combatant_joined
from domain.model.event import Event
from domain.rulesets.century.chapters.items.hands import ItemPickedUp
from domain.rulesets.century.items import Armour, Gear, Weapon
from domain.rulesets.century.sheet import SIDE_OF_ROLE
from domain.rulesets.century.state import Fight
from domain.text.phrases import Names, named, thing_key


def things(fight: Fight) -> dict[str, str]:
    """The names of what the combatants have, and of what lies on the ground."""
    names = {thing_key("", lying): one.weapon.name for lying, one in fight.ground.items()}
    for person in fight.people.values():
        kept: list[tuple[str, Weapon | Armour | Gear]] = [
            *person.weapons.items(),
            *person.armour.items(),
            *person.gear.items(),
        ]
        names |= {thing_key(person.id, key): one.name for key, one in kept}
    return names


def things_of_newcomer(event: CombatantJoined) -> dict[str, str]:
    """The names of what a newcomer has, as far as its sheet may be read."""
    kept = [event.sheet.get(kind, {}) for kind in ("weapons", "armour", "gear")]
    return {thing_key(event.combatant, key): str(one["name"]) for each in kept for key, one in each.items()}


def joined(event: CombatantJoined, names: Names) -> str:
    """Render who joins, and which vehicle or object is there, which is on no side."""
    if event.side == SIDE_OF_ROLE[None]:
        return f"{named(names, event.combatant)} is on the scene."
    return combatant_joined(event, names)


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: things_of_newcomer,
    ItemPickedUp: lambda event: {thing_key(event.combatant, event.as_item): event.weapon.name},
}
"""The names of things that events bring."""
