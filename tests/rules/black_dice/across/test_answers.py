"""Typed answers: the commands that answer the prompt put to their actor."""

import pytest

from domain.core.commands import Command
from domain.core.events import Answered
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.dice.rerolls import Keep, Reroll
from domain.rulesets.black_dice.chapters.dice.scripting import Approve, ChangeStory
from domain.rulesets.black_dice.chapters.dice.throws import Choose
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, StrikeSheet
from domain.rulesets.black_dice.chapters.rounds.responses import ReplyTo, Respond, Responded
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, ReduceDamage
from domain.rulesets.black_dice.chapters.wounds.injuries import AvoidInjury, InjuryAvoided
from domain.rulesets.black_dice.chapters.wounds.waking import EnsureSuccess
from domain.rulesets.black_dice.parts import Choices
from tests.rules.black_dice.builders import agenda, check, clash, duel, fell, player
from tests.rules.black_dice.specification import fight, given, newcomer, round_of

REPLY = ReplyTo(attacker="pryce", does="easy_target")


@pytest.mark.rule("BD-WHO-7", "BD-SKILL-15", "BD-SCRIPT-6", "BD-FATE-5", "BD-FATE-8", "BD-FATE-6")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Respond(actor="vane", replies=(REPLY,)), "BD-WHO-7"),
        (Choose(actor="vane", choices=Choices(fate=1)), "BD-SKILL-15"),
        (Reroll(actor="vane", description="luck"), "BD-SCRIPT-4"),
        (Keep(actor="vane", keep="first"), "BD-SCRIPT-6"),
        (ReduceDamage(actor="vane", pips=1), "BD-FATE-5"),
        (AvoidInjury(actor="vane", avoid=True), "BD-FATE-8"),
        (EnsureSuccess(actor="vane", ensure=True), "BD-FATE-6"),
        (Approve(approve=True), "BD-SCRIPT-2"),
    ],
    ids=lambda value: value.type if isinstance(value, Command) else value,
)
def test_an_answer_to_nothing_is_refused_by_the_rule_of_the_question(command: Command, rule: str) -> None:
    given(fight("vane", "pryce")).when(command).refused(rule)


@pytest.mark.rule("BD-WHO-7")
def test_a_response_is_given_to_the_prompt_of_its_target() -> None:
    spec = given(fight("pryce", "vane"), *round_of("pryce", "vane"))
    strike = StrikeSheet(target="vane", weapon="truncheon")
    spec.given(Declare(actor="pryce", attack=(strike,)))
    spec.when(Declare(actor="vane", wait=True)).asks("response", "vane")
    spec.when(Respond(actor="vane", replies=(REPLY,)), speaker=player("vane")).then(Answered, Responded)
    assert spec.fight.prompts == ()


@pytest.mark.rule("BD-SKILL-15")
def test_choices_are_given_to_the_prompt_of_their_thrower() -> None:
    asking = {"ask_choices": True}
    spec = given(fight(newcomer("vane", policy=asking))).when(check("vane", "dex athletics")).asks("choose", "vane")
    spec.when(Choose(actor="vane", choices=Choices(fate=13))).refused("BD-FATE-2")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.choices.fate"
    choose = Choose(actor="vane", choices=Choices(fate=1))
    spec.when(choose, throws=[fell("vane athletics", "7/1")], speaker=player("vane"))
    spec.then(FateSpent(combatant="vane", pips=1, use="athletics"), CheckSettled)


@pytest.mark.rule("BD-FATE-5")
def test_pips_are_given_to_the_prompt_of_whoever_is_hit() -> None:
    spec = duel("pryce", "vane", agenda(clash("pryce truncheon", "vane easy_target")))
    throws = [fell("pryce bludgeon", "8/4"), fell("pryce weapon", "4/0"), fell("pryce strength", "3/0")]
    spec.when(Resolve(), throws=throws).asks("reduce_damage", "vane")
    spec.when(ReduceDamage(actor="vane", pips=3)).refused("BD-FATE-5")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.pips"
    spec.when(ReduceDamage(actor="vane", pips=2), speaker=player("vane")).then(
        DamageReduced(combatant="vane", by=2, points=1)
    )


@pytest.mark.rule("BD-FATE-8")
def test_an_injury_is_avoided_by_whoever_it_would_befall() -> None:
    spec = duel(
        "pryce", newcomer("quill", policy={"ask_reduce": False}), agenda(clash("pryce truncheon", "quill easy_target"))
    )
    throws = [fell("pryce bludgeon", "8/2"), fell("pryce weapon", "4/0"), fell("pryce strength", "3/0")]
    spec.when(Resolve(), throws=[*throws, fell("quill injury", "8/0", "1/0")]).asks("avoid_injury", "quill")
    spec.when(AvoidInjury(actor="quill", avoid=True), speaker=player("quill"))
    spec.then(FateSpent, InjuryAvoided(combatant="quill"))


@pytest.mark.rule("BD-FATE-6")
def test_a_roll_is_made_sure_by_whoever_has_to_make_it() -> None:
    spec = given(fight(newcomer("vane", normal=18)), *round_of("vane"), agenda())
    spec.when(EndRound()).asks("ensure_success", "vane")
    spec.when(EnsureSuccess(actor="vane", ensure=True), speaker=player("vane")).then(FateSpent, CheckSettled)


@pytest.mark.rule("BD-SCRIPT-2")
def test_an_approval_goes_to_the_prompt_that_was_opened_first_or_is_named() -> None:
    spec = given(fight("vane", "quill"))
    spec.when(ChangeStory(actor="vane", description="a ship is sighted"))
    first = spec.fight.prompts[0].id
    spec.when(ChangeStory(actor="quill", description="it is a ghost"))
    second = spec.fight.prompts[1].id
    spec.when(Approve(prompt="prompt-1-1", approve=True)).refused(None, "invalid")
    spec.when(Approve(prompt=second, approve=True))
    assert [prompt.id for prompt in spec.fight.prompts] == [first]
    spec.when(ChangeStory(actor="vane", description="it sinks")).when(Approve(approve=False))
    assert [prompt.about["description"] for prompt in spec.fight.prompts] == ["it sinks"]


@pytest.mark.rule("BD-SKILL-15")
def test_a_player_answers_for_its_own_combatants() -> None:
    spec = given(fight(newcomer("vane", policy={"ask_choices": True}), "quill"))
    spec.when(check("vane", "dex athletics"))
    choose = Choose(actor="vane", choices=Choices())
    spec.when(choose, speaker=player("quill")).refused(None, "not_yours")
    spec.when(Choose(actor="quill", choices=Choices()), speaker=player("quill")).refused("BD-SKILL-15")


@pytest.mark.rule("BD-SKILL-15")
def test_choices_of_nothing_are_on_record_as_they_are_decided() -> None:
    """A command keeps no defaults on record, so that whoever writes them out decides nothing else."""
    spec = given(fight(newcomer("vane", policy={"ask_choices": True}))).when(check("vane", "dex athletics"))
    spec.when(Choose(actor="vane", choices=Choices(fate=0, trade=0)), throws=[fell("vane athletics", "7/1")])
    assert [event.answer for event in spec.events if isinstance(event, Answered)] == [{}]
