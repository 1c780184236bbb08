"""Vehicles that halt because they have no driver, or no able combatant aboard (S3-MOUNT-11, S3-MOUNT-29)."""

from typing import Annotated, ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.said import drove_key
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Seat
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names
from domain.text.sentences import Spoken, SpokenOf

HALTED_BY: Final = {"damage": "it has been hit too hard", "driverless": "no one is steering"}


def seat_taken(event: "SeatTaken", names: Names) -> str:
    """Return what a combatant does on a vehicle; who drove it and stays aboard only stops driving."""
    if event.seat == "driver":
        return "now steers"
    drove_it = names.get(drove_key(event.combatant)) == event.vehicle
    return "no longer steers" if drove_it else "now rides on"


class SeatTaken(Event, frozen=True, kw_only=True):
    """A combatant sits on a vehicle, as driver or rider, and has left any other."""

    type: ClassVar[str] = "s3.seat_taken"
    words = "On a vehicle"
    told = Told(brief=AS_SAID, unless=("s3.place", "s3.disabled", "s3.limb_lost"))
    says = "{combatant} {seat} {vehicle}."
    example = {"combatant": "one_eyed_ogre", "vehicle": "auto_cycle", "seat": "driver"}
    combatant: str
    vehicle: str
    seat: Annotated[Seat, SpokenOf(seat_taken)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.vehicle is not None:
            fight.unseat(person)
        vehicle = fight.vehicles[self.vehicle]
        if self.seat == "driver":
            vehicle.driver = self.combatant
        else:
            vehicle.riders = (*vehicle.riders, self.combatant)
        person.vehicle = self.vehicle
        person.seat = self.seat
        person.zone = vehicle.zone
        person.prone = False


class VehicleHalting(Event, frozen=True, kw_only=True):
    """A vehicle begins to halt (S3-MOUNT-11, S3-MOUNT-20)."""

    type: ClassVar[str] = "s3.vehicle_halting"
    words = "Vehicle halting"
    told = Told(brief=AS_SAID)
    says = "{vehicle} slows down: {cause}."
    example = {"vehicle": "auto_cycle", "cause": "driverless"}
    vehicle: str
    cause: Annotated[str, Spoken(HALTED_BY)]

    def evolve(self, fight: Fight) -> None:
        """Set the cause; a vehicle that halts already keeps its deadlines (S3-MOUNT-22)."""
        vehicle = fight.vehicles[self.vehicle]
        if vehicle.status != "halting":
            vehicle.halting_since = fight.lineage_version
            vehicle.halting_round = fight.round_number
        vehicle.status = "halting"
        vehicle.halting_cause = self.cause


class VehicleStopped(Event, frozen=True, kw_only=True):
    """A vehicle stopped because no able combatant is aboard (S3-MOUNT-11, S3-MOUNT-22)."""

    type: ClassVar[str] = "s3.vehicle_stopped"
    words = "Vehicle stopped"
    told = Told(brief=AS_SAID, unless=("core.combatant_joined",))
    says = "{vehicle} comes to a standstill."
    example = {"vehicle": "auto_cycle"}
    vehicle: str

    def evolve(self, fight: Fight) -> None:
        fight.vehicles[self.vehicle].status = "stopped"


def stop_driving(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Make a driver a rider who cannot drive any more (S3-MOUNT-29)."""
    if person.vehicle is not None:
        vehicle = person.vehicle
        decision.record(SeatTaken(combatant=person.id, vehicle=vehicle, seat="rider"), cause=cause)
        check_vehicle(decision, vehicle, cause=cause)


def check_vehicle(decision: Decision[Fight], vehicle_id: str, *, cause: int | None = None) -> None:
    """Halt a vehicle without driver, and stop one without an able combatant (S3-MOUNT-11)."""
    fight = decision.state
    vehicle = fight.vehicles[vehicle_id]
    if vehicle.status not in ("rolling", "halting"):
        return
    if not any(fight.people[combatant].able for combatant in vehicle.aboard):
        decision.record(VehicleStopped(vehicle=vehicle_id), cause=cause)
    elif vehicle.driver is None and vehicle.status == "rolling":
        decision.record(VehicleHalting(vehicle=vehicle_id, cause="driverless"), cause=cause)


HALTING: Chapter[Fight] = Chapter(events=(SeatTaken, VehicleHalting, VehicleStopped))
