"""Sheets of vehicles and objects, and who sits in what from the start (CE-SHEET-15, CE-SHEET-19, CE-SHEET-42)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.century.chapters.conditions.downed import Destroyed, Died, Downed
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken
from domain.rulesets.century.chapters.round.ending import LeaveField
from domain.rulesets.century.state import Craft, Person, Place
from tests.rules.century.builders import gathered, joined, refused_to_join
from tests.rules.century.specification import fight, given, stub

KART = {"name": "Kart", "kind": "vehicle", "hp_max": 5, "mp_base": 9, "modes": ["wheels"], "turn_rate": 1}
CRATE = {"name": "Crate", "kind": "object", "hp_max": 5, "damage_capacity": 2}


def kart(**changes: Any) -> Join:
    """A vehicle of no template, with no more than it needs."""
    return Join(id="kart", sheet={**KART, **changes})


def crate(**changes: Any) -> Join:
    """An object of no template, with no more than it needs."""
    return Join(id="crate", sheet={**CRATE, **changes})


def craft_of(vehicle: Person) -> Craft:
    """What makes it a vehicle."""
    assert vehicle.craft is not None
    return vehicle.craft


# CE-SHEET-15: vehicles


@pytest.mark.rule("CE-SHEET-15")
def test_a_vehicle_says_no_more_than_it_has_to() -> None:
    it = joined(kart())
    assert (it.hp, it.dr, it.mp_max, it.turn_rate, it.heading, it.place) == (5, 0, 9, 1, None, None)
    assert craft_of(it) == Craft(turn_class=None, seats=1, pilot_skill="Driving", powered=True, open=False)


@pytest.mark.rule("CE-SHEET-15")
def test_a_vehicle_may_say_everything() -> None:
    whole = {"turn_class": 120, "seats": 3, "pilot_skill": "Riding", "powered": False, "open": True}
    it = joined(kart(**whole, dr=6, hp=4, heading=90, position={"x": 1, "y": 2}, mp_modifier=-2))
    assert craft_of(it) == Craft(**whole)  # type: ignore[arg-type]
    assert (it.dr, it.hp, it.heading, it.place, it.mp_max) == (6, 4, 90, Place(1, 2), 7)


@pytest.mark.rule("CE-SHEET-15")
@pytest.mark.parametrize(
    ("modes", "skill"),
    [(["wheels"], "Driving"), (["flight", "wheels"], "Driving"), (["water_motor"], "Piloting"), (["row"], "Piloting")],
)
def test_what_has_wheels_is_driven_and_all_else_piloted(modes: list[str], skill: str) -> None:
    assert craft_of(joined(kart(modes=modes))).pilot_skill == skill


@pytest.mark.rule("CE-SHEET-15")
@pytest.mark.parametrize(
    ("field", "wrong", "right"),
    [("turn_class", (-1, 361), (0, 360)), ("seats", (0,), (1, 40)), ("dr", (-1, 51), (0, 50))],
)
def test_each_field_of_a_vehicle_has_its_span(field: str, wrong: tuple[int, ...], right: tuple[int, ...]) -> None:
    for amount in right:
        it = joined(kart(**{field: amount}))
        assert getattr(it if field == "dr" else it.craft, field) == amount
    for amount in wrong:
        refused_to_join(kart(**{field: amount}), "CE-SHEET-15", field)


@pytest.mark.rule("CE-SHEET-15", "CE-SHEET-42")
def test_driver_and_passengers_sit_in_it_and_are_where_it_is() -> None:
    people = [stub("a"), stub("b", position={"x": 9, "y": 9}), stub("c")]
    van = Join(template="van", sheet={"driver": "b", "passengers": ["a"], "position": {"x": 3, "y": 4}})
    spec = given(fight(*people)).when(van)
    spec.then(
        CombatantJoined,
        SeatTaken(combatant="b", vehicle="van", driving=True),
        SeatTaken(combatant="a", vehicle="van", driving=False),
    )
    there = spec.fight
    assert (craft_of(there.people["van"]).driver, craft_of(there.people["van"]).passengers) == ("b", ("a",))
    assert [there.people[name].place for name in "abc"] == [Place(3, 4), Place(3, 4), None]


@pytest.mark.rule("CE-SHEET-15")
def test_nobody_sits_in_it_unless_the_sheet_says_so() -> None:
    assert given(fight(stub("a"))).when(kart()).never(SeatTaken).fight.vehicle_of("a") is None


@pytest.mark.rule("CE-SHEET-15")
def test_as_many_sit_in_it_as_it_has_seats() -> None:
    people = [stub(name) for name in "abc"]
    refused_to_join(kart(seats=2, driver="a", passengers=["b", "c"]), "CE-SHEET-15", "passengers", *people)
    refused_to_join(kart(seats=1, passengers=["b", "c"]), "CE-SHEET-15", "passengers", *people)
    there = gathered(*people, kart(seats=3, driver="a", passengers=["b", "c"]))
    assert craft_of(there.people["kart"]).passengers == ("b", "c")


@pytest.mark.rule("CE-SHEET-15")
def test_whoever_sits_in_a_vehicle_is_there_and_alive_and_in_no_other() -> None:
    people = [stub("a"), stub("b")]
    there = [*people, Join(template="van", sheet={"driver": "a"}), Join(template="desk")]
    for field, value in (("driver", "stranger"), ("driver", "desk"), ("driver", "a"), ("passengers", ["a"])):
        refused_to_join(kart(**{field: value}), "CE-SHEET-15", field, *there)
    refused_to_join(kart(seats=2, driver="b", passengers=["b"]), "CE-SHEET-15", "passengers", *there)
    gone = given(fight(*people), LeaveField(combatant="a"))
    gone.when(kart(driver="a")).refused("CE-SHEET-15", "invalid")


# CE-SHEET-19: objects


@pytest.mark.rule("CE-SHEET-19")
def test_an_object_has_capacity_and_hit_points() -> None:
    it = joined(crate(hides=35, hp=4))
    assert (it.kind, it.damage_capacity, it.hp, it.hp_max, it.hides) == ("object", 2, 4, 5, 35)
    assert (joined(crate()).hides, joined(crate()).hp, joined(crate()).craft) == (0, 5, None)
    refused_to_join(Join(id="x", sheet={"name": "X", "kind": "object", "hp_max": 5}), "CE-SHEET-19", "damage_capacity")


@pytest.mark.rule("CE-SHEET-19")
@pytest.mark.parametrize(("field", "most"), [("damage_capacity", 999), ("hides", 100)])
def test_each_field_of_an_object_has_its_span(field: str, most: int) -> None:
    for amount in (0, most):
        assert getattr(joined(crate(**{field: amount})), field) == amount
    for amount in (-1, most + 1):
        refused_to_join(crate(**{field: amount}), "CE-SHEET-19", field)


@pytest.mark.rule("CE-SHEET-17", "CE-SHEET-19")
def test_an_object_may_stand_somewhere() -> None:
    assert joined(crate(position={"x": 1, "y": 2})).place == Place(1, 2)


@pytest.mark.rule("CE-SHEET-6", "CE-DOWN-11")
@pytest.mark.parametrize("hp", [0, -9])
def test_a_thing_that_joins_without_hit_points_is_destroyed(hp: int) -> None:
    for thing in (kart(hp=hp), crate(hp=hp)):
        spec = given(fight()).when(thing).then(CombatantJoined, Destroyed).never(Downed, Died)
        assert thing.id is not None
        assert spec.fight.people[thing.id].destroyed
    assert not joined(crate(hp=1)).destroyed
