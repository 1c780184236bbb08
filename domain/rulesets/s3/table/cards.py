"""The cards of people and vehicles."""

from collections.abc import Mapping
from typing import Final

from domain.rulesets.s3.state import Fight, Person, Vehicle
from domain.rulesets.s3.table.conditions import conditions
from domain.rulesets.s3.table.gear import gear
from domain.rulesets.s3.table.pending import doing
from domain.rulesets.s3.table.saying import listed
from domain.rulesets.s3.words import Fate, VehicleStatus
from domain.table.drawing import MeterKind
from domain.table.look import Look
from domain.table.shapes import Combatant, Meter, Place, Seats, Standing
from domain.text.phrases import named

METERS: Final[Mapping[str, MeterKind]] = {
    "breath": MeterKind("resource"),
    "wounds": MeterKind("harm", "coins"),
    "quantity": MeterKind("resource"),
}
OF_FATE: Final[Mapping[Fate, Standing]] = {
    "slain": "dead",
    "down": "down",
    "unconscious": "down",
    "critical": "dying",
}
"""What being disabled means for the state of a card (S3-DIS-9)."""
OF_STATUS: Final[Mapping[VehicleStatus, Standing]] = {
    "rolling": "able",
    "halting": "able",
    "stopped": "able",
    "wrecked": "down",
}


def card(look: Look[Fight], combatant: str) -> Combatant:
    """Return the card of a person or of a vehicle."""
    person = look.state.people.get(combatant)
    return _vehicle(look, look.state.vehicles[combatant]) if person is None else _person(look, person)


def _person(look: Look[Fight], person: Person) -> Combatant:
    return Combatant(
        name=named(look.names, person.id),
        kind="person",
        side=person.side,
        state=_standing(person),
        why=_why(look, person),
        place=_place(look, person),
        meters=_meters(look, person),
        conditions=conditions(look, person),
        items=gear(look, person),
        doing=doing(look, person.id),
    )


def _standing(person: Person) -> Standing:
    if person.out is not None:
        return "gone"
    return "able" if person.disabled is None else OF_FATE[person.disabled.fate]


def _why(look: Look[Fight], person: Person) -> str:
    """Return how a combatant left the fight, or what being disabled means and why it happened (S3-DIS-9)."""
    if person.out is not None:
        return look.said(person.out)
    if person.disabled is None:
        return ""
    fate = look.said(person.disabled.fate)
    reasons = [look.said(f"by_{reason}") for reason in person.disabled.reasons if reason != "ruling"]
    return look.said("fallen", fate=fate, reasons=listed(look, reasons)) if reasons else fate


def _place(look: Look[Fight], person: Person) -> Place | None:
    """Return the seat on a vehicle, or the zone; those who are gone are nowhere."""
    if person.out is not None:
        return None
    if person.vehicle is None:
        return Place(at=person.zone)
    return Place(within=person.vehicle, seat=look.label(person.seat or "rider", "seat"))


def _meters(look: Look[Fight], person: Person) -> dict[str, Meter]:
    """Return the wounds in coins, up to those that disable (S3-DIS-4, S3-DIS-5), and Breath if there is any."""
    disabling = person.total_fortitude + (look.state.options.disable_by_wounds == "exceeds")
    wounds = Meter(person.wound_penalty, disabling)
    if person.breath_max or person.breath:
        return {"breath": Meter(person.breath, person.breath_max), "wounds": wounds}
    return {"wounds": wounds}


def _vehicle(look: Look[Fight], vehicle: Vehicle) -> Combatant:
    halts = vehicle.status == "halting" and vehicle.halting_cause is not None
    return Combatant(
        name=vehicle.name,
        kind="vehicle",
        role=look.label(vehicle.kind, "kind"),
        state=OF_STATUS[vehicle.status],
        why=look.said(f"halting_{vehicle.halting_cause}" if halts else vehicle.status),
        place=Place(at=vehicle.zone),
        seats=Seats(vehicle.driver or "", vehicle.riders),
    )
