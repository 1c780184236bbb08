"""The open prompts that a speaker may answer, each as an entry of the options with the forms of its answers."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from domain.core.commands import Command, labelled_answer
from domain.decision.prompts import PromptKind, shapes_in
from domain.fields.field import Field, among, listed
from domain.fields.sets import AnyJson
from domain.fields.vocabulary import View
from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker
from domain.options.declared import NO_FIELDS, DeclaredForm, completed
from domain.options.derived import schema_fields
from domain.options.encoding import Encoder, field_shape
from domain.options.shapes import FieldShape, PromptEntry
from domain.text.phrases import Names

S = TypeVar("S", bound=Encounter)
ANY_ANSWER: Final = Field(required=True, default=None)


def prompt_entries(
    view: View[S],
    kinds: Mapping[str, PromptKind[S]],
    forms: Collection[DeclaredForm],
    answerable: Callable[[S, Prompt, Speaker], bool],
    typed_kinds: Collection[str | None],
    told: Callable[[Prompt], str],
    names: Callable[[], Names],
) -> Iterator[PromptEntry]:
    """Yield the open prompts of the speaker, in the order in which they opened.

    The answers to ``typed_kinds``, which have commands of their own, are these commands, in the name of the combatant
    who is asked; others, and those that the kind lists besides, are fields for ``core.answer``. ``told`` returns the
    sentence of the story about a prompt, and ``names`` the names for its question.
    """
    encoder = Encoder(view)
    state = view.state
    for prompt in state.prompts:
        if not view.speaker.speaks_for(prompt.to) or (view.only is not None and prompt.to not in view.only):
            continue
        kind, now = kinds[prompt.kind], answerable(state, prompt, view.speaker)
        typed = [form for form in forms if form.command.answers_to == prompt.kind] if now else ()
        is_plain = prompt.kind not in typed_kinds or kind.fields is not None
        plain = answer_fields(kind, state, prompt) if now and is_plain else ()
        yield PromptEntry(
            prompt.id,
            prompt.kind,
            prompt.to,
            view.wording.question(kind.question_about(prompt.to, prompt.about, names()), kind.name),
            told(prompt),
            prompt.version,
            prompt.id in state.answers,
            tuple([form.name for form in typed]),
            tuple([_answer_shape(field, kind.name, view, encoder) for field in plain]),
            tuple([form.name for form in typed if _is_answer(form.command, kind.answer)]),
        )


def own_fields(command: type[Command]) -> set[str]:
    """Return the fields of a command without those that every command has, and without its actor."""
    return set(schema_fields(command)) - NO_FIELDS - {command.actor_field or ""}


@cache
def _is_answer(command: type[Command], answer: TypeAdapter[Any]) -> bool:
    """Return whether the fields of a typed answer are those of an object that the prompt takes as its answer."""
    schema = answer.json_schema()
    own = own_fields(command)
    found = (alternative.get("$ref", "").rpartition("/")[2] for alternative in shapes_in(schema))
    shapes = [schema, *[schema["$defs"][name] for name in found if name]]
    return bool(own) and any(set(shape.get("properties", ())) == own for shape in shapes)


def _answer_shape(field: Field, kind: str, view: View[S], encoder: Encoder) -> FieldShape:
    """Return the declaration of an answer, with the labels of its words."""
    if type(field.source) is tuple:
        words = [
            labelled_answer(view.labels, kind, one)
            if isinstance(one, str | bool) and one not in view.state.joined
            else one
            for one in field.source
        ]
        field = field.but(source=tuple(words))
    return field_shape("answer", field, encoder, f"prompt.{kind}", around=(f"prompt.{kind}",))


def answer_fields(kind: PromptKind[S], state: S, prompt: Prompt) -> Iterable[Field]:
    """Return the fields of the plain answer, one for each shape that it may have."""
    if kind.fields is not None:
        return [completed(field, ANY_ANSWER) for field in kind.fields(state, prompt)]
    answers = tuple(kind.choices(state, prompt))
    return [completed(listed(*answers) if answers else among(AnyJson(kind.name), mark="check"), ANY_ANSWER)]
