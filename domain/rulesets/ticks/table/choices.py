"""What the answers to prompts come to, and the step that takes a square."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.ticks.chapters.counting.steps_due import may_step, step_due
from domain.rulesets.ticks.chapters.narrator.totals import effective, total
from domain.rulesets.ticks.chapters.strikes.opposing import reached
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, incoming
from domain.rulesets.ticks.state import Fight
from domain.table.look import Look
from domain.table.shapes import Choice


def _opposing(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the total of a statistic and a skill (TK-MAN-9)."""
    return look.said("comes_to", total=reached(look.state, prompt, answer)) if isinstance(answer, dict) else ""


def _committing(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the total of a test with so much luck (TK-TEST-7, TK-HELP-3)."""
    about, person = prompt.about, look.state.people[prompt.to]
    skill, statistic = about["skill"], person.statistics[about["statistic"]]
    if skill is None:
        return look.said("comes_to", total=total(look.state.options, statistic, None))
    level = effective(person.level(skill), role_play=about["role_play"], luck=int(str(answer)))
    return look.said("comes_to", total=total(look.state.options, statistic, level) + about["help"])


def _reducing(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the wounds that come through (TK-DMG-2)."""
    given = [Reduction.model_validate(one) for one in answer] if isinstance(answer, list) else []
    left = [attack.behind_armour(one.defend) - one.luck for attack, one in zip(incoming(prompt), given, strict=True)]
    return look.said("comes_through", wounds=sum(left))


def _stepping(look: Look[Fight], prompt: Prompt) -> Iterator[Choice]:
    """Yield to step on this tick, if a step is due (TK-MOVE-1, TK-MOVE-3)."""
    person = look.state.people[prompt.to]
    if step_due(look.state, person) and may_step(look.state, person):
        yield Choice({"step": {}}, look.label("wants_to_step", "text"), takes="place")


DETAILS: Final[Mapping[str, Callable[[Look[Fight], Prompt, Json], str]]] = {
    "oppose": _opposing,
    "commit": _committing,
    "soak": _reducing,
}
"""What an answer comes to, by the kind of the prompt."""
LACKING: Final[Mapping[str, Callable[[Look[Fight], Prompt], Iterator[Choice]]]] = {"act": _stepping}
"""The choices that lack a place."""
