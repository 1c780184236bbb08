"""Forms of answers: how the prompts that are open may be answered, plainly, field by field, whole, or by a command."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from domain.core.commands import Acting, Command, type_of
from domain.decision.prompts import PromptKind
from domain.forms.core import plain_answers
from domain.forms.model import RULES, Anything, Form, OpenField, Record
from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker

Fields = Callable[[Any, Any], tuple[OpenField, ...]]
"""Open fields, given the state and who is asked (None for the narrator)."""
AnswerFields = Mapping[str, Fields]
"""By the kind of a prompt: the fields of its answer."""
TypedAnswers = Mapping[str, tuple[tuple[type[Command], Fields], ...]]
"""By the kind of a prompt: the commands that are typed forms of its answers, each with its fields."""


def asked_of(state: Encounter, speaker: Speaker) -> list[Prompt]:
    """The prompts that a speaker may answer."""
    return [prompt for prompt in state.prompts if speaker.speaks_for(prompt.to)]


def as_they_stand(kinds: Mapping[str, PromptKind[Any]], state: Encounter, prompts: Iterable[Prompt]) -> list[Prompt]:
    """The prompts with the answers that are legal by now: somebody may have fallen, or joined, since they were put."""
    return [replace(prompt, forms=tuple(kinds[prompt.kind].forms(state, prompt))) for prompt in prompts]


def answer_forms(
    state: Encounter, prompts: Iterable[Prompt], people: Mapping[str, Any], fields: AnswerFields
) -> Iterator[Form]:
    """The answers to these prompts: each plain one, a record where there is more to say."""
    for prompt in prompts:
        yield from plain_answers(prompt)
        if prompt.kind in fields:
            record = Record(fields[prompt.kind](state, people.get(prompt.to)))
            answer = (OpenField("answer", record, required=True),)
            yield Form("core.answer", {"prompt": prompt.id}, answer, (RULES,))


def whole_answers(prompts: Iterable[Prompt], kinds: Collection[str]) -> Iterator[Form]:
    """The answers to prompts of these kinds, which are lists or numbers."""
    for prompt in prompts:
        if prompt.kind in kinds:
            anything = OpenField("answer", Anything(), required=True)
            yield Form("core.answer", {"prompt": prompt.id}, (anything,), (RULES,))


def typed_answers(
    state: Encounter, prompts: Iterable[Prompt], people: Mapping[str, Any], typed: TypedAnswers
) -> Iterator[Form]:
    """The answers to these prompts as commands of their own, once for each kind and owner."""
    for kind, whom in dict.fromkeys((prompt.kind, prompt.to) for prompt in prompts):
        for command, fields in typed.get(kind, ()):
            settled = {"actor": whom} if issubclass(command, Acting) else {}
            yield Form(type_of(command), {**settled}, fields(state, people.get(whom)), (RULES,))
