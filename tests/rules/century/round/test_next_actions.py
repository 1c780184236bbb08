"""What a dodge or block takes off one's own next action (CE-DODGE-13, -14, -20; CE-BLOCK-6): when, and until when."""

import pytest

from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, SetCondition
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.ending import EndCombat
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.parts import CandidateSheet, RollTerms
from tests.rules.century.builders import does, ends, finishes, of, played_out
from tests.rules.century.specification import Specification, attack, fight, given, in_action, roll, stub, unasked

TOGETHER = {"a": 7, "b": 7}


def shoot(who: str, whom: str) -> Attack:
    return attack(who, whom, range="short")


def gunslingers(pool: int = 10, **scores: int) -> Specification:
    """A and B with pistols, who are asked when they are attacked."""
    people = [stub(name, "avenger_9mm") for name in ("a", "b")]
    return given(fight(*people), *in_action("a", "b", scores=scores, pools={"a": pool, "b": pool}))


def target(spec: Specification) -> int | None:
    """The target number that the last command has fixed."""
    return next(event.target for event in spec.events if isinstance(event, TargetFixed))


def suffering(spec: Specification) -> list[str]:
    """Who has a penalty on its next action."""
    return [name for name in spec.fight.people if "dodge_penalty" in of(spec, name).conditions]


@pytest.mark.rule("CE-DODGE-20", "CE-DODGE-13", "CE-EX-121", "CE-TIE-12")
def test_in_a_common_slot_the_first_step_tells_which_action_is_the_next() -> None:
    spec = gunslingers(**TOGETHER)
    spec.when(shoot("a", "b"), "b: defence dodge", throws=["a d100: 50"])
    assert target(spec) == 45
    spec.when(shoot("b", "a"), "a: defence dodge", throws=["b d100: 21"])
    assert (target(spec), of(spec, "a").pool, of(spec, "b").pool) == (20, 3, 3)
    assert suffering(spec) == ["a", "b"]
    spec.when(ends("a")).when(ends("b")).then(
        ConditionEnded(combatant="b", condition="dodge_penalty", reason="used up")
    )
    assert suffering(spec) == ["a"]
    spec.when(shoot("a", "b"), throws=["a d100: 36"])
    assert target(spec) == 35
    spec.when(shoot("b", "a"), throws=["b d100: 61"]).then(
        ConditionEnded(combatant="a", condition="dodge_penalty", reason="used up")
    )
    assert suffering(spec) == []


@pytest.mark.rule("CE-DODGE-20")
def test_a_dodge_after_ones_own_part_is_closed_is_for_the_next_slot() -> None:
    spec = gunslingers(**TOGETHER)
    spec.when(shoot("a", "b"), "b: defence none", throws=["d100: 90"]).when(ends("a"))
    spec.when(shoot("b", "a"), "a: defence dodge", throws=["d100: 90"]).when(ends("b")).never(ConditionEnded)
    assert suffering(spec) == ["a"]
    spec.when(shoot("a", "b"), "b: defence none", throws=["d100: 90"])
    assert target(spec) == 35


@pytest.mark.rule("CE-DODGE-20")
def test_a_penalty_from_before_and_a_new_one_in_the_same_slot() -> None:
    spec = gunslingers(20, **TOGETHER).given(SetCondition(combatant="a", condition="dodge_penalty"))
    spec.when(shoot("a", "b"), "b: defence none", throws=["d100: 90"])
    assert target(spec) == 35
    spec.when(shoot("b", "a"), "a: defence dodge", throws=["d100: 90"])
    terms = RollTerms(candidates=(CandidateSheet(base=50),))
    spec.when(OtherAction(actor="a", what="looks", mp=1, terms=terms), throws=["d100: 90"])
    assert target(spec) == 25, "the old one counts in all of the slot"
    spec.when(ends("a")).when(ends("b"))
    assert suffering(spec) == ["a"], "the new one outlives it"
    spec.when(shoot("a", "b"), "b: defence none", throws=["d100: 90"])
    assert target(spec) == 35
    spec.when(finishes("b")).when(finishes("a"))
    assert suffering(spec) == []


@pytest.mark.rule("CE-DODGE-13", "CE-SHEET-36")
def test_slots_without_a_roll_neither_suffer_nor_use_it_up() -> None:
    spec = gunslingers().when(shoot("a", "b"), "b: defence dodge", throws=["d100: 90"]).when(finishes("a"))
    spec.when(does("b")).when(ends("b")).never(ConditionEnded)
    spec.when(roll("b"), throws=["d100: 90"])
    assert (target(spec), suffering(spec)) == (50, ["b"])
    played_out(spec)
    spec.when(BeginRound(), throws=["2d6: 1 1", "2d6: 6 6"])
    spec.when(shoot("b", "a"), "a: defence none", throws=["d100: 90"])
    assert (target(spec), suffering(spec)) == (35, ["b"])
    spec.when(ends("b")).then(ConditionEnded(combatant="b", condition="dodge_penalty", reason="used up"))
    assert suffering(spec) == []


@pytest.mark.rule("CE-DODGE-13")
def test_all_rolls_of_that_one_slot_suffer() -> None:
    killer = stub("b", "pistol_22", "knife")
    spec = given(fight(stub("a", "avenger_9mm"), killer), *unasked("a"), *in_action("a", "b"))
    spec.when(shoot("a", "b"), "b: defence dodge", throws=["d100: 90"]).when(finishes("a"))
    spec.when(attack("b", "a", weapon="pistol_22", paired=True, range="short"), throws=["d100: 90"])
    assert target(spec) == 60 - 15 - 25
    spec.when(attack("b", "a", weapon="knife", paired=True, range="melee"), throws=["d100: 90"])
    assert (target(spec), suffering(spec)) == (60 - 30 - 25, [])


@pytest.mark.rule("CE-DODGE-14", "CE-DODGE-13")
def test_two_dodges_before_the_next_action_give_it_once() -> None:
    people = [stub(name, "avenger_9mm") for name in ("a", "c", "b")]
    spec = given(fight(*people), *in_action("a", "c", "b", pools={"b": 20}))
    for name in ("a", "c"):
        spec.when(shoot(name, "b"), "b: defence dodge", throws=["d100: 90"]).when(finishes(name))
    spec.when(shoot("b", "a"), "a: defence none", throws=["d100: 90"])
    assert target(spec) == 35
    spec.when(ends("b"))
    assert suffering(spec) == []


@pytest.mark.rule("CE-DODGE-13")
def test_combat_that_ends_uses_up_what_its_last_slot_has_suffered() -> None:
    spec = gunslingers().when(shoot("a", "b"), "b: defence dodge", throws=["d100: 90"]).when(finishes("a"))
    spec.when(shoot("b", "a"), "a: defence none", throws=["d100: 90"]).when(EndCombat())
    assert suffering(spec) == []
