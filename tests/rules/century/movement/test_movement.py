"""Moving: rows of Table 6-1, what a way costs, where it leads, where somebody is (CE-ACT, CE-RANGE, CE-SHEET-17)."""

from typing import Any

import pytest

from domain.model.speaker import parse_speaker
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, SetCondition
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.chapters.movement.moving import CoverLost, Move, Moved
from domain.rulesets.century.chapters.movement.positions import Placed, SetPosition
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import AllowLongAction
from domain.rulesets.century.parts import GoalSheet, PointSheet
from domain.rulesets.century.state import Condition, Cover, Covered, Fight, Place
from domain.rulesets.century.words import Way
from tests.rules.century.builders import RAPIER, at, at_the_wheel, at_turn, cost, drive, person, where
from tests.rules.century.specification import Specification, attack, newcomer, stub

EVERY_WAY: tuple[Way, ...] = (
    "legs2",
    "legs4",
    "slither",
    "wheels",
    "hover",
    "flight",
    "swim",
    "row",
    "sail",
    "water_motor",
    "climb",
)


def mover(**sheet: Any) -> Specification:
    """Somebody who moves in every way and may spend a lot at once."""
    allowed = AllowLongAction(combatant="a", mp_limit=60)
    return at_turn(stub("a", modes=list(EVERY_WAY), **sheet), "b", pools={"a": 60}, after=(allowed,))


def go(mode: Way, metres: int | None = None, **fields: Any) -> Move:
    """``a`` moves."""
    return Move(actor="a", mode=mode, distance_m=metres, **fields)


# Table 6-1, the rows of movement


@pytest.mark.parametrize(
    ("mode", "metres", "fields", "points"),
    [
        pytest.param("legs2", 1, {}, 1, marks=pytest.mark.rule("CE-ACT-1")),
        pytest.param("legs2", 4, {}, 4, marks=pytest.mark.rule("CE-ACT-1")),
        pytest.param("legs4", 2, {}, 1, marks=pytest.mark.rule("CE-ACT-2")),
        pytest.param("legs4", 8, {}, 4, marks=pytest.mark.rule("CE-ACT-2")),
        pytest.param("slither", 3, {}, 6, marks=pytest.mark.rule("CE-ACT-3")),
        pytest.param("wheels", 40, {}, 4, marks=pytest.mark.rule("CE-ACT-4")),
        pytest.param("hover", 40, {}, 4, marks=pytest.mark.rule("CE-ACT-5")),
        pytest.param("flight", 40, {}, 4, marks=pytest.mark.rule("CE-ACT-6")),
        pytest.param("swim", 3, {}, 6, marks=pytest.mark.rule("CE-ACT-7")),
        pytest.param("row", 3, {}, 3, marks=pytest.mark.rule("CE-ACT-8")),
        pytest.param("sail", 30, {}, 3, marks=pytest.mark.rule("CE-ACT-9")),
        pytest.param("water_motor", 30, {}, 3, marks=pytest.mark.rule("CE-ACT-10")),
        pytest.param("climb", 2, {}, 6, marks=pytest.mark.rule("CE-ACT-11")),
        pytest.param("climb", 2, {"aid": "rope"}, 4, marks=pytest.mark.rule("CE-ACT-12")),
        pytest.param("climb", 2, {"aid": "ladder"}, 2, marks=pytest.mark.rule("CE-ACT-13")),
        pytest.param("slither", 2, {"incline": "up_30"}, 8, marks=pytest.mark.rule("CE-ACT-14")),
        pytest.param("slither", 2, {"incline": "up_60"}, 12, marks=pytest.mark.rule("CE-ACT-15")),
        pytest.param("slither", 2, {"incline": "down_30"}, 8, marks=pytest.mark.rule("CE-ACT-16", "CE-RUL-59")),
        pytest.param("slither", 2, {"incline": "down_60"}, 4, marks=pytest.mark.rule("CE-ACT-17", "CE-RUL-59")),
        pytest.param("slither", 2, {"uneven": True}, 6, marks=pytest.mark.rule("CE-ACT-18")),
        pytest.param("slither", 2, {"wet": True}, 6, marks=pytest.mark.rule("CE-ACT-19")),
        pytest.param("slither", 2, {"stealthy": True}, 8, marks=pytest.mark.rule("CE-ACT-20")),
    ],
)
def test_a_way_costs_what_its_row_says(mode: Way, metres: int, fields: dict[str, Any], points: int) -> None:
    spec = mover().when(go(mode, metres, **fields)).then(PointsSpent(combatant="a", points=points, what="move"), Moved)
    assert person(spec, "a").pool == 60 - points


