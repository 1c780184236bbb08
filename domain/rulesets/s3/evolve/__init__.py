"""How the facts of S3 change a fight: one fold for each event."""

import msgspec

from domain.core.events import CombatantJoined, EncounterOpened
from domain.core.evolve import Folds, joined, opened_with
from domain.rulesets.s3.events.throws import THROW_EVENTS
from domain.rulesets.s3.evolve.harm import HARM_FOLDS, told
from domain.rulesets.s3.evolve.places import PLACE_FOLDS
from domain.rulesets.s3.evolve.turns import TURN_FOLDS
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.state import Fight, Person, Vehicle, ZonePlan
from domain.rulesets.s3.words import ROAD


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """A person stands where its sheet says; a vehicle brings the road with it and seats its driver and riders."""
    joined(fight, event)
    if event.sheet["type"] == "person":
        person = msgspec.convert({**event.sheet, "joined_round": fight.round_number}, Person)
        fight.people = {**fight.people, person.id: person}
        return
    vehicle = msgspec.convert(event.sheet, Vehicle)
    fight.vehicles = {**fight.vehicles, vehicle.id: vehicle}
    if ROAD not in fight.zones:
        fight.zones = {**fight.zones, ROAD: ZonePlan(ROAD, "the road")}
    for combatant in vehicle.aboard:
        person = fight.people[combatant]
        person.vehicle = vehicle.id
        person.seat = "driver" if combatant == vehicle.driver else "rider"
        person.zone = vehicle.zone


S3_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    CombatantJoined: combatant_joined,
    **dict.fromkeys(THROW_EVENTS, told),
    **TURN_FOLDS,
    **PLACE_FOLDS,
    **HARM_FOLDS,
}
