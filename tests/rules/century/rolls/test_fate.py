"""Fate Points on percentage rolls: before the throw, after it, what they cannot do (CE-FATE, CE-RUL-12, -25, -26)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Prompted, PromptLapsed, Resumed
from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.movement.vehicles import ControlCheck
from domain.rulesets.century.chapters.rolls.fate_points import (
    AnswerFateAfter,
    AnswerFateBefore,
    FateGranted,
    FateSpent,
    GrantFate,
)
from domain.rulesets.century.chapters.rolls.judging import LadderLearnt, RollClosed
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown
from domain.rulesets.century.chapters.round.ending import EndCombat
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.words import ConditionName
from tests.rules.century.builders import NOTHING, judged, parts_of_roll, result, way
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, roll, stub

LADDER = ("one", "two", "three", "four", "five")
PLAYER = Speaker("player", ("sam",))


def sam(fp: int = 5, **sheet: Any) -> Join:
    """A Character with Fate Points."""
    return stub("sam", **{"role": "character", "fp": fp, **sheet})


def thrown(number: int, base: int = 64, *, fp: int = 5, options: Any = None, **fields: Any) -> Specification:
    """Sam's roll, no fate spent before it; criticals have no effects."""
    spec = given(fight(sam(fp), **{"critical_effects": "none", **(options or {})}), policy("sam", "fate_before", 0))
    return spec.when(roll("sam", base, **fields), throws=[f"sam d100: {number}"])


def left(spec: Specification) -> int:
    """Sam's Fate Points."""
    return spec.fight.people["sam"].fp


@pytest.mark.rule("CE-SHEET-8")
def test_points_after_the_throw_are_paid_with_the_answer() -> None:
    thrown(70, roll_id="r").answer(1).then(FateSpent(combatant="sam", points=1, use="after", roll="r"), Resumed)


# Before the throw


@pytest.mark.rule("CE-FATE-1", "CE-FATE-5")
@pytest.mark.parametrize(("points", "target"), [(0, 50), (1, 75), (2, 100)])
def test_each_point_before_the_throw_adds_25(points: int, target: int) -> None:
    spec = given(fight(sam())).when(roll("sam")).asks("fate_before", "sam")
    assert spec.fight.prompts[0].about["target"] == 50
    spec.answer(points, throws=["sam d100: 40"])
    assert (result(spec).target, left(spec), parts_of_roll(spec).get("fate_before", 0)) == (
        target,
        5 - points,
        25 * points,
    )


@pytest.mark.rule("CE-FATE-5", "CE-FATE-10", "CE-RUL-30")
def test_points_spent_before_a_critical_failure_are_gone() -> None:
    eva = stub("eva", role="character", fp=5, agl=13, skills=[{"name": "Ranged Combat: Small", "level": 4}])
    call = roll("eva", candidates=[way(40, "agl", skill="Ranged Combat: Small")])
    spec = given(fight(eva, critical_effects="none")).when(call, "eva: fate_before 2", throws=["eva d100: 97"])
    assert (result(spec), spec.fight.people["eva"].fp) == ((114, False, -1), 3)
    assert parts_of_roll(spec) == {"base": 40, "ability": 12, "skill": 12, "fate_before": 50}
    critical = next(event for event in spec.events if isinstance(event, PercentThrown))
    assert (critical.critical, critical.severity) == ("failure", 2)


@pytest.mark.rule("CE-FATE-1")
@pytest.mark.parametrize("kind", ["skill", "reaction"])
def test_fate_counts_in_rolls_and_checks_and_attacks(kind: Any) -> None:
    spec = given(fight(sam())).when(
        roll("sam", kind=kind, on_failure=NOTHING), "sam: fate_before 1", throws=["sam d100: 40"]
    )
    assert result(spec).target == 75
    shooter = given(fight(sam(weapons=[{"id": "avenger_9mm"}], held={"right": "avenger_9mm"}), stub("b")))
    shooter.given(policy("b", "defence", "never"), *in_action("sam", "b"))
    shot = attack("sam", "b", range="long")
    shooter.when(shot, "sam: fate_before 1", "sam: fate_after 1", throws=["sam d100: 55", "1d6: 1"])
    assert (parts_of_roll(shooter)["fate_before"], judged(shooter).target, left(shooter)) == (25, 55, 3)


# After the throw


