"""Other actions, hiding, and what fighting costs (CE-ACT-21 to CE-ACT-29, CE-ACT-48 to CE-ACT-53, CE-RUL-97)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.model.speaker import parse_speaker
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.conditions.care import Stabilize, UseStimpak
from domain.rulesets.century.chapters.conditions.conditions import (
    ClearCondition,
    ConditionEnded,
    ConditionSet,
    SetCondition,
)
from domain.rulesets.century.chapters.conditions.downed import HpLost, SetDowned
from domain.rulesets.century.chapters.items.hands import DiscardWeapon, DrawWeapon, ExchangeWeapon, PickUp
from domain.rulesets.century.chapters.items.jams import ClearJam
from domain.rulesets.century.chapters.items.loading import LoadWeapon
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import ActionForgone, ActionTaken, Hide, OtherAction
from domain.rulesets.century.chapters.rolls.attempts import AttemptJudged
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded, FinishRound
from domain.rulesets.century.parts import CandidateSheet, PointSheet, RollTerms
from domain.rulesets.century.state import Condition, Fight
from domain.rulesets.century.words import Maneuver
from tests.rules.century.builders import at, at_turn, cost, person
from tests.rules.century.specification import Specification, attack, policy, stub

TERMS = 'narrator: set_target {"candidates": [{"base": 50}]}'


def act(mp: int | None = None, **fields: Any) -> OtherAction:
    """``a`` picks a lock."""
    return OtherAction(actor="a", what="picks a lock", mp=mp, **fields)


# Other actions


@pytest.mark.rule("CE-ACT-51")
def test_the_narrator_names_the_cost() -> None:
    spec = (
        at_turn("a")
        .when(act(3))
        .then(
            PointsSpent(combatant="a", points=3, what="other_action"), ActionTaken(combatant="a", what="picks a lock")
        )
    )
    spec.never(RollCalled)
    assert person(spec, "a").pool == 7


@pytest.mark.rule("CE-ACT-51")
def test_without_a_cost_the_narrator_is_asked_first() -> None:
    spec = at_turn("a").when(act(), speaker=parse_speaker("player:a")).asks("action_cost", "narrator")
    spec.never(PointsSpent)
    assert spec.fight.prompts[0].about == {"combatant": "a", "what": "picks a lock"}
    spec.answer(4).then(
        PointsSpent(combatant="a", points=4, what="other_action"), ActionTaken(combatant="a", what="picks a lock")
    )


@pytest.mark.rule("CE-ACT-51", "CE-MP-5")
def test_a_cost_that_slot_or_pool_cannot_bear_ends_the_step() -> None:
    spec = (
        at_turn("a")
        .when(act())
        .answer(6)
        .then(ActionForgone(combatant="a", what="picks a lock", mp=6))
        .never(PointsSpent)
    )
    assert spec.fight.turn_of("a") is not None
    at_turn("a", pools={"a": 3}).when(act()).answer(4).then(
        ActionForgone(combatant="a", what="picks a lock", mp=4)
    ).never(PointsSpent)
    at_turn("a", pools={"a": 3}).when(act()).answer(3).then(ActionTaken)
    at_turn("a").when(act()).answer(5).then(ActionTaken, ActionEnded(combatant="a", how="spent"))


@pytest.mark.rule("CE-ACT-51")
def test_a_cost_given_with_the_command_is_refused_where_it_is_too_much() -> None:
    at_turn("a").when(act(6)).refused("CE-STAG-10")
    at_turn("a", pools={"a": 3}).when(act(4)).refused("CE-MP-5")
    at_turn("a").when(act(2), speaker=parse_speaker("player:a")).refused("CE-ACT-51")


@pytest.mark.rule("CE-ACT-51")
def test_the_cost_is_one_point_at_least() -> None:
    at_turn("a").when(act()).answer(0).refused(None, "invalid")


def test_nobody_waits_for_the_cost_of_an_actor_who_is_out() -> None:
    spec = at_turn("a", "b").when(act())
    spec.when(SetCondition(combatant="a", condition="unconscious")).then(
        ActionForgone(combatant="a", what="picks a lock")
    )
    assert not spec.fight.prompts


@pytest.mark.rule("CE-ACT-51")
@pytest.mark.parametrize("pool", [10, 3])
def test_any_cost_may_be_named_from_one_point_on(pool: int) -> None:
    spec = at_turn("a", pools={"a": pool}).when(act())
    assert [cost for cost in range(100) if spec.may_answer(cost)] == [*range(1, 61)]


@pytest.mark.rule("CE-ACT-51")
def test_a_standing_cost_is_taken() -> None:
    spec = at_turn("a").given(policy("narrator", "action_cost", 2))
    spec.when(act()).then(PointsSpent(combatant="a", points=2, what="other_action"))


@pytest.mark.rule("CE-ACT-51", "CE-SKILL-19")
def test_a_roll_may_belong_to_it_and_is_paid_whether_it_succeeds_or_not() -> None:
    spec = at_turn("a").when(act(2, roll=True)).asks("set_target", "narrator")
    assert person(spec, "a").pool == 8
    spec.answer({"candidates": [{"base": 50}]}, throws=["a d100: 51"]).then(RollCalled, RollJudged)
    assert person(spec, "a").pool == 8
    at_turn("a").when(act(2, roll=True)).answer("succeeds").then(AttemptJudged(combatant="a", succeeds=True))


@pytest.mark.rule("CE-ACT-51", "CE-SKILL-17")
def test_the_narrator_may_give_the_roll_at_once() -> None:
    terms = RollTerms(candidates=(CandidateSheet(base=50),), ladder=("a noise", "a voice"))
    spec = at_turn("a").when(act(2, terms=terms), throws=["a d100: 50"])
    spec.then(PointsSpent, ActionTaken, RollCalled, RollJudged)
    called = next(event for event in spec.events if isinstance(event, RollCalled))
    assert (called.own_action, called.what) == (True, "picks a lock")
    at_turn("a").when(act(terms=terms)).answer(2, throws=["a d100: 50"]).then(PointsSpent, RollCalled)
    at_turn("a").when(act(2, roll=True, terms=terms)).refused("CE-ACT-51", "invalid")
    check = RollTerms(kind="reaction", candidates=(CandidateSheet(base=50),))
    at_turn("a").when(act(2, terms=check)).refused("CE-ACT-51")
    at_turn("a").when(act(2, terms=terms), speaker=parse_speaker("player:a")).refused("CE-ACT-51")


@pytest.mark.rule("CE-SKILL-17", "CE-RUL-72")
def test_the_penalty_on_the_next_action_counts_in_its_roll() -> None:
    spec = at_turn("a")
    folded: Fight = spec.fight.fork()
    folded.people["a"].conditions = {"dodge_penalty": Condition("dodge_penalty", 25, lasts="next_action")}
    spec.fight = folded
    spec.when(act(5, roll=True), TERMS, throws=["d100: 26"])
    judged = next(event for event in spec.events if isinstance(event, RollJudged))
    assert (judged.target, judged.success) == (25, False)
    assert "dodge_penalty" not in person(spec, "a").conditions


# Hiding


@pytest.mark.rule("CE-ACT-21", "CE-ACT-48", "CE-RUL-97")
def test_hiding_costs_5_and_takes_the_narrators_roll() -> None:
    spec = (
        at_turn("a", "b")
        .when(Hide(actor="a"))
        .then(PointsSpent(combatant="a", points=5, what="hide"))
        .asks("set_target", "narrator")
    )
    spec.answer({"candidates": [{"base": 50}]}, throws=["a d100: 50"])
    spec.then(ConditionSet, ActionEnded(combatant="a", how="spent"))
    assert "hidden" in person(spec, "a").conditions


@pytest.mark.rule("CE-ACT-48", "CE-RUL-97", "CE-MP-6")
@pytest.mark.parametrize(("answer", "throws"), [("fails", []), ({"candidates": [{"base": 50}]}, ["a d100: 51"])])
def test_failing_to_hide_costs_and_brings_nothing(answer: Any, throws: list[str]) -> None:
    spec = at_turn("a", "b").when(Hide(actor="a")).answer(answer, throws=throws).never(ConditionSet)
    assert person(spec, "a").pool == 5


@pytest.mark.rule("CE-ACT-48")
def test_hiding_may_succeed_without_a_throw() -> None:
    spec = at_turn("a", "b").when(Hide(actor="a"), "narrator: set_target succeeds").then(ConditionSet)
    assert "hidden" in person(spec, "a").conditions


@pytest.mark.rule("CE-ACT-48", "CE-ACT-51", "CE-DOWN-6", "CE-REACT-1")
@pytest.mark.parametrize(
    "step", [Hide(actor="a"), act(2, roll=True), Stabilize(actor="a", patient="b")], ids=lambda one: one.type
)
def test_a_step_takes_a_skill_roll_and_no_check(step: Command) -> None:
    spec = at_turn("a", stub("b", hp=0)).when(step)
    spec.answer({"kind": "reaction", "candidates": [{"base": 50}]}).refused("CE-REACT-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.kind"
    spec.answer({"candidates": [{"base": 50}]}, throws=["a d100: 50"]).then(RollCalled, RollJudged)


@pytest.mark.rule("CE-ACT-21")
def test_hiding_takes_a_whole_slot() -> None:
    spec = at_turn("a", "b").when(Move(actor="a", mode="legs2", distance_m=1))
    spec.when(Hide(actor="a")).refused("CE-STAG-10")


@pytest.mark.rule("CE-ACT-49", "CE-RUL-97")
def test_the_hidden_are_no_targets() -> None:
    spec = at_turn("a", "b").when(Hide(actor="a"), "narrator: set_target succeeds")
    spec.when(attack("b", "a", natural="punch", range="melee")).refused("CE-ACT-49")


@pytest.mark.rule("CE-ACT-49")
def test_what_is_thrown_at_a_place_catches_the_hidden_too() -> None:
    spec = at_turn(stub("a", "grenade", position=at(0, 0)), stub("b", position=at(0, 8)))
    spec.given(policy("narrator", "half_check_terms", "none"), SetCondition(combatant="b", condition="hidden"))
    spec.when(attack("a", "b")).refused("CE-ACT-49")
    spec.when(attack("a", None, point=PointSheet(x=0, y=8)), throws=["a d100: 20", "a 3d6: 1 1 1"])
    spec.then(HpLost(combatant="b", points=3, hp=7, source="Grenade"))


@pytest.mark.rule("CE-ACT-49")
def test_the_attack_of_the_hidden_is_not_seen_coming_and_shows_them() -> None:
    spec = at_turn("a", "b").when(Hide(actor="a"), "narrator: set_target succeeds")
    spec.given(FinishRound(actor="b"))
    spec.when(attack("a", "b", natural="punch", range="melee"), throws=["d100: 90"])
    spec.then(ConditionEnded(combatant="a", condition="hidden", reason="attacked"))
    assert not spec.fight.prompts


@pytest.mark.rule("CE-ACT-49", "CE-RUL-97")
def test_hiding_ends_by_the_narrators_word_or_a_step_without_stealth() -> None:
    spec = at_turn("a", "b").when(Hide(actor="a"), "narrator: set_target succeeds")
    spec.given(FinishRound(actor="b"))
    spec.when(Move(actor="a", mode="legs2", distance_m=1, stealthy=True)).never(ConditionEnded)
    spec.when(ClearCondition(combatant="a", condition="hidden")).then(ConditionEnded)


# What fighting costs


@pytest.mark.rule("CE-ACT-22", "CE-ACT-50")
@pytest.mark.parametrize(
    ("weapon", "points"), [("knife", 2), ("avenger_9mm", 3), ("pump_shotgun", 4), ("battle_axe", 4)]
)
def test_an_attack_costs_what_the_weapon_says(weapon: str, points: int) -> None:
    band = "short" if weapon in ("avenger_9mm", "pump_shotgun") else "melee"
    spec = at_turn(stub("a", weapon, str=13), "b")
    assert cost(spec.when(attack("a", "b", range=band), "b: defence none", throws=["d100: 90"])) == points


@pytest.mark.rule("CE-ACT-22", "CE-ACT-50")
@pytest.mark.parametrize(("natural", "points"), [("punch", 2), ("kick", 3)])
def test_an_unarmed_attack_costs_what_its_table_says(natural: str, points: int) -> None:
    spec = at_turn("a", "b").when(
        attack("a", "b", natural=natural, range="melee"), "b: defence none", throws=["d100: 90"]
    )
    assert cost(spec) == points


@pytest.mark.rule("CE-ACT-23", "CE-ACT-50")
@pytest.mark.parametrize(("ambidextrous", "points"), [(False, 2), (True, 1)])
def test_a_second_attack_replaces_the_cost_of_its_weapon(ambidextrous: bool, points: int) -> None:
    spec = at_turn(stub("a", "avenger_9mm", "pistol_22", ambidextrous=ambidextrous), "b")
    fields: dict[str, Any] = {"paired": True, "range": "short"}
    shot = attack("a", "b", weapon="avenger_9mm", **fields)
    assert cost(spec.when(shot, "b: defence none", throws=["d100: 90"])) == 3
    other = attack("a", "b", weapon="pistol_22", **fields)
    assert cost(spec.when(other, "b: defence none", throws=["d100: 90"])) == points


@pytest.mark.rule("CE-ACT-24", "CE-ACT-25", "CE-ACT-50")
@pytest.mark.parametrize(
    ("called", "fire", "points"),
    [("leg", "single", 4), (None, "double_tap", 4), ("leg", "double_tap", 5)],
)
def test_called_shots_and_double_taps_cost_one_more(called: str | None, fire: str, points: int) -> None:
    spec = at_turn(stub("a", "avenger_9mm"), "b")
    answers = ['narrator: called_terms {"base": 30}'] if called else []
    throws = ["d100: 90"] * (2 if fire == "double_tap" else 1)
    shot = attack("a", "b", called=called, fire=fire, range="short")
    assert cost(spec.when(shot, *answers, "b: defence none", throws=throws)) == points


@pytest.mark.rule("CE-ACT-26", "CE-ACT-28")
@pytest.mark.parametrize("defence", ["dodge", "parry"])
def test_dodge_and_parry_cost_4(defence: str) -> None:
    spec = at_turn("a", stub("b", "sword"))
    spec.when(attack("a", "b", natural="punch", range="melee"), f"b: defence {defence}", throws=["d100: 90"])
    assert person(spec, "b").pool == 6


@pytest.mark.rule("CE-ACT-27", "CE-ACT-29", "CE-ACT-50")
@pytest.mark.parametrize(
    ("maneuver", "fields", "points"),
    [("backstab", {"from_behind": True, "unaware": True}, 3), ("disarm", {"disarm_item": "knife"}, 5)],
)
def test_backstab_and_disarm_replace_the_cost_of_the_weapon(
    maneuver: Maneuver, fields: dict[str, Any], points: int
) -> None:
    spec = at_turn(stub("a", "battle_axe", str=13), stub("b", "knife"))
    answers = ["b: defence none"] if maneuver == "disarm" else []
    step = attack("a", "b", maneuver=maneuver, range="melee", **fields)
    assert cost(spec.when(step, *answers, throws=["d100: 95"]).then(AttackCalled)) == points


@pytest.mark.rule("CE-ACT-53")
def test_clearing_a_jam_takes_the_whole_untouched_pool() -> None:
    def jammed() -> Specification:
        gun = {"id": "avenger_9mm", "state": "jammed"}
        return at_turn(stub("a", weapons=[gun], held={"right": "avenger_9mm"}), "b")

    clear = ClearJam(actor="a", weapon="avenger_9mm")
    spec = jammed().when(clear)
    assert (cost(spec), person(spec, "a").pool) == (10, 0)
    jammed().given(Move(actor="a", mode="legs2", distance_m=1)).when(clear).refused("CE-CRIT-17")


@pytest.mark.rule("CE-ACT-52", "CE-RUL-91", "CE-RUL-92")
@pytest.mark.parametrize(("command", "points"), [("stabilize", 5), ("use_stimpak", 4)])
def test_care_costs_what_it_costs(command: str, points: int) -> None:
    spec = at_turn(stub("a", stimpaks=1), stub("b", hp=0))
    if command == "stabilize":
        spec.when(Stabilize(actor="a", patient="b"), "narrator: set_target fails")
    else:
        spec.when(UseStimpak(actor="a", patient="b"), throws=["1d6: 1"])
    assert cost(spec) == points


def everything_at_hand(pool: int) -> Specification:
    """``a`` with all that steps need, and so many Move Points; ``b``, who is dying, has dropped a sword."""
    things = [{"id": "axe"}, {"id": "avenger_9mm", "loaded": 0, "reloads": 1}]
    rich = stub("a", weapons=things, held={"right": "avenger_9mm"}, stimpaks=1)
    spec = at_turn(rich, stub("b", "sword"), "c", after=(SetDowned(combatant="b", status="dying"),))
    return spec.given(PointsSpent(combatant="a", points=10 - pool, what="dodge", reaction=True))


STEPS = (
    Move(actor="a", mode="legs2", distance_m=1),
    Turn(actor="a", degrees=30),
    Hide(actor="a"),
    DrawWeapon(actor="a", item="axe"),
    DiscardWeapon(actor="a", item="avenger_9mm"),
    ExchangeWeapon(actor="a", item="avenger_9mm", for_item="axe"),
    PickUp(actor="a", item="sword"),
    LoadWeapon(actor="a", item="avenger_9mm"),
    OtherAction(actor="a", what="waits", mp=1),
    Stabilize(actor="a", patient="b"),
    UseStimpak(actor="a", patient="a"),
)


@pytest.mark.rule("CE-MP-5")
@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_no_step_is_taken_that_the_pool_cannot_bear(step: Command) -> None:
    everything_at_hand(0).when(step).refused("CE-MP-5")


@pytest.mark.rule("CE-STAG-1")
@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_steps_are_taken_in_ones_own_slot(step: Command) -> None:
    everything_at_hand(10).given(FinishRound(actor="a")).when(step).refused("CE-STAG-1")
