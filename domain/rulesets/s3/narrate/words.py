"""How S3 says weapons, things, vehicles, places, limbs and reasons."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.rulesets.s3.events import places as fact
from domain.rulesets.s3.events.turns import SceneSet
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.words import HERE, UNARMED, WORLD
from domain.text.phrases import Names, all_named, as_words, counted, listed, named, thing_key, thing_named

ZONES = "zones:"
VEHICLES = "vehicles:"
"""Whose the names of zones and vehicles are among the names of things."""

TASKS = {
    "break_free": "the struggle to break free",
    "finish_strangle": "the struggle for air",
    "disarm": "the grab for the weapon",
    "hide": "the game of hide-and-seek",
    "strangle": "the grab for the throat",
    "reposition": "the race for position",
    "switch_vehicle": "the leap",
    "flee": "the race",
    "damage_vehicle": "the attack",
    "fast": "the fast exchange",
}
FATES = {
    "slain": "slain",
    "down": "down",
    "unconscious": "unconscious",
    "critical": "in critical condition",
}
OUT = {
    "escaped": "escapes",
    "left_behind": "is left behind",
    "thrown_out": "is thrown out of the fight",
    "removed": "leaves the fight",
}
CAUSES = {
    "damage": "the danger",
    "burn": "the fire",
    "poison": "the poison",
    "fall": "the fall",
    "crash": "the crash",
    "drag": "the drag",
    "ruling": "the narrator",
}
"""What did it, where it was nobody."""


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


def _received(event: fact.ItemPickedUp | fact.ItemTaken) -> Mapping[str, str]:
    return {thing_key(event.combatant, event.kept_as or event.item.id): event.item.name}


def _lying(event: fact.ItemDropped | fact.ItemThrown) -> Mapping[str, str]:
    return {thing_key("", event.item.id): event.item.name}


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: _joined,
    SceneSet: _scene,
    fact.ItemPickedUp: _received,
    fact.ItemTaken: _received,
    fact.ItemDropped: _lying,
    fact.ItemThrown: _lying,
}
"""The names of things that events bring."""


def the(name: str) -> str:
    """A name with its article: ``the sword pistol``, ``the road``."""
    return name if name.startswith("the ") else f"the {name}"


def weapon(ref: str, names: Names, owner: str = "") -> str:
    """A weapon as an attack names it: ``bare hands``, ``the sword-pistol`` and ``the sword-pistol's blade``."""
    if ref == UNARMED:
        return "bare hands"
    item_id, _, mode = ref.partition("/")
    name = the(thing_named(names, item_id, owner))
    return f"{name}'s {as_words(mode)}" if mode and not name.endswith(as_words(mode)) else name


def item(thing: Item) -> str:
    """An item by its own name."""
    return the(thing.name)


def anybody(names: Names, combatant: str) -> str:
    """A person by name; a vehicle, if its name is a common noun, with its article: ``the autocycle``."""
    name = names.get(thing_key(VEHICLES, combatant))
    return named(names, combatant) if name is None or name[:1].isupper() else the(name)


def side_of(names: Names, combatant: str) -> str:
    """A side of a tie: a combatant, or the damage of nobody."""
    return "the damage" if combatant == WORLD else named(names, combatant)


def _zone(key: str, names: Names) -> str:
    name = thing_named(names, key, ZONES)
    return name if name == HERE else the(name)


def zone_drawn(name: str | None, key: str) -> str:
    """A zone as it stands in the list of a scene."""
    said = name or as_words(key)
    return "this place" if said == HERE else said


def to_zone(key: str, names: Names) -> str:
    """The way to a zone: ``over here``, ``to the deck``."""
    zone = _zone(key, names)
    return f"over {zone}" if zone == HERE else f"to {zone}"


def at_zone(key: str, names: Names) -> str:
    """In a zone: ``here``, ``at the deck``."""
    zone = _zone(key, names)
    return zone if zone == HERE else f"at {zone}"


def cause(source: str, names: Names) -> str:
    """Who or what did it: ``Iron Claw``, ``the fall``."""
    return names.get(source) or CAUSES.get(source) or as_words(source)


def said_weapon(value: Any, names: Names) -> str:
    """The field of a command that names a weapon."""
    return weapon(value, names)


def said_thing(value: Any, names: Names) -> str:
    """The field of a command that names an item or a way of the scene."""
    return the(thing_named(names, value))


def said_zone(value: Any, names: Names) -> str:
    """The field of a command that names a zone to go to."""
    return to_zone(value, names)


def said_zones(value: Any, names: Names) -> str:
    """The zones that are drawn."""
    return listed(zone_drawn(plan.get("name"), plan["key"]) for plan in value)


def said_outcome(value: Any, names: Names) -> str:
    """Where a trip is to end: ``to the ground``, ``off the vehicle``, ``to the deck``, ``towards the furnace``."""
    kind, _, key = str(value).partition(":")
    if kind == "zone":
        return to_zone(key, names)
    return {"ground": "to the ground", "dismount": "off the vehicle"}.get(kind, f"towards the {as_words(key)}")


def said_anybody(value: Any, names: Names) -> str:
    """The field of a command that names a person or a vehicle."""
    return anybody(names, value)


def said_people(value: Any, names: Names) -> str:
    """The field of a command that lists people."""
    return all_named(names, value)


def said_against(value: Any, names: Names) -> str:
    """Who opposes a check, and with what."""
    return f"{named(names, value['combatant'])}, who opposes with {as_words(value['skill'])}"


def said_relative(value: Any, names: Names) -> str:
    """Where a vehicle is placed: ``alongside the autocycle``."""
    return listed(f"{POSITIONS[entry['is']]} {anybody(names, entry['vehicle'])}" for entry in value)


def said_fate(value: Any, names: Names) -> str:
    """What being disabled means."""
    return FATES[value]


def said_wound(value: Any, names: Names) -> str:
    """The points of a wound."""
    return counted(value, "point")


def said_need(value: Any, names: Names) -> str:
    """The successes that a check needs."""
    return counted(value, "head")


def said_coins(value: Any, names: Names) -> str:
    """Damage coins."""
    return counted(value, "coin")


def said_storeys(value: Any, names: Names) -> str:
    """The depth of a drop."""
    return counted(value, "storey")


def said_stunned(value: Any, names: Names) -> str:
    """A stun that is imposed."""
    return "stunned"


def said_prone(value: Any, names: Names) -> str:
    """A fall that is imposed."""
    return "to the ground"


POSITIONS = {"ahead": "ahead of", "behind": "behind", "alongside": "alongside"}
SAID = {
    "weapon": said_weapon,
    "item": said_thing,
    "link": said_thing,
    "zone": said_zone,
    "zones": said_zones,
    "outcome": said_outcome,
    "vehicle": said_anybody,
    "combatant": said_anybody,
    "target": said_anybody,
    "from": said_people,
    "engaged_with": said_people,
    "unseen_by": said_people,
    "against": said_against,
    "relative": said_relative,
    "fate": said_fate,
    "disabled": said_fate,
    "wound": said_wound,
    "need": said_need,
    "coins": said_coins,
    "storeys": said_storeys,
    "stunned": said_stunned,
    "prone": said_prone,
}
"""How fields of commands are said, where they are neither combatants nor plain words."""
