"""The typed answers: each answers the open prompt of its kind that is put to whoever gives it (CE-ROLL-13)."""

import pytest

from domain.core.commands import Command
from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.attack.areas import AnswerBlastList, BlastOpened
from domain.rulesets.century.chapters.attack.attack_terms import AnswerAttackTerms, TermsGiven
from domain.rulesets.century.chapters.attack.defences import Defend, Defended
from domain.rulesets.century.chapters.outcomes.consequences import ChooseConsequence, ConsequenceChosen
from domain.rulesets.century.chapters.outcomes.criticals import ChooseCritical, CriticalChosen
from domain.rulesets.century.chapters.rolls.calls import CallRolls, WithdrawRoll
from domain.rulesets.century.chapters.rolls.fate_points import AnswerFateAfter, AnswerFateBefore, FateSpent
from domain.rulesets.century.chapters.rolls.opening import AnswerApproach, ApproachChosen
from domain.rulesets.century.chapters.rolls.throwing import AwardCritical, CriticalAwarded
from domain.rulesets.century.parts import ConsequenceSheet
from tests.rules.century.builders import refused, skirmish
from tests.rules.century.specification import attack, check, fight, given, policy, roll, stub

ANSWERS: list[Command] = [
    AnswerApproach(actor="a", candidate="iq"),
    AnswerFateBefore(actor="a", fate=0),
    AnswerFateAfter(actor="a", fate=0),
    Defend(actor="a", defence="dodge"),
    AwardCritical(award=True),
    ChooseCritical(effect="none"),
    ChooseConsequence(effects=(ConsequenceSheet(effect="none"),)),
    AnswerAttackTerms(),
    AnswerBlastList(),
]
HERO = stub("a", role="character", fp=3)
PLAYER = Speaker("player", ("a",))


@pytest.mark.rule("CE-ROLL-13")
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda one: one.type)
def test_an_answer_that_nobody_waits_for_is_refused(answer: Command) -> None:
    given(fight(HERO, "b")).when(answer).refused("CE-ROLL-13")


@pytest.mark.rule("CE-ROLL-13", "CE-SKILL-3")
def test_a_roller_answers_in_its_own_words_at_each_stage() -> None:
    spec = given(fight(HERO)).when(check("a", "surprise", 40))
    refused(spec.when(AnswerFateBefore(actor="a", fate=1), speaker=PLAYER), "CE-ROLL-13", None)
    spec.when(AnswerApproach(actor="a", candidate="luck"), speaker=PLAYER)
    refused(spec, "CE-SKILL-3", "command.candidate")
    spec.when(AnswerApproach(actor="a", candidate="agl"), speaker=PLAYER).then(ApproachChosen)
    refused(spec.when(AnswerFateBefore(actor="a", fate=4), speaker=PLAYER), "CE-FATE-4", "command.fate")
    spec.when(AnswerFateBefore(actor="a", fate=1), throws=["a d100: 70"], speaker=PLAYER).then(FateSpent)
    refused(spec.when(AnswerApproach(actor="a", candidate="iq"), speaker=PLAYER), "CE-ROLL-13", None)
    spec.when(AnswerFateAfter(actor="a", fate=1), speaker=PLAYER).then(FateSpent)


@pytest.mark.rule("CE-ROLL-13")
def test_an_answer_after_the_roll_is_withdrawn_is_refused() -> None:
    spec = given(fight(HERO)).when(check("a", "surprise", 40, roll_id="r")).when(WithdrawRoll(roll_id="r"))
    spec.when(AnswerApproach(actor="a", candidate="iq")).refused("CE-ROLL-13")


@pytest.mark.rule("CE-DODGE-2")
def test_a_target_defends_itself() -> None:
    spec = skirmish("b", "a", asked=("a",)).when(attack("b", "a", range="melee"))
    blocked = Defend.model_validate({"actor": "a", "defence": "block", "with": "left_arm"})
    spec.when(blocked, throws=["b d100: 40"], speaker=PLAYER).then(Defended)
    assert [one.defence.with_item for one in spec.events if isinstance(one, Defended)] == ["left_arm"]


@pytest.mark.rule("CE-CRIT-1", "CE-CRIT-9", "CE-REACT-9")
def test_the_narrator_answers_about_the_roll_that_it_names() -> None:
    both = CallRolls(roll_id="r", rollers=("b", "c"), kind="reaction", hazard="gas", base=50)
    spec = given(fight("b", "c", criticals="narrator")).when(both, throws=["b d100: 98", "c d100: 40"])
    refused(spec.when(AwardCritical(roll_id="r.c", award=True)), "CE-ROLL-13", None)
    spec.when(AwardCritical(roll_id="r.b", award=True)).then(CriticalAwarded)
    jam = ChooseCritical(roll_id="r.b", effect="jam")
    refused(spec.when(jam), "CE-CRIT-23", "command.weapon")
    spec.when(ChooseCritical(roll_id="r.b", effect="none")).then(CriticalChosen)
    wrong = ConsequenceSheet(effect="drunk", amount=5)
    refused(spec.when(ChooseConsequence(effects=(wrong,))), "CE-REACT-32", "command.effects[0].amount")
    right = ConsequenceSheet(effect="drunk", amount=50)
    spec.when(ChooseConsequence(effects=(right,))).then(ConsequenceChosen)
    assert spec.fight.people["b"].conditions["drunk"].amount == 50


@pytest.mark.rule("CE-MOD-24", "CE-AREA-5")
def test_the_narrator_answers_about_attacks() -> None:
    spec = skirmish(stub("a", "grenade"), "b", "c", attack_terms="ask")
    spec.when(attack("a", "b", range="short"), speaker=PLAYER).asks("attack_terms", "narrator")
    spec.when(AnswerAttackTerms(base=70), throws=["a d100: 70"]).then(TermsGiven)
    inside = AnswerBlastList(inside=("c",))
    spec.asks("blast_list", "narrator").when(inside, throws=["a 3d6: 1 1 1"])
    assert [one.inside for one in spec.events if isinstance(one, BlastOpened)] == [("c",)]


@pytest.mark.rule("CE-ROLL-13")
def test_players_do_not_answer_for_the_narrator() -> None:
    spec = given(fight(HERO), policy("a", "fate_before", 0)).when(roll("a"), throws=["a d100: 3"])
    spec.when(ChooseCritical(effect="none"), speaker=PLAYER).refused(None, "not_yours")
