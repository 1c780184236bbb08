"""What the answers to prompts cost or come to: dice, pips of fate, a deed that is given up."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.black_dice.chapters.dice.plans import Plan, chosen_of, pool_of
from domain.rulesets.black_dice.chapters.rounds.opponents import DEEDS_TO_RESOLVE
from domain.rulesets.black_dice.chapters.rounds.responses import BUSY, Replies
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.deeds import deed_of
from domain.rulesets.black_dice.tables import DICE_OF_TRADE
from domain.table.look import Look


def _throwing(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the dice of a throw (BD-SKILL-7, BD-GUAR-1, BD-COMM-2); fate that is put in, as what is left of it."""
    choices = Choices.model_validate(answer)
    if choices.fate:
        return look.said("pips_left", pips=look.state.people[prompt.to].fate - choices.fate)
    if "plan" not in prompt.about:
        return ""
    plan = replace(msgspec.convert(prompt.about["plan"], Plan), chosen=chosen_of(choices))
    white = max(0, pool_of(look.state.options, plan) - DICE_OF_TRADE * choices.trade)
    if plan.black_dice:
        return look.said("dice_of_both", white=white, black=plan.black_dice)
    return look.said("dice_alone", white=white)


def _meeting(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the deed that is given up for a response (BD-WHO-8)."""
    declared = look.state.declarations.get(prompt.to)
    busy = any(reply.does in BUSY for reply in Replies.model_validate(answer).replies)
    if declared is None or declared.deed not in DEEDS_TO_RESOLVE or not busy:
        return ""
    return look.said("gives_up", deed=deed_of(look, declared))


def _lessening(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the damage that is left (BD-FATE-5)."""
    return look.said("damage_left", points=prompt.about["points"] - int(str(answer)))


def _paying(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the fate that is paid for an injury or for a roll (BD-FATE-8, BD-FATE-10)."""
    return look.said("costs_pips", pips=prompt.about["pips"]) if answer == "yes" else ""


def _keeping(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the successes of the throw that is kept (BD-SCRIPT-6)."""
    return look.said("net_successes", successes=max(0, prompt.about[f"{answer}_raw"]))


DETAILS: Final[Mapping[str, Callable[[Look[Fight], Prompt, Json], str]]] = {
    "choose": _throwing,
    "keep": _keeping,
    "response": _meeting,
    "reduce_damage": _lessening,
    "avoid_injury": _paying,
    "ensure_success": _paying,
}
"""What an answer costs or comes to, by the kind of the prompt."""
