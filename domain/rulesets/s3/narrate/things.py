"""The names of things: of what people carry, of what lies about, and of zones and vehicles."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.disarming import ItemTaken
from domain.rulesets.s3.chapters.narrator.scenery import SceneSet
from domain.rulesets.s3.chapters.throws.weapons import ItemThrown
from domain.rulesets.s3.chapters.turns.gear import ItemPickedUp
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.said import VEHICLES, ZONES
from domain.rulesets.s3.state import Fight
from domain.text.phrases import as_words, thing_key


def things(fight: Fight) -> Mapping[str, str]:
    """The names of what people carry, of what lies about, and of zones and vehicles."""
    lying = {thing_key("", item.id): item.name for items in fight.ground.values() for item in items}
    carried = {thing_key(p.id, item.id): item.name for p in fight.people.values() for item in p.items.values()}
    zones = {thing_key(ZONES, zone.key): zone.name or as_words(zone.key) for zone in fight.zones.values()}
    vehicles = {thing_key(VEHICLES, vehicle.id): vehicle.name for vehicle in fight.vehicles.values()}
    return {**lying, **carried, **zones, **vehicles}


def _joined(event: CombatantJoined) -> Mapping[str, str]:
    """A vehicle, which takes no side, or a person and what it carries, as far as its sheet may be read."""
    if event.side is None:
        return {thing_key(VEHICLES, event.combatant): event.name}
    carried: dict[str, Any] = event.sheet.get("items", {})
    return {thing_key(event.combatant, key): item["name"] for key, item in carried.items()}


def _scene(event: SceneSet) -> Mapping[str, str]:
    return {thing_key(ZONES, zone.key): zone.name or as_words(zone.key) for zone in event.zones}


def _received(event: ItemPickedUp | ItemTaken) -> Mapping[str, str]:
    return {thing_key(event.combatant, event.kept_as or event.item.id): event.item.name}


def _lying(event: ItemDropped | ItemThrown) -> Mapping[str, str]:
    return {thing_key("", event.item.id): event.item.name}


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: _joined,
    SceneSet: _scene,
    ItemPickedUp: _received,
    ItemTaken: _received,
    ItemDropped: _lying,
    ItemThrown: _lying,
}
"""The names of things that events bring."""
