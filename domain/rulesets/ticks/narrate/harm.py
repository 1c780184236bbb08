"""How wounds, dying and care are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.ticks.events import harm as fact
from domain.text.phrases import Names, RenderEvent, counted, named, possessive, reason_suffix, sentence

CARES = {"skilled": "in skilled care", "basic": "in basic care", "none": "without care"}


def wounded(event: fact.Wounded, names: Names) -> str:
    why = reason_suffix(f"“{event.reason}”" if event.reason else "")
    wounds = counted(event.wounds, "wound") + ("" if event.total is None else f", {event.total} in all")
    return sentence(f"{named(names, event.combatant)} takes {wounds}{why}.")


def armour_worn_down(event: fact.ArmourWornDown, names: Names) -> str:
    worn = "" if event.wear is None else f", by {counted(event.wear, 'point')} in all"
    return sentence(f"{possessive(names, event.combatant)} armour wears down{worn}.")


def repaired(event: fact.Repaired, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} armour is whole again.")


def fell_unconscious(event: fact.FellUnconscious, names: Names) -> str:
    cause = "falls unconscious" if event.cause == "wounds" else "chooses to pass out"
    return sentence(f"{named(names, event.combatant)} {cause}.")


def woke(event: fact.Woke, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is conscious again.")


def began_dying(event: fact.BeganDying, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} starts dying at second {event.since} of the clock.")


def stabilised(event: fact.Stabilised, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is saved from dying by {named(names, event.by)}.")


def died(event: fact.Died, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} dies.")


def recovered(event: fact.Recovered, names: Names) -> str:
    rest = f"{counted(event.days, 'day')} {CARES[event.care or 'none']}"
    begun = f", {counted(event.care_days, 'day')} toward healing the next" if event.care_days else ""
    left = "" if event.wounds is None else f": {counted(event.wounds, 'wound')} left{begun}"
    return sentence(f"{named(names, event.combatant)} rests for {rest}{left}.")


HARM_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.Wounded: wounded,
    fact.ArmourWornDown: armour_worn_down,
    fact.Repaired: repaired,
    fact.FellUnconscious: fell_unconscious,
    fact.Woke: woke,
    fact.BeganDying: began_dying,
    fact.Stabilised: stabilised,
    fact.Died: died,
    fact.Recovered: recovered,
}
