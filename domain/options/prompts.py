"""The open prompts that a speaker may answer, each as an entry of the options with the forms of its answers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from domain.decision.prompts import PromptKind
from domain.fields.field import Field, among, listed
from domain.fields.sets import AnyJson
from domain.fields.vocabulary import View
from domain.model.encounter import Encounter, Prompt
from domain.model.event import Json
from domain.options.declared import DeclaredForm, completed
from domain.options.encoding import Encoder, field_as_json

S = TypeVar("S", bound=Encounter)
REQUIRED = Field(required=True, default=None)
"""What follows from the schema of every answer."""


def prompt_entries(
    view: View[S],
    kinds: Mapping[str, PromptKind[S]],
    forms: Collection[DeclaredForm],
    answerable: Callable[[S, Prompt], bool],
) -> Iterator[dict[str, Json]]:
    """Yield the open prompts of the speaker, in the order in which they opened.

    The answers to a kind that has commands of its own are these commands, in the name of the combatant who is asked;
    others, and those that the kind lists besides, are fields for ``core.answer``.
    """
    encoder = Encoder(view)
    state = view.state
    for prompt in state.prompts:
        if not view.speaker.speaks_for(prompt.to) or (view.only is not None and prompt.to not in view.only):
            continue
        kind = kinds[prompt.kind]
        typed = [form.name for form in forms if form.command.answers_to == prompt.kind]
        entry: dict[str, Json] = {
            "id": prompt.id,
            "kind": prompt.kind,
            "to": prompt.to,
            "question": kind.question,
            "since": prompt.version,
            "answered": prompt.id in state.answers,
        }
        if answerable(state, prompt):
            if typed:
                entry["commands"] = [*typed]
            if not typed or kind.fields is not None:
                fields = answer_fields(kind, state, prompt)
                entry["answers"] = [field_as_json("answer", field, encoder) for field in fields]
        yield entry


def answer_fields(kind: PromptKind[S], state: S, prompt: Prompt) -> Iterable[Field]:
    """Return the fields of the plain answer, one for each shape that it may have."""
    if kind.fields is not None:
        return [completed(field, REQUIRED) for field in kind.fields(state, prompt)]
    answers = tuple(kind.forms(state, prompt))
    return [listed(*answers, required=True) if answers else among(AnyJson(kind.name), required=True, mark="check")]
