"""Conditions by the narrator's word: what may be said of them, what they replace, how they end (CE-SHEET-18)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.conditions.conditions import (
    ClearCondition,
    ConditionEnded,
    ConditionSet,
    SetCondition,
    Surprise,
)
from domain.rulesets.century.chapters.conditions.downed import Died, Downed, SetDowned, Stabilized
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.state import Condition
from domain.rulesets.century.words import ConditionName
from tests.rules.century.builders import refused, skirmish
from tests.rules.century.specification import Specification, fight, given, policy, roll, stub


def set_on(combatant: str, condition: ConditionName, **said: Any) -> SetCondition:
    """The narrator's command."""
    return SetCondition(combatant=combatant, condition=condition, **said)


def bears(*commands: SetCondition, **sheet: Any) -> dict[str, Condition]:
    """The conditions of ``a`` after these commands."""
    return given(fight(stub("a", **sheet)), *commands).fight.people["a"].conditions


@pytest.mark.rule("CE-SHEET-18")
def test_a_newer_condition_replaces_the_older_of_its_name() -> None:
    assert bears(set_on("a", "drunk", amount=60), set_on("a", "drunk", amount=20)) == {"drunk": Condition("drunk", 20)}
    both = bears(
        set_on("a", "hindered", label="cold", amount=5),
        set_on("a", "hindered", label="mud", amount=10),
        set_on("a", "hindered", label="mud", amount=15),
    )
    assert {key: one.amount for key, one in both.items()} == {"hindered:cold": 5, "hindered:mud": 15}


@pytest.mark.rule("CE-SHEET-18")
def test_luck_and_bad_luck_end_each_other() -> None:
    assert bears(set_on("a", "lucky", amount=20), set_on("a", "unlucky", amount=30)).keys() == {"unlucky"}
    spec = given(fight("a"), set_on("a", "unlucky", amount=30)).when(set_on("a", "lucky", amount=20))
    spec.then(ConditionEnded(combatant="a", condition="unlucky", reason="lucky"), ConditionSet)
    spec.when(roll("a", 50), throws=["d100: 40"])
    assert [one.target for one in spec.events if isinstance(one, TargetFixed)] == [70]


@pytest.mark.rule("CE-SHEET-18")
@pytest.mark.parametrize(
    ("name", "low", "high", "rule"),
    [
        ("drunk", 10, 90, "CE-REACT-32"),
        ("drugged", 20, 90, "CE-REACT-32"),
        ("diseased", 1, 90, "CE-REACT-33"),
        ("lucky", 1, 100, "CE-SKILL-30"),
        ("unlucky", 1, 100, "CE-SKILL-43"),
    ],
)
def test_amounts_lie_in_their_spans(name: ConditionName, low: int, high: int, rule: str) -> None:
    for amount in (low, high):
        assert bears(set_on("a", name, amount=amount))[name].amount == amount
    outside: list[dict[str, int]] = [{"amount": high + 1}, {}, *([{"amount": low - 1}] if low > 1 else [])]
    for wrong in outside:
        refused(given(fight("a")).when(set_on("a", name, **wrong)), rule, "command.amount")


@pytest.mark.rule("CE-SHEET-18")
def test_the_narrator_says_no_more_of_a_condition_than_it_has() -> None:
    spec = given(fight("a"))
    refused(spec.when(set_on("a", "stunned", amount=5)), "CE-REACT-34", "command.amount")
    refused(spec.when(set_on("a", "drunk", amount=20, label="gin")), "CE-REACT-32", "command.label")
    refused(spec.when(set_on("a", "dodge_penalty", rounds=1)), "CE-DODGE-13", "command.rounds")
    refused(spec.when(set_on("a", "clearing_jam")), "CE-CRIT-17", "command.condition")
    refused(spec.when(set_on("a", "hindered", amount=5)), "CE-REACT-38", "command.label")


@pytest.mark.rule("CE-SHEET-18")
def test_persons_and_animals_have_conditions_and_things_have_none() -> None:
    spec = given(fight("a", stub("desk", kind="object", damage_capacity=5)))
    refused(spec.when(set_on("desk", "stunned")), "CE-SHEET-18", "command.combatant")
    refused(spec.when(Surprise(combatant="desk")), "CE-SHEET-18", "command.combatant")


@pytest.mark.rule("CE-SHEET-18")
def test_conditions_last_until_the_narrators_word_a_rounds_end_the_next_action_or_what_ends_them() -> None:
    lasting = {
        "stunned": bears(set_on("a", "stunned"))["stunned"],
        "drugged": bears(set_on("a", "drugged", amount=20, end_of_round=4))["drugged"],
        "hidden": bears(set_on("a", "hidden"))["hidden"],
        "dodge_penalty": bears(set_on("a", "dodge_penalty"))["dodge_penalty"],
        "block_penalty": bears(set_on("a", "block_penalty"))["block_penalty"],
    }
    assert {name: (one.lasts, one.until, one.amount) for name, one in lasting.items()} == {
        "stunned": ("narrator", None, 0),
        "drugged": ("round", 4, 20),
        "hidden": ("event", None, 0),
        "dodge_penalty": ("next_action", None, 25),
        "block_penalty": ("next_action", None, 30),
    }


