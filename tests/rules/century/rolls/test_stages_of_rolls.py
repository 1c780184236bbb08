"""How a roll goes on from stage to stage, and how it may end before its throw (CE-ROLL-9, -12 to -14, -16 to -19)."""

from typing import Any

import pytest

from domain.core.commands import Answer
from domain.core.events import Answered, AnswerUnused, Commanded, Prompted, PromptLapsed
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet, SetCondition
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.attempts import Attempt, AttemptJudged, AttemptMade
from domain.rulesets.century.chapters.rolls.calls import CallRoll, CallRolls, WithdrawRoll
from domain.rulesets.century.chapters.rolls.fate_points import (
    AnswerFateAfter,
    AnswerFateBefore,
    FateReturned,
    FateSpent,
)
from domain.rulesets.century.chapters.rolls.judging import LadderLearnt, RollClosed, RollJudged
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.opening import AnswerApproach, ApproachChosen
from domain.rulesets.century.chapters.rolls.throwing import AwardCritical, CriticalAwarded, PercentThrown, TargetFixed
from domain.rulesets.century.parts import CandidateSheet, ConsequenceSheet, ModifierSheet
from domain.rulesets.century.state import Candidate
from domain.rulesets.century.words import ConditionName
from tests.rules.century.builders import NOTHING, audiences, judged, parts_of_roll, result, way
from tests.rules.century.specification import Specification, fight, given, policy, roll, stub

WAYS = (way(50, "iq", key="detective"), way(30, "iq", key="perception"))
PLAYER = Speaker("player", ("a",))


def hero(**sheet: Any) -> Specification:
    """A Character with five Fate Points, and somebody else; criticals do nothing but succeed or fail."""
    return given(fight(stub("a", **{"role": "character", "fp": 5, **sheet}), stub("b"), critical_effects="none"))


def attempt(**fields: Any) -> Attempt:
    """Somebody tries something outside combat."""
    return Attempt(actor="a", what="climb the wall", **fields)


def state(name: ConditionName) -> SetCondition:
    """The narrator sets a condition on the hero."""
    return SetCondition(combatant="a", condition=name)


# The order


@pytest.mark.rule("CE-ROLL-12")
def test_each_stage_is_a_fact_that_follows_from_the_one_before() -> None:
    spec = hero().when(
        roll("a", candidates=WAYS),
        "a: approach detective",
        "a: fate_before 1",
        "a: fate_after 1",
        throws=["a d100: 80"],
    )
    stages: list[type[Event]] = [
        RollCalled, Answered, ApproachChosen, Answered, FateSpent, TargetFixed, PercentThrown, Answered, FateSpent,
        RollJudged, RollClosed,
    ]  # fmt: skip
    assert [type(event) for event in spec.events[1:]] == stages
    first = spec.fight.version - len(spec.events) + 1
    assert spec.causes[1:] == [first + place for place in range(len(stages))]


@pytest.mark.rule("CE-ROLL-12")
def test_stages_without_content_make_no_fact() -> None:
    spec = given(fight(stub("a"))).when(roll("a"), throws=["a d100: 50"])
    assert [type(event) for event in spec.events[1:]] == [
        RollCalled, TargetFixed, PercentThrown, RollJudged, RollClosed,
    ]  # fmt: skip


@pytest.mark.rule("CE-ROLL-12", "CE-RUL-26")
def test_effect_and_consequence_come_after_degree() -> None:
    failed: Any = ({"effect": "drunk", "amount": 10},)
    spec = given(fight(stub("a")))
    spec.when(roll("a", kind="reaction", on_failure=failed), throws=["a d100: 97"]).asks("choose_critical", "narrator")
    spec.then(RollJudged).never(ConditionSet, RollClosed)
    spec.answer({"effect": "none"}).then(ConditionSet, RollClosed)


@pytest.mark.rule("CE-ROLL-12", "CE-ROLL-13")
def test_the_target_number_reads_what_stands_after_fate_is_declared_and_nothing_later() -> None:
    spec = hero().when(roll("a")).given(SetScene(light="low")).answer(0, throws=["a d100: 40"])
    assert parts_of_roll(spec)["light_low"] == -30
    spec.given(SetScene(light="dark"), SetCondition(combatant="a", condition="unlucky", amount=50)).answer(0)
    assert result(spec) == (20, False, -2)


