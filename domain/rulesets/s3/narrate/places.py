"""How places, sight, items and vehicles are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import places as fact
from domain.rulesets.s3.narrate.words import OUT, anybody, at_zone, item, to_zone, weapon
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    counted,
    listed,
    named,
    possessive,
    sentence,
    their,
    thing_named,
)

RELATIONS = {"ahead": "is ahead of", "behind": "is behind", "alongside": "is alongside"}
SEATS = {"driver": "drives", "rider": "rides on"}
HALTED_BY = {"damage": "it has been hit too hard", "driverless": "no one is steering"}


def moved(event: fact.Moved, names: Names) -> str:
    return f"{named(names, event.combatant)} moves {to_zone(event.zone, names)}."


def engaged(event: fact.Engaged, names: Names) -> str:
    return f"{named(names, event.combatant)} and {named(names, event.other)} are at close quarters."


def disengaged(event: fact.Disengaged, names: Names) -> str:
    return f"{named(names, event.combatant)} is out of reach of {all_named(names, event.others)}."


def climbed(event: fact.Climbed, names: Names) -> str:
    who, way = named(names, event.combatant), as_words(event.link)
    if event.arrived:
        return f"{who} climbs the {way} to the top."
    if not event.gained:
        return f"{who} makes no headway on the {way}."
    if event.gained == event.feet:
        return f"{who} climbs {_feet(event.feet)} up the {way} and hangs there."
    return f"{who} climbs another {_feet(event.gained)} up the {way} and hangs at {_feet(event.feet)}."


def _feet(count: int) -> str:
    return counted(count, "foot", "feet")


def climb_forgotten(event: fact.ClimbForgotten, names: Names) -> str:
    return f"{named(names, event.combatant)} gives up the climb."


def fell(event: fact.Fell, names: Names) -> str:
    who, depth = named(names, event.combatant), counted(event.storeys, "storey")
    if not event.covered:
        return f"{who} falls {depth}."
    end = " and lands well" if event.covered == event.storeys else f", {event.covered} of them under control"
    return f"{who} comes down {depth}{end}."


def fell_prone(event: fact.FellProne, names: Names) -> str:
    return f"{named(names, event.combatant)} falls to the ground."


def stood_up(event: fact.StoodUp, names: Names) -> str:
    return f"{named(names, event.combatant)} is back on {their(names, event.combatant)} feet."


def left_fight(event: fact.LeftFight, names: Names) -> str:
    return f"{named(names, event.combatant)} {OUT[event.reason]}."


def came_back(event: fact.CameBack, names: Names) -> str:
    return f"{named(names, event.combatant)} is back in the fight."


def hidden(event: fact.Hidden, names: Names) -> str:
    return f"{named(names, event.combatant)} is hidden from {all_named(names, event.observers)}."


def spotted(event: fact.Spotted, names: Names) -> str:
    return f"{named(names, event.combatant)} is no longer hidden from {all_named(names, event.observers)}."


def distraction_set(event: fact.DistractionSet, names: Names) -> str:
    until = f" until the end of round {event.until_round}" if event.until_round is not None else ""
    return f"There is a distraction {at_zone(event.zone, names)}{until}."


def distraction_ended(event: fact.DistractionEnded, names: Names) -> str:
    return f"The distraction {at_zone(event.zone, names)} is over."


def item_readied(event: fact.ItemReadied, names: Names) -> str:
    return (
        f"{named(names, event.combatant)} takes {weapon(event.item, names, event.combatant)} in {_hands(event.hands)}."
    )


def _hands(hands: tuple[str, ...]) -> str:
    return "both hands" if len(hands) == 2 else f"the {listed(hands)} hand"


def item_stowed(event: fact.ItemStowed, names: Names) -> str:
    return f"{named(names, event.combatant)} puts {weapon(event.item, names, event.combatant)} away."


def item_grip_loosened(event: fact.ItemGripLoosened, names: Names) -> str:
    item = weapon(event.item, names, event.combatant)
    return f"{possessive(names, event.combatant)} {event.hand} hand lets go of {item}."


def item_dropped(event: fact.ItemDropped, names: Names) -> str:
    return f"{named(names, event.combatant)} drops {item(event.item)}."


def item_picked_up(event: fact.ItemPickedUp, names: Names) -> str:
    who = named(names, event.combatant)
    return f"{who} picks up {item(event.item)} with {_hands(event.hands)}."


def item_taken(event: fact.ItemTaken, names: Names) -> str:
    who, victim = named(names, event.combatant), named(names, event.victim)
    return f"{who} wrests {item(event.item)} from {victim} with {_hands(event.hands)}."


def _left(after: str, left: int | None) -> str:
    """How many are left, where that is told: what somebody carries whose sheet is secret is for its players."""
    return "" if left is None else f"{after}{left or 'none'} left"


def item_used(event: fact.ItemUsed, names: Names) -> str:
    name = thing_named(names, event.item, event.combatant)
    return f"{named(names, event.combatant)} uses up one {name}{_left('; ', event.left)}."


def item_thrown(event: fact.ItemThrown, names: Names) -> str:
    who = named(names, event.combatant)
    return f"{who} throws {item(event.item)}; it lands {at_zone(event.zone, names)}{_left(', ', event.left)}."


def coating_used(event: fact.CoatingUsed, names: Names) -> str:
    name = thing_named(names, event.item, event.combatant)
    return f"A dose of poison comes off {possessive(names, event.combatant)} {name}{_left('; ', event.left)}."


def relation_set(event: fact.RelationSet, names: Names) -> str:
    return sentence(f"{anybody(names, event.vehicle)} {RELATIONS[event.relation]} {anybody(names, event.other)}.")


def seat_taken(event: fact.SeatTaken, names: Names) -> str:
    return f"{named(names, event.combatant)} {SEATS[event.seat]} {anybody(names, event.vehicle)}."


def seat_left(event: fact.SeatLeft, names: Names) -> str:
    return f"{named(names, event.combatant)} is off {anybody(names, event.vehicle)}."


def vehicle_halting(event: fact.VehicleHalting, names: Names) -> str:
    why = HALTED_BY.get(event.cause) or as_words(event.cause)
    return sentence(f"{anybody(names, event.vehicle)} slows down: {why}.")


def vehicle_rolling(event: fact.VehicleRolling, names: Names) -> str:
    return sentence(f"{anybody(names, event.vehicle)} is moving again.")


def vehicle_stopped(event: fact.VehicleStopped, names: Names) -> str:
    return sentence(f"{anybody(names, event.vehicle)} comes to a standstill.")


def vehicle_wrecked(event: fact.VehicleWrecked, names: Names) -> str:
    return sentence(f"{anybody(names, event.vehicle)} crashes and is wrecked.")


def vehicle_moved(event: fact.VehicleMoved, names: Names) -> str:
    return sentence(f"{anybody(names, event.vehicle)} moves {to_zone(event.zone, names)} with everyone aboard.")


PLACES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.Moved: moved,
    fact.Engaged: engaged,
    fact.Disengaged: disengaged,
    fact.Climbed: climbed,
    fact.ClimbForgotten: climb_forgotten,
    fact.Fell: fell,
    fact.FellProne: fell_prone,
    fact.StoodUp: stood_up,
    fact.LeftFight: left_fight,
    fact.CameBack: came_back,
    fact.Hidden: hidden,
    fact.Spotted: spotted,
    fact.DistractionSet: distraction_set,
    fact.DistractionEnded: distraction_ended,
    fact.ItemReadied: item_readied,
    fact.ItemStowed: item_stowed,
    fact.ItemGripLoosened: item_grip_loosened,
    fact.ItemDropped: item_dropped,
    fact.ItemPickedUp: item_picked_up,
    fact.ItemTaken: item_taken,
    fact.ItemUsed: item_used,
    fact.ItemThrown: item_thrown,
    fact.CoatingUsed: coating_used,
    fact.RelationSet: relation_set,
    fact.SeatTaken: seat_taken,
    fact.SeatLeft: seat_left,
    fact.VehicleHalting: vehicle_halting,
    fact.VehicleRolling: vehicle_rolling,
    fact.VehicleStopped: vehicle_stopped,
    fact.VehicleWrecked: vehicle_wrecked,
    fact.VehicleMoved: vehicle_moved,
}
