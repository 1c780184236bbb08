"""How S3 folds shared events."""

import msgspec

from domain.core.events import CombatantJoined
from domain.model.event import Folds
from domain.rulesets.s3.state import Fight, Person, Vehicle, ZonePlan
from domain.rulesets.s3.words import ROAD


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """Add a person in its zone, or a vehicle on the road with its driver and riders seated."""
    event.evolve(fight)
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


S3_FOLDS: Folds = {CombatantJoined: combatant_joined}
