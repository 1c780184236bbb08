"""What the answers to prompts cost or come to: Move Points, Fate Points, target numbers."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.century.chapters.attack.defences import FATE_OF_DEFENCE, Defending, cost_of, reduction_of
from domain.rulesets.century.chapters.rolls.target_numbers import PERCENT_AFTER, PERCENT_BEFORE
from domain.rulesets.century.chapters.round.initiative import POINTS_AFTER, POINTS_BEFORE
from domain.rulesets.century.said import signed
from domain.rulesets.century.state import Fight
from domain.rulesets.century.table.saying import listed
from domain.table.look import Look
from domain.text.phrases import number


def _defending(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return what a defence takes off the target number, and what it costs (CE-DODGE-1, CE-DODGE-3, CE-DODGE-5)."""
    if not isinstance(answer, dict):
        return ""
    defence = Defending.model_validate(answer)
    reduction = reduction_of(look.state.people[prompt.to], defence.defence)
    costs = [look.said("move_points", points=cost_of(look.state, defence.defence))]
    if defence.fate:
        costs.append(look.said("fate_points", points=FATE_OF_DEFENCE))
    return look.said("defence_costs", amount=signed(-reduction), costs=listed(look, costs))


def _before(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the target number with Fate Points (CE-FATE-1); nothing of a hidden roll."""
    return _raised(look, prompt, PERCENT_BEFORE * int(str(answer)))


def _after(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the target number with Fate Points (CE-FATE-2)."""
    return _raised(look, prompt, PERCENT_AFTER * int(str(answer)))


def _raised(look: Look[Fight], prompt: Prompt, by: int) -> str:
    target = prompt.about.get("target")
    return "" if target is None else look.said("target_number", number=number(target + by))


def _approaching(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return the target number of a way to make a roll (CE-SKILL-3); nothing of a hidden roll (CE-SKILL-4)."""
    for shown in prompt.about["candidates"]:
        if shown["key"] == answer and "target" in shown:
            return look.said("target_number", number=number(shown["target"]))
    return ""


def _escaping(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return what a forced miss costs (CE-DODGE-9)."""
    return look.said("fate_points", points=FATE_OF_DEFENCE) if answer is True else ""


def _starting_faster(points: int) -> Callable[[Look[Fight], Prompt, Json], str]:
    """Return the detail of Fate Points that add so much to the score each (CE-INIT-7, CE-INIT-8)."""

    def detail(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
        added = points * int(str(answer))
        return look.said("on_score", amount=signed(added)) if added else ""

    return detail


DETAILS: Final[Mapping[str, Callable[[Look[Fight], Prompt, Json], str]]] = {
    "defence": _defending,
    "fate_before": _before,
    "fate_after": _after,
    "approach": _approaching,
    "fate_miss": _escaping,
    "initiative_before": _starting_faster(POINTS_BEFORE),
    "initiative_after": _starting_faster(POINTS_AFTER),
}
"""What an answer costs or comes to, by the kind of the prompt."""
