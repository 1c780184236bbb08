"""How places, weapons in hand, aim and awareness are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import places as fact
from domain.rulesets.black_dice.said import (
    HEALED_IN,
    all_named,
    at_zone,
    cover,
    feet,
    named,
    place,
    weapon,
    weapons,
    whose,
    zone,
)
from domain.rulesets.black_dice.words import HERE
from domain.text.phrases import Names, RenderEvent, as_words, counted, listed, sentence

MINUTES_OF_HOUR = 60
MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR
AIM_ENDED_BY = {
    "attacked": "attacking",
    "dodged": "dodging",
    "readied": "changing weapons",
    "moved": "moving",
    "disengaged": "breaking away",
    "damage": "the wound",
    "foul": "the mishap",
    "not_kept_up": "a pause",
}


def moved(event: fact.Moved, names: Names) -> str:
    verb = "is brought" if event.placed else "comes" if event.zone == HERE else "goes"
    return sentence(f"{named(names, event.combatant)} {verb} {zone(event.zone)}.")


def came_close(event: fact.CameClose, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} and {named(names, event.other)} are close to each other.")


def came_apart(event: fact.CameApart, names: Names) -> str:
    return sentence(
        f"{named(names, event.combatant)} and {named(names, event.other)} are no longer close to each other."
    )


def disengaged(event: fact.Disengaged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is clear of the melee.")


def thing_placed(event: fact.ThingPlaced, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is now {at_zone(event.zone)}.")


def cover_taken(event: fact.CoverTaken, names: Names) -> str:
    has = f"has {cover(event.cover, names)}" if event.cover is not None else "is no longer in cover"
    return sentence(f"{named(names, event.combatant)} {has}.")


def fell_prone(event: fact.FellProne, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} lies on the ground.")


def stood_up(event: fact.StoodUp, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} stands again.")


def distance_set(event: fact.DistanceSet, names: Names) -> str:
    one, other = map(place, event.zones)
    return f"It is {feet(event.feet)} from {one} to {other}."


def zone_equipped(event: fact.ZoneEquipped, names: Names) -> str:
    what = listed(HEALED_IN[place] for place in event.places) if event.places else "nothing to treat wounds with"
    return sentence(f"{at_zone(event.zone)} there is {what}.")


def awareness_set(event: fact.AwarenessSet, names: Names) -> str:
    who = named(names, event.combatant)
    if not event.unaware_of:
        return sentence(f"{who} is aware of everyone.")
    return sentence(f"{who} is unaware of {all_named(names, event.unaware_of)}.")


def surprised(event: fact.Surprised, names: Names) -> str:
    return sentence(f"{named(names, event.attacker)} takes {named(names, event.target)} by surprise.")


def readied(event: fact.Readied, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has {weapons(event.weapons, names)} in hand.")


def weapon_dropped(event: fact.WeaponDropped, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} drops {weapon(event.weapon)}.")


def aimed(event: fact.Aimed, names: Names) -> str:
    held = f", for {event.rounds} rounds now" if event.rounds > 1 else ""
    aim = f"{weapon(event.weapon)} at {named(names, event.target)}"
    return sentence(f"{named(names, event.combatant)} aims {aim}{held}.")


def aim_lost(event: fact.AimLost, names: Names) -> str:
    what = AIM_ENDED_BY.get(event.reason) or as_words(event.reason)
    return sentence(f"{what} ends {whose(names, event.combatant)} aim.")


def time_passed(event: fact.TimePassed, names: Names) -> str:
    days, rest = divmod(event.minutes, MINUTES_OF_DAY)
    hours, minutes = divmod(rest, MINUTES_OF_HOUR)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    told = [counted(count, unit) for count, unit in parts if count] or ["no time"]
    passes = len(told) == 1 and (told[0].startswith("1 ") or not event.minutes)
    return sentence(f"{listed(told)} {'passes' if passes else 'pass'}.")


PLACES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.Moved: moved,
    fact.CameClose: came_close,
    fact.CameApart: came_apart,
    fact.Disengaged: disengaged,
    fact.ThingPlaced: thing_placed,
    fact.CoverTaken: cover_taken,
    fact.FellProne: fell_prone,
    fact.StoodUp: stood_up,
    fact.DistanceSet: distance_set,
    fact.ZoneEquipped: zone_equipped,
    fact.AwarenessSet: awareness_set,
    fact.Surprised: surprised,
    fact.Readied: readied,
    fact.WeaponDropped: weapon_dropped,
    fact.Aimed: aimed,
    fact.AimLost: aim_lost,
    fact.TimePassed: time_passed,
}
