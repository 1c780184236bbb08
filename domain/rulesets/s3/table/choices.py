"""What the answers to prompts throw: the coins of each defence, and of each blow that strikes back."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.s3.chapters.attack.fast_melee import FastReply, reply_effort
from domain.rulesets.s3.chapters.throws.defences import Defence, defence_effort
from domain.rulesets.s3.chapters.throws.throws import Effort, terms_of
from domain.rulesets.s3.state import Fight
from domain.table.look import Look


def _defending(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the coins of a defence (S3-ATK-4, S3-ATK-5)."""
    defence = Defence.model_validate(answer)
    return _coins(look, defence_effort(look.state, prompt.to, defence, prompt.about))


def _striking_back(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the coins of a blow (S3-FAST-3); nothing for declining."""
    if not isinstance(answer, dict):
        return ""
    person = look.state.people[prompt.to]
    return _coins(look, reply_effort(look.state, person, FastReply.model_validate(answer)))


def _coins(look: Look[Fight], effort: Effort) -> str:
    """Return how many coins are thrown, at least none (S3-THROW-2), and the successes that are added to them."""
    terms, added = terms_of(look.state, effort)
    coins = max(0, sum([coins for _, coins in terms]))
    if added:
        return look.said("throws_coins_and", coins=coins, successes=added)
    return look.said("throws_coins", coins=coins)


DETAILS: Final[Mapping[str, Callable[[Look[Fight], Prompt, Json], str]]] = {
    "oppose": _defending,
    "fast_reply": _striking_back,
}
"""What an answer comes to, by the kind of the prompt."""
