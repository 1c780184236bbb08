"""Shooting Star on her red autocycle and a foe on a black one: a chase, for tests of mounted combat."""

from typing import Any

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.places import RelationSet
from tests.rules.s3.specification import Specification, Step, fight, given, riding, round_of

ALONGSIDE = RelationSet("red", "black", "alongside")


def chase(
    *steps: Step,
    foe: str | Join = "ripper",
    star: str | Join = "star",
    others: tuple[str | Join, ...] = (),
    vehicles: tuple[Join, ...] = (),
    order: ask.TurnOrder = "pc_first",
    apart: bool = False,
    **options: Any,
) -> Specification:
    """Star and her foe side by side, unless ``apart``; the others stand by, or ride the other vehicles."""
    name = foe if isinstance(foe, str) else str(foe.id)
    machines = riding("red", "star"), riding("black", name)
    spec = given(fight(star, foe, *others, *machines, *vehicles, **options), *round_of("star", name, order))
    return spec.given(*(() if apart else (ALONGSIDE,)), *steps)


def next_round(foe: str = "ripper", order: ask.TurnOrder = "pc_first") -> tuple[Step, ...]:
    """The next round is opened, with the same pairing."""
    return round_of("star", foe, order)


def reposition(actor: str, vehicle: str, to: str) -> ask.Reposition:
    return ask.Reposition.model_validate({"actor": actor, "vehicle": vehicle, "to": to})


def leap(actor: str, vehicle: str) -> ask.SwitchVehicle:
    return ask.SwitchVehicle(actor=actor, vehicle=vehicle)


def shoot(actor: str, vehicle: str, weapon: str = "pistol", **fields: Any) -> ask.DamageVehicle:
    """An attack on a vehicle."""
    return ask.DamageVehicle(actor=actor, vehicle=vehicle, weapon=weapon, **fields)


def seat(combatant: str, vehicle: str, seat: str = "rider") -> ask.Place:
    return ask.Place.model_validate({"combatant": combatant, "vehicle": vehicle, "seat": seat})


def status(spec: Specification, vehicle: str) -> tuple[str, str | None]:
    """Whether the vehicle rolls, halts or stands, and why."""
    machine = spec.fight.vehicles[vehicle]
    return machine.status, machine.halting_cause


def gone(spec: Specification) -> dict[str, str]:
    """Who is out, and how."""
    return {person.id: person.out for person in spec.fight.people.values() if person.out is not None}


def relations(spec: Specification) -> list[Event]:
    """The relations that the last command has set."""
    return [event for event in spec.events if isinstance(event, RelationSet)]
