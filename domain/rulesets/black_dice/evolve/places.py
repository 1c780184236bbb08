"""Folds of places: zones, close pairs, cover, weapons in hand, aim, awareness, time."""

from domain.core.evolve import Folds
from domain.rulesets.black_dice.events.places import (
    Aimed,
    AimLost,
    AwarenessSet,
    CameApart,
    CameClose,
    CoverTaken,
    Disengaged,
    DistanceSet,
    FellProne,
    Moved,
    Readied,
    StoodUp,
    Surprised,
    ThingPlaced,
    TimePassed,
    WeaponDropped,
    ZoneEquipped,
)
from domain.rulesets.black_dice.state import Aim, Fight, close_pair, zone_pair


def moved(fight: Fight, event: Moved) -> None:
    person = fight.people[event.combatant]
    person.zone = event.zone
    person.cover = None
    _apart_from_all(fight, person.id)
    _know(fight, event.zone)
    if fight.phase == "resolve" and not event.placed:
        _strenuous(fight, person.id)


def came_close(fight: Fight, event: CameClose) -> None:
    pair = close_pair(event.combatant, event.other)
    if pair not in fight.close:
        fight.close = (*fight.close, pair)
    if fight.phase == "resolve" and not event.placed:
        _strenuous(fight, event.combatant)


def came_apart(fight: Fight, event: CameApart) -> None:
    pair = close_pair(event.combatant, event.other)
    fight.close = tuple([other for other in fight.close if other != pair])


def disengaged(fight: Fight, event: Disengaged) -> None:
    _apart_from_all(fight, event.combatant)
    fight.disengaged = (*fight.disengaged, event.combatant)
    _strenuous(fight, event.combatant)


def thing_placed(fight: Fight, event: ThingPlaced) -> None:
    fight.things[event.combatant].zone = event.zone
    _know(fight, event.zone)


def cover_taken(fight: Fight, event: CoverTaken) -> None:
    """Objects stand in cover too (BD-OBJ-2)."""
    (fight.people.get(event.combatant) or fight.things[event.combatant]).cover = event.cover


def fell_prone(fight: Fight, event: FellProne) -> None:
    fight.people[event.combatant].prone = True


def stood_up(fight: Fight, event: StoodUp) -> None:
    fight.people[event.combatant].prone = False


def distance_set(fight: Fight, event: DistanceSet) -> None:
    for zone in event.zones:
        _know(fight, zone)
    fight.distances = {**fight.distances, zone_pair(*event.zones): event.feet}


def zone_equipped(fight: Fight, event: ZoneEquipped) -> None:
    _know(fight, event.zone)
    fight.equipped = {**fight.equipped, event.zone: event.places}


def awareness_set(fight: Fight, event: AwarenessSet) -> None:
    fight.people[event.combatant].unaware_of = event.unaware_of


def surprised(fight: Fight, event: Surprised) -> None:
    fight.surprised = (*fight.surprised, event.attacker)
    unsteady(fight, event.attacker)


def readied(fight: Fight, event: Readied) -> None:
    fight.people[event.combatant].ready = event.weapons


def weapon_dropped(fight: Fight, event: WeaponDropped) -> None:
    person = fight.people[event.combatant]
    person.ready = tuple([weapon for weapon in person.ready if weapon != event.weapon])


def aimed(fight: Fight, event: Aimed) -> None:
    fight.people[event.combatant].aim = Aim(event.weapon, event.target, event.rounds)
    fight.aimed = (*fight.aimed, event.combatant)


def aim_lost(fight: Fight, event: AimLost) -> None:
    fight.people[event.combatant].aim = None
    if fight.phase != "idle":
        fight.aim_broken = (*fight.aim_broken, event.combatant)


def unsteady(fight: Fight, combatant: str) -> None:
    """What somebody does or suffers before it declares breaks an aim that it declares later (BD-MOD-6)."""
    if fight.phase == "declare" and combatant not in fight.declarations:
        fight.aim_broken = (*fight.aim_broken, combatant)


def time_passed(fight: Fight, event: TimePassed) -> None:
    fight.minutes += event.minutes


def _know(fight: Fight, zone: str) -> None:
    if zone not in fight.zones:
        fight.zones = (*fight.zones, zone)


def _apart_from_all(fight: Fight, combatant: str) -> None:
    fight.close = tuple([pair for pair in fight.close if combatant not in pair])


def _strenuous(fight: Fight, combatant: str) -> None:
    if fight.phase != "idle" and combatant not in fight.strenuous:
        fight.strenuous = (*fight.strenuous, combatant)


PLACE_FOLDS: Folds = {
    Moved: moved,
    CameClose: came_close,
    CameApart: came_apart,
    Disengaged: disengaged,
    ThingPlaced: thing_placed,
    CoverTaken: cover_taken,
    FellProne: fell_prone,
    StoodUp: stood_up,
    DistanceSet: distance_set,
    ZoneEquipped: zone_equipped,
    AwarenessSet: awareness_set,
    Surprised: surprised,
    Readied: readied,
    WeaponDropped: weapon_dropped,
    Aimed: aimed,
    AimLost: aim_lost,
    TimePassed: time_passed,
}