# Answers at the wrong stage


@pytest.mark.rule("CE-ROLL-13")
def test_an_answer_that_nobody_asks_for_is_refused() -> None:
    spec = hero().when(roll("a", candidates=WAYS))
    spec.when(AnswerFateBefore(actor="a", fate=1)).refused("CE-ROLL-13")
    spec.when(AnswerFateAfter(actor="a", fate=1)).refused("CE-ROLL-13")
    spec.when(AwardCritical(award=True)).refused("CE-ROLL-13")
    spec.when(AnswerApproach(actor="a", candidate="detective")).asks("fate_before", "a")
    spec.when(AnswerApproach(actor="a", candidate="detective")).refused("CE-ROLL-13")
    spec.when(AnswerFateBefore(actor="a", fate=0), throws=["a d100: 90"]).asks("fate_after", "a")
    spec.when(AnswerFateAfter(actor="a", fate=0)).then(RollClosed)


@pytest.mark.rule("CE-ROLL-13")
@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (roll("a"), "a: approach main"),
        (roll("a", candidates=WAYS), "b: approach detective"),
        (roll("b", candidates=WAYS), "b: fate_before 0"),
        (roll("b"), "b: fate_after 0"),
        (roll("a", hidden=True), "a: fate_after 0"),
        (roll("a"), "narrator: award_critical true"),
        (roll("a"), 'narrator: choose_critical {"effect": "none"}'),
        (roll("a"), "narrator: consequence standard"),
        (roll("a", kind="reaction", on_failure=NOTHING), "narrator: consequence standard"),
        (roll("a"), "narrator: set_target succeeds"),
        (CallRolls(rollers=("b",), candidates=WAYS[:1]), "b: approach detective"),
    ],
)
def test_an_answer_sent_along_to_a_prompt_that_cannot_open_is_refused(call: Any, answer: str) -> None:
    spec = hero().when(call, answer).refused("CE-ROLL-13")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answers[0]"


@pytest.mark.rule("CE-ROLL-13")
def test_what_only_the_die_can_tell_is_not_refused() -> None:
    spec = hero().when(roll("a"), "a: fate_before 0", "a: fate_after 1", throws=["a d100: 40"])
    spec.then(RollClosed, AnswerUnused(kind="fate_after", to="a", answer=1))
    options = {"criticals": "narrator", "critical_effects": "narrator"}
    spec = given(fight(stub("a"), **options))
    sent = ("narrator: award_critical true", 'narrator: choose_critical {"effect": "none"}')
    spec.when(roll("a"), *sent, throws=["a d100: 3"]).then(CriticalAwarded, RollClosed).never(AnswerUnused)


# Who cannot roll


@pytest.mark.rule("CE-ROLL-17", "CE-REACT-8")
@pytest.mark.parametrize(
    ("condition", "skill", "constitution", "wits"),
    [("dead", False, False, False), ("unconscious", False, True, False), ("stunned", False, True, True)],
)
def test_who_makes_which_rolls(condition: ConditionName, skill: bool, constitution: bool, wits: bool) -> None:
    for legal, call in (
        (skill, roll("b")),
        (constitution, roll("b", kind="reaction", candidates=[way(50, "con")])),
        (wits, roll("b", kind="reaction", candidates=[way(50, "con", "iq")])),
        (wits, roll("b", kind="reaction", candidates=[way(50, "con", skill="Perception")])),
        (wits, roll("b", kind="reaction", candidates=[way(50)])),
    ):
        spec = hero().given(SetCondition(combatant="b", condition=condition))
        if legal:
            spec.when(call, throws=["b d100: 1"]).then(RollJudged)
        else:
            spec.when(call).refused("CE-ROLL-17")


@pytest.mark.rule("CE-ROLL-17")
@pytest.mark.parametrize("condition", ["dead", "dying", "unconscious", "stunned"])
def test_who_cannot_roll_attempts_nothing(condition: ConditionName) -> None:
    hero().given(state(condition)).when(attempt()).refused("CE-ROLL-17")