@pytest.mark.rule("CE-ACT-40", "CE-RUL-60")
@pytest.mark.parametrize(
    ("mode", "metres", "points"),
    [("wheels", 25, 3), ("wheels", 15, 2), ("wheels", 10, 1), ("legs4", 1, 1), ("legs4", 3, 2), ("flight", 41, 5)],
)
def test_a_started_unit_costs_a_full_one(mode: Way, metres: int, points: int) -> None:
    assert cost(mover().when(go(mode, metres))) == points


@pytest.mark.rule("CE-ACT-40", "CE-RUL-60")
def test_nothing_of_a_started_unit_is_kept_for_the_next_step() -> None:
    spec = mover()
    for _ in range(2):
        assert cost(spec.when(go("wheels", 5))) == 1


@pytest.mark.rule("CE-ACT-40")
def test_a_move_goes_somewhere() -> None:
    mover().when(go("legs2", 0)).refused("CE-ACT-40")
    mover(position=at(3, 4)).when(go("legs2", to=GoalSheet(x=3, y=4))).refused("CE-ACT-40")


def test_a_move_has_a_length_or_a_goal() -> None:
    mover().when(go("legs2")).refused(None, "invalid")
    mover(position=at(3, 4)).when(go("legs2", 1, to=GoalSheet(x=3, y=5))).refused(None, "invalid")


@pytest.mark.rule("CE-ACT-41", "CE-RUL-58")
@pytest.mark.parametrize(
    ("metres", "fields", "points"),
    [
        (1, {"incline": "up_30", "stealthy": True}, 4),
        (1, {"incline": "up_60", "stealthy": True}, 6),
        (1, {"incline": "up_30", "stealthy": True, "wet": True}, 5),
        (2, {"incline": "up_30", "uneven": True, "wet": True}, 8),
        (3, {"stealthy": True, "uneven": True}, 9),
    ],
)
def test_factors_multiply_and_additions_come_after_them(metres: int, fields: dict[str, Any], points: int) -> None:
    assert cost(mover().when(go("legs2", metres, **fields))) == points


@pytest.mark.rule("CE-ACT-42")
@pytest.mark.parametrize("mode", ["swim", "row", "sail", "water_motor", "climb"])
def test_inclines_are_for_what_goes_or_flies(mode: Way) -> None:
    mover().when(go(mode, 1, incline="up_30")).refused("CE-ACT-42")


@pytest.mark.rule("CE-ACT-42")
@pytest.mark.parametrize("mode", ["hover", "flight", "swim", "row", "sail", "water_motor", "climb"])
def test_the_ground_is_for_what_touches_it(mode: Way) -> None:
    mover().when(go(mode, 1, uneven=True)).refused("CE-ACT-42")
    mover().when(go(mode, 1, wet=True)).refused("CE-ACT-42")


@pytest.mark.rule("CE-ACT-42")
@pytest.mark.parametrize(
    ("mode", "incline", "ground"),
    [
        ("legs2", True, True),
        ("legs4", True, True),
        ("slither", True, True),
        ("wheels", True, True),
        ("hover", True, False),
        ("flight", True, False),
    ],
)
def test_what_inclines_and_ground_go_with(mode: Way, incline: bool, ground: bool) -> None:
    fields: dict[str, Any] = {"incline": "up_30"} if incline else {}
    mover().when(go(mode, 1, **fields, uneven=ground, wet=ground)).then(Moved)


