"""How places, weapons in hand, aim and awareness are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import places as fact
from domain.rulesets.black_dice.narrate.words import HEALED_IN, at_zone, cover, weapon, weapons, zone
from domain.text.phrases import Names, RenderEvent, all_named, as_words, counted, listed, named, possessive, sentence

MINUTES_OF_HOUR = 60
MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR


def moved(event: fact.Moved, names: Names) -> str:
    verb = "is brought" if event.placed else "goes"
    return sentence(f"{named(names, event.combatant)} {verb} {zone(event.zone)}.")


def came_close(event: fact.CameClose, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} and {named(names, event.other)} are close to each other.")


def came_apart(event: fact.CameApart, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} and {named(names, event.other)} are apart.")


def disengaged(event: fact.Disengaged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is out of everybody's reach.")


def thing_placed(event: fact.ThingPlaced, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} stands {at_zone(event.zone)}.")


def cover_taken(event: fact.CoverTaken, names: Names) -> str:
    has = f"has {cover(event.cover, names)}" if event.cover is not None else "has no cover any more"
    return sentence(f"{named(names, event.combatant)} {has}.")


def fell_prone(event: fact.FellProne, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} lies on the ground.")


def stood_up(event: fact.StoodUp, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} stands again.")


def distance_set(event: fact.DistanceSet, names: Names) -> str:
    one, other = map(as_words, event.zones)
    return f"From {one} to {other} it is {counted(event.feet, 'foot', 'feet')}."


def zone_equipped(event: fact.ZoneEquipped, names: Names) -> str:
    what = listed(HEALED_IN[place] for place in event.places) if event.places else "nothing to treat wounds with"
    return sentence(f"{at_zone(event.zone)} there is {what}.")


def awareness_set(event: fact.AwarenessSet, names: Names) -> str:
    who = named(names, event.combatant)
    if not event.unaware_of:
        return sentence(f"{who} is aware of everybody.")
    return sentence(f"{who} is unaware of {all_named(names, event.unaware_of)}.")


def surprised(event: fact.Surprised, names: Names) -> str:
    return sentence(f"{named(names, event.attacker)} takes {named(names, event.target)} by surprise.")


def readied(event: fact.Readied, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has {weapons(event.weapons, names)} in hand.")


def weapon_dropped(event: fact.WeaponDropped, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} drops {weapon(event.weapon)}.")


def aimed(event: fact.Aimed, names: Names) -> str:
    rounds = counted(event.rounds, "round")
    aim = f"{weapon(event.weapon)} at {named(names, event.target)}"
    return sentence(f"{named(names, event.combatant)} aims {aim}, for {rounds} now.")


def aim_lost(event: fact.AimLost, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} aim is gone: {as_words(event.reason)}.")


def time_passed(event: fact.TimePassed, names: Names) -> str:
    days, rest = divmod(event.minutes, MINUTES_OF_DAY)
    hours, minutes = divmod(rest, MINUTES_OF_HOUR)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    return f"{', '.join(counted(count, unit) for count, unit in parts if count).capitalize() or 'No time'} go by."


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
