"""What failed rolls bring (CE-REACT-9 to CE-REACT-11, CE-REACT-20 to CE-REACT-43)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.core.events import Prompted
from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, ConditionSet, Surprise
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Died, Downed, HpLost
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.outcomes.consequences import ConsequenceChosen
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.ending import RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound, InitiativeScored
from domain.rulesets.century.chapters.round.slots import ActionEnded, FinishRound
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.state import Condition, Consequence
from domain.rulesets.century.words import Hazard
from tests.rules.century.builders import lost, refused, skirmish
from tests.rules.century.specification import Specification, attack, check, fight, given, newcomer, policy, roll, stub

STANDARD = policy("narrator", "consequence", "standard")
FAIL = ["a d100: 60"]


def failing(*effects: dict[str, Any], **sheet: Any) -> Specification:
    """A Skill Roll of ``a`` that fails and brings what was announced with it."""
    return given(fight(stub("a", **sheet), "b")).when(roll("a", on_failure=effects), throws=FAIL)


def bearing(effect: dict[str, Any], **sheet: Any) -> Condition:
    """The condition that a consequence comes to."""
    spec = failing(effect, **sheet).then(ConditionSet)
    return [one.condition for one in spec.events if isinstance(one, ConditionSet)][-1]


# Who says


@pytest.mark.rule("CE-REACT-9", "CE-SHEET-20", "CE-RUL-33")
def test_the_narrator_says_what_a_failed_check_brings() -> None:
    spec = given(fight("a")).when(check("a", "gas"), throws=FAIL).asks("consequence", "narrator")
    assert spec.listed_answers() == ["standard"]
    spec.answer([{"effect": "drunk", "amount": 30}]).then(
        ConditionSet(combatant="a", condition=Condition("drunk", 30)), RollClosed
    )
    spec.follows(ConditionSet, ConsequenceChosen)


@pytest.mark.rule("CE-REACT-9", "CE-SKILL-18")
def test_what_was_announced_comes_at_once_and_a_failed_skill_roll_brings_nothing_else() -> None:
    announced = check("a", "gas", on_failure=({"effect": "drunk", "amount": 30},))
    given(fight("a")).when(announced, throws=FAIL).then(ConsequenceChosen, ConditionSet).never(Prompted)
    given(fight("a")).when(roll("a"), throws=FAIL).then(RollClosed).never(Prompted, ConsequenceChosen)
    failing({"effect": "drunk", "amount": 30}).then(ConditionSet(combatant="a", condition=Condition("drunk", 30)))


@pytest.mark.rule("CE-REACT-9")
def test_the_narrators_policy_takes_the_standard_consequence_where_there_is_one() -> None:
    start = given(fight("a"), STANDARD)
    start.when(check("a", "disease"), throws=FAIL).then(
        ConditionSet(combatant="a", condition=Condition("diseased", 20))
    ).never(Prompted)
    ways = (CandidateSheet(abilities=("agl",), base=50),)
    spec = given(fight("a"), STANDARD).when(roll("a", kind="reaction", candidates=ways), throws=FAIL)
    spec.asks("consequence", "narrator")
    refused(spec.answer("standard"), "CE-REACT-9", "command.answer")


@pytest.mark.rule("CE-REACT-9")
def test_the_check_that_halves_an_areas_damage_leaves_no_prompt() -> None:
    spec = skirmish(stub("a", "grenade", position={"x": 0, "y": 0}), stub("b", position={"x": 0, "y": 8}))
    spec.given(policy("narrator", "half_check_terms", 40))
    spec.when(attack("a", "b"), throws=["a d100: 40", "a 3d6: 1 1 2", "b d100: 41"])
    assert lost(spec.never(Prompted, ConsequenceChosen)) == [("b", 4)]


@pytest.mark.rule("CE-REACT-10")
def test_a_passed_check_brings_nothing() -> None:
    announced = check("a", "gas", on_failure=({"effect": "unconscious"},))
    given(fight("a"), STANDARD).when(announced, throws=["a d100: 50"]).never(ConsequenceChosen, ConditionSet)
    given(fight("a")).when(check("a", "gas"), throws=["a d100: 50"]).never(Prompted)


@pytest.mark.rule("CE-REACT-9", "CE-REACT-42")
def test_an_answer_has_one_to_four_consequences() -> None:
    spec = given(fight("a")).when(check("a", "gas"), throws=FAIL)
    spec.answer([]).refused(None, "invalid")
    spec.answer([{"effect": "none"}] * 5).refused(None, "invalid")
    spec.answer([{"effect": "none"}] * 4).then(RollClosed)
    with pytest.raises(ValidationError, match="on_failure"):
        check("a", "gas", on_failure=[{"effect": "none"}] * 5)


# Table 5-4


@pytest.mark.rule("CE-RUL-33")
@pytest.mark.parametrize(
    ("hazard", "condition"),
    [
        pytest.param("disease", Condition("diseased", 20), marks=pytest.mark.rule("CE-REACT-21")),
        pytest.param("poison", Condition("unconscious"), marks=pytest.mark.rule("CE-REACT-22")),
        pytest.param(
            "electricity", Condition("stunned", lasts="round", until=1), marks=pytest.mark.rule("CE-REACT-23")
        ),
        pytest.param("gas", Condition("unconscious"), marks=pytest.mark.rule("CE-REACT-24")),
        pytest.param("stun", Condition("stunned", lasts="round", until=1), marks=pytest.mark.rule("CE-REACT-25")),
    ],
)
def test_hazards_are_met_with_constitution_and_have_a_standard_consequence(
    hazard: Hazard, condition: Condition
) -> None:
    spec = given(fight(stub("a", con=12, iq=14, agl=14)), STANDARD)
    spec.when(check("a", hazard, 40), throws=["a d100: 49"]).never(ConsequenceChosen)
    spec.when(check("a", hazard, 40), throws=["a d100: 50"]).then(ConditionSet(combatant="a", condition=condition))


@pytest.mark.rule("CE-REACT-20", "CE-RUL-33")
def test_a_deathblow_kills() -> None:
    spec = given(fight(stub("a", con=12)), STANDARD).when(check("a", "deathblow", 40), throws=["a d100: 50"])
    spec.then(HpLost(combatant="a", points=15, hp=-5, source="deathblow"), Died)


@pytest.mark.rule("CE-REACT-26", "CE-RUL-32", "CE-RUL-22")
def test_surprise_is_met_with_wits_or_agility_as_the_roller_likes() -> None:
    spec = given(fight(stub("a", iq=14, agl=12)), STANDARD).when(check("a", "surprise", 40)).asks("approach", "a")
    assert [one["target"] for one in spec.fight.prompts[0].about["candidates"]] == [55, 49]
    spec.answer("agl", throws=["a d100: 50"])
    spec.then(ConditionSet(combatant="a", condition=Condition("surprised", 0, "", 2, 20, 20, lasts="round", until=1)))


# What the consequences do


@pytest.mark.rule("CE-REACT-30", "CE-REACT-39")
def test_nothing_more_and_what_is_only_told_change_nothing() -> None:
    spec = failing({"effect": "none"}, {"effect": "other", "text": "The lamp falls."})
    spec.then(ConsequenceChosen).never(ConditionSet, HpLost)
    told = next(one.effects for one in spec.events if isinstance(one, ConsequenceChosen))
    assert told == (Consequence("none"), Consequence("other", text="The lamp falls."))
    silent = given(fight("a")).when(roll("a", on_failure=({"effect": "other"},)))
    refused(silent, "CE-REACT-39", "command.on_failure[0].text")


@pytest.mark.rule("CE-REACT-31", "CE-RUL-23")
def test_the_unconscious_are_not_dying_and_lose_pool_hands_and_slot() -> None:
    spec = skirmish("a", stub("b", "sword"), "c", after=(STANDARD,))
    spec.when(check("b", "gas"), throws=["b d100: 60"]).then(ConditionSet, ItemDropped).never(HpLost, Downed)
    fallen = spec.fight.people["b"]
    assert (fallen.hp, fallen.pool, fallen.held, fallen.conditions) == (
        10, 0, {}, {"unconscious": Condition("unconscious")},
    )  # fmt: skip
    assert fallen.dies_in_round is None
    spec.when(FinishRound(actor="a")).then(SlotOpened(members={"c": 5}, place=2))
    spec.when(roll("b")).refused("CE-ROLL-17")


@pytest.mark.rule("CE-REACT-31", "CE-REACT-34")
@pytest.mark.parametrize("effect", ["unconscious", "stunned"])
def test_as_long_as_it_lasts_there_is_no_initiative_no_pool_and_no_defence(effect: Any) -> None:
    spec = skirmish("a", "b", asked=("b",), block_mp=0)
    spec.when(roll("b", on_failure=({"effect": effect},)), throws=["b d100: 60"])
    spec.when(attack("a", "b", range="melee"), throws=["a d100: 90"]).never(Prompted)
    spec.when(FinishRound(actor="a")).when(BeginRound(), throws=["a 2d6: 3 4"])
    assert spec.fight.people["b"].pool == 0
    assert spec.fight.order == (("a",),)


@pytest.mark.rule("CE-REACT-32", "CE-REACT-33", "CE-REACT-38")
@pytest.mark.parametrize(
    ("effect", "low", "high", "rule"),
    [
        ("drugged", 20, 90, "CE-REACT-32"),
        ("drunk", 10, 90, "CE-REACT-32"),
        ("diseased", 1, 90, "CE-REACT-33"),
        ("hindered", 1, 200, "CE-REACT-38"),
    ],
)
def test_amounts_lie_in_their_spans_and_count_in_rolls_and_checks(effect: str, low: int, high: int, rule: str) -> None:
    label = {"label": "cold"} if effect == "hindered" else {}
    for amount in (low, high):
        borne = bearing({"effect": effect, "amount": amount, **label})
        assert (borne.name, borne.amount) == (effect, amount)
    for outside in (low - 1, high + 1, None):
        sheet = {"effect": effect, "amount": outside, **label}
        spec = given(fight("a")).when(roll("a", on_failure=(sheet,)))
        refused(spec, rule, "command.on_failure[0].amount")
    for again in (roll("a", 99), check("a", "gas", 99)):
        spec = failing({"effect": effect, "amount": 20, **label}).when(again, throws=["a d100: 50"])
        assert [one.target for one in spec.events if isinstance(one, TargetFixed)] == [79]


@pytest.mark.rule("CE-REACT-38")
def test_a_hindrance_needs_a_label() -> None:
    spec = given(fight("a")).when(roll("a", on_failure=({"effect": "hindered", "amount": 5},)))
    refused(spec, "CE-REACT-38", "command.on_failure[0].label")


@pytest.mark.rule("CE-REACT-34")
def test_the_stunned_keep_what_they_hold_and_make_all_checks_but_have_no_slot() -> None:
    spec = skirmish("a", stub("b", "knife"), "c", after=(STANDARD,))
    spec.when(check("b", "electricity"), throws=["b d100: 60"]).never(ItemDropped)
    assert spec.fight.people["b"].holding("knife")
    assert spec.fight.people["b"].pool == 0
    spec.when(roll("b")).refused("CE-ROLL-17")
    spec.when(check("b", "surprise"), "b: approach iq", throws=["b d100: 30"]).then(PercentThrown)
    spec.when(ClearCondition(combatant="b", condition="stunned"))
    spec.when(FinishRound(actor="a")).then(SlotOpened(members={"c": 5}, place=2))


@pytest.mark.rule("CE-REACT-34", "CE-REACT-23", "CE-REACT-11")
def test_whoever_is_stunned_to_the_end_of_the_next_round_acts_again_after_it() -> None:
    spec = skirmish("a", "b", after=(STANDARD,))
    spec.when(check("b", "electricity"), throws=["b d100: 60"]).when(FinishRound(actor="a")).then(RoundEnded)
    spec.when(BeginRound(), throws=["a 2d6: 3 4"]).then(InitiativeScored, SlotOpened(members={"a": 5}, place=0))
    assert "stunned" in spec.fight.people["b"].conditions
    spec.when(FinishRound(actor="a"))
    assert "stunned" not in spec.fight.people["b"].conditions
    spec.when(BeginRound(), throws=["a 2d6: 3 4", "b 2d6: 4 4"])
    assert spec.fight.people["b"].pool == 10


@pytest.mark.rule("CE-REACT-35", "CE-REACT-40", "CE-REACT-41", "CE-RUL-22")
def test_surprise_has_three_amounts_that_the_narrator_sets() -> None:
    usual = Condition("surprised", initiative=2, skill=20, reaction=20, lasts="round", until=1)
    assert bearing({"effect": "surprised"}) == usual
    given_ = {"effect": "surprised", "initiative": 0, "skill": 5, "reaction": 7, "rounds": 2}
    assert bearing(given_) == Condition("surprised", skill=5, reaction=7, lasts="round", until=2)
    most = bearing({"effect": "surprised", "initiative": 12, "skill": 100, "reaction": 100})
    assert (most.initiative, most.skill, most.reaction) == (12, 100, 100)
    for name, amount in (("initiative", 13), ("skill", 101), ("reaction", 101), ("skill", -1)):
        spec = given(fight("a")).when(check("a", "gas"), throws=FAIL)
        spec.answer([{"effect": "surprised", name: amount}]).refused(None, "invalid")


@pytest.mark.rule("CE-REACT-36")
def test_lost_hp_come_by_dice_or_number_and_armour_counts_only_if_said() -> None:
    jacket = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}
    start = given(fight(stub("a", **jacket)))
    fall = roll("a", on_failure=({"effect": "lose_hp", "dice": "2d6"},))
    spec = start.when(fall, throws=["a d100: 60", "2d6: 3 4"]).then(DamageThrown).never(DamageAbsorbed)
    assert lost(spec) == [("a", 7)]
    assert lost(failing({"effect": "lose_hp", "amount": 7, "armour": True}, **jacket)) == [("a", 2)]
    failing({"effect": "lose_hp", "amount": 10}).then(HpLost, Downed)


@pytest.mark.rule("CE-REACT-36")
@pytest.mark.parametrize("sheet", [{}, {"amount": 1, "dice": "1d6"}])
def test_lost_hp_are_an_amount_or_dice(sheet: dict[str, Any]) -> None:
    spec = given(fight("a")).when(roll("a", on_failure=({"effect": "lose_hp", **sheet},)))
    refused(spec, "CE-REACT-36", "command.on_failure[0].amount")


@pytest.mark.rule("CE-REACT-37")
def test_hp_are_set_downwards_only() -> None:
    assert lost(failing({"effect": "hp_to", "hp": 4})) == [("a", 6)]
    failing({"effect": "hp_to", "hp": 0}).then(HpLost, Downed)
    failing({"effect": "hp_to", "hp": 10}).then(ConsequenceChosen).never(HpLost)
    failing({"effect": "hp_to", "hp": 12}).then(ConsequenceChosen).never(HpLost)
    failing({"effect": "lose_hp", "amount": 0}).then(ConsequenceChosen).never(HpLost)
    spec = given(fight("a")).when(roll("a", on_failure=({"effect": "hp_to"},)))
    refused(spec, "CE-REACT-37", "command.on_failure[0].hp")


@pytest.mark.rule("CE-REACT-30", "CE-REACT-36")
def test_fields_of_other_consequences_are_refused() -> None:
    for sheet, rule, field in (
        ({"effect": "none", "amount": 5}, "CE-REACT-30", "amount"),
        ({"effect": "none", "rounds": 1}, "CE-REACT-30", "rounds"),
        ({"effect": "lose_hp", "amount": 5, "rounds": 1}, "CE-REACT-36", "rounds"),
        ({"effect": "stunned", "text": "x"}, "CE-REACT-34", "text"),
        ({"effect": "unconscious", "label": "x"}, "CE-REACT-31", "label"),
    ):
        spec = given(fight("a")).when(roll("a", on_failure=(sheet,)))
        refused(spec, rule, f"command.on_failure[0].{field}")


@pytest.mark.rule("CE-REACT-42")
def test_several_consequences_come_in_the_order_given() -> None:
    spec = failing({"effect": "lose_hp", "amount": 3}, {"effect": "hp_to", "hp": 5}, {"effect": "lose_hp", "amount": 1})
    assert lost(spec) == [("a", 3), ("a", 2), ("a", 1)]
    first = failing({"effect": "drunk", "amount": 20}, {"effect": "drunk", "amount": 40})
    assert first.fight.people["a"].conditions == {"drunk": Condition("drunk", 40)}


# Ends


@pytest.mark.rule("CE-REACT-11", "CE-REACT-31", "CE-REACT-34")
def test_a_consequence_ends_by_the_narrators_word_a_round_or_rounds_from_now() -> None:
    assert bearing({"effect": "stunned"}) == Condition("stunned")
    assert bearing({"effect": "stunned", "end_of_round": 3}) == Condition("stunned", lasts="round", until=3)
    assert bearing({"effect": "stunned", "rounds": 2}) == Condition("stunned", lasts="round", until=2)
    asleep = bearing({"effect": "unconscious", "rounds": 2})
    assert (asleep.lasts, asleep.until) == ("round", 2)
    spec = skirmish("a", "b").when(roll("b", on_failure=({"effect": "stunned", "rounds": 1},)), throws=["d100: 60"])
    spec.then(ConditionSet(combatant="b", condition=Condition("stunned", lasts="round", until=2)))


@pytest.mark.rule("CE-REACT-11")
def test_an_end_is_not_over_already_and_only_one() -> None:
    both = given(fight("a")).when(roll("a", on_failure=({"effect": "stunned", "end_of_round": 3, "rounds": 2},)))
    refused(both, "CE-REACT-11", "command.on_failure[0].rounds")
    first = skirmish("a", "b", after=())
    first.when(roll("b", on_failure=({"effect": "stunned", "end_of_round": 1},)), throws=["d100: 60"])
    first.then(ConditionSet(combatant="b", condition=Condition("stunned", lasts="round", until=1)))
    first.when(FinishRound(actor="a")).then(RoundEnded)
    over = first.when(roll("a", on_failure=({"effect": "stunned", "end_of_round": 1},)))
    refused(over, "CE-REACT-11", "command.on_failure[0].end_of_round")


@pytest.mark.rule("CE-REACT-41", "CE-REACT-40", "CE-RUL-22")
def test_surprise_counts_once_in_initiative_and_ends_with_the_round_that_follows() -> None:
    spec = given(fight("a", "b"), Surprise(combatant="a"))
    assert spec.fight.people["a"].conditions["surprised"].until == 1
    spec.when(BeginRound(), throws=["a 2d6: 3 4", "b 2d6: 1 1"])
    assert [one.initiative.score for one in spec.events if isinstance(one, InitiativeScored)] == [5, 2]
    spec.when(roll("a"), throws=["a d100: 31"])
    assert [one.target for one in spec.events if isinstance(one, TargetFixed)] == [30]
    spec.when(Surprise(combatant="a", skill=5, reaction=10, end_of_round=1))
    spec.when(check("a", "gas", on_failure=({"effect": "none"},)), throws=["a d100: 41"])
    assert [one.target for one in spec.events if isinstance(one, TargetFixed)] == [40]
    spec.when(FinishRound(actor="a")).when(FinishRound(actor="b"))
    assert not spec.fight.people["a"].conditions


@pytest.mark.rule("CE-REACT-41")
def test_a_longer_surprise_takes_its_initiative_off_the_first_round_alone() -> None:
    spec = given(fight("a"), Surprise(combatant="a", end_of_round=2))
    for score in (5, 7):
        spec.when(BeginRound(), throws=["a 2d6: 3 4"])
        assert [one.initiative.score for one in spec.events if isinstance(one, InitiativeScored)] == [score]
        spec.when(FinishRound(actor="a"))
    assert not spec.fight.people["a"].conditions


@pytest.mark.rule("CE-REACT-43")
@pytest.mark.parametrize("effect", [{"effect": "unconscious"}, {"effect": "stunned"}, {"effect": "hp_to", "hp": -5}])
def test_whoever_falls_in_its_own_action_loses_the_rest_of_it(effect: dict[str, Any]) -> None:
    spec = skirmish("a", "b").when(roll("a", on_failure=(effect,)), throws=FAIL)
    spec.then(ActionEnded(combatant="a", how="out"), SlotOpened(members={"b": 5}, place=1))
    assert spec.fight.people["a"].pool == 0
    spec.when(FinishRound(actor="b")).then(RoundEnded)


@pytest.mark.rule("CE-REACT-43", "CE-REACT-31", "CE-REACT-34")
@pytest.mark.parametrize("effect", ["unconscious", "stunned"])
def test_a_driver_who_falls_has_no_slot_in_the_round_any_more_though_the_car_has_points(effect: Any) -> None:
    car = newcomer("suv", driver="a", heading=0)
    spec = skirmish("a", "b", things=(car,), pools={"suv": 15})
    spec.when(roll("a", on_failure=({"effect": effect},)), throws=FAIL).then(ActionEnded(combatant="a", how="out"))
    spec.when(ClearCondition(combatant="a", condition=effect))
    spec.when(FinishRound(actor="b")).then(RoundEnded).never(SlotOpened)