@pytest.mark.rule("CE-FATE-2", "CE-FATE-7", "CE-FATE-8")
def test_each_point_after_the_throw_adds_10_and_too_few_are_refused() -> None:
    spec = thrown(81).asks("fate_after", "sam")
    about = spec.fight.prompts[0].about
    assert (about["number"], about["target"], about["least"]) == (81, 64, 2)
    assert spec.listed_answers() == [0, 2, 3, 4, 5]
    spec.answer(1).refused("CE-FATE-7")
    assert spec.refusal is not None
    assert "2" in spec.refusal.detail
    spec.answer(2).then(FateSpent, RollClosed)
    assert (result(spec), judged(spec).number, left(spec)) == ((84, True, 1), 81, 3)


@pytest.mark.rule("CE-FATE-7", "CE-FATE-9")
def test_none_lets_the_result_stand() -> None:
    spec = thrown(81).answer(0).never(FateSpent)
    assert (result(spec), left(spec)) == ((64, False, -2), 5)


@pytest.mark.rule("CE-FATE-8")
@pytest.mark.parametrize(("number", "least"), [(65, 1), (74, 1), (75, 2), (84, 2), (85, 3), (95, 4)])
def test_the_smallest_saving_number(number: int, least: int) -> None:
    spec = thrown(number)
    assert spec.fight.prompts[0].about["least"] == least
    assert result(spec.answer(least)).success


@pytest.mark.rule("CE-FATE-3", "CE-RUL-25", "CE-SKILL-36")
def test_both_kinds_may_be_spent_on_one_roll_several_points_of_each() -> None:
    answers = ("sam: fate_before 2", "sam: fate_after 2")
    spec = given(fight(sam())).when(roll("sam", 25), *answers, throws=["sam d100: 95"])
    assert (result(spec), left(spec)) == ((95, True, 1), 1)


@pytest.mark.rule("CE-FATE-6")
@pytest.mark.parametrize(
    ("number", "fp", "fields"),
    [
        (81, 1, {}),
        (64, 5, {}),
        (96, 5, {}),
        (3, 5, {"ladder": LADDER}),
        (24, 5, {"ladder": LADDER[:4]}),
        (23, 5, {"ladder": LADDER}),
        (81, 5, {"hidden": True}),
        (81, 0, {}),
    ],
)
def test_where_fate_cannot_matter_nobody_is_asked(number: int, fp: int, fields: Any) -> None:
    spec = thrown(number, fp=fp, **fields).then(RollClosed)
    assert left(spec) == fp


@pytest.mark.rule("CE-FATE-6", "CE-FATE-7", "CE-DEG-2")
@pytest.mark.parametrize(("number", "least", "texts"), [(64, 2, 2), (63, 1, 2), (60, 1, 2), (34, 1, 4), (33, 1, 5)])
def test_with_a_ladder_fate_may_raise_the_degree(number: int, least: int, texts: int) -> None:
    spec = thrown(number, roll_id="suv", ladder=LADDER).asks("fate_after", "sam")
    assert spec.fight.prompts[0].about["least"] == least
    if least > 1:
        spec.answer(least - 1).refused("CE-FATE-7")
    spec.answer(least).then(LadderLearnt(roll="suv", combatant="sam", texts=LADDER[:texts]))
    assert left(spec) == 5 - least


@pytest.mark.rule("CE-FATE-6")
@pytest.mark.parametrize("base", [0, 10])
def test_after_a_critical_success_nobody_is_asked(base: int) -> None:
    spec = thrown(3, base, ladder=LADDER).then(RollClosed)
    assert (result(spec), left(spec)) == ((base, True, 1), 5)


@pytest.mark.rule("CE-FATE-6")
def test_a_degree_that_the_points_cannot_raise_is_not_asked_for() -> None:
    thrown(64, fp=1, ladder=LADDER).then(RollClosed)


@pytest.mark.rule("CE-FATE-9", "CE-RUL-26")
def test_fate_after_is_offered_once() -> None:
    spec = thrown(81, ladder=LADDER).answer(2).then(RollClosed)
    assert (spec.fight.prompts, result(spec).degree) == ((), 1)
    spec.when(AnswerFateAfter(actor="sam", fate=1)).refused("CE-ROLL-13")


# Who may spend how much


