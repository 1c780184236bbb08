"""Typed answers: commands of a ruleset that stand for the answer to an open prompt of their kind.

Where no such prompt is open the refusal says when there would be something to answer, and by which rule.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.core.commands import Command, StrictModel
from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import at_field, refuse
from domain.text.phrases import spoken


class Occasion(NamedTuple):
    """When a kind of prompt is put to somebody, as a sentence goes on, and the rule that says so."""

    rule: str
    when: str


Occasions = Mapping[str, Occasion]
"""The occasion of each kind of prompt."""


def open_prompt(state: Encounter, kind: str, to: str, roll: str | None = None) -> Prompt | None:
    """The open prompt of a kind that is put to somebody; of several the one about a roll that is named."""
    for prompt in state.prompts:
        if prompt.kind == kind and prompt.to == to and (roll is None or prompt.about.get("roll") == roll):
            return prompt
    return None


def give_answer(
    decision: Decision[Any],
    occasions: Occasions,
    kind: str,
    to: str,
    answer: Json,
    *,
    field: str = "command",
    roll: str | None = None,
) -> None:
    """Answer the open prompt; faults of the answer are shown at ``field``, where the command has it."""
    prompt = open_prompt(decision.state, kind, to, roll)
    if prompt is None:
        name = "The narrator" if to == NARRATOR_ID else decision.state.name_of(to)
        about = f" about {roll}" if roll is not None else ""
        rule, when = occasions[kind]
        refuse(rule, f"{name} is not asked for {spoken(kind)}{about} now; that is asked {when}.")
    with at_field("command.answer", field):
        decision.answer(prompt, answer)


def fields_of(command: Command, shape: type[StrictModel]) -> Json:
    """What a typed answer says, in the shape of the answer that it stands for."""
    return command.as_json(set(shape.model_fields))
