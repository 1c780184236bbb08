"""Scatter: where a missile that misses comes down (CE-SCAT)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.attack.areas import BlastOpened
from domain.rulesets.century.chapters.attack.scatter import Scattered
from domain.rulesets.century.chapters.attack.shots import RoundsFired, ShotMissed
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.parts import PointSheet
from domain.rulesets.century.state import Place
from tests.rules.century.builders import at, hp, in_slot, losses, person
from tests.rules.century.specification import Specification, attack, stub


def gunner(x: int = 0, y: int = 0, **sheet: Any) -> Join:
    """Somebody who can lift a bazooka, at a place."""
    return stub("a", "bazooka", str=10, position=at(x, y), **sheet)


def target(x: int = 0, y: int = 20, **sheet: Any) -> Join:
    """Whom it is fired at."""
    return stub("t", position=at(x, y), **sheet)


def missed(spec: Specification, direction: int, metres: int, *more: str, number: int = 70) -> Specification:
    """The shot at t misses and scatters, with the damage that falls on whoever is there."""
    faces = [f"a d100: {number}", f"a 1d6: {direction}", f"a 1d6: {metres}", *more]
    return spec.when(attack("a", "t"), throws=faces)


def impact(spec: Specification) -> Place | None:
    """Where the missile of the last command came down."""
    return next(event.impact for event in spec.events if isinstance(event, Scattered))


@pytest.mark.rule("CE-SCAT-1", "CE-SCAT-2", "CE-SCAT-3", "CE-SCAT-4", "CE-RUL-86")
@pytest.mark.parametrize(
    ("direction", "metres", "x", "y"),
    [
        (2, 1, 1, 21),
        (3, 1, 1, 19),
        (5, 1, -1, 19),
        (6, 1, -1, 21),
        (2, 3, 3, 22),
        (3, 3, 3, 18),
        (3, 5, 4, 17),
        (1, 6, 0, 26),
        (4, 6, 0, 14),
        (2, 4, 3, 22),
    ],
)
def test_a_missile_that_misses_deviates_by_direction_and_metres(direction: int, metres: int, x: int, y: int) -> None:
    spec = in_slot(gunner(), target(), area_half_check=False)
    near = metres == 1
    missed(spec, direction, metres, *(["a 4d6: 1 1 1 1"] if near else []))
    assert impact(spec) == Place(x, y)
    assert hp(spec, "t") == (6 if near else 10)


@pytest.mark.rule("CE-SCAT-2", "CE-SCAT-4", "CE-RUL-86")
@pytest.mark.parametrize(
    ("place", "direction", "x", "y"),
    [((20, 0), 1, 26, 0), ((20, 0), 4, 14, 0), ((20, 0), 2, 23, -5), ((0, -20), 2, -5, -23), ((-20, 0), 6, -23, -5)],
)
def test_directions_turn_with_the_line_of_fire(place: tuple[int, int], direction: int, x: int, y: int) -> None:
    spec = missed(in_slot(gunner(), target(*place)), direction, 6)
    assert impact(spec) == Place(x, y)


@pytest.mark.rule("CE-SCAT-4")
@pytest.mark.parametrize(
    ("place", "direction", "metres", "point"),
    [((2, 24), 1, 6, (2, 30)), ((6, 27), 2, 5, (11, 29)), ((2, 21), 5, 6, (-3, 19))],
)
def test_the_line_of_fire_is_not_rounded_to_degrees(
    place: tuple[int, int], direction: int, metres: int, point: tuple[int, int]
) -> None:
    assert impact(missed(in_slot(gunner(), target(*place)), direction, metres)) == Place(*point)


@pytest.mark.rule("CE-SCAT-4")
def test_the_impact_is_at_the_height_of_the_aimed_at_place() -> None:
    spec = in_slot(gunner(), stub("t", position=at(0, 20, 7)))
    assert impact(missed(spec, 1, 5)) == Place(0, 25, 7)


@pytest.mark.rule("CE-SCAT-4")
@pytest.mark.parametrize(("heading", "x", "y"), [({"heading": 90}, 6, 0), ({"heading": 180}, 0, -6), ({}, 0, 6)])
def test_on_one_spot_the_attackers_heading_is_the_line_else_north(heading: dict[str, int], x: int, y: int) -> None:
    spec = in_slot(gunner(**heading), target(0, 0))
    assert impact(missed(spec, 1, 6)) == Place(x, y)


@pytest.mark.rule("CE-SCAT-4")
def test_without_a_place_of_the_attacker_the_line_is_north() -> None:
    spec = in_slot(stub("a", "bazooka", str=10, heading=90), target(4, 20))
    faces = ["a d100: 70", "a 1d6: 1", "a 1d6: 6"]
    spec.when(attack("a", "t", range="short"), "narrator: blast_list {}", throws=faces)
    assert impact(spec) == Place(4, 26)


@pytest.mark.rule("CE-SCAT-1")
def test_a_hit_does_not_scatter() -> None:
    spec = in_slot(gunner(), target())
    spec.when(attack("a", "t"), throws=["a d100: 60", "a 4d6: 1 1 1 1"]).never(Scattered)
    assert losses(spec) == [("t", 4, 6)]


@pytest.mark.rule("CE-SCAT-1", "CE-SCAT-5")
def test_a_miss_by_a_dodge_scatters_and_may_catch_the_dodger() -> None:
    sam = stub("t", position=at(0, 20), agl=13, role="character")
    spec = in_slot(stub("a", "rocket_launcher", str=10, position=at(0, 0)), sam, asked=("t",))
    faces = ["a d100: 60", "a 1d6: 1", "a 1d6: 2", "a 4d6: 1 2 1 3"]
    spec.when(attack("a", "t"), "t: defence dodge", throws=faces)
    assert (impact(spec), losses(spec)) == (Place(0, 22), [("t", 7, 3)])


@pytest.mark.rule("CE-SCAT-1", "CE-SCAT-5")
def test_a_forced_miss_scatters_and_the_area_opens_around_the_impact() -> None:
    spec = in_slot(gunner(), target(role="major", fp=2), stub("u", position=at(0, 23)), asked=("t",))
    faces = ["a d100: 30", "a 1d6: 4", "a 1d6: 3", "a 4d6: 1 1 1 1"]
    spec.when(attack("a", "t"), "t: defence none", "t: fate_miss true", throws=faces)
    assert impact(spec) == next(event.centre for event in spec.events if isinstance(event, BlastOpened)) == Place(0, 17)
    assert losses(spec) == [("t", 4, 6)]


@pytest.mark.rule("CE-SCAT-5")
def test_a_missile_at_a_point_scatters_from_it() -> None:
    spec = in_slot(gunner(), target(0, 25))
    point = attack("a", None, point=PointSheet(x=0, y=20))
    spec.when(point, throws=["a d100: 70", "a 1d6: 1", "a 1d6: 2", "a 4d6: 1 1 1 1"])
    assert (impact(spec), losses(spec)) == (Place(0, 22), [("t", 4, 6)])


@pytest.mark.rule("CE-SCAT-6")
def test_without_places_the_faces_are_recorded_and_the_narrator_decides() -> None:
    spec = in_slot(stub("a", "bazooka", str=10), stub("t"), stub("u"))
    spec.when(attack("a", "t", range="short"), throws=["a d100: 70", "a 1d6: 5", "a 1d6: 6"])
    spec.asks("blast_list", "narrator").then(Scattered)
    (event,) = [event for event in spec.events if isinstance(event, Scattered)]
    assert (event.direction.dice, event.metres.dice, event.impact) == ((5,), (6,), None)
    spec.answer({"inside": ["u"]}, throws=["a 4d6: 1 1 1 1"])
    assert losses(spec) == [("u", 4, 6)]


# Weapons that fail


@pytest.mark.rule("CE-SCAT-7")
@pytest.mark.parametrize("number", [96, 99])
def test_a_shot_that_jams_or_breaks_the_weapon_has_no_impact(number: int) -> None:
    spec = in_slot(gunner(), target())
    spec.when(attack("a", "t"), throws=[f"a d100: {number}"]).then(ShotMissed).never(Scattered, BlastOpened)
    assert person(spec, "a").weapons["bazooka"].loaded == 1


@pytest.mark.rule("CE-SCAT-7")
def test_an_exploding_weapon_does_not_scatter() -> None:
    people = [stub("t", position=at(0, 8)), stub("n", position=at(0, 3)), stub("u", position=at(2, 9))]
    spec = in_slot(stub("a", "grenade", position=at(0, 0)), *people)
    spec.when(attack("a", "t"), throws=["a d100: 100", "a 3d6: 1 2 3"]).never(Scattered, BlastOpened)
    assert losses(spec) == [("a", 6, 4), ("n", 6, 4)]


@pytest.mark.rule("CE-SCAT-7")
def test_a_thrown_weapon_that_is_dropped_lies_at_the_throwers_place_and_does_not_go_off() -> None:
    spec = in_slot(stub("a", "grenade", position=at(0, 0)), stub("t", position=at(0, 8)))
    spec.when(attack("a", "t"), throws=["a d100: 97"]).then(ItemDropped).never(Scattered, BlastOpened, DamageThrown)
    assert spec.fight.ground["grenade"].place == Place(0, 0)


@pytest.mark.rule("CE-SCAT-7")
def test_the_shot_of_a_weapon_that_is_dropped_still_leaves_and_scatters() -> None:
    spec = in_slot(gunner(), target(), stub("u", position=at(0, 26)))
    choice = 'narrator: choose_critical {"effect": "drop_weapon"}'
    faces = ["a d100: 97", "a 1d6: 1", "a 1d6: 6", "a 4d6: 1 1 1 1"]
    spec.when(attack("a", "t"), choice, throws=faces).then(ItemDropped, RoundsFired, Scattered)
    assert losses(spec) == [("u", 4, 6)]
    assert spec.fight.ground["bazooka"].weapon.loaded == 0
