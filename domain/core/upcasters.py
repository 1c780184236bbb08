"""Upcasters of the shared events: they lift records of older schemas to the present one.

In schema 1 a prompt listed its legal answers as ``forms``, and ``secret`` marked those that only the one asked and the
narrator saw. The options list the answers that are legal now, so that events and carried states contain none.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

_LISTED: Final = ("forms", "secret")


def lift_prompt(data: dict[str, Any]) -> dict[str, Any]:
    """Lift a prompt from schema 1, with the questions that wait with it."""
    lifted = _without_answers(data)
    if lifted.get("waiting") is not None:
        lifted["waiting"] = _lift_group(lifted["waiting"])
    return lifted


def lift_carried_prompts(data: dict[str, Any]) -> dict[str, Any]:
    """Lift a rewind or a branch from schema 1: the prompts and questions in the state that it carries."""
    return {name: _lift_state(value) if name in ("state", "hidden") else value for name, value in data.items()}


def _lift_state(state: dict[str, Any]) -> dict[str, Any]:
    lifted = {**state}
    if "prompts" in state:
        lifted["prompts"] = [_without_answers(prompt) for prompt in state["prompts"]]
    if "waiting" in state:
        lifted["waiting"] = [_lift_group(group) for group in state["waiting"]]
    return lifted


def _lift_group(group: dict[str, Any]) -> dict[str, Any]:
    questions = {name: _without_answers(question) for name, question in group["questions"].items()}
    return {**group, "questions": questions}


def _without_answers(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in _LISTED}


CORE_UPCASTERS: Final[Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    ("core.prompted", 1): lift_prompt,
    ("core.rewound", 1): lift_carried_prompts,
    ("core.branched", 1): lift_carried_prompts,
}
"""By type and schema, the upcaster to the next schema."""
