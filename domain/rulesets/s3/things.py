"""The names of what people carry, of what lies about, of zones and vehicles; who drives, and who joins aboard one."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.core.events import CombatantJoined, Prompted
from domain.core.narrate import combatant_joined
from domain.model.encounter import Waiting
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.disarming import ItemTaken
from domain.rulesets.s3.chapters.movement.leaving import SeatLeft
from domain.rulesets.s3.chapters.narrator.scenery import SceneSet
from domain.rulesets.s3.chapters.throws.contests import Contest
from domain.rulesets.s3.chapters.throws.flips import Tie, toss_flip
from domain.rulesets.s3.chapters.throws.weapons import ItemThrown
from domain.rulesets.s3.chapters.turns.gear import ItemPickedUp
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import Harm, double_flipped, tie_flipped
from domain.rulesets.s3.said import ZONES, driving_key, drove_key, results_key, tie_key, vehicle
from domain.rulesets.s3.state import Fight
from domain.text.phrases import Names, all_named, as_words, listed, named, thing_key


def things(fight: Fight) -> Mapping[str, str]:
    """The names of what people carry, of what lies about, of zones and vehicles, and who drives these."""
    lying = {thing_key("", item.id): item.name for items in fight.ground.values() for item in items}
    carried = {thing_key(p.id, item.id): item.name for p in fight.people.values() for item in p.items.values()}
    zones = {thing_key(ZONES, zone.key): zone.name or as_words(zone.key) for zone in fight.zones.values()}
    vehicles = {one.id: vehicle(one.name) for one in fight.vehicles.values()}
    driving = {driving_key(one.driver): one.id for one in fight.vehicles.values() if one.driver is not None}
    return {**lying, **carried, **zones, **vehicles, **driving, **dict(_ties(fight))}


def _ties(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield what the coins decide that are to be called, and at which results."""
    for group in fight.waiting:
        yield from _tied(group).items()


def _tied(group: Waiting) -> Mapping[str, str]:
    if group.reply.stage != toss_flip.name:
        return {}
    tie: Tie = toss_flip.thaw(group.reply)
    decides, results = _decided(tie)
    return {tie_key(group.name): decides, results_key(group.name): results}


def _decided(tie: Tie) -> tuple[str, str]:
    """Return what a coin decides, and at which results."""
    if tie.then.stage in (tie_flipped.name, double_flipped.name):
        harm = msgspec.convert(tie.then.data, Harm)
        aimed = harm.aim is not None
        doubled = tie.then.stage == double_flipped.name
        decides = "stuns" if aimed == doubled else f"limb/{harm.aim}" if aimed else "disables"
        return decides, f"{harm.stun_amount} to {harm.fortitude}"
    contest = msgspec.convert(tie.then.data, Contest)
    return contest.task, "" if contest.side is None else f"{contest.side.result} to {contest.side.result}"


def _asked(event: Prompted) -> Mapping[str, str]:
    """Return what a coin decides that is to be called, as far as the event shows what waits for it."""
    return {} if event.waiting is None else _tied(event.waiting)


def _joined(event: CombatantJoined) -> Mapping[str, str]:
    """A vehicle with its driver, which takes no side, or a person and what it carries, as its sheet may be read."""
    if event.side is None:
        driver = event.sheet.get("driver")
        driving = {driving_key(driver): event.combatant} if driver else {}
        return {event.combatant: vehicle(event.name), **driving}
    carried: dict[str, Any] = event.sheet.get("items", {})
    return {thing_key(event.combatant, key): item["name"] for key, item in carried.items()}


def joined(event: CombatantJoined, names: Names) -> str:
    """Render who joins; a vehicle with those aboard, as far as its sheet may be read."""
    told = combatant_joined(event, names)
    driver, riders = event.sheet.get("driver"), event.sheet.get("riders")
    aboard = [f"{named(names, driver)} steering"] if driver else []
    if riders:
        aboard.append(f"{all_named(names, riders)} riding along")
    return f"{told.removesuffix('.')}, with {listed(aboard)}." if aboard else told


def _scene(event: SceneSet) -> Mapping[str, str]:
    return {thing_key(ZONES, zone.key): zone.name or as_words(zone.key) for zone in event.zones}


def _received(event: ItemPickedUp | ItemTaken) -> Mapping[str, str]:
    return {thing_key(event.combatant, event.kept_as or event.item.id): event.item.name}


def _seated(event: SeatTaken, known: Names) -> Mapping[str, str]:
    driving = driving_key(event.combatant)
    drives = event.vehicle if event.seat == "driver" else ""
    return {driving: drives, drove_key(event.combatant): known.get(driving, "")}


def _lying(event: ItemDropped | ItemThrown) -> Mapping[str, str]:
    return {thing_key("", event.item.id): event.item.name}


BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    CombatantJoined: _joined,
    SceneSet: _scene,
    ItemPickedUp: _received,
    ItemTaken: _received,
    ItemDropped: _lying,
    ItemThrown: _lying,
    SeatLeft: lambda event: {driving_key(event.combatant): ""},
    Prompted: _asked,
}
"""The names of things that events bring."""
KEPT: Mapping[type[Event], Callable[[Any, Names], Mapping[str, str]]] = {SeatTaken: _seated}
"""What sentences need to know of those who drive, by the events that change it."""