@pytest.mark.rule("CE-SHEET-18")
def test_a_condition_goes_with_the_round_that_it_lasts_for() -> None:
    spec = skirmish("a", after=(set_on("a", "drunk", amount=20, end_of_round=1), set_on("a", "lucky", amount=5)))
    spec.when(FinishRound(actor="a")).then(ConditionEnded(combatant="a", condition="drunk", reason="end of the round"))
    assert spec.fight.people["a"].conditions.keys() == {"lucky"}


@pytest.mark.rule("CE-SHEET-18", "CE-RUL-23", "CE-RUL-93")
def test_the_unconscious_let_go_and_leave_their_slot_and_their_roll_is_void() -> None:
    quick = stub("a", "knife", role="character", fp=1)
    spec = given(fight(quick, "b")).when(roll("a")).asks("fate_before", "a")
    spec.when(set_on("a", "unconscious")).then(ConditionSet, ItemDropped, RollClosed)
    assert not spec.fight.prompts
    assert not spec.fight.rolls


@pytest.mark.rule("CE-SHEET-18", "CE-DOWN-10")
def test_that_somebody_is_dying_stabilized_or_dead_goes_the_way_of_the_downed() -> None:
    given(fight("a")).when(set_on("a", "dying")).then(Downed)
    given(fight("a")).when(set_on("a", "stabilized")).then(Stabilized)
    spec = given(fight("a")).when(set_on("a", "dead")).then(Died)
    refused(spec.when(set_on("a", "stunned")), "CE-DOWN-10", "command.condition")
    refused(spec.when(set_on("a", "unconscious", rounds=1)), "CE-DOWN-10", "command.condition")


@pytest.mark.rule("CE-SHEET-18")
def test_the_narrator_ends_a_condition_that_is_there() -> None:
    start = given(fight("a"), set_on("a", "unconscious"), set_on("a", "hindered", label="mud", amount=5))
    start.when(ClearCondition(combatant="a", condition="unconscious"))
    start.then(ConditionEnded(combatant="a", condition="unconscious", reason="the narrator's word"))
    refused(start.when(ClearCondition(combatant="a", condition="drunk")), "CE-SHEET-18", "command.condition")
    cold = ClearCondition(combatant="a", condition="hindered", label="cold")
    refused(start.when(cold), "CE-SHEET-18", "command.condition")
    start.when(ClearCondition(combatant="a", condition="hindered", label="mud"))
    assert not start.fight.people["a"].conditions


@pytest.mark.rule("CE-DOWN-10")
def test_whom_wounds_have_felled_no_cleared_condition_raises() -> None:
    spec: Specification = given(fight("a"), SetDowned(combatant="a", status="stabilized"))
    refused(spec.when(ClearCondition(combatant="a", condition="unconscious")), "CE-DOWN-10", "command.condition")
    refused(spec.when(ClearCondition(combatant="a", condition="stabilized")), "CE-DOWN-10", "command.condition")


@pytest.mark.rule("CE-DOWN-2")
def test_the_dead_do_not_die_again() -> None:
    spec: Specification = given(fight("a"), SetCondition(combatant="a", condition="dead"))
    refused(spec.when(SetCondition(combatant="a", condition="dead")), "CE-DOWN-2", "command.condition")


@pytest.mark.rule("CE-REACT-31")
def test_a_knockout_changes_nothing_for_whoever_is_down_already() -> None:
    down = SetDowned(combatant="a", status="stabilized", hp=-1)
    spec = given(fight("a"), down, policy("narrator", "consequence", "standard"))
    check = CallRoll(roller="a", kind="reaction", hazard="gas", base=50)
    spec.when(check, throws=["a d100: 60"]).never(ConditionSet)


@pytest.mark.rule("CE-REACT-40", "CE-REACT-41")
def test_the_narrator_surprises_somebody_without_a_check() -> None:
    spec = given(fight("a")).when(Surprise(combatant="a", initiative=3, skill=0, reaction=10))
    spec.then(
        ConditionSet(combatant="a", condition=Condition("surprised", initiative=3, reaction=10, lasts="round", until=1))
    )
    past = skirmish("a", "b").when(FinishRound(actor="a")).when(FinishRound(actor="b"))
    refused(past.when(Surprise(combatant="a", end_of_round=1)), "CE-REACT-41", "command.end_of_round")
    past.when(Surprise(combatant="a"))
    assert past.fight.people["a"].conditions["surprised"].until == 2
