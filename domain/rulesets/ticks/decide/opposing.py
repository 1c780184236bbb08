"""The prompt to oppose a manoeuvre (TK-MAN-9)."""

from collections.abc import Iterator
from typing import Any

from domain.decision.prompts import ASK
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import refuse
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.blows import BARE_HANDED
from domain.rulesets.ticks.decide.objections import require_luck
from domain.rulesets.ticks.decide.totals import total
from domain.rulesets.ticks.state import Fight
from domain.text.phrases import as_words

Pair = dict[str, Any]
"""A `statistic` with a `skill`, with which a manoeuvre may be opposed, as the prompt has it (TK-MAN-9)."""


def check_oppose(fight: Fight, prompt: Prompt, answer: ask.Opposing) -> None:
    """It is one of the pairs, with luck that is held."""
    legal = prompt.about["pairs"]
    person = fight.people[prompt.to]
    if {"statistic": answer.statistic, "skill": answer.skill} not in legal:
        choices = " or ".join([f"{as_words(pair['statistic'])} × {as_words(pair['skill'])}" for pair in legal])
        refuse("TK-MAN-9", f"{person.name} can oppose this only with {choices}.", field="answer.skill")
    require_luck(person, answer.luck, "answer.luck")


def only_pair(fight: Fight, prompt: Prompt) -> Json:
    """One pair and no luck leave no choice (TK-POL-4).

    Where a secret sheet leaves none its players are asked all the same, since the asking would tell.
    """
    if prompt.to in fight.secret_sheets:
        return None
    legal: list[Pair] = prompt.about["pairs"]
    return legal[0] if len(legal) == 1 and not fight.people[prompt.to].luck else None


def best_pair(fight: Fight, prompt: Prompt) -> Pair:
    """The pair with the highest total, the first of equal ones (TK-POL-1)."""
    person, options = fight.people[prompt.to], fight.options
    statistics, skills = person.statistics, person.skills
    extra = BARE_HANDED if prompt.about["manoeuvre"] == "disarm" and prompt.about["bare_handed"] else 0

    def reached(pair: Pair) -> int:
        return total(options, statistics[pair["statistic"]], skills.get(pair["skill"], 0) + extra)

    best: Pair = max(prompt.about["pairs"], key=reached)
    return best


def standing_oppose(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy ``best`` (TK-POL-1)."""
    policy = fight.policy(owner, prompt.kind)
    if policy == "best":
        return best_pair(fight, prompt)
    return None if policy == ASK else policy


def oppose_forms(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Each pair without luck, and the best with a point of it."""
    yield from prompt.about["pairs"]
    if fight.people[prompt.to].luck:
        yield {**best_pair(fight, prompt), "luck": 1}
