"""How places and things are told: moves, turns, vehicles, cover, hands, loading."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import places as fact
from domain.rulesets.century.said import MODES, item, signed, thing
from domain.rulesets.century.state import Place
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    counted,
    listed,
    named,
    number,
    possessive,
    reason_suffix,
    sentence,
    their,
)

CONTROL = {"skid": "skids", "stall": "stalls", "crash": "crashes"}
DROPPED = {
    "discarded": "drops {item}",
    "fell": "lets go of {item}",
    "disarmed": "has {item} knocked out of {their} hand",
    "shot": "has {item} shot out of {their} hand",
    "thrown": "has thrown {item}",
    "lost": "loses {item}",
}
STATES = {"jammed": "jams", "broken": "breaks", "destroyed": "is destroyed"}
SCOPES = {"attacks_by": "attacks by {who}", "attacks_on": "attacks on {who}", "all": "all attacks"}
SCOPES_ENDED = {**SCOPES, "all": "any attack"}


def spot(place: Place | None) -> str:
    """A place as coordinates: `` at 3 east, 22 north``; nothing where it is not known."""
    if place is None:
        return ""
    height = f", {number(place.elevation)} up" if place.elevation else ""
    return f" at {number(place.x)} east, {number(place.y)} north{height}"


def moved(event: fact.Moved, names: Names) -> str:
    quietly = " stealthily" if event.stealthy else ""
    vehicle = f" in {named(names, event.vehicle)}" if event.vehicle else ""
    metres = counted(event.metres, "metre")
    arrived = f", and is now{spot(event.place)}" if event.place else ""
    return sentence(f"{named(names, event.combatant)} {MODES[event.mode]} {metres}{vehicle}{quietly}{arrived}.")


def turned(event: fact.Turned, names: Names) -> str:
    vehicle = f" {named(names, event.vehicle)}" if event.vehicle else ""
    way = "clockwise" if event.degrees > 0 else "counter-clockwise"
    heading = f", and faces {event.heading} degrees" if event.heading is not None else ""
    degrees = counted(abs(event.degrees), "degree")
    return sentence(f"{named(names, event.combatant)} turns{vehicle} {degrees} {way}{heading}.")


def placed(event: fact.Placed, names: Names) -> str:
    heading = f", facing {event.heading} degrees" if event.heading is not None else ""
    where = f"is{spot(event.place)}" if event.place is not None else "has no set position"
    return sentence(f"{named(names, event.combatant)} {where}{heading}.")


def control_due(event: fact.ControlDue, names: Names) -> str:
    asked = "the narrator asks for it" if event.asked else f"a turn of {counted(event.degrees, 'degree')}"
    penalty = f"; {number(-event.penalty)}" if event.penalty else ""
    who, vehicle = named(names, event.combatant), named(names, event.vehicle)
    return sentence(f"{who} has to keep {vehicle} under control ({asked}{penalty}).")


def control_lost(event: fact.ControlLost, names: Names) -> str:
    who = f"{named(names, event.combatant)} loses control: {named(names, event.vehicle)}"
    return sentence(f"{who} {CONTROL[event.outcome]}.")


def seat_taken(event: fact.SeatTaken, names: Names) -> str:
    who = named(names, event.combatant)
    if event.vehicle is None:
        return sentence(f"{who} gets out.")
    verb = "takes the wheel of" if event.driving else "gets into"
    return sentence(f"{who} {verb} {named(names, event.vehicle)}.")


def cover_set(event: fact.CoverSet, names: Names) -> str:
    behind = [f"{named(names, one.object)} ({one.percent} percent)" for one in event.cover.objects]
    against = f" from {all_named(names, event.cover.against)}" if event.cover.against else ""
    what = f"has cover{against} behind {listed(behind)}" if behind else f"has no cover{against}"
    return sentence(f"{named(names, event.combatant)} {what}.")


def cover_lost(event: fact.CoverLost, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} leaves cover.")


def circumstance_set(event: fact.CircumstanceSet, names: Names) -> str:
    one = event.circumstance
    scope = SCOPES[one.on].format(who=named(names, one.combatant or ""))
    until = f" until the end of round {one.until}" if one.until else ""
    return sentence(f"“{one.label}” counts {signed(one.amount)} in {scope}{until}.")


def circumstance_ended(event: fact.CircumstanceEnded, names: Names) -> str:
    one = event.circumstance
    scope = SCOPES_ENDED[one.on].format(who=named(names, one.combatant or ""))
    return sentence(f"“{one.label}” no longer counts in {scope}.")


def item_drawn(event: fact.ItemDrawn, names: Names) -> str:
    hands = "both hands" if len(event.hands) == 2 else f"the {listed(event.hands)} hand"
    return sentence(f"{named(names, event.combatant)} has {item(names, event.combatant, event.item)} in {hands}.")


def item_stowed(event: fact.ItemStowed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} puts {item(names, event.combatant, event.item)} away.")


def item_dropped(event: fact.ItemDropped, names: Names) -> str:
    thrown = {"item": item(names, event.combatant, event.item), "their": their(names, event.combatant)}
    what = DROPPED[event.reason].format_map(thrown)
    return sentence(f"{named(names, event.combatant)} {what}; it lies on the ground{spot(event.place)}.")


def item_picked_up(event: fact.ItemPickedUp, names: Names) -> str:
    hands = "both hands" if len(event.hands) == 2 else f"the {listed(event.hands)} hand"
    what = item(names, event.combatant, event.as_item)
    return sentence(f"{named(names, event.combatant)} picks up {what} with {hands}.")


def item_used_up(event: fact.ItemUsedUp, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} {thing(names, event.combatant, event.item)} is used up.")


def weapon_loaded(event: fact.WeaponLoaded, names: Names) -> str:
    who, weapon = named(names, event.combatant), item(names, event.combatant, event.weapon)
    if event.loaded is None or event.reloads is None:
        return sentence(f"{who} loads {weapon}.")
    rounds = counted(event.loaded, "round")
    left = counted(event.reloads, "reload")
    loose = f" and {counted(event.loose_rounds, 'loose round')}" if event.loose_rounds else ""
    return sentence(f"{who} loads {weapon}, which now has {rounds} in it; {left}{loose} left.")


def rounds_fired(event: fact.RoundsFired, names: Names) -> str:
    fired = counted(event.rounds, "round")
    left = "" if event.loaded is None else f"; {counted(event.loaded, 'round')} left"
    weapon = item(names, event.combatant, event.weapon)
    return sentence(f"{named(names, event.combatant)} has fired {fired} from {weapon}{left}.")


def weapon_failed(event: fact.WeaponFailed, names: Names) -> str:
    rounds = f"; clearing it takes {counted(event.rounds, 'round')}" if event.rounds else ""
    what = f"{possessive(names, event.combatant)} {thing(names, event.combatant, event.weapon)}"
    return sentence(f"{what} {STATES[event.state]}{rounds}.")


def jam_cleared(event: fact.JamCleared, names: Names) -> str:
    what = f"{possessive(names, event.combatant)} {thing(names, event.combatant, event.weapon)}"
    if event.rounds:
        return sentence(f"{what} takes {counted(event.rounds, 'more round')} to clear.")
    return sentence(f"{what} works again.")


def armour_worn(event: fact.ArmourWorn, names: Names) -> str:
    what = (
        "no longer wears armour" if event.armour is None else f"now wears {item(names, event.combatant, event.armour)}"
    )
    return sentence(f"{named(names, event.combatant)} {what}.")


def action_taken(event: fact.ActionTaken, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} takes an action: “{event.what}”.")


def action_forgone(event: fact.ActionForgone, names: Names) -> str:
    cost = f": it costs {counted(event.mp, 'Move Point')}" if event.mp is not None else ""
    return sentence(f"{named(names, event.combatant)} cannot afford “{event.what}” after all{cost}.")


def left_field(event: fact.LeftField, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} leaves the fight{reason_suffix(event.reason)}.")


PLACES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.Moved: moved,
    fact.Turned: turned,
    fact.Placed: placed,
    fact.ControlDue: control_due,
    fact.ControlLost: control_lost,
    fact.SeatTaken: seat_taken,
    fact.CoverSet: cover_set,
    fact.CoverLost: cover_lost,
    fact.CircumstanceSet: circumstance_set,
    fact.CircumstanceEnded: circumstance_ended,
    fact.ItemDrawn: item_drawn,
    fact.ItemStowed: item_stowed,
    fact.ItemDropped: item_dropped,
    fact.ItemPickedUp: item_picked_up,
    fact.ItemUsedUp: item_used_up,
    fact.WeaponLoaded: weapon_loaded,
    fact.RoundsFired: rounds_fired,
    fact.WeaponFailed: weapon_failed,
    fact.JamCleared: jam_cleared,
    fact.ArmourWorn: armour_worn,
    fact.ActionTaken: action_taken,
    fact.ActionForgone: action_forgone,
    fact.LeftField: left_field,
}
