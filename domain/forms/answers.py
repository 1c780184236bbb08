"""Forms of answers to open prompts: listed answers, records of fields, any value, or typed commands."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from domain.core.commands import Acting, Command, type_of
from domain.decision.prompts import PromptKind
from domain.forms.core import listed_answers
from domain.forms.model import RULES, Anything, Form, OpenField, Record
from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker

Fields = Callable[[Any, Any], tuple[OpenField, ...]]
"""Returns open fields, given the state and the combatant asked (None for the narrator)."""
AnswerFields = Mapping[str, Fields]
"""Kinds of prompts to the fields of their answers."""
TypedAnswers = Mapping[str, tuple[tuple[type[Command], Fields], ...]]
"""Kinds of prompts to the commands that are typed answers, each with its fields."""


def prompts_for(state: Encounter, speaker: Speaker) -> list[Prompt]:
    """Return the prompts that a speaker may answer."""
    return [prompt for prompt in state.prompts if speaker.speaks_for(prompt.to)]


def answer_forms(
    kinds: Mapping[str, PromptKind[Any]],
    state: Encounter,
    prompts: Iterable[Prompt],
    people: Mapping[str, Any],
    fields: AnswerFields,
) -> Iterator[Form]:
    """Yield the forms of the answers to these prompts that are legal now.

    These are each listed answer, and a record if the kind has fields. The state may have changed since a prompt opened.
    """
    for prompt in prompts:
        yield from listed_answers(kinds[prompt.kind].current(state, prompt))
        if prompt.kind in fields:
            record = Record(fields[prompt.kind](state, people.get(prompt.to)))
            answer = (OpenField("answer", record, required=True),)
            yield Form("core.answer", {"prompt": prompt.id}, answer, (RULES,))


def any_value_answers(prompts: Iterable[Prompt], kinds: Collection[str]) -> Iterator[Form]:
    """Yield a form with any value for each prompt of these kinds, whose answers are lists or numbers."""
    for prompt in prompts:
        if prompt.kind in kinds:
            anything = OpenField("answer", Anything(), required=True)
            yield Form("core.answer", {"prompt": prompt.id}, (anything,), (RULES,))


def typed_answer_forms(
    state: Encounter, prompts: Iterable[Prompt], people: Mapping[str, Any], typed: TypedAnswers
) -> Iterator[Form]:
    """Yield the forms of typed answers to these prompts, once for each kind and combatant."""
    for kind, whom in dict.fromkeys((prompt.kind, prompt.to) for prompt in prompts):
        for command, fields in typed.get(kind, ()):
            settled = {"actor": whom} if issubclass(command, Acting) else {}
            yield Form(type_of(command), {**settled}, fields(state, people.get(whom)), (RULES,))
