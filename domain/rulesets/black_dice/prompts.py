"""The choices of Black Dice that are somebody's own: kinds of prompts, their answers, who is asked (BD-SKILL-14)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.decision.prompts import Occasion, PromptKind, any_answer
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import at_field, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.agenda import only_pass
from domain.rulesets.black_dice.decide.asking import unasked
from domain.rulesets.black_dice.decide.choosing import check_choices, check_limits
from domain.rulesets.black_dice.decide.dying import check_save, is_settled
from domain.rulesets.black_dice.decide.fate import require_scripting_die
from domain.rulesets.black_dice.decide.harm import check_reduction
from domain.rulesets.black_dice.decide.plans import Plan, chosen_of
from domain.rulesets.black_dice.decide.responses import (
    check_response,
    only_response,
    plain_responses,
    respond,
    standing_response,
)
from domain.rulesets.black_dice.state import Fight

Forms = Callable[[Fight, Prompt], Iterable[Json]]


def plain(*answers: Json) -> Forms:
    """Forms of a plain choice."""
    return lambda fight, prompt: answers


def check_choose(fight: Fight, prompt: Prompt, answer: Any) -> None:
    """Before the throw its choices are checked like those of a command, after it fate alone (BD-FATE-4)."""
    if "plan" in prompt.about:
        plan = msgspec.convert(prompt.about["plan"], Plan)
        with at_field("choices", "answer"):
            check_limits(answer)
            check_choices(fight, msgspec.structs.replace(plan, chosen=chosen_of(answer)))
        return
    most = int(prompt.about["most"])
    said = f"At most {most} pips can still be spent on this throw."
    require(answer.fate <= most, "BD-FATE-2", said, field="answer.fate")
    others = answer.model_copy(update={"fate": 0})
    require(others == ask.Choices(), "BD-SKILL-15", "Once the faces are known only fate can be chosen.", field="answer")


def no_choice(fight: Fight, prompt: Prompt) -> Json:
    """An attacker's player who has not had the word is asked, where no policy answers (BD-ROUND-11)."""
    return None if "asked" in prompt.about else unasked(fight, prompt)


def check_reroll(fight: Fight, prompt: Prompt, answer: Any) -> None:
    """A scripting die has to be there (BD-SCRIPT-1)."""
    if isinstance(answer, ask.Turning):
        require_scripting_die(fight.people[prompt.to])


def pips_gone(fight: Fight, prompt: Prompt) -> str | None:
    """Nobody chooses about pips that have been spent on something else meanwhile (BD-FATE-1)."""
    person = fight.people[prompt.to]
    needed = prompt.about["most"] if prompt.kind == "reduce_damage" else prompt.about["pips"]
    left = "too few pips" if prompt.to in fight.secret_sheets else f"{person.fate} pips"
    return None if person.fate >= needed else f"{person.name} has {left} of fate"


def reductions(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Every number of pips that lowers the damage and is there."""
    return range(prompt.about["most"] + 1)


def rescues(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """To let go, or to live on for a round; a rescue needs words of one's own."""
    own = prompt.to == prompt.about["combatant"]
    return ("no", {"extend": 1}) if own else ("no",)


def no_helper(fight: Fight, prompt: Prompt) -> Json:
    """Whoever could pay for another's roll is asked only where its policy says so (BD-FATE-10, BD-SKILL-14)."""
    for_another = prompt.to != prompt.about["combatant"]
    if for_another and fight.policy(prompt.to, prompt.kind) is None:
        return "no"
    return unasked(fight, prompt)


def keeps_better(fight: Fight, prompt: Prompt) -> Json:
    """The worse second throw is dropped unasked, unless the player wants to see both (BD-SCRIPT-6)."""
    return "first" if fight.policy(prompt.to, "keep") in (None, "better") else None


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
