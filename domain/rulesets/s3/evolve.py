"""How S3 folds shared events."""

import msgspec

from domain.core.events import CombatantJoined
from domain.model.event import Folds
from domain.rulesets.s3.state import Fight, Person, Vehicle, ZonePlan
from domain.rulesets.s3.words import ROAD


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """Add a person in its zone, or a vehicle on the road with its driver and riders seated, as far as they are there.

    Its riders have joined before it; a vehicle that is looked at alone has none of them beside it.
    """
    event.evolve(fight)
    if event.sheet["type"] == "person":
        person = msgspec.convert({**event.sheet, "joined_round": fight.round_number}, Person)
        fight.people = {**fight.people, person.id: person}
        return
    vehicle = msgspec.convert(event.sheet, Vehicle)
    fight.vehicles = {**fight.vehicles, vehicle.id: vehicle}
    if ROAD not in fight.zones:
        fight.zones = {**fight.zones, ROAD: ZonePlan(ROAD, "the road")}
    for person in [fight.people[one] for one in vehicle.aboard if one in fight.people]:
        person.vehicle = vehicle.id
        person.seat = "driver" if person.id == vehicle.driver else "rider"
        person.zone = vehicle.zone


S3_FOLDS: Folds = {CombatantJoined: combatant_joined}
