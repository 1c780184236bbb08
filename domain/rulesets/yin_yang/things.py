"""The names of weapons and armour, for sentences (YY-NARR-9): of those on sheets, and of those that lie about."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.rulesets.yin_yang.chapters.turns.gear import ItemPlaced
from domain.rulesets.yin_yang.said import NOBODY, armour_key, weapon_key
from domain.rulesets.yin_yang.state import Fight


def things(fight: Fight) -> dict[str, str]:
    """The names of all weapons and armour in a fight."""
    found: dict[str, str] = {}
    for person in fight.people.values():
        found |= {weapon_key(person.id, key): weapon.name for key, weapon in person.weapons.items()}
        found |= {armour_key(person.id, key): piece.name for key, piece in person.armour.items()}
    found |= {weapon_key(NOBODY, key): weapon.name for key, weapon in fight.scene_weapons.items()}
    return found | {armour_key(NOBODY, key): piece.name for key, piece in fight.scene_armour.items()}


def carried(event: CombatantJoined) -> dict[str, str]:
    """The names of what a newcomer brings, as far as its sheet may be read."""
    return dict(_on_sheet(event.combatant, event.sheet))


def _on_sheet(owner: str, sheet: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field, key_of in (("weapons", weapon_key), ("armour", armour_key)):
        for key, thing in sheet.get(field, {}).items():
            yield key_of(owner, key), thing["name"]


def placed(event: ItemPlaced) -> dict[str, str]:
    """The name of what lies about from now on."""
    named = {}
    if event.weapon is not None:
        named[weapon_key(NOBODY, event.weapon.id)] = event.weapon.name
    if event.armour is not None:
        named[armour_key(NOBODY, event.armour.id)] = event.armour.name
    return named


BROUGHT: Final[Mapping[type[Event], Callable[[Any], Mapping[str, str]]]] = {
    CombatantJoined: carried,
    ItemPlaced: placed,
}
"""The events that bring things, and the names of what they bring."""
