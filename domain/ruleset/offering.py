"""What a speaker may do now in an encounter, and what can ever be asked, from the declarations of a ruleset."""

from collections.abc import Collection
from functools import partial
from typing import Any, TypeVar

from domain.core.commands import CORE_COMMANDS, OPENING_COMMANDS, Answer, Command, Join, type_of
from domain.fields.field import UNSET, Lookup
from domain.fields.vocabulary import View
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.speaker import MAX_COMBATANTS, Speaker
from domain.options.answer import answer, can_be_filled
from domain.options.declared import NO_FIELDS, DeclaredForm, forms_of
from domain.options.derived import schema_fields
from domain.options.encoding import Encoder, field_as_json
from domain.options.prompts import prompt_entries
from domain.options.tried import tried_forms
from domain.ruleset.decider import refusal_for
from domain.ruleset.ruleset import Ruleset, default_in_place
from domain.text.phrases import as_words

S = TypeVar("S", bound=Encounter)
NEVER_LISTED = OPENING_COMMANDS | {Answer}
"""Shared commands without a form of their own: they create encounters, or answer a prompt."""


def options(ruleset: Ruleset[S], state: S, speaker: Speaker, only: Collection[str] | None = None) -> dict[str, Json]:
    """Return what is legal for a speaker now; with ``only``, for these combatants.

    The answer has ``names`` of the combatants by ID, ``sets`` and ``lookups`` that the fields of the forms refer to,
    the names of the ``forms`` that apply, and the open ``prompts`` that the speaker may answer.
    """
    view = View(state, speaker, only, templates=ruleset.templates, kinds=ruleset.prompts)
    forms = _applying(ruleset, view)
    typed = {command.answers_to for command in ruleset.commands}
    return answer(view, forms, list(prompt_entries(view, ruleset.prompts, forms, ruleset.answerable, typed)))


def _applying(ruleset: Ruleset[S], view: View[S]) -> list[DeclaredForm]:
    """Return the forms that can be filled in now."""
    state, speaker = view.state, view.speaker
    if state.status != "open" or speaker.role == "spectator":
        return []
    full = len(state.joined) >= MAX_COMBATANTS
    return [
        form
        for form in forms_for(ruleset, narrator=speaker.is_narrator)
        if ruleset.in_place(state, form.command) and not (full and form.command is Join) and can_be_filled(view, form)
    ]


def forms_for(ruleset: Ruleset[Any], *, narrator: bool) -> tuple[DeclaredForm, ...]:
    """Return every form that the narrator or a player can ever have."""
    accepts = partial(_accepts, ruleset)
    tried = ruleset.in_place is default_in_place
    return tuple(
        [
            form
            for command in ruleset.commands
            if command not in NEVER_LISTED and (narrator or not command.narrator_only)
            for form in (
                tried_forms(command, accepts)
                if tried and command not in CORE_COMMANDS
                else forms_of(command, narrator=narrator)
            )
        ]
    )


def _accepts(ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker) -> bool:
    return refusal_for(ruleset, state, command, speaker) is None


def declarations(ruleset: Ruleset[Any], *, narrator: bool) -> dict[str, Json]:
    """Return what can ever be asked of the narrator or a player: every form with its fields, by name."""
    encoder = Encoder(View(ruleset.state(), Speaker("spectator")))
    return {"forms": {form.name: _form_as_json(form, encoder) for form in forms_for(ruleset, narrator=narrator)}}


def _form_as_json(form: DeclaredForm, encoder: Encoder) -> dict[str, Json]:
    kind = form.command
    found: dict[str, Json] = {
        "command": type_of(kind),
        "label": as_words(type_of(kind).partition(".")[2]),
        "help": (kind.__doc__ or "").strip().partition("\n")[0],
        "fields": [field_as_json(name, field, encoder) for name, field in form.fields.items()],
    }
    neutral = _neutral(form)
    if neutral:
        found["neutral"] = neutral
    if kind.answers_to is not None:
        found["answers_to"] = kind.answers_to
    if kind.words:
        found["words"] = {word: dict(fields) for word, fields in kind.words.items()}
    return found


def _neutral(form: DeclaredForm) -> dict[str, Json]:
    """Return the defaults of the fields that a form leaves out; a client that sends them changes nothing."""
    return {
        name: field.default
        for name, field in schema_fields(form.command).items()
        if name not in form.fields
        and name not in NO_FIELDS
        and not isinstance(field.default, Lookup)
        and field.default not in (None, UNSET)
    }
