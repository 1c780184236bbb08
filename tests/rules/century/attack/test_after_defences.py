"""What a defence takes off its caller's own next action (CE-DODGE-13 to -15, CE-DODGE-20, CE-BLOCK-6)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.shots import ShotHit
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import Hide
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound
from tests.rules.century.builders import FATE, parts, skirmish, targets
from tests.rules.century.specification import Specification, attack, roll, stub

MISS = ["d100: 93"]


def end(name: str) -> EndAction:
    """Its slot closes."""
    return EndAction(actor=name)


def done(name: str) -> FinishRound:
    """It forgoes the round."""
    return FinishRound(actor=name)


def blow(actor: str, target: str, **fields: Any) -> Attack:
    """A punch, or another attack."""
    return attack(actor, target, **{"range": "melee", **fields})


def penalties(spec: Specification, name: str) -> list[str]:
    """The conditions on somebody's next action."""
    return sorted(key for key in spec.fight.people[name].conditions if key in ("dodge_penalty", "block_penalty"))


def defended(*defences: str) -> Specification:
    """b has defended itself so, against a first and then c, who forgo the round; then b has its slot."""
    spec = skirmish(*("a", "c")[: len(defences)], stub("b", "knife"), asked=("b",))
    for name, defence in zip(("a", "c"), defences, strict=False):
        spec.when(blow(name, "b"), f"b: defence {defence}", throws=MISS).given(done(name))
    return spec


@pytest.mark.rule("CE-DODGE-13", "CE-MOD-8", "CE-RUL-72")
def test_all_rolls_of_the_next_slot_suffer_and_then_it_is_gone() -> None:
    spec = skirmish("a", stub("b", "avenger_9mm"), asked=("b",))
    spec.when(blow("a", "b"), "b: defence dodge", throws=MISS).given(done("a"))
    spec.when(attack("b", "a", fire="double_tap", range="short"), throws=MISS * 2)
    assert (targets(spec), parts(spec)["dodge_penalty"]) == ([35, 25], -25)
    assert penalties(spec, "b") == ["dodge_penalty"]
    spec.when(end("b")).then(ConditionEnded(combatant="b", condition="dodge_penalty", reason="used up"))
    assert penalties(spec, "b") == []


@pytest.mark.rule("CE-DODGE-13", "CE-SKILL-17")
def test_so_does_a_skill_roll_of_that_slot_and_uses_it_up() -> None:
    spec = defended("dodge").when(Hide(actor="b")).asks("set_target", "narrator")
    spec.answer({"candidates": [{"base": 50}]}, throws=["d100: 60"])
    assert parts(spec) == {"base": 50, "dodge_penalty": -25}
    assert penalties(spec, "b") == []


@pytest.mark.rule("CE-DODGE-13", "CE-RUL-72")
def test_a_slot_without_a_roll_neither_suffers_nor_uses_it_up_also_into_the_next_round() -> None:
    spec = defended("dodge").given(Turn(actor="b", degrees=30), end("b"))
    assert penalties(spec, "b") == ["dodge_penalty"]
    spec.given(done("b"), BeginRound())
    assert penalties(spec, "b") == ["dodge_penalty"]
    if spec.fight.turn_of("b") is None:
        spec.given(done("a"))
    assert targets(spec.when(blow("b", "a"), throws=MISS)) == [35]


@pytest.mark.rule("CE-DODGE-13", "CE-SKILL-17")
def test_a_roll_that_the_narrator_calls_unasked_does_not_count() -> None:
    spec = defended("dodge").when(roll("b"), throws=MISS)
    assert targets(spec) == [50]
    spec.given(Turn(actor="b", degrees=30), end("b"))
    assert penalties(spec, "b") == ["dodge_penalty"]


@pytest.mark.rule("CE-DODGE-14", "CE-RUL-72")
def test_several_dodges_before_it_cost_it_once() -> None:
    spec = defended("dodge", "dodge").when(blow("b", "a"), throws=MISS)
    assert parts(spec) == {"base": 60, "dodge_penalty": -25}