@pytest.mark.rule("CE-ROLL-17")
def test_of_several_ways_those_remain_that_are_possible() -> None:
    both = [way(50, "con", key="body"), way(50, "iq", key="mind")]
    spec = given(fight(stub("a"))).given(state("unconscious"))
    spec.when(roll("a", kind="reaction", candidates=both), throws=["a d100: 50"])
    assert next(event for event in spec.events if isinstance(event, RollCalled)).candidates == (
        Candidate("body", 50, None, ("con",)),
    )


# Before the throw


@pytest.mark.rule("CE-ROLL-14", "CE-FATE-5")
@pytest.mark.parametrize("condition", ["dead", "unconscious", "stunned"])
def test_who_falls_before_the_throw_does_not_throw(condition: ConditionName) -> None:
    spec = hero().when(roll("a", candidates=WAYS)).when(state(condition))
    spec.then(PromptLapsed, RollClosed).never(PercentThrown)
    assert [event.how for event in spec.events if isinstance(event, RollClosed)] == ["void"]
    spec = hero().when(roll("a")).when(state(condition)).then(PromptLapsed, RollClosed).never(PercentThrown, FateSpent)
    assert (spec.fight.rolls, spec.fight.prompts, spec.fight.people["a"].fp) == ({}, (), 5)


@pytest.mark.rule("CE-ROLL-14", "CE-ROLL-19", "CE-FATE-5")
def test_fate_spent_on_a_roll_that_never_falls_comes_back() -> None:
    for command, how in ((state("dead"), "void"), (WithdrawRoll(roll_id="jump"), "withdrawn")):
        spec = (
            hero()
            .when(roll("a", roll_id="jump", candidates=WAYS))
            .given(FateSpent(combatant="a", points=2, use="before", roll="jump"))
        )
        spec.when(command).then(
            FateReturned(combatant="a", points=2, roll="jump"), RollClosed(roll="jump", combatant="a", how=how)
        )
        assert spec.fight.people["a"].fp == 5


@pytest.mark.rule("CE-ROLL-14")
def test_checks_that_one_can_still_make_go_on() -> None:
    body = roll("a", kind="reaction", candidates=[way(50, "con")], on_failure=NOTHING)
    hero().when(body).when(state("unconscious"), throws=["a d100: 50"]).then(PromptLapsed, RollJudged)
    for ability in ("con", "iq"):
        spec = hero().when(roll("a", kind="reaction", candidates=[way(50, ability)])).when(state("stunned"))
        spec.asks("fate_before", "a").answer(1, throws=["a d100: 70"]).then(RollJudged)


@pytest.mark.rule("CE-ROLL-14", "CE-ROLL-13", "CE-FATE-11")
def test_what_befalls_the_roller_after_the_throw_changes_nothing() -> None:
    spec = hero().when(roll("a", ladder=("one", "two")), "a: fate_before 0", throws=["a d100: 60"])
    spec.asks("fate_after", "a").when(state("unconscious")).then(PromptLapsed, RollJudged, RollClosed)
    assert result(spec) == (50, False, -1)


@pytest.mark.rule("CE-ROLL-19", "CE-FATE-5")
def test_the_narrator_may_withdraw_a_roll_before_its_throw() -> None:
    spec = hero().when(roll("a", roll_id="clues", candidates=WAYS)).when(WithdrawRoll(roll_id="clues"))
    spec.then(RollClosed(roll="clues", combatant="a", how="withdrawn"), PromptLapsed).never(PercentThrown, FateSpent)
    assert (spec.fight.rolls, spec.fight.prompts, spec.fight.people["a"].fp) == ({}, (), 5)
    spec.when(AnswerApproach(actor="a", candidate="detective")).refused("CE-ROLL-13")


