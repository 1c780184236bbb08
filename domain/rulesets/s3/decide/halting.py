"""Vehicles that come to rest because they have no driver, or nobody able aboard (S3-MOUNT-11, S3-MOUNT-29)."""

from domain.decision.decision import Decision
from domain.rulesets.s3.events.places import (
    SeatTaken,
    VehicleHalting,
    VehicleStopped,
)
from domain.rulesets.s3.state import Fight, Person


def stop_driving(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """A driver who cannot drive any more sits on as a rider (S3-MOUNT-29)."""
    if person.vehicle is not None:
        vehicle = person.vehicle
        decision.record(SeatTaken(combatant=person.id, vehicle=vehicle, seat="rider"), cause=cause)
        check_vehicle(decision, vehicle, cause=cause)


def check_vehicle(decision: Decision[Fight], vehicle_id: str, *, cause: int | None = None) -> None:
    """A vehicle without driver is halting; with nobody able on it, it stops (S3-MOUNT-11)."""
    fight = decision.state
    vehicle = fight.vehicles[vehicle_id]
    if vehicle.status not in ("rolling", "halting"):
        return
    if not any(fight.people[combatant].able for combatant in vehicle.aboard):
        decision.record(VehicleStopped(vehicle=vehicle_id), cause=cause)
    elif vehicle.driver is None and vehicle.status == "rolling":
        decision.record(VehicleHalting(vehicle=vehicle_id, cause="driverless"), cause=cause)
