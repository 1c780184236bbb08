"""Where the narrator puts combatants and objects, how far apart zones are, who is unaware of whom."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.places import come_close, go
from domain.rulesets.black_dice.events.places import (
    AwarenessSet,
    CameApart,
    CoverTaken,
    DistanceSet,
    FellProne,
    StoodUp,
    ThingPlaced,
)
from domain.rulesets.black_dice.said import at_zone
from domain.rulesets.black_dice.state import Cover, Fight, Person


def place(decision: Decision[Fight], command: ask.Place) -> None:
    """Put somebody, or an object, where it is; what changes is recorded, the zone first."""
    fight = decision.state
    if command.combatant in fight.things:
        place_thing(decision, command)
        return
    person = find_combatant(fight, command.combatant, "command.combatant")
    check_neighbours(fight, person, command)
    go(decision, person, command.zone or person.zone, placed=True)
    if command.cover is not None:
        decision.record(CoverTaken(combatant=person.id, cover=cover_of(command.cover)))
    if command.prone is not None and command.prone != person.prone:
        decision.record(FellProne(combatant=person.id) if command.prone else StoodUp(combatant=person.id))
    for other in command.apart_from:
        if fight.are_close(person.id, other):
            decision.record(CameApart(combatant=person.id, other=other))
    for other in command.close_to:
        come_close(decision, person, fight.people[other], placed=True)


def check_neighbours(fight: Fight, person: Person, command: ask.Place) -> None:
    """Refuse to put somebody close to itself, or to others than those of the zone that it is put in."""
    zone = command.zone or person.zone
    for field in ("close_to", "apart_from"):
        named: tuple[str, ...] = getattr(command, field)
        require_distinct(named, f"command.{field}")
        for number, name in enumerate(named):
            where = f"command.{field}[{number}]"
            other = find_combatant(fight, name, where)
            if other.id == person.id:
                refuse(None, f"Name somebody other than {person.name}.", code="invalid", field=where)
            if field == "close_to" and other.zone != zone:
                detail = f"{other.name} is {at_zone(other.zone, {})}, but {person.name} would be {at_zone(zone, {})}."
                refuse(None, detail, code="invalid", field=where)


def place_thing(decision: Decision[Fight], command: ask.Place) -> None:
    """Put an object in a zone or in cover (BD-OBJ-2); its cover ends with its zone (BD-COVER-6)."""
    thing = decision.state.things[command.combatant]
    named = command.given_fields - {"combatant", "answers"}
    if not named or named - {"zone", "cover"}:
        refuse(None, f"{thing.name} is an object: name its zone or its cover, and nothing else.", code="invalid")
    leaves = command.zone not in (None, thing.zone)
    if command.zone is not None:
        decision.record(ThingPlaced(combatant=thing.id, zone=command.zone))
    if command.cover is not None:
        decision.record(CoverTaken(combatant=thing.id, cover=cover_of(command.cover)))
    elif leaves and thing.cover is not None:
        decision.record(CoverTaken(combatant=thing.id, cover=None))


def cover_of(sheet: ask.CoverSheet) -> Cover | None:
    """The cover that the narrator names (BD-COVER-4)."""
    return None if sheet.kind == "none" else Cover(sheet.kind, sheet.against)


def distance(decision: Decision[Fight], command: ask.Distance) -> None:
    """Say how far two zones are from each other (BD-WHO-2)."""
    one, other = command.zones
    if one == other:
        refuse(None, "Name two different zones.", code="invalid", field="command.zones")
    decision.record(DistanceSet(zones=command.zones, feet=command.feet))


def awareness(decision: Decision[Fight], command: ask.Awareness) -> None:
    """Say of whom somebody is unaware (BD-RNG-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require_distinct(command.unaware_of, "command.unaware_of")
    for number, other in enumerate(command.unaware_of):
        find_combatant(decision.state, other, f"command.unaware_of[{number}]")
    require(
        person.id not in command.unaware_of,
        "BD-RNG-7",
        f"Name somebody other than {person.name}.",
        field="command.unaware_of",
    )
    decision.record(AwarenessSet(combatant=person.id, unaware_of=command.unaware_of))