@pytest.mark.rule("CE-ACT-42", "CE-ACT-20", "CE-RUL-97")
@pytest.mark.parametrize("mode", EVERY_WAY)
def test_stealth_goes_with_every_mode(mode: Way) -> None:
    plain, quiet = cost(mover().when(go(mode, 10))), cost(mover().when(go(mode, 10, stealthy=True)))
    assert quiet == 2 * plain


@pytest.mark.rule("CE-ACT-42")
def test_rope_and_ladder_are_for_climbing() -> None:
    mover().when(go("legs2", 1, aid="rope")).refused("CE-ACT-42")


@pytest.mark.rule("CE-ACT-43")
def test_a_mode_is_among_those_of_the_mover() -> None:
    at_turn("a").when(go("legs4", 1)).refused("CE-ACT-43")
    at_turn("a").when(go("row", 1)).refused("CE-ACT-43")
    for mode in ("legs2", "swim", "climb"):
        at_turn("a").when(go(mode, 1)).then(Moved)


@pytest.mark.rule("CE-ACT-43")
def test_a_vehicle_moves_in_its_own_modes() -> None:
    move = Move(actor="dan", mode="legs2", distance_m=1, vehicle=RAPIER)
    at_the_wheel().when(move).refused("CE-ACT-43")


def test_a_step_that_slot_or_pool_cannot_bear_is_refused() -> None:
    at_turn("a").when(go("legs2", 2, incline="up_30", uneven=True, wet=True)).refused("CE-STAG-10")
    at_turn("a", pools={"a": 2}).when(go("legs2", 3)).refused("CE-MP-5")


# Where a way leads


@pytest.mark.rule("CE-RANGE-11")
def test_a_move_to_a_place_is_as_long_as_it_is_far() -> None:
    spec = mover(position=at(1, 1)).when(go("legs2", to=GoalSheet(x=4, y=5)))
    spec.then(
        PointsSpent(combatant="a", points=5, what="move"),
        Moved(combatant="a", mode="legs2", metres=5, place=Place(4, 5)),
    )
    assert where(spec, "a") == (4, 5)


@pytest.mark.rule("CE-RANGE-11")
def test_a_move_stays_as_high_as_it_is_unless_it_says_otherwise() -> None:
    spec = mover(position=at(0, 0, 5)).when(go("flight", to=GoalSheet(x=3, y=0)))
    assert person(spec, "a").place == Place(3, 0, 5)
    spec.when(go("flight", to=GoalSheet(x=3, y=0, elevation=0))).then(
        Moved(combatant="a", mode="flight", metres=5, place=Place(3, 0))
    )


@pytest.mark.rule("CE-RANGE-11")
def test_a_move_to_a_place_takes_a_position() -> None:
    spec = mover()
    spec.when(go("legs2", to=GoalSheet(x=4, y=5))).refused("CE-RANGE-11")
    assert "century.move/to_a_point" not in [form.name for form in spec.menu().forms]


@pytest.mark.rule("CE-RANGE-11", "CE-SHEET-17")
@pytest.mark.parametrize(
    ("place", "x", "elevation"),
    [(at(0, 0), (-60, 60), (-60, 60)), (at(99_990, 0, 7), (99_930, 100_000), (-53, 67))],
)
def test_a_point_to_move_to_is_named_within_the_way_that_can_be_paid(
    place: dict[str, int], x: tuple[int, int], elevation: tuple[int, int]
) -> None:
    menu = mover(position=place).menu(parse_speaker("player:a"))
    (form,) = [form for form in menu.forms if form.name == "century.move/to_a_point"]
    (to,) = [field for field in form.fields if field["name"] == "to"]
    axes = {part["name"]: menu.values(part, {}, {"actor": "a", "mode": "legs2"}) for part in to["fields"]}
    spans = {axis: values.span for axis, values in axes.items() if values is not None}
    assert (spans["x"], spans["elevation"]) == (x, elevation)


