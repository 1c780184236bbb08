"""The prompt to oppose a manoeuvre (TK-MAN-9)."""

from functools import partial
from typing import Any, Literal

from pydantic import TypeAdapter

from domain.core.commands import ASK, Answering
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, silent_unless_sent
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import refuse
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.narrator.totals import total
from domain.rulesets.ticks.chapters.objections import require_luck
from domain.rulesets.ticks.chapters.strikes.blows import BARE_HANDED
from domain.rulesets.ticks.chapters.vocabularies import LUCK, skills_said
from domain.rulesets.ticks.parts import Opposing
from domain.rulesets.ticks.said import luck, manoeuvre, skill_said
from domain.rulesets.ticks.state import Fight
from domain.text.phrases import Names, as_words, possessive
from domain.text.words import Words

Pair = dict[str, Any]
"""A `statistic` with a `skill`, with which a manoeuvre may be opposed, as the prompt has it (TK-MAN-9)."""


def check_oppose(fight: Fight, prompt: Prompt, answer: Opposing) -> None:
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
    best: Pair = max(prompt.about["pairs"], key=partial(reached, fight, prompt))
    return best


def reached(fight: Fight, prompt: Prompt, pair: Pair) -> int:
    """The total of a pair without luck (TK-MAN-9, TK-DISARM-4)."""
    person = fight.people[prompt.to]
    extra = BARE_HANDED if prompt.about["manoeuvre"] == "disarm" and prompt.about["bare_handed"] else 0
    return total(fight.options, person.statistics[pair["statistic"]], person.skills.get(pair["skill"], 0) + extra)


def standing_oppose(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """The policy ``best`` (TK-POL-1)."""
    policy = fight.policy(owner, prompt.kind)
    if policy == "best":
        return best_pair(fight, prompt)
    return None if policy == ASK else policy


def _pairs(view: View[Fight]) -> dict[str, Node]:
    """The pairs of each who is asked: by statistic, the skills (TK-MAN-9)."""
    rows: dict[str, Node] = {}
    for prompt in view.state.prompts:
        if prompt.kind == "oppose" and prompt.to in view.whose:
            found: dict[str, list[str]] = {}
            for pair in prompt.about["pairs"]:
                found.setdefault(pair["statistic"], []).append(pair["skill"])
            rows[prompt.to] = {statistic: skills_said(skills) for statistic, skills in found.items()}
    return rows


OPPOSING_SKILLS = Vocabulary[Fight]("skills to oppose with", _pairs)
OPPOSING_STATISTICS = Vocabulary[Fight](
    "statistics to oppose with", lambda view: {who: tuple(pairs) for who, pairs in view[OPPOSING_SKILLS].items()}
)


class Oppose(Answering, Opposing):
    """Oppose a manoeuvre with a statistic and a skill (TK-MAN-9).

    Answers `oppose`.
    """

    form = {
        "statistic": looked_up(OPPOSING_STATISTICS, "actor"),
        "skill": looked_up(OPPOSING_SKILLS, "actor", "statistic"),
        "luck": looked_up(LUCK, "actor"),
    }
    answers_to = "oppose"
    says = ()
    example = {"actor": "bruno", "statistic": "strength", "skill": "melee", "luck": 1}
    words = Words(
        "Oppose",
        "Oppose with {statistic} and {skill}[, with {luck:point|points} of luck]",
        group="defend",
        prominence="main",
    )
    type: Literal["ticks.oppose"] = "ticks.oppose"

    def decide(self, decision: Decision[Fight]) -> None:
        """With one of the legal pairs (TK-MAN-9)."""
        give_answer(decision, "oppose", self.actor, answer_fields(self, Opposing))


def asks_oppose(event: Prompted, names: Names) -> str:
    """Whose manoeuvre it is, and what it comes to."""
    about = event.visible_about
    trying = f"{possessive(names, about['attacker'])} {manoeuvre(about['manoeuvre'])}"
    return f"has to oppose {trying}, which comes to {about['total']}"


def tells_oppose(event: Answered, names: Names) -> str:
    """With what it is opposed."""
    match event.given:
        case {"statistic": str(statistic), "skill": str(skill), **more}:
            points = int(str(more.get("luck", 0)))
            paid = f", with {luck(points)}" if points else ""
            return f"opposes it with {as_words(statistic)} and {skill_said(skill)}{paid}"
    return "opposes manoeuvres as well as possible"


OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose",
    TypeAdapter(Opposing),
    check_oppose,
    choices=lambda fight, prompt: prompt.about["pairs"],
    only=only_pair,
    policy=standing_oppose,
    policy_type=TypeAdapter(Literal["best"]),
    sheet_fields=frozenset({"pairs"}),
    question="how to oppose the manoeuvre",
    words="Opposing manoeuvres",
    asks=asks_oppose,
    aloud=("question",),
    tells=tells_oppose,
    silent=silent_unless_sent,
    occasion=Occasion("TK-MAN-9", "of the target of a manoeuvre"),
)


OPPOSING: Chapter[Fight] = Chapter(commands=(Oppose,), prompts=(OPPOSE,), labels={"answer.best": "As well as possible"})
