"""Care for the wounded: stabilizing (CE-DOWN-6) and Stimpaks (CE-DMG-7)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.conditions.care import Rest, Rested, Stabilize, StimpakUsed, UseStimpak
from domain.rulesets.century.chapters.conditions.downed import Died, HpGained, Revived, SetDowned, Stabilized
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.ending import LeaveField, LeftField
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from tests.rules.century.builders import at, at_turn, conditions, found, person, refused
from tests.rules.century.specification import Specification, fight, given, in_action, newcomer, stub

HELP = Stabilize(actor="a", patient="b")
MEDICAL = 'narrator: set_target {"candidates": [{"skill": "Medical", "abilities": ["iq"], "base": 50}]}'


def helper(patient: dict[str, Any], **sheet: Any) -> Specification:
    """``a`` with a Stimpak beside ``b``, who is dying unless its sheet says otherwise."""
    return at_turn(stub("a", **{"stimpaks": 1, **sheet}), stub("b", **{"hp": -2, **patient}), "c", scores={"c": 1})


# Stabilizing


@pytest.mark.rule("CE-DOWN-6", "CE-RUL-91", "CE-ACT-52")
def test_stabilizing_costs_5_and_takes_a_roll_that_the_narrator_sets() -> None:
    spec = (
        helper({})
        .when(HELP)
        .then(PointsSpent(combatant="a", points=5, what="stabilize"))
        .asks("set_target", "narrator")
    )
    asked = spec.fight.prompts[0].about
    assert (asked["skill"], asked["target"], asked["what"]) == ("Medical", "b", "stabilize")
    spec.answer({"candidates": [{"base": 50}]}, throws=["a d100: 50"]).then(
        RollCalled, Stabilized(combatant="b", by="a")
    )
    patient = person(spec, "b")
    assert (patient.hp, patient.dies_in_round) == (-2, None)
    assert patient.conditions.keys() == {"unconscious", "stabilized"}


@pytest.mark.rule("CE-DOWN-6", "CE-RUL-91")
def test_a_failed_roll_stabilizes_nobody() -> None:
    spec = helper({}).when(HELP, MEDICAL, throws=["a d100: 51"]).never(Stabilized)
    assert (person(spec, "a").pool, "dying" in person(spec, "b").conditions) == (5, True)


@pytest.mark.rule("CE-DOWN-6")
def test_the_narrator_may_let_it_succeed_or_fail() -> None:
    helper({}).when(HELP, "narrator: set_target succeeds").then(Stabilized(combatant="b", by="a"))
    helper({}).when(HELP, "narrator: set_target fails").never(Stabilized)


@pytest.mark.rule("CE-DOWN-6")
def test_the_skill_helps_and_is_not_required() -> None:
    skilled = {"iq": 10, "skills": [{"name": "Medical", "level": 2}]}
    helper({}, **skilled).when(HELP, MEDICAL, throws=["d100: 59"]).then(Stabilized)
    helper({}, iq=10).when(HELP, MEDICAL, throws=["d100: 53"]).then(Stabilized)
    helper({}, iq=10).when(HELP, MEDICAL, throws=["d100: 54"]).never(Stabilized)


@pytest.mark.rule("CE-DOWN-6")
def test_only_the_dying_are_stabilized() -> None:
    helper({"hp": 1}).when(HELP).refused("CE-DOWN-6")
    helper({"hp": -5}).when(HELP).refused("CE-DOWN-6")
    spec = helper({}).given(SetDowned(combatant="b", status="stabilized"))
    spec.when(HELP).refused("CE-DOWN-6")
    helper({}).when(Stabilize(actor="a", patient="a")).refused("CE-DOWN-6")
    helper({}).given(LeftField(combatant="b")).when(HELP).refused("CE-DOWN-6")


@pytest.mark.rule("CE-DOWN-6")
def test_the_patient_is_within_a_metre_if_positions_say_so() -> None:
    helper({"position": at(0, 2)}, position=at(0, 0)).when(HELP).refused("CE-DOWN-6")
    helper({"position": at(1, 1)}, position=at(0, 0)).when(HELP).asks("set_target", "narrator")
    helper({"position": at(0, 2)}).when(HELP).asks("set_target", "narrator")


@pytest.mark.rule("CE-DOWN-6")
def test_anybody_may_try_again() -> None:
    spec = helper({}).when(HELP, MEDICAL, throws=["d100: 51"])
    again = Stabilize(actor="c", patient="b")
    spec.when(again, MEDICAL, throws=["c d100: 51"]).never(Stabilized)
    spec.when(HELP, MEDICAL, throws=["a d100: 50"]).then(Stabilized(combatant="b", by="a"))


@pytest.mark.rule("CE-DOWN-6")
def test_whoever_has_died_meanwhile_is_beyond_help() -> None:
    spec = helper({}).when(HELP).given(Died(combatant="b"))
    spec.answer("succeeds").never(Stabilized)


# Stimpaks


@pytest.mark.rule("CE-DMG-7", "CE-RUL-92", "CE-ACT-52", "CE-DATA-72")
def test_a_stimpak_gives_1d6_and_is_used_up() -> None:
    spec = helper({"hp": 3}, stimpaks=2).when(UseStimpak(actor="a", patient="b"), throws=["1d6: 4"])
    healed = next(event for event in spec.events if isinstance(event, HpGained))
    assert (healed.points, healed.hp, healed.by, healed.dice and healed.dice.dice) == (4, 7, "a", (4,))
    spec.then(
        PointsSpent(combatant="a", points=4, what="use_stimpak"),
        StimpakUsed(combatant="a", patient="b", left=1),
        HpGained,
        HealthChanged(combatant="b", before="half", now="fresh"),
    )
    assert (person(spec, "b").hp, person(spec, "a").stimpaks) == (7, 1)


@pytest.mark.rule("CE-DMG-7")
def test_a_stimpak_helps_its_user_too() -> None:
    spec = helper({}, hp=5).when(UseStimpak(actor="a", patient="a"), throws=["1d6: 6"])
    assert person(spec, "a").hp == 10


@pytest.mark.rule("CE-DMG-7", "CE-DMG-6")
def test_no_stimpak_heals_beyond_the_maximum() -> None:
    spec = helper({"hp": 9}).when(UseStimpak(actor="a", patient="b"), throws=["1d6: 6"])
    assert person(spec, "b").hp == 10


@pytest.mark.rule("CE-DMG-7", "CE-DOWN-9")
def test_whoever_is_above_0_again_wakes_up() -> None:
    spec = helper({}).when(UseStimpak(actor="a", patient="b"), throws=["1d6: 3"]).then(HpGained, Revived(combatant="b"))
    assert (person(spec, "b").hp, person(spec, "b").up) == (1, True)
    spec = helper({}).when(UseStimpak(actor="a", patient="b"), throws=["1d6: 2"]).never(Revived)
    assert "dying" in person(spec, "b").conditions


@pytest.mark.rule("CE-DMG-7", "CE-SHEET-85")
def test_it_takes_a_stimpak() -> None:
    helper({}, stimpaks=0).when(UseStimpak(actor="a", patient="b")).refused("CE-DMG-7")


@pytest.mark.rule("CE-DMG-7")
def test_nothing_helps_the_dead_or_a_thing() -> None:
    helper({"hp": -5}).when(UseStimpak(actor="a", patient="b")).refused("CE-DMG-7")
    desk = at_turn(stub("a", stimpaks=1), things=(newcomer("desk"),))
    desk.when(UseStimpak(actor="a", patient="desk")).refused("CE-DMG-7")
    helper({}).given(LeftField(combatant="b")).when(UseStimpak(actor="a", patient="b")).refused("CE-DMG-7")


@pytest.mark.rule("CE-DMG-7")
def test_a_stimpak_reaches_a_metre() -> None:
    far = helper({"position": at(0, 2)}, position=at(0, 0))
    far.when(UseStimpak(actor="a", patient="b")).refused("CE-DMG-7")
    near = helper({"position": at(0, 1)}, position=at(0, 0))
    near.when(UseStimpak(actor="a", patient="b"), throws=["1d6: 1"]).then(HpGained)


# Rest


def rests(days: int, *combatants: str) -> Rest:
    """Days of rest for these, or for everybody."""
    return Rest(combatants=combatants, days=days)


@pytest.mark.rule("CE-DMG-11", "CE-RUL-101", "CE-DMG-6", "CE-HC-4")
def test_each_day_of_rest_gives_one_hit_point_up_to_the_maximum() -> None:
    spec = given(fight(stub("a", hp=3), stub("b", hp=9), stub("c"), "desk")).when(rests(4))
    spec.then(
        Rested(combatants=("a", "b", "c"), days=4),
        HpGained(combatant="a", points=4, hp=7, source="rest"),
        HealthChanged,
        HpGained(combatant="b", points=1, hp=10, source="rest"),
    )
    assert [event.combatant for event in found(spec, HpGained)] == ["a", "b"]


@pytest.mark.rule("CE-DMG-11", "CE-RUL-101")
@pytest.mark.parametrize(("points", "left"), [(0, 3), (2, 7), (20, 10)])
def test_an_option_says_how_much_a_day_gives(points: int, left: int) -> None:
    spec = given(fight(stub("a", hp=3), stub("b", hp=3), rest_hp=points)).when(rests(2, "a"))
    assert (person(spec, "a").hp, person(spec, "b").hp, found(spec, Rested)) == (
        left,
        3,
        [Rested(combatants=("a",), days=2)],
    )


@pytest.mark.rule("CE-DMG-11", "CE-DOWN-9")
def test_rest_wakes_those_who_have_1_again() -> None:
    stable = [SetDowned(combatant=name, status="stabilized") for name in "ab"]
    spec = given(fight(stub("a", hp=-2), stub("b", hp=10)), *stable)
    spec.when(rests(2)).then(Revived(combatant="b"))
    assert conditions(spec.fight, "a") == {"unconscious", "stabilized"}
    assert person(spec.when(rests(1)).then(Revived(combatant="a")), "a").hp == 1


@pytest.mark.rule("CE-DMG-11")
def test_nobody_rests_in_combat_or_while_somebody_is_dying() -> None:
    dying = given(fight(stub("a", hp=5), stub("b", hp=-2)))
    dying.when(rests(1, "a")).refused("CE-DMG-11")
    fought = given(fight(stub("a", hp=5), "b"), *in_action("a", "b"))
    fought.when(rests(1)).refused("CE-DMG-11")


@pytest.mark.rule("CE-DMG-11")
def test_rest_is_for_the_living() -> None:
    spec = given(fight(stub("a", hp=5), stub("b", hp=-7), "desk", "libretta_rapier", stub("c", hp=5)))
    for name in ("b", "desk", "libretta_rapier"):
        refused(spec.when(rests(1, "a", name)), "CE-DMG-11", "command.combatants[1]")
    spec.given(LeaveField(combatant="c"))
    refused(spec.when(rests(1, "c")), "CE-DMG-11", "command.combatants[0]")
    refused(spec.when(rests(1, "a", "a")), None, "command.combatants", "invalid")
    assert found(spec.when(rests(1)), Rested) == [Rested(combatants=("a",), days=1)]