@pytest.mark.rule("CE-RANGE-11")
@pytest.mark.parametrize(
    ("heading", "metres", "goal"),
    [(0, 3, (0, 3)), (90, 3, (3, 0)), (225, 3, (-2, -2)), (30, 1, (1, 1)), (330, 1, (-1, 1)), (60, 4, (3, 2))],
)
def test_a_move_goes_along_the_heading(heading: int, metres: int, goal: tuple[int, int]) -> None:
    assert where(mover(position=at(0, 0), heading=heading).when(go("legs2", metres)), "a") == goal


@pytest.mark.rule("CE-RANGE-11")
def test_without_heading_or_position_only_the_cost_is_recorded() -> None:
    spec = mover(position=at(2, 2)).when(go("legs2", 3)).then(Moved(combatant="a", mode="legs2", metres=3))
    assert where(spec, "a") == (2, 2)
    assert where(mover(heading=0).when(go("legs2", 3)), "a") is None


@pytest.mark.rule("CE-RANGE-11")
def test_climbing_leaves_one_where_it_is() -> None:
    spec = mover(position=at(2, 2), heading=0).when(go("climb", 3)).then(Moved(combatant="a", mode="climb", metres=3))
    assert person(spec, "a").place == Place(2, 2)
    spec = mover(position=at(2, 2)).when(go("climb", to=GoalSheet(x=2, y=2, elevation=3)))
    assert (cost(spec), person(spec, "a").place) == (9, Place(2, 2))


@pytest.mark.rule("CE-SHEET-17")
def test_nobody_leaves_the_map() -> None:
    spec = at_the_wheel(sheet={"position": at(0, 99_990)})
    spec.when(drive(20)).refused("CE-SHEET-17")
    assert where(spec.when(drive(10)), RAPIER) == (0, 100_000)


@pytest.mark.rule("CE-RANGE-11", "CE-SHEET-17")
def test_the_narrator_says_where_somebody_is_and_where_it_looks() -> None:
    spec = at_turn("a").when(SetPosition(combatant="a", position=PointSheet(x=3, y=-4, elevation=2)))
    spec.then(Placed(combatant="a", place=Place(3, -4, 2)))
    spec.when(SetPosition(combatant="a", heading=270))
    assert (person(spec, "a").place, person(spec, "a").heading) == (Place(3, -4, 2), 270)
    spec.when(SetPosition(combatant="a", position=PointSheet(x=0, y=0)))
    assert (person(spec, "a").place, person(spec, "a").heading) == (Place(0, 0), 270)
    spec.when(SetPosition(combatant="a", nowhere=True)).then(Placed(combatant="a"))
    spec.when(SetPosition(combatant="a", nowhere=True)).refused("CE-RANGE-11")
    assert (person(spec, "a").place, person(spec, "a").heading) == (None, None)


def test_a_position_says_something_and_only_one_thing() -> None:
    at_turn("a").when(SetPosition(combatant="a")).refused(None, "invalid")
    at_turn("a").when(SetPosition(combatant="a", heading=3, nowhere=True)).refused(None, "invalid")


@pytest.mark.rule("CE-SHEET-17", "CE-RANGE-6")
@pytest.mark.parametrize(
    ("end", "metres"),
    [
        (Place(3, 4), 5),
        (Place(1, 1), 1),
        (Place(2, 3), 4),
        (Place(0, 2, 5), 5),
        (Place(2, 3, 6), 7),
        (Place(0, 0), 0),
        (Place(6, 2), 6),
    ],
)
def test_distances_are_straight_and_rounded_to_the_nearest_metre(end: Place, metres: int) -> None:
    assert distance_of(Place(0, 0), end) == metres == distance_of(end, Place(0, 0))


