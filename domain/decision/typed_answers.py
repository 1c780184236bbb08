"""Typed answers: commands of a ruleset that answer the open prompt of their kind.

If there is no such prompt, the refusal says when it is asked, and by which rule.
"""

from functools import cache
from typing import Any

from domain.core.commands import Command, StrictModel
from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import at_field, refuse


def open_prompt(state: Encounter, kind: str, to: str, roll: str | None = None) -> Prompt | None:
    """Return the open prompt of a kind to a combatant or the narrator, and about ``roll`` if given; else None."""
    for prompt in state.prompts:
        if prompt.kind == kind and prompt.to == to and (roll is None or prompt.about.get("roll") == roll):
            return prompt
    return None


def give_answer(
    decision: Decision[Any],
    kind: str,
    to: str,
    answer: Json,
    *,
    field: str = "command",
    roll: str | None = None,
) -> None:
    """Answer the open prompt. Refusals of the answer name ``field``, its path in the command."""
    prompt = open_prompt(decision.state, kind, to, roll)
    if prompt is None:
        name = "The narrator" if to == NARRATOR_ID else decision.state.name_of(to)
        about = " for that roll" if roll is not None else ""
        asked = decision.ruleset.prompts[kind]
        when = "" if asked.occasion is None else f"; that is asked {asked.occasion.when}"
        now = "" if asked.question.endswith(" now") else " now"
        refuse(asked.occasion and asked.occasion.rule, f"{name} is not asked {asked.question}{about}{now}{when}.")
    with at_field("command.answer", field):
        decision.answer(prompt, answer)


def answer_fields(command: Command, shape: type[StrictModel]) -> Json:
    """Return the fields of a typed answer that belong to the plain answer, as JSON."""
    return command.as_json(_field_names(shape))


@cache
def _field_names(shape: type[StrictModel]) -> set[str]:
    return set(shape.model_fields)