@pytest.mark.rule("CE-DODGE-15", "CE-RUL-71")
def test_a_forced_miss_counts_as_a_dodge() -> None:
    spec = skirmish("a", stub("b", **FATE), asked=("b",), pools={"b": 3})
    spec.when(blow("a", "b"), "b: fate_miss true", throws=["d100: 30"]).given(done("a"))
    assert penalties(spec, "b") == ["dodge_penalty"]
    assert targets(spec.when(blow("b", "a"), throws=MISS)) == [35]


@pytest.mark.rule("CE-BLOCK-1", "CE-BLOCK-6", "CE-PARRY-2", "CE-MOD-9", "CE-RUL-75")
@pytest.mark.parametrize("defence", ["block", "parry"])
def test_block_and_parry_cost_their_callers_next_action_thirty(defence: str) -> None:
    spec = defended(defence).when(blow("b", "a"), throws=["d100: 31"])
    assert parts(spec) == {"base": 60, "block_penalty": -30}
    assert penalties(spec.given(end("b")), "b") == []


@pytest.mark.rule("CE-BLOCK-6")
def test_two_blocks_cost_thirty_once() -> None:
    assert parts(defended("block", "parry").when(blow("b", "a"), throws=MISS)) == {"base": 60, "block_penalty": -30}


@pytest.mark.rule("CE-BLOCK-6", "CE-RUL-76")
@pytest.mark.parametrize("defences", [("dodge", "block"), ("block", "dodge")])
def test_of_dodge_and_block_only_the_larger_counts_and_both_are_used_up(defences: tuple[str, str]) -> None:
    spec = defended(*defences)
    assert penalties(spec, "b") == ["block_penalty", "dodge_penalty"]
    spec.when(blow("b", "a"), throws=MISS)
    assert parts(spec) == {"base": 60, "block_penalty": -30}
    assert penalties(spec, "b") == []


@pytest.mark.rule("CE-DODGE-20", "CE-TIE-12")
def test_in_a_common_slot_it_is_that_slot_unless_a_step_has_been_taken_in_it() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), stub("b", "avenger_9mm"), asked=("a", "b"), scores={"a": 7, "b": 7})

    def shot(actor: str, target: str) -> Attack:
        return attack(actor, target, range="short")

    assert targets(spec.when(shot("a", "b"), "b: defence dodge", throws=["d100: 50"])) == [45]
    assert targets(spec.when(shot("b", "a"), "a: defence dodge", throws=["d100: 21"])) == [20]
    spec.given(end("a"), end("b"))
    assert (penalties(spec, "a"), penalties(spec, "b")) == (["dodge_penalty"], [])
    assert targets(spec.when(shot("a", "b"), throws=["d100: 36"])) == [35]
    spec.when(shot("b", "a"), throws=["d100: 61"])
    assert (targets(spec), penalties(spec, "a")) == ([60], [])


@pytest.mark.rule("CE-DODGE-20")
def test_one_that_comes_anew_after_the_first_step_outlives_a_slot_in_which_the_old_one_counts() -> None:
    spec = skirmish("a", "b", "c", asked=("b",), scores={"a": 9, "b": 7, "c": 7}, pools={"b": 14})
    spec.when(blow("a", "b"), "b: defence dodge", throws=MISS).given(done("a"))
    spec.given(Turn(actor="b", degrees=30))
    spec.when(blow("c", "b"), "b: defence dodge", throws=MISS)
    assert targets(spec.when(blow("b", "c"), throws=["d100: 36"])) == [35]
    spec.given(end("b"), end("c"))
    assert penalties(spec, "b") == ["dodge_penalty"]
    spec.when(blow("b", "c"), throws=["d100: 35"]).then(ShotHit)
    assert targets(spec) == [35]
