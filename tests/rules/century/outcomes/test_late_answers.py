"""Answers to which play comes only later: what of them no longer fits falls away (CE-ROLL-13, CE-ROLL-14).

An answer is on record, and the roll of somebody else is open, when a ruling changes what it was about.
"""

from typing import Any

import pytest

from domain.core.commands import Command, SetPolicy
from domain.core.events import Answered
from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.attack.attack_terms import AttackWithdrawn, TermsGiven
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.outcomes.consequences import ConsequenceChosen
from domain.rulesets.century.chapters.outcomes.criticals import CriticalChosen
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.ending import LeaveField
from tests.rules.century.builders import found, skirmish
from tests.rules.century.specification import Specification, attack, check, fight, given, roll, stub

OTHER = stub("c", role="character", fp=1)
"""Whose roll is open meanwhile."""


def answered(spec: Specification, answer: Any, *, sealed: bool = False) -> Specification:
    """Another roll is called, and the first prompt is answered on record; what follows from that is still to come."""
    prompt = spec.fight.prompts[0]
    spec.given(SetPolicy(of="c", kind="fate_before", answer="ask"), roll("c", roll_id="other"))
    shown, secret = (None, answer) if sealed else (answer, None)
    return spec.given(
        Answered(kind=prompt.kind, to=prompt.to, by="prompt", answer=shown, prompt=prompt.id, secret=secret)
    )


def chosen(choice: Any, ruling: Command) -> str:
    """What becomes of an effect that was chosen for the critical failure of an attack before this ruling."""
    spec = skirmish(stub("a", "avenger_9mm"), "b", OTHER)
    spec.when(attack("a", "b", range="short"), throws=["a d100: 98"]).asks("choose_critical", "narrator")
    choice = found(answered(spec, choice, sealed=True).when(ruling), CriticalChosen)[0].choice
    assert choice is not None
    return str(choice.effect)


@pytest.mark.rule("CE-ROLL-13", "CE-CRIT-23")
def test_an_effect_on_a_weapon_that_has_been_dropped_falls_away() -> None:
    assert chosen({"effect": "jam"}, SetScene(rain=True)) == "jam"
    assert chosen({"effect": "jam"}, SetCondition(combatant="a", condition="unconscious")) == "none"


def attacked(answer: Any) -> Specification:
    """An attack whose terms have been given while another roll is open."""
    spec = skirmish("a", "b", OTHER, attack_terms="ask")
    spec.when(attack("a", "b", range="melee"), speaker=Speaker("player", ("a",))).asks("attack_terms", "narrator")
    return answered(spec, answer)


@pytest.mark.rule("CE-ROLL-13", "CE-MOD-21")
def test_a_modifier_that_counts_of_itself_by_now_is_left_out_of_the_terms() -> None:
    terms = {"modifiers": [{"key": "rain"}, {"key": "custom", "amount": -5, "label": "duress"}], "base": 50}
    for rain, keys in ((False, ["rain", "custom"]), (True, ["custom"])):
        spec = attacked(terms).when(SetScene(rain=rain, wind=True), throws=["a d100: 90"])
        kept = found(spec, TermsGiven)[0].terms
        assert ([one.key for one in kept.modifiers], kept.base) == (keys, 50)


@pytest.mark.rule("CE-ROLL-13", "CE-ROLL-14")
def test_an_attacker_who_has_been_stunned_takes_the_attack_back() -> None:
    attacked({}).when(SetCondition(combatant="a", condition="stunned")).then(AttackWithdrawn)


def tried() -> Specification:
    """An attempt for which a roll has been set while another roll is open."""
    spec = given(fight("a", OTHER)).when(Attempt(actor="a", what="climbs")).asks("set_target", "narrator")
    modifiers = [{"key": "rain"}, {"key": "custom", "amount": -5, "label": "duress"}]
    return answered(spec, {"candidates": [{"base": 40}], "modifiers": modifiers}, sealed=True)


@pytest.mark.rule("CE-ROLL-13")
def test_a_modifier_that_counts_of_itself_by_now_is_left_out_of_the_roll() -> None:
    spec = tried().when(SetScene(rain=True), throws=["a d100: 90"])
    assert [one.key for one in found(spec, RollCalled)[0].modifiers] == ["custom"]


@pytest.mark.rule("CE-ROLL-13", "CE-ROLL-14", "CE-SHEET-37")
def test_an_attempt_of_somebody_who_can_no_longer_roll_comes_to_nothing() -> None:
    for ruling in (SetCondition(combatant="a", condition="stunned"), LeaveField(combatant="a")):
        tried().when(ruling).never(RollCalled).asks("fate_before", "c")
    spec = given(fight("a", OTHER)).when(Attempt(actor="c", what="climbs")).asks("set_target", "narrator")
    answered(spec, {"candidates": [{"base": 40}]}, sealed=True).when(SetScene(rain=True)).never(RollCalled)


@pytest.mark.rule("CE-ROLL-13", "CE-REACT-11")
def test_a_consequence_whose_end_is_past_falls_away() -> None:
    spec = given(fight("a", OTHER)).when(check("a", "gas"), throws=["a d100: 60"]).asks("consequence", "narrator")
    answered(spec, [{"effect": "drugged", "amount": 20, "end_of_round": 1}, {"effect": "drunk", "amount": 20}])
    spec.fight.round = 1
    spec.when(SetScene(rain=True))
    assert [one.effect for one in found(spec, ConsequenceChosen)[0].effects] == ["drunk"]
