"""The choices of Black Dice that are somebody's own: kinds of prompts, their answers, who is asked (BD-SKILL-14)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.decision.prompts import Occasion, PromptKind, any_answer
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.agenda import only_pass
from domain.rulesets.black_dice.decide.asking import pips_gone, plain, unasked
from domain.rulesets.black_dice.decide.deathbed import check_save, is_settled, rescues
from domain.rulesets.black_dice.decide.harm import check_reduction, reductions
from domain.rulesets.black_dice.decide.replies import plain_responses
from domain.rulesets.black_dice.decide.rerolls import check_reroll, keeps_better
from domain.rulesets.black_dice.decide.responses import check_response, only_response, respond, standing_response
from domain.rulesets.black_dice.decide.throws import check_choose, no_choice
from domain.rulesets.black_dice.decide.waking import no_helper
from domain.rulesets.black_dice.state import Fight

CHOOSE: PromptKind[Fight] = PromptKind(
    "choose",
    TypeAdapter(ask.Choices),
    check_choose,
    plain({}),
    only=no_choice,
    sheet_fields=frozenset({"plan", "most", "asked"}),
    question="what to put into the throw",
    occasion=Occasion("BD-SKILL-15", "before a throw, or with fate after it, where the policy asks"),
)
REROLL: PromptKind[Fight] = PromptKind(
    "reroll",
    TypeAdapter(ask.Turning | Literal["no"]),
    check_reroll,
    plain("no"),
    only=unasked,
    question="whether to throw again",
)
KEEP: PromptKind[Fight] = PromptKind(
    "keep",
    TypeAdapter(Literal["first", "second"]),
    any_answer,
    plain("first", "second"),
    only=keeps_better,
    policy_type=TypeAdapter(Literal["first", "second", "better"]),
    question="which throw to keep",
    occasion=Occasion("BD-SCRIPT-6", "after a second throw that is worse, where the policy asks"),
)
APPROVE: PromptKind[Fight] = PromptKind(
    "approve",
    TypeAdapter(ask.Approval),
    any_answer,
    plain({"approve": True}, {"approve": False}),
    narrator_only=True,
    question="whether to allow the scripting die",
)

REDUCE_DAMAGE: PromptKind[Fight] = PromptKind(
    "reduce_damage",
    TypeAdapter(Annotated[int, Field(ge=0, le=60)]),
    check_reduction,
    reductions,
    only=unasked,
    moot=pips_gone,
    sheet_fields=frozenset({"most"}),
    question="whether to lessen the damage",
    occasion=Occasion("BD-FATE-5", "when an attack does more than 1 point to somebody with fate"),
)
AVOID_INJURY: PromptKind[Fight] = PromptKind(
    "avoid_injury",
    TypeAdapter(Literal["yes", "no"]),
    any_answer,
    plain("yes", "no"),
    only=unasked,
    moot=pips_gone,
    question="whether to avert the injury",
    occasion=Occasion("BD-FATE-8", "after a failed injury roll, of somebody with 3 pips of fate"),
)
ENSURE_SUCCESS: PromptKind[Fight] = PromptKind(
    "ensure_success",
    TypeAdapter(Literal["yes", "no"]),
    any_answer,
    plain("yes", "no"),
    only=no_helper,
    moot=pips_gone,
    question="whether to make sure of success",
    occasion=Occasion("BD-FATE-6", "before a roll to stay conscious or to wake"),
)
SAVE_FROM_DEATH: PromptKind[Fight] = PromptKind(
    "save_from_death",
    TypeAdapter(ask.Saving | Literal["no"]),
    check_save,
    rescues,
    only=unasked,
    moot=is_settled,
    question="whether to prevent the death",
)

RESPONSE: PromptKind[Fight] = PromptKind(
    "response",
    TypeAdapter(ask.Replies),
    check_response,
    plain_responses,
    only=only_response,
    policy=standing_response,
    on_answer=respond,
    policy_type=TypeAdapter(ask.Replies | Literal["attack_back", "dodge", "easy_target"]),
    question="how to respond to the attack",
    occasion=Occasion("BD-WHO-7", "when all have declared, of those who are attacked"),
)
ACT: PromptKind[Fight] = PromptKind(
    "act", TypeAdapter(Literal["pass"]), any_answer, plain("pass"), only=only_pass, question="whether to act now"
)

BLACK_DICE_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind
    for kind in (
        RESPONSE,
        CHOOSE,
        REROLL,
        KEEP,
        APPROVE,
        REDUCE_DAMAGE,
        AVOID_INJURY,
        ENSURE_SUCCESS,
        SAVE_FROM_DEATH,
        ACT,
    )
}
