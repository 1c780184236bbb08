"""Seats and reins: who sits where, and what makes a vehicle roll again (S3-MOUNT-11, S3-MOUNT-28)."""

from domain.rulesets.s3.events.places import SeatTaken, VehicleRolling
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Seat
from domain.table import Table


def take_seat(table: Table[Fight], person: Person, vehicle_id: str, seat: Seat, *, cause: int | None = None) -> int:
    """Seat somebody. A new driver makes a vehicle roll that stood or halted only for want of one (S3-MOUNT-28)."""
    vehicle = table.state.vehicles[vehicle_id]
    version = table.record(SeatTaken(person.id, vehicle_id, seat), cause=cause)
    if seat == "driver" and vehicle.status in ("halting", "stopped") and vehicle.halting_cause != "damage":
        table.record(VehicleRolling(vehicle_id), cause=version)
    return version
