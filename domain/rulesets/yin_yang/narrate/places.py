"""How gear and places are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import places as fact
from domain.rulesets.yin_yang.narrate.words import BANDS, subfight, weapon
from domain.text.phrases import Names, RenderEvent, as_words, listed, named, sentence


def item_placed(event: fact.ItemPlaced, names: Names) -> str:
    things = [piece.name for piece in (event.weapon, event.armour) if piece is not None]
    return f"{sentence(listed(things))} lies about."


def item_taken(event: fact.ItemTaken, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} picks up {weapon(event.item)}.")


def wielded(event: fact.Wielded, names: Names) -> str:
    held = [f"{weapon(grip.weapon)}{' in both hands' if grip.hands > 1 else ''}" for grip in event.grips]
    return sentence(f"{named(names, event.combatant)} holds {listed(held) if held else 'nothing'}.")


def worn(event: fact.Worn, names: Names) -> str:
    pieces = listed(f"the {as_words(piece)}" for piece in event.armour) if event.armour else "no armour"
    return sentence(f"{named(names, event.combatant)} wears {pieces}.")


def guard_set(event: fact.GuardSet, names: Names) -> str:
    verb = "watches over" if event.on else "no longer watches over"
    return sentence(f"{named(names, event.combatant)} {verb} {named(names, event.ward)}.")


def guards_ended(event: fact.GuardsEnded, names: Names) -> str:
    guards, wards = (listed(named(names, who) for who in group) for group in (event.guards, event.wards))
    verb = "watches" if len(event.guards) == 1 else "watch"
    return sentence(f"{guards} no longer {verb} over {wards}: {as_words(event.reason)}.")


def moved(event: fact.Moved, names: Names) -> str:
    who = named(names, event.combatant)
    if event.subfight is not None:
        return sentence(f"{who} goes to {subfight(event.subfight)}.")
    other = named(names, event.other or "")
    return sentence(f"{who} moves: {other} and {who} are {BANDS[event.band or 'room']}.")


def distance_set(event: fact.DistanceSet, names: Names) -> str:
    pair = f"{named(names, event.first)} and {named(names, event.second)}"
    return sentence(f"{pair} are {BANDS[event.band]}.")


def fight_split(event: fact.FightSplit, names: Names) -> str:
    places = (f"{named(names, who)} in {subfight(where)}" for who, where in event.subfights.items())
    return f"The fight splits: {listed(places)}."


PLACES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.ItemPlaced: item_placed,
    fact.ItemTaken: item_taken,
    fact.Wielded: wielded,
    fact.Worn: worn,
    fact.GuardSet: guard_set,
    fact.GuardsEnded: guards_ended,
    fact.Moved: moved,
    fact.DistanceSet: distance_set,
    fact.FightSplit: fight_split,
}
