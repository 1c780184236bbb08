"""How gear and places are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import places as fact
from domain.rulesets.yin_yang.said import (
    BANDS,
    BANDS_FROM,
    NOBODY,
    armour,
    armour_key,
    subfight,
    the,
    the_weapon,
    weapon_key,
)
from domain.text.phrases import Names, RenderEvent, all_named, as_words, listed, named, sentence


def item_placed(event: fact.ItemPlaced, names: Names) -> str:
    things = [the(piece.name) for piece in (event.weapon, event.armour) if piece is not None]
    return f"{sentence(listed(things))} lies within reach of everyone."


def item_taken(event: fact.ItemTaken, names: Names) -> str:
    lay = names.get(weapon_key(NOBODY, event.item)) or names.get(armour_key(NOBODY, event.item))
    return sentence(f"{named(names, event.combatant)} picks up {the(lay or as_words(event.item))}.")


def wielded(event: fact.Wielded, names: Names) -> str:
    who = event.combatant
    held = [
        f"{the_weapon(names, grip.weapon, who)}{' in both hands' if grip.hands > 1 else ''}" for grip in event.grips
    ]
    return sentence(f"{named(names, who)} {f'holds {listed(held)}' if held else 'has empty hands'}.")


def worn(event: fact.Worn, names: Names) -> str:
    who = event.combatant
    pieces = listed([the(armour(names, piece, who)) for piece in event.armour]) if event.armour else "no armour"
    return sentence(f"{named(names, who)} wears {pieces}.")


def guard_set(event: fact.GuardSet, names: Names) -> str:
    verb = "watches over" if event.on else "no longer watches over"
    return sentence(f"{named(names, event.combatant)} {verb} {named(names, event.ward)}.")


def guards_ended(event: fact.GuardsEnded, names: Names) -> str:
    """Guards are out of action themselves, or their ward is dead or gone."""
    guards, wards = (all_named(names, group) for group in (event.guards, event.wards))
    verb = "watches" if len(event.guards) == 1 else "watch"
    before = ", out of action," if event.reason == "out_of_action" else ""
    after = {"dead": ", who is dead", "fled": ", who is gone"}.get(event.reason, "")
    return sentence(f"{guards}{before} no longer {verb} over {wards}{after}.")


def moved(event: fact.Moved, names: Names) -> str:
    who = named(names, event.combatant)
    if event.subfight is not None:
        return sentence(f"{who} goes to {subfight(event.subfight)}.")
    where = BANDS_FROM[event.band or "room"]
    return sentence(f"{who} moves, and is now {where} {named(names, event.other or '')}.")


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
