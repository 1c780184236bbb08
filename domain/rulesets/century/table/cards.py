"""The cards of people, animals, vehicles and objects (CE-SHEET-1)."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.table.conditions import conditions
from domain.rulesets.century.table.gear import gear
from domain.rulesets.century.table.pending import doing
from domain.table.drawing import MeterKind
from domain.table.look import Look
from domain.table.shapes import Combatant, Meter, Place, Seats, Standing
from domain.text.phrases import named

METERS: Final[Mapping[str, MeterKind]] = {
    "hp": MeterKind("health", "hit_points"),
    "mp": MeterKind("actions", "move_points"),
    "fp": MeterKind("resource", "fate_points"),
    "dr": MeterKind("resource"),
    "stimpaks": MeterKind("resource"),
    "rounds": MeterKind("resource", "rounds", 0),
    "reloads": MeterKind("resource"),
    "loose_rounds": MeterKind("resource", "rounds"),
    "armour_hp": MeterKind("health", "hit_points"),
}
OF_CONDITIONS: Final[Mapping[str, Standing]] = {
    "dead": "dead",
    "dying": "dying",
    "stabilized": "down",
    "unconscious": "down",
    "stunned": "down",
}
"""What conditions mean for the state of a card, the worst first (CE-STAG-2)."""


class Seat(NamedTuple):
    """A seat in a vehicle; who sits at the wheel drives it."""

    vehicle: str
    drives: bool


def card(look: Look[Fight], combatant: str) -> Combatant:
    """Return the card of a combatant."""
    person = look.state.people[combatant]
    state, why = _standing(look, person)
    return Combatant(
        name=named(look.names, combatant),
        kind=person.kind,
        state=state,
        role=look.label(person.role, "role") if person.role is not None else "",
        side=person.side,
        why=why,
        place=_place(look, person),
        meters=dict(_meters(look.state, person)),
        conditions=conditions(look, person),
        items=gear(look, person),
        doing=doing(look, combatant),
        seats=_seats(person),
    )


def _standing(look: Look[Fight], person: Person) -> tuple[Standing, str]:
    """Return the state, and the reason why a combatant is out: gone, destroyed, or a condition."""
    if person.gone:
        return "gone", look.said("left_field")
    if person.destroyed:
        return "down", look.said("destroyed")
    for name, state in OF_CONDITIONS.items():
        if name in person.conditions:
            return state, look.said(f"is_{name}")
    return "able", ""


def _place(look: Look[Fight], person: Person) -> Place | None:
    """Return the seat in a vehicle, or coordinates and heading, as far as they are known (CE-SHEET-17, CE-SHEET-42)."""
    if person.gone:
        return None
    seat = look.once(_taken).get(person.id)
    if seat is not None:
        return Place(within=seat.vehicle, seat=look.said("wheel" if seat.drives else "seat"))
    spot = person.place
    if spot is not None:
        return Place(x=spot.x, y=spot.y, up=spot.elevation, heading=person.heading)
    return Place(heading=person.heading) if person.heading is not None else None


def _taken(look: Look[Fight]) -> Mapping[str, Seat]:
    """Return the seats taken in vehicles, by the combatant who sits there."""
    crafts = [(one.id, one.craft) for one in look.state.people.values() if one.craft is not None]
    return {
        rider: Seat(vehicle, rider == craft.driver)
        for vehicle, craft in crafts
        for rider in (craft.driver, *craft.passengers)
        if rider is not None
    }


def _meters(fight: Fight, person: Person) -> Iterator[tuple[str, Meter]]:
    """Yield hit points, the Move Points of the round, Fate Points, natural armour and Stimpaks."""
    yield "hp", Meter(person.hp, person.hp_max)
    if fight.in_combat and (person.throws or person.craft is not None):
        yield "mp", Meter(person.pool, person.mp_max)
    if person.fp_user:
        yield "fp", Meter(person.fp)
    if person.dr:
        yield "dr", Meter(person.dr)
    if person.stimpaks:
        yield "stimpaks", Meter(person.stimpaks)


def _seats(person: Person) -> Seats | None:
    """Return who drives a vehicle and who rides in it (CE-SHEET-15)."""
    craft = person.craft
    return None if craft is None else Seats(craft.driver or "", craft.passengers, craft.seats)