@pytest.mark.rule("CE-ROLL-19")
def test_a_roll_that_is_thrown_cannot_be_withdrawn() -> None:
    spec = hero().when(roll("a", roll_id="clues"), "a: fate_before 0", throws=["a d100: 60"]).asks("fate_after", "a")
    spec.when(WithdrawRoll(roll_id="clues")).refused("CE-ROLL-19")
    spec.answer(0).when(WithdrawRoll(roll_id="clues")).refused("CE-ROLL-13", "invalid")
    spec.when(roll("a", roll_id="more"))
    spec.when(WithdrawRoll(roll_id="more"), speaker=PLAYER).refused(None, "not_yours")


# Hidden rolls


@pytest.mark.rule("CE-ROLL-16")
@pytest.mark.parametrize("kind", [RollCalled, TargetFixed, PercentThrown, RollJudged])
def test_of_a_hidden_roll_the_numbers_are_the_narrators(kind: type[Event]) -> None:
    secret = {
        "candidates",
        "modifiers",
        "parts",
        "target",
        "die",
        "number",
        "critical",
        "severity",
        "success",
        "degree",
    }
    spec = given(fight(stub("b")))
    assert audiences(spec, roll("b", hidden=True), kind, 47) == ["narrator"]
    assert audiences(spec, roll("b"), kind, 47) == ["all"]
    assert secret & set(kind.__struct_fields__) <= kind.private


@pytest.mark.rule("CE-ROLL-16", "CE-DEG-6")
@pytest.mark.parametrize(
    ("hidden", "kept"), [(False, {"ladder"}), (True, {"candidates", "modifiers", "without", "ladder", "on_failure"})]
)
def test_what_a_roll_is_called_with_is_kept_as_what_comes_of_it(hidden: bool, kept: set[str]) -> None:
    terms: dict[str, Any] = {
        "candidates": [CandidateSheet(base=50)],
        "modifiers": [ModifierSheet(key="wind")],
        "without": ("light",),
        "ladder": ("one", "two"),
        "on_failure": [ConsequenceSheet(effect="stunned")],
        "hidden": hidden,
    }
    for call in (CallRoll(roller="b", **terms), CallRolls(rollers=("b",), **terms)):
        spec = given(fight(stub("b")))
        assert audiences(spec, call, Commanded, 47) == ["narrator"]
        said = spec.when(call, throws=["b d100: 47"]).events[0]
        assert isinstance(said, Commanded)
        assert set(said.secret) == kept
        assert not kept & set(said.command)


@pytest.mark.rule("CE-ROLL-16")
@pytest.mark.parametrize("terms", [{"base": 50, "with": ("light",)}, {"success_level": 5}])
def test_of_a_hidden_check_the_base_is_kept_too(terms: Any) -> None:
    check = CallRoll(roller="b", kind="reaction", hazard="gas", hidden=True, **terms)
    said = given(fight(stub("b"))).when(check, throws=["b d100: 47"]).events[0]
    assert isinstance(said, Commanded)
    assert set(said.secret) == set(terms)


@pytest.mark.rule("CE-ROLL-16", "CE-DEG-6")
def test_how_the_narrator_sets_an_attempt_is_told_by_what_follows() -> None:
    terms = {"candidates": [{"base": 50}], "ladder": ["one", "two"], "hidden": True}
    spec = hero().when(attempt(), speaker=PLAYER).answer(terms)
    said, answered = spec.events[:2]
    assert isinstance(said, Commanded)
    assert isinstance(answered, Answered)
    assert "answer" not in said.command
    assert (answered.answer, answered.secret is None) == (None, False)


@pytest.mark.rule("CE-ROLL-16", "CE-CRIT-1")
def test_a_hidden_roll_asks_for_no_award_and_is_critical_in_the_bands() -> None:
    for number in (3, 50, 98):
        spec = given(fight(stub("b"), criticals="narrator", critical_effects="standard"))
        spec.when(roll("b", base=60, hidden=True), throws=[f"b d100: {number}"]).never(Prompted, CriticalAwarded)
        assert judged(spec).degree == {3: 5, 50: 1, 98: -5}[number]
    failed = given(fight(stub("b"), criticals="narrator", critical_effects="standard"))
    assert judged(failed.when(roll("b", base=99, hidden=True), throws=["b d100: 98"])).success is False
    sent = roll("b", hidden=True)
    failed.when(sent, "narrator: award_critical true").refused("CE-ROLL-13")


