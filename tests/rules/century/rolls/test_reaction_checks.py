"""Reaction Checks, and the hazards that one meets by them (CE-REACT-1 to -8, CE-REACT-20 to -26)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.opening import ApproachChosen
from domain.rulesets.century.chapters.round.slots import EndAction
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.state import Candidate
from domain.rulesets.century.words import ConditionName, Hazard
from tests.rules.century.builders import NOTHING, custom, judged, modifier, parts_of_roll, result, way
from tests.rules.century.specification import Specification, fight, given, in_action, policy, roll, stub

HAZARDS: tuple[Hazard, ...] = ("deathblow", "disease", "poison", "electricity", "gas", "stun")
ON_CONSTITUTION = [
    pytest.param(hazard, marks=pytest.mark.rule(f"CE-REACT-{20 + place}")) for place, hazard in enumerate(HAZARDS)
]


def check(hazard: Hazard | None = None, base: int | None = 40, **fields: Any) -> CallRoll:
    """A Reaction Check whose failure brings nothing."""
    named: Any = {"kind": "reaction", "on_failure": NOTHING, **fields}
    return CallRoll(roller="a", hazard=hazard, base=base, **named)


def called(spec: Specification) -> RollCalled:
    """The call of the last command."""
    return next(event for event in spec.events if isinstance(event, RollCalled))


@pytest.mark.rule("CE-REACT-1")
def test_the_narrator_calls_for_a_check_and_a_player_asks_for_one() -> None:
    spec = given(fight(stub("a"))).when(roll("a", kind="reaction", on_failure=NOTHING), throws=["a d100: 60"])
    assert called(spec).kind == "reaction"
    spec.when(Attempt(actor="a", what="keep calm", kind="reaction")).asks("set_target", "narrator")
    assert spec.fight.prompts[0].about["kind"] == "reaction"
    terms = {"kind": "reaction", "candidates": [{"base": 40}], "on_failure": [{"effect": "none"}]}
    spec.answer(terms, throws=["a d100: 60"])
    assert (called(spec).kind, called(spec).own_action) == ("reaction", False)


@pytest.mark.rule("CE-REACT-2")
def test_a_check_adds_base_ability_skill_and_modifiers() -> None:
    tough = stub("a", con=12, overrides={"con": {"skill_bonus": 1}}, skills=[{"name": "Medical", "level": 2}])
    call = roll("a", kind="reaction", candidates=[way(20, "con", skill="Medical")], modifiers=(custom(-10, "alcohol"),))
    spec = given(fight(tough)).when(call, throws=["a d100: 26"])
    assert parts_of_roll(spec) == {"base": 20, "ability": 9, "skill": 6, "custom alcohol": -10}
    assert result(spec).target == 25


@pytest.mark.rule("CE-REACT-3", "CE-RUL-1")
@pytest.mark.parametrize(("number", "passed"), [(39, True), (40, True), (41, False)])
def test_equal_or_under_escapes(number: int, passed: bool) -> None:
    spec = given(fight(stub("a"))).when(check("gas"), throws=[f"a d100: {number}"])
    assert judged(spec).success is passed


@pytest.mark.rule("CE-REACT-4")
@pytest.mark.parametrize("hazard", ON_CONSTITUTION)
def test_most_hazards_are_met_by_constitution(hazard: Hazard) -> None:
    sickly = stub("a", **dict.fromkeys(("str", "agl", "iq", "app", "prs"), 20), con=8)
    spec = given(fight(sickly)).when(check(hazard), throws=["a d100: 60"])
    assert called(spec).candidates == (Candidate("con", 40, None, ("con",)),)
    assert called(spec).hazard == hazard
    assert parts_of_roll(spec) == {"base": 40, "ability": -3, "skill": 0}


@pytest.mark.rule("CE-REACT-4", "CE-ROLL-10")
def test_a_hazard_needs_a_base_of_the_narrator_or_a_success_level() -> None:
    spec = given(fight(stub("a"))).when(check("gas", None, success_level=3), throws=["a d100: 60"])
    assert result(spec).target == 30
    for fields in ({"base": None}, {"base": 40, "success_level": 4}):
        spec.when(check("gas", **fields)).refused("CE-ROLL-10")
        assert spec.refusal is not None
        assert spec.refusal.field == "command.base"


@pytest.mark.rule("CE-REACT-4")
def test_candidates_win_over_the_hazards_ability() -> None:
    brave = stub("a", con=3, prs=12)
    call = check("gas", None, candidates=(way(40, "prs"),))
    assert parts_of_roll(given(fight(brave)).when(call, throws=["a d100: 60"]))["ability"] == 9


@pytest.mark.rule("CE-REACT-4")
def test_hazards_are_met_by_checks_alone() -> None:
    spec = given(fight(stub("a"))).when(check("gas", kind="skill")).refused("CE-REACT-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.hazard"


@pytest.mark.rule("CE-REACT-5", "CE-REACT-26")
def test_surprise_is_met_by_wits_or_by_agility_as_its_player_likes() -> None:
    quick = stub("a", iq=12, agl=16)
    spec = given(fight(quick)).when(check("surprise")).asks("approach", "a")
    assert spec.fight.prompts[0].about["candidates"] == [
        {"key": "iq", "base": 40, "target": 49},
        {"key": "agl", "base": 40, "target": 61},
    ]
    spec.answer("iq", throws=["a d100: 50"])
    assert result(spec) == (49, False, -1)
    spec.when(check("surprise"), "a: approach agl", throws=["a d100: 50"])
    assert result(spec) == (61, True, 2)


@pytest.mark.rule("CE-REACT-5", "CE-RUL-32")
def test_by_policy_the_better_one_is_picked_and_wits_of_equals() -> None:
    for scores, key in (({"iq": 8, "agl": 9}, "agl"), ({"iq": 10, "agl": 9}, "iq"), ({}, "iq")):
        spec = given(fight(stub("a", **scores)), policy("a", "approach", "best"))
        spec.when(check("surprise", roll_id="ambush"), throws=["a d100: 40"])
        spec.then(ApproachChosen(roll="ambush", combatant="a", candidate=key))


@pytest.mark.rule("CE-REACT-5")
def test_the_narrator_may_give_both_ways_bases_of_their_own() -> None:
    ways = (way(30, "iq", key="iq"), way(50, "agl", key="agl"))
    spec = given(fight(stub("a"))).when(check("surprise", None, candidates=ways)).answer("agl", throws=["a d100: 60"])
    assert parts_of_roll(spec)["base"] == 50


@pytest.mark.rule("CE-REACT-6")
def test_a_check_falls_at_any_moment_and_play_waits_for_it() -> None:
    spec = given(fight(stub("b"), stub("a", role="character", fp=1)), *in_action("b", "a"))
    spec.when(check("gas")).asks("fate_before", "a")
    spec.when(EndAction(actor="b")).refused("CE-STAG-15")
    spec.answer(0, throws=["a d100: 30"])
    turn = spec.fight.turn_of("b")
    assert turn is not None
    assert (spec.fight.people["a"].pool, turn.touched, turn.rolled) == (10, False, False)


@pytest.mark.rule("CE-REACT-6")
def test_a_check_falls_while_somebody_else_is_asked() -> None:
    spec = given(fight(stub("b", role="character", fp=1), stub("a")), *in_action("b", "a"))
    spec.when(roll("b")).asks("fate_before", "b").when(check("gas"), throws=["a d100: 30"])
    assert judged(spec).combatant == "a"
    spec.asks("fate_before", "b").answer(0, throws=["b d100: 30"])
    assert judged(spec).combatant == "b"


@pytest.mark.rule("CE-REACT-7")
def test_drink_named_by_its_key_comes_to_the_same_as_one_that_stands() -> None:
    named = given(fight(stub("a", con=8)))
    named.when(check("poison", 20, modifiers=(modifier("drunk", 10),)), throws=["a d100: 47"])
    stands = given(fight(stub("a", con=8)), SetCondition(combatant="a", condition="drunk", amount=10))
    stands.when(check("poison", 20), throws=["a d100: 47"])
    assert result(named) == result(stands) == (7, False, -4)


@pytest.mark.rule("CE-REACT-8", "CE-ROLL-17")
@pytest.mark.parametrize(
    ("condition", "hazard", "legal"),
    [
        ("unconscious", "disease", True),
        ("unconscious", "surprise", False),
        ("dying", "gas", True),
        ("stunned", "surprise", True),
        ("dead", "disease", False),
    ],
)
def test_the_unconscious_check_on_constitution_alone(condition: ConditionName, hazard: Hazard, legal: bool) -> None:
    spec = given(fight(stub("a")), policy("a", "approach", "best"))
    spec.given(SetCondition(combatant="a", condition=condition))
    if legal:
        spec.when(check(hazard), throws=["a d100: 60"])
        assert result(spec).success is False
    else:
        spec.when(check(hazard)).refused("CE-ROLL-17")
        assert spec.refusal is not None
        assert spec.refusal.field == "command"


@pytest.mark.rule("CE-REACT-8", "CE-ROLL-17")
@pytest.mark.parametrize(
    ("kind", "candidate"),
    [
        ("reaction", way(40, "con", "str")),
        ("reaction", way(40)),
        ("reaction", way(40, "con", skill="Medical")),
        ("skill", way(40, "con")),
    ],
)
def test_constitution_is_alone_without_another_ability_or_skill_and_in_a_check(
    kind: Any, candidate: CandidateSheet
) -> None:
    spec = given(fight(stub("a")), SetCondition(combatant="a", condition="unconscious"))
    spec.when(check(None, None, kind=kind, candidates=(candidate,))).refused("CE-ROLL-17")


@pytest.mark.rule("CE-REACT-8")
def test_of_several_ways_the_unconscious_have_those_on_constitution_alone() -> None:
    spec = given(fight(stub("a")), SetCondition(combatant="a", condition="unconscious"))
    ways = (way(50, "iq", key="wits"), way(40, "con", key="nature"), way(30, "con", "str", key="both"))
    spec.when(check(None, None, candidates=ways), throws=["a d100: 45"])
    assert ([one.key for one in called(spec).candidates], result(spec).target) == (["nature"], 40)


@pytest.mark.rule("CE-REACT-1", "CE-REACT-8")
def test_a_player_asks_for_a_check_of_somebody_unconscious() -> None:
    spec = given(fight(stub("a")), SetCondition(combatant="a", condition="unconscious"))
    spec.when(Attempt(actor="a", what="wake up")).refused("CE-ROLL-17")
    spec.when(Attempt(actor="a", what="wake up", kind="reaction")).asks("set_target", "narrator")
    spec.answer({"kind": "reaction", "candidates": [{"base": 40}]}).refused("CE-ROLL-17")
    terms = {"kind": "reaction", "hazard": "gas", "base": 40, "on_failure": [{"effect": "none"}]}
    spec.answer(terms, throws=["a d100: 30"])
    assert judged(spec).success
