"""How places and things are told: steps, sight, what is drawn, dropped and loaded, and deeds."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.ticks.events import places as fact
from domain.rulesets.ticks.said import item, square
from domain.text.phrases import (
    Names,
    RenderEvent,
    as_words,
    counted,
    listed,
    named,
    sentence,
    their,
)

DROPPED = {
    "dropped": "drops {item}",
    "disarmed": "has {item} struck from {their} hand",
    "thrown": "no longer has {item}",
}
DEED_DONE = "uses {their} deed of the round"
DONE = {
    "draw": DEED_DONE,
    "stow": DEED_DONE,
    "pick_up": DEED_DONE,
    "reload": DEED_DONE,
    "first_aid": "gives first aid",
    "skill": "gets to work",
    "narrated": "does something",
}
"""How the deed of a round is told, by its kind."""


def stepped(event: fact.Stepped, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} steps to {square(event.to)}.")


def placed(event: fact.Placed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is on {square(event.to)} now.")


def sight_set(event: fact.SightSet, names: Names) -> str:
    one, other = named(names, event.observer), named(names, event.target)
    if event.both:
        return sentence(f"{one} and {other} {'see' if event.visible else 'do not see'} each other.")
    return sentence(f"{one} {'sees' if event.visible else 'does not see'} {other}.")


def area_defined(event: fact.AreaDefined, names: Names) -> str:
    return f"The area “{as_words(event.name)}” covers {listed(map(square, event.squares))}."


def drew(event: fact.Drew, names: Names) -> str:
    quick = " quickly" if event.quick else ""
    return sentence(f"{named(names, event.combatant)}{quick} draws {item(event.item, names)}.")


def stowed(event: fact.Stowed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} stows {item(event.item, names)}.")


def picked_up(event: fact.PickedUp, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} picks up {item(event.item, names)}.")


def dropped(event: fact.Dropped, names: Names) -> str:
    how = DROPPED[event.why].format(item=item(event.item, names), their=their(names, event.combatant))
    return sentence(f"{named(names, event.combatant)} {how}; it lies on {square(event.square)}.")


def reloaded(event: fact.Reloaded, names: Names) -> str:
    left = "" if event.loaded is None else f": {counted(event.loaded, 'shot')} in it, {event.spare or 'none'} to spare"
    return sentence(f"{named(names, event.combatant)} reloads {item(event.item, names)}{left}.")


def restocked(event: fact.Restocked, names: Names) -> str:
    if event.item is None:
        return sentence(f"{named(names, event.combatant)} is supplied again.")
    spare = counted(event.spare or 0, "shot")
    return sentence(f"{named(names, event.combatant)} has {spare} to spare for {item(event.item, names)}.")


def ammunition_used(event: fact.AmmunitionUsed, names: Names) -> str:
    used = counted(event.units, "shot")
    left = "" if event.loaded is None else f"; {event.loaded or 'none'} left in it"
    return sentence(f"{named(names, event.combatant)} fires {used} from {item(event.item, names)}{left}.")


def deed_done(event: fact.DeedDone, names: Names) -> str:
    text = f": “{event.text}”" if event.text else ""
    done = DONE[event.kind].format(their=their(names, event.combatant))
    return sentence(f"{named(names, event.combatant)} {done}{text}.")


PLACES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.Stepped: stepped,
    fact.Placed: placed,
    fact.SightSet: sight_set,
    fact.AreaDefined: area_defined,
    fact.Drew: drew,
    fact.Stowed: stowed,
    fact.PickedUp: picked_up,
    fact.Dropped: dropped,
    fact.Reloaded: reloaded,
    fact.Restocked: restocked,
    fact.AmmunitionUsed: ammunition_used,
    fact.DeedDone: deed_done,
}