@pytest.mark.rule("CE-ROLL-16", "CE-SKILL-4", "CE-RUL-31")
def test_a_hidden_roll_asks_for_fate_before_and_never_after() -> None:
    spec = hero().when(roll("a", candidates=WAYS, hidden=True))
    assert spec.fight.prompts[0].about["candidates"] == [{"key": "detective"}, {"key": "perception"}]
    spec.answer("detective").asks("fate_before", "a")
    assert "target" not in spec.fight.prompts[0].about
    spec.answer(1, throws=["a d100: 76"]).then(RollClosed)
    assert result(spec) == (75, False, -1)


@pytest.mark.rule("CE-ROLL-16")
def test_the_roller_of_a_hidden_roll_learns_its_ladder() -> None:
    call = roll("b", hidden=True, ladder=("one", "two"))
    assert audiences(given(fight(stub("b"))), call, LadderLearnt, 47) == ["b"]


# Attempts


@pytest.mark.rule("CE-ROLL-9", "CE-SKILL-1")
@pytest.mark.parametrize("answer", ["succeeds", "fails"])
def test_the_narrator_lets_an_attempt_succeed_or_fail_without_a_throw(answer: str) -> None:
    spec = hero().when(attempt(skill="Climbing", target="b"), speaker=PLAYER).asks("set_target", "narrator")
    spec.then(AttemptMade(combatant="a", what="climb the wall", kind="skill", skill="Climbing", target="b"))
    spec.answer(answer).then(AttemptJudged(combatant="a", succeeds=answer == "succeeds")).never(
        RollCalled, PercentThrown, FateSpent
    )
    assert not spec.fight.rolls


@pytest.mark.rule("CE-ROLL-9")
def test_or_sets_the_roll() -> None:
    spec = hero().when(attempt(), speaker=PLAYER)
    spec.when(Answer(prompt=spec.fight.prompts[0].id, answer="succeeds"), speaker=PLAYER).refused(None, "not_yours")
    spec.answer({"candidates": [{"base": 40}]}).then(RollCalled).asks("fate_before", "a")
    spec.answer(0, throws=["a d100: 40"]).then(RollClosed)
    assert (result(spec), spec.events and judged(spec).combatant) == ((40, True, 1), "a")


@pytest.mark.rule("CE-ROLL-9", "CE-ROLL-17")
def test_terms_of_an_attempt_are_checked_as_those_of_a_call() -> None:
    spec = hero().when(attempt())
    spec.answer({"candidates": [{}]}).refused("CE-ROLL-10")
    spec.given(state("stunned")).answer({"candidates": [{"base": 40}]}).refused("CE-ROLL-17")
    spec.answer("fails").then(AttemptJudged)


@pytest.mark.rule("CE-ROLL-9")
def test_standing_terms_that_do_not_fit_leave_the_narrator_to_answer() -> None:
    standing = policy("narrator", "set_target", {"candidates": [{"key": "main"}]})
    hero().given(standing).when(attempt()).asks("set_target", "narrator")


@pytest.mark.rule("CE-ROLL-18")
def test_a_failed_attempt_may_be_repeated_on_another_base() -> None:
    spec = given(fight(stub("a")))
    for base in (40, 30, 20):
        spec.when(attempt()).answer({"candidates": [{"base": base}]}, throws=["a d100: 41"])
        assert result(spec).target == base


@pytest.mark.rule("CE-SKILL-18")
def test_a_skill_roll_that_fails_brings_what_the_call_says_and_else_nothing() -> None:
    fall: Any = ({"effect": "lose_hp", "dice": "1d6"},)
    spec = given(fight(stub("a")))
    spec.when(roll("a", on_failure=fall), throws=["a d100: 51", "1d6: 4"])
    assert spec.fight.people["a"].hp == 6
    spec.when(roll("a", on_failure=fall), throws=["a d100: 50"]).never(ConditionSet)
    assert spec.fight.people["a"].hp == 6
    spec.when(roll("a"), throws=["a d100: 51"]).then(RollClosed)
    assert not spec.fight.prompts
