"""Turning: what a change of heading costs, and where it leads (CE-TURN)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.movement.moving import Move, Moved
from domain.rulesets.century.chapters.movement.turning import Turn, Turned
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import AllowLongAction
from domain.rulesets.century.parts import GoalSheet
from tests.rules.century.builders import RAPIER, at, at_the_wheel, at_turn, cost, drive, end, person, steer, where
from tests.rules.century.specification import Specification, newcomer, stub


def turn(degrees: int, actor: str = "a") -> Turn:
    """Somebody turns."""
    return Turn(actor=actor, degrees=degrees)


def looking(heading: int | None = 0, **sheet: Any) -> Specification:
    """Somebody with a heading, or without."""
    return at_turn(stub("a", **({} if heading is None else {"heading": heading}), **sheet))


@pytest.mark.rule("CE-TURN-1", "CE-TURN-2", "CE-RUL-61")
@pytest.mark.parametrize(
    ("degrees", "points"), [(1, 1), (29, 1), (30, 1), (31, 2), (45, 2), (-45, 2), (60, 2), (105, 4), (150, 5)]
)
def test_each_started_30_degrees_cost_the_turn_rate(degrees: int, points: int) -> None:
    assert cost(looking().when(turn(degrees))) == points
    if points <= 2:
        assert cost(looking(turn_rate=2).when(turn(degrees))) == 2 * points


@pytest.mark.rule("CE-TURN-3")
def test_people_turn_at_rate_1() -> None:
    assert person(looking(), "a").turn_rate == 1
    looking().when(turn(30)).then(
        PointsSpent(combatant="a", points=1, what="turn"), Turned(combatant="a", degrees=30, heading=30)
    )


@pytest.mark.rule("CE-TURN-4")
@pytest.mark.parametrize(("animal", "points"), [("rattlesnake", 4), ("horse", 2)])
def test_animals_turn_at_a_rate_of_their_own(animal: str, points: int) -> None:
    assert cost(at_turn(newcomer(animal, heading=0)).when(turn(60, animal))) == points


@pytest.mark.rule("CE-TURN-5")
@pytest.mark.parametrize(("rate", "points"), [(1, 2), (2, 4)])
def test_vehicles_turn_at_a_rate_of_their_own(rate: int, points: int) -> None:
    spec = at_the_wheel(sheet={"turn_rate": rate}).when(steer(60))
    spec.then(
        PointsSpent(combatant="dan", points=points, what="turn", vehicle=RAPIER),
        Turned(combatant="dan", degrees=60, heading=60, vehicle=RAPIER),
    )


@pytest.mark.rule("CE-TURN-6")
def test_a_turn_too_dear_for_the_slot_is_split() -> None:
    spec = at_turn(newcomer("rattlesnake", heading=0))
    spec.when(turn(90, "rattlesnake")).refused("CE-STAG-10")
    assert cost(spec.when(turn(60, "rattlesnake"))) == 4
    spec.when(end("rattlesnake"))
    assert cost(spec.when(turn(30, "rattlesnake"))) == 2
    assert (person(spec, "rattlesnake").heading, person(spec, "rattlesnake").pool) == (90, 4)


@pytest.mark.rule("CE-TURN-7")
@pytest.mark.parametrize(
    ("heading", "degrees", "after"), [(0, 90, 90), (350, 30, 20), (10, -30, 340), (0, -1, 359), (300, 60, 0)]
)
def test_a_turn_adds_its_degrees_clockwise(heading: int, degrees: int, after: int) -> None:
    assert person(looking(heading).when(turn(degrees)), "a").heading == after


@pytest.mark.rule("CE-TURN-7")
def test_north_is_up_and_east_is_a_quarter_clockwise() -> None:
    step = Move(actor="a", mode="legs2", distance_m=2)
    assert where(looking(position=at(0, 0)).when(step), "a") == (0, 2)
    assert where(looking(position=at(0, 0)).when(turn(90)).when(step), "a") == (2, 0)


@pytest.mark.rule("CE-TURN-7")
def test_without_a_heading_a_turn_is_paid_and_none_results() -> None:
    spec = (
        looking(None)
        .when(turn(45))
        .then(PointsSpent(combatant="a", points=2, what="turn"), Turned(combatant="a", degrees=45))
    )
    assert person(spec, "a").heading is None


@pytest.mark.rule("CE-TURN-7")
def test_degrees_of_a_vehicle_without_heading_count_all_the_same() -> None:
    craft = person(at_the_wheel(heading=None).when(steer(-45)), RAPIER).craft
    assert craft is not None
    assert craft.degrees == 45


@pytest.mark.rule("CE-TURN-8")
def test_people_and_animals_go_in_any_direction() -> None:
    away = GoalSheet(x=0, y=-2)
    looking(position=at(0, 0)).when(Move(actor="a", mode="legs2", to=away)).then(Moved)
    horse = at_turn(newcomer("horse", heading=0, position=at(0, 0)))
    horse.when(Move(actor="horse", mode="legs4", to=away)).then(Moved)


@pytest.mark.rule("CE-TURN-8")
@pytest.mark.parametrize(
    ("heading", "goal", "ahead"),
    [
        (0, (0, 40), True),
        (0, (0, -40), False),
        (45, (20, 20), True),
        (44, (20, 20), True),
        (43, (20, 20), False),
        (47, (20, 20), False),
        (359, (0, 40), True),
        (0, (1, 50), False),
        (1, (1, 50), True),
    ],
)
def test_a_vehicle_goes_where_it_is_headed(heading: int, goal: tuple[int, int], ahead: bool) -> None:
    spec = at_the_wheel(heading=heading, sheet={"position": at(0, 0)})
    move = Move(actor="dan", mode="wheels", to=GoalSheet(x=goal[0], y=goal[1]), vehicle=RAPIER)
    spec.when(move)
    if ahead:
        assert where(spec.then(Moved), RAPIER) == goal
    else:
        spec.refused("CE-TURN-8")


@pytest.mark.rule("CE-TURN-8")
def test_a_vehicle_without_a_heading_goes_anywhere() -> None:
    goal = GoalSheet(x=0, y=-30)
    move = Move(actor="dan", mode="wheels", to=goal, vehicle=RAPIER)
    assert where(at_the_wheel(heading=None, sheet={"position": at(0, 0)}).when(move), RAPIER) == (0, -30)


@pytest.mark.rule("CE-TURN-8")
def test_straight_up_is_off_no_heading() -> None:
    up = Move(actor="dan", mode="flight", to=GoalSheet(x=0, y=0, elevation=30), vehicle=RAPIER)
    spec = at_the_wheel(sheet={"position": at(0, 0), "modes": ["flight"]}).when(up).then(Moved)
    assert cost(spec) == 3


@pytest.mark.rule("CE-TURN-8")
def test_a_vehicle_drives_along_its_heading() -> None:
    assert where(at_the_wheel(heading=90, sheet={"position": at(0, 0)}).when(drive(30)), RAPIER) == (30, 0)


@pytest.mark.rule("CE-TURN-9")
def test_a_turn_is_at_most_a_whole_one() -> None:
    allowed = AllowLongAction(combatant="a", mp_limit=60)
    spec = at_turn(stub("a", heading=10), pools={"a": 60}, after=(allowed,))
    spec.when(turn(361)).refused("CE-TURN-9")
    spec.when(turn(-361)).refused("CE-TURN-9")
    assert cost(spec.when(turn(360))) == 12
    assert person(spec, "a").heading == 10


@pytest.mark.rule("CE-TURN-1")
def test_no_turn_is_none() -> None:
    looking().when(turn(0)).refused("CE-TURN-1")