@pytest.mark.rule("CE-RANGE-6", "CE-RUL-65")
def test_positions_decide_the_range_where_both_are_known() -> None:
    def shooter(**target: Any) -> Specification:
        return at_turn(stub("a", "avenger_9mm", position=at(0, 0)), stub("b", **target))

    near, high = {"position": at(0, 6)}, {"position": at(0, 6, 4)}
    shooter(**near).when(attack("a", "b", range="medium")).refused("CE-RANGE-6")
    quiet = ("b: defence none",)
    assert _band(shooter(**near).when(attack("a", "b"), *quiet, throws=["d100: 90"])) == "short"
    assert _band(shooter(**high).when(attack("a", "b"), *quiet, throws=["d100: 90"])) == "medium"
    shooter().when(attack("a", "b")).refused("CE-RANGE-7", "invalid")
    assert _band(shooter().when(attack("a", "b", range="long"), *quiet, throws=["d100: 90"])) == "long"


def _band(spec: Specification) -> str | None:
    """The band of the attack just made."""
    assert spec.refusal is None, spec.refusal
    called = next(event for event in spec.events if event.type == "century.attack_called")
    return str(called.attack.band)  # type: ignore[attr-defined]


# Who moves with it, and what moving ends


@pytest.mark.rule("CE-ACT-49")
def test_moving_without_stealth_ends_hiding() -> None:
    hidden = SetCondition(combatant="a", condition="hidden")
    spec = at_turn("a", after=(hidden,))
    spec.when(go("legs2", 1, stealthy=True)).never(ConditionEnded)
    spec.when(go("legs2", 1)).then(ConditionEnded(combatant="a", condition="hidden", reason="moved"))


@pytest.mark.rule("CE-COVER-14")
def test_whoever_moves_leaves_its_cover() -> None:
    def covered() -> Specification:
        behind = SetCover(combatant="a", objects=(CoveringSheet(object="desk", percent=50),))
        return at_turn("a", things=(newcomer("desk"),), after=(behind,))

    spec = covered().when(go("legs2", 1)).then(Moved, CoverLost(combatant="a"))
    assert person(spec, "a").cover == Cover()
    spec = covered().when(go("legs2", 1, keeps_cover=True)).never(CoverLost)
    assert person(spec, "a").cover.objects == (Covered("desk", 50),)
    covered().when(go("legs2", 1, keeps_cover=True), speaker=parse_speaker("player:a")).refused("CE-COVER-14")


@pytest.mark.rule("CE-ACT-43")
def test_a_driver_who_forgets_the_vehicle_hears_how_to_name_it() -> None:
    spec = at_the_wheel().when(Move(actor="dan", mode="wheels", distance_m=10)).refused("CE-ACT-43")
    assert spec.refusal is not None
    named = f"to move Libretta Rapier, name it as vehicle: {RAPIER}."
    assert spec.refusal.detail == f"Dan cannot move by wheels, only by legs2, swim, climb; {named}"


@pytest.mark.rule("CE-CLASS-12")
def test_those_aboard_move_with_the_vehicle() -> None:
    spec = at_the_wheel("pia", sheet={"passengers": ["pia"], "position": at(0, 0)}).when(drive(30))
    assert [where(spec, name) for name in (RAPIER, "dan", "pia")] == [(0, 30)] * 3
    assert person(spec, "pia").pool == 10


@pytest.mark.rule("CE-CLASS-12", "CE-COVER-14", "CE-ACT-49")
def test_those_aboard_leave_their_cover_and_show_themselves() -> None:
    spec = at_the_wheel("pia", sheet={"passengers": ["pia"], "position": at(0, 0)})
    folded: Fight = spec.fight.fork()
    folded.people["pia"].cover = Cover((Covered("dan", 20),))
    folded.people["pia"].conditions = {"hidden": Condition("hidden")}
    spec.fight = folded
    spec.when(drive(10)).then(
        CoverLost(combatant="pia"), ConditionEnded(combatant="pia", condition="hidden", reason="moved")
    )


@pytest.mark.rule("CE-CLASS-12")
def test_whoever_sits_in_a_vehicle_walks_nowhere() -> None:
    at_the_wheel().when(Move(actor="dan", mode="legs2", distance_m=1)).refused("CE-CLASS-12")


def test_the_metres_of_a_round_are_counted() -> None:
    spec = mover().when(go("legs2", 3)).when(go("legs2", 1))
    assert person(spec, "a").metres == 4
