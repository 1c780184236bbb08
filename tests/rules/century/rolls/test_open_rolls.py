"""Open rolls and open prompts: what the encounter remembers of each while it waits (CE-SHEET-37, CE-SHEET-38)."""

import pytest

from domain.core.commands import Answer
from domain.rulesets.century.chapters.attack.attacks import AttackEnded
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.calls import CallRolls
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.parts import CandidateSheet, ModifierSheet
from domain.rulesets.century.state import Candidate, Modifier
from tests.rules.century.builders import skirmish
from tests.rules.century.specification import Specification, attack, check, fight, given, policy, roll, stub

WAYS = (
    CandidateSheet(key="luck", base=20),
    CandidateSheet(key="wits", skill="Detective", abilities=("iq",), base=40),
)


def heroes() -> Specification:
    """Two characters with Fate Points."""
    return given(fight(stub("a", role="character", fp=3, iq=11), stub("b", role="character", fp=1)))


@pytest.mark.rule("CE-SHEET-37")
def test_an_open_roll_keeps_all_that_it_came_to_so_far() -> None:
    modifiers = (ModifierSheet(key="custom", amount=5, label="hunch"),)
    spec = heroes().when(roll("a", roll_id="clue", candidates=WAYS, modifiers=modifiers, target="b"))
    called = spec.fight.rolls["clue"]
    assert (called.id, called.combatant, called.kind, called.stage, called.hidden) == (
        "clue", "a", "skill", "called", False,
    )  # fmt: skip
    assert called.candidates == (Candidate("luck", 20), Candidate("wits", 40, "Detective", ("iq",)))
    assert (called.modifiers, called.target_of, called.chosen) == ((Modifier("custom", 5, "hunch"),), "b", None)
    spec.answer("wits").answer(1, throws=["a d100: 80"])
    thrown = spec.fight.rolls["clue"]
    assert (thrown.chosen, thrown.fate_before, thrown.target, thrown.number, thrown.critical) == (
        "wits", 1, 76, 80, None,
    )  # fmt: skip
    assert {part.key: part.amount for part in thrown.parts} == {
        "base": 40, "ability": 6, "skill": 0, "custom": 5, "fate_before": 25,
    }  # fmt: skip
    spec.answer(0).then(RollClosed)
    assert not spec.fight.rolls


@pytest.mark.rule("CE-SHEET-37")
def test_nobody_has_two_open_rolls_but_different_people_have() -> None:
    spec = heroes().when(roll("a"))
    spec.when(roll("a")).refused("CE-SHEET-37")
    spec.when(CallRolls(rollers=("b", "a"), candidates=WAYS[:1])).refused("CE-SHEET-37")
    again = Attempt(actor="a", what="listens")
    spec.when(again).refused("CE-SHEET-37")
    spec.when(again.model_copy(update={"actor": "b"})).asks("set_target", "narrator").answer("fails")
    spec.when(roll("b", hidden=True))
    assert {one.combatant: one.hidden for one in spec.fight.rolls.values()} == {"a": False, "b": True}
    spec.answer(0, to="b", throws=["b d100: 20"]).when(roll("b"))
    assert [one.combatant for one in spec.fight.rolls.values()] == ["a", "b"]


@pytest.mark.rule("CE-SHEET-37")
def test_the_name_of_an_open_roll_is_taken_until_it_closes() -> None:
    spec = heroes().when(roll("a", roll_id="clue"))
    spec.when(roll("b", roll_id="clue")).refused("CE-SHEET-37")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.roll_id"
    spec.answer(0, throws=["a d100: 20"]).when(roll("b", roll_id="clue")).asks("fate_before", "b")
    for_both = given(fight(stub("a", role="character", fp=1), stub("b"), stub("c")))
    for_both.when(CallRolls(rollers=("a",), roll_id="clue", candidates=WAYS[:1])).asks("fate_before", "a")
    for_both.when(roll("c", roll_id="clue")).refused("CE-SHEET-37")


@pytest.mark.rule("CE-SHEET-37")
def test_a_name_that_is_made_is_nobody_elses() -> None:
    spec = heroes()
    named = f"roll-{spec.fight.version + 5}"
    spec.when(roll("a", roll_id=named)).when(roll("b")).asks("fate_before", "b")
    assert {one.id: one.combatant for one in spec.fight.rolls.values()} == {named: "a", f"{named}a": "b"}


@pytest.mark.rule("CE-SHEET-38")
def test_open_prompts_say_who_is_asked_and_what_is_legal() -> None:
    spec = heroes().when(roll("a")).when(roll("b", candidates=WAYS))
    first, second = spec.fight.prompts
    assert (first.kind, first.to, spec.listed_answers("a")) == ("fate_before", "a", [0, 1, 2, 3])
    assert (second.kind, second.to, spec.listed_answers("b")) == ("approach", "b", ["luck", "wits"])
    spec.when(Answer(prompt=second.id, answer="luck")).asks("fate_before", "b")
    spec.when(Answer(prompt=second.id, answer="wits")).refused(None, "invalid")
    assert first in spec.fight.prompts


@pytest.mark.rule("CE-ROLL-20", "CE-SHEET-37")
def test_rolls_called_together_open_at_once_and_each_falls_when_its_own_answers_are_in() -> None:
    spec = given(fight(*(stub(name, role="character", fp=1) for name in "ab"), stub("c")))
    spec.when(CallRolls(rollers=("a", "c", "b"), roll_id="r", candidates=WAYS[:1]), throws=["c d100: 20"])
    assert [(prompt.kind, prompt.to) for prompt in spec.fight.prompts] == [("fate_before", "a"), ("fate_before", "b")]
    spec.answer(0, to="b", throws=["b d100: 10"]).then(RollClosed(roll="r.b", combatant="b", how="settled"))
    spec.answer(0, to="a", throws=["a d100: 15"]).then(RollClosed(roll="r.a", combatant="a", how="settled"))


@pytest.mark.rule("CE-ROLL-20", "CE-REACT-6")
def test_a_throw_whose_answers_are_in_waits_for_no_roll_called_meanwhile() -> None:
    spec = heroes().when(roll("a", roll_id="first")).when(check("b", "gas", roll_id="second"))
    spec.answer(0, to="a", throws=["a d100: 40"]).then(RollClosed(roll="first", combatant="a", how="settled")).asks(
        "fate_before", "b"
    )


@pytest.mark.rule("CE-ROLL-20")
def test_an_attack_goes_on_with_its_defence_while_a_roll_called_meanwhile_is_open() -> None:
    spec = skirmish("a", "b", stub("c", role="character", fp=1), asked=("b",))
    spec.given(policy("c", "fate_before", "ask")).when(attack("a", "b", range="melee")).asks("defence", "b")
    spec.when(roll("c")).asks("fate_before", "c")
    spec.answer("none", to="b", throws=["a d100: 90"]).then(AttackEnded).asks("fate_before", "c")