@pytest.mark.rule("CE-FATE-4")
def test_nobody_spends_more_than_there_is() -> None:
    spec = given(fight(sam(2))).when(roll("sam"))
    assert spec.listed_answers() == [0, 1, 2]
    spec.answer(3).refused("CE-FATE-4")
    spec.answer(0, throws=["sam d100: 60"]).answer(3).refused("CE-FATE-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer"


@pytest.mark.rule("CE-FATE-4")
def test_who_owns_no_fate_is_asked_for_none() -> None:
    spec = given(fight(stub("jonny"), sam()))
    spec.when(roll("jonny"), "jonny: fate_before 1").refused("CE-FATE-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0].answer"
    spec.when(roll("jonny"), throws=["jonny d100: 51"]).then(RollClosed)
    given(fight(sam(0))).when(roll("sam"), throws=["sam d100: 51"]).then(RollClosed).never(Prompted)


@pytest.mark.rule("CE-FATE-4")
def test_nobody_spends_on_rolls_of_others() -> None:
    spec = given(fight(stub("jonny", role="major", fp=2), sam())).when(roll("jonny"))
    spec.when(AnswerFateBefore(actor="sam", fate=1), speaker=PLAYER).refused("CE-ROLL-13")
    assert [prompt.to for prompt in spec.fight.prompts] == ["jonny"]


@pytest.mark.rule("CE-FATE-4")
def test_a_driver_spends_on_rolls_of_the_vehicle() -> None:
    suv = Join(template="suv", id="suv", sheet={"driver": "sam"})
    spec = given(fight(sam(), suv)).when(ControlCheck(vehicle="suv", base=50))
    spec.asks("fate_before", "sam").answer(1, throws=["sam d100: 70"])
    assert (result(spec), left(spec)) == ((75, True, 1), 4)


@pytest.mark.rule("CE-FATE-4", "CE-FATE-11")
@pytest.mark.parametrize("condition", ["unconscious", "dying"])
def test_the_unconscious_spend_none(condition: ConditionName) -> None:
    spec = given(fight(sam()), SetCondition(combatant="sam", condition=condition))
    call = roll("sam", kind="reaction", candidates=[way(50, "con")], on_failure=NOTHING)
    spec.when(call, throws=["sam d100: 51"]).then(RollClosed)
    assert left(spec) == 5


@pytest.mark.rule("CE-FATE-11")
def test_fate_buys_no_move_points() -> None:
    spec = given(fight(sam()), *in_action("sam")).when(roll("sam"), "sam: fate_before 1", throws=["sam d100: 40"])
    assert (spec.fight.people["sam"].pool, spec.fight.people["sam"].mp_max) == (10, 10)


@pytest.mark.rule("CE-FATE-4")
def test_a_prompt_lapses_with_the_last_point() -> None:
    spec = given(fight(sam(1))).when(roll("sam"))
    taken = GrantFate(combatant="sam", amount=-1)
    spec.when(taken, throws=["sam d100: 40"]).then(FateGranted, PromptLapsed, RollClosed)
    spec = thrown(81, fp=2).asks("fate_after", "sam").when(taken).then(PromptLapsed, RollClosed)
    assert (result(spec).success, left(spec)) == (False, 1)


# Critical failures


@pytest.mark.rule("CE-FATE-10", "CE-RUL-12")
def test_fate_does_not_touch_criticals() -> None:
    thrown(96, 95).then(RollClosed).never(FateSpent)
    spec = given(fight(sam(), critical_effects="none"))
    spec.when(roll("sam", 90), "sam: fate_before 1", throws=["sam d100: 96"])
    assert result(spec) == (115, False, -1)


@pytest.mark.rule("CE-RUL-12")
@pytest.mark.parametrize(("base", "least"), [(90, 1), (100, 1), (86, 1), (85, 2), (60, 4)])
def test_by_option_fate_afterwards_rescues_a_critical_failure(base: int, least: int) -> None:
    options = {"fate_after_critical_failure": True, "critical_effects": "narrator"}
    spec = thrown(96, base, options=options).asks("fate_after", "sam")
    assert spec.fight.prompts[0].about["least"] == least
    spec.answer(least).then(RollClosed)
    assert judged(spec).success
    assert not spec.fight.prompts
    spec = thrown(96, base, options=options).answer(0).asks("choose_critical", "narrator")
    assert judged(spec).success is False


# Policies, and where fate comes from


@pytest.mark.rule("CE-FATE-12")
@pytest.mark.parametrize(("standing", "spent"), [(0, 0), (2, 2), (9, 5)])
def test_a_number_is_spent_before_every_roll(standing: int, spent: int) -> None:
    spec = given(fight(sam()), policy("sam", "fate_before", standing), policy("sam", "fate_after", "never"))
    spec.when(roll("sam"), throws=["sam d100: 95"])
    assert left(spec) == 5 - spent


@pytest.mark.rule("CE-FATE-12")
@pytest.mark.parametrize(
    ("standing", "number", "fields", "spent"),
    [
        ("never", 81, {}, 0),
        ("if_it_saves", 81, {}, 2),
        ("if_it_saves", 81, {"kind": "reaction", "on_failure": NOTHING}, 2),
        ("if_it_saves", 63, {"ladder": LADDER}, 0),
    ],
)
def test_fate_after_by_policy(standing: str, number: int, fields: Any, spent: int) -> None:
    spec = given(fight(sam()), policy("sam", "fate_before", 0), policy("sam", "fate_after", standing))
    spec.when(roll("sam", 64, **fields), throws=[f"sam d100: {number}"]).then(RollClosed)
    assert (left(spec), result(spec).success) == (5 - spent, spent > 0 or number <= 64)


@pytest.mark.rule("CE-FATE-12", "CE-RUL-12")
def test_by_policy_a_critical_failure_is_saved_too_where_it_can_be() -> None:
    options = {"fate_after_critical_failure": True, "critical_effects": "none"}
    spec = given(fight(sam(), **options), policy("sam", "fate_before", 0), policy("sam", "fate_after", "if_it_saves"))
    spec.when(roll("sam", 100), throws=["sam d100: 96"])
    assert (result(spec), left(spec)) == ((110, True, 2), 4)


@pytest.mark.rule("CE-FATE-13")
def test_fate_comes_back_by_the_narrators_word_alone() -> None:
    spec = given(fight(sam(2), stub("jonny"))).when(roll("sam"), "sam: fate_before 1", throws=["sam d100: 40"])
    assert left(spec) == 1
    given_back = GrantFate(combatant="sam", amount=3, reason="a good story")
    spec.when(given_back, speaker=PLAYER).refused(None, "not_yours")
    spec.when(given_back).then(FateGranted(combatant="sam", points=3, reason="a good story"))
    assert left(spec) == 4
    spec.when(GrantFate(combatant="sam", amount=-4))
    assert left(spec) == 0


@pytest.mark.rule("CE-FATE-13")
def test_neither_a_round_nor_the_end_of_combat_brings_fate_back() -> None:
    spec = given(fight(sam(2)), policy("sam", "initiative_after", "never"))
    spec.when(BeginRound(), "sam: initiative_before 1", throws=["sam 2d6: 3 4"])
    assert left(spec) == 1
    spec.when(FinishRound(actor="sam"))
    spec.when(BeginRound(), "sam: initiative_before 0", throws=["sam 2d6: 3 4"])
    assert left(spec) == 1
    spec.when(EndCombat())
    assert left(spec) == 1


@pytest.mark.rule("CE-FATE-13", "CE-SHEET-8")
def test_grants_stay_within_what_one_may_own() -> None:
    spec = given(fight(sam(2), stub("jonny")))
    for amount in (-3, 98):
        spec.when(GrantFate(combatant="sam", amount=amount)).refused("CE-SHEET-8")
        assert spec.refusal is not None
        assert spec.refusal.field == "command.amount"
    spec.when(GrantFate(combatant="sam", amount=0)).refused(None, "invalid")
    spec.when(GrantFate(combatant="jonny", amount=1)).refused("CE-SHEET-8")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"
    spec.when(GrantFate(combatant="sam", amount=97)).then(FateGranted(combatant="sam", points=97))
    assert left(spec) == 99
    spec.when(GrantFate(combatant="sam", amount=-99)).then(FateGranted(combatant="sam", points=-99))
    assert left(spec) == 0


@pytest.mark.rule("CE-RUL-13")
def test_whether_a_revolver_fails_at_96_is_an_option() -> None:
    plain: Any = {"revolver_criticals": False}
    cases: Any = ((96, {}, None), (98, {}, None), (99, {}, "failure"), (95, plain, None), (96, plain, "failure"))
    for number, options, critical in cases:
        spec = given(fight(stub("a", "magnum_357"), stub("b"), critical_effects="none", **options))
        spec.given(policy("b", "defence", "never"), *in_action("a", "b"))
        spec.when(attack("a", "b", range="short"), throws=[f"a d100: {number}"])
        fallen = next(event for event in spec.events if isinstance(event, PercentThrown))
        assert fallen.critical == critical
