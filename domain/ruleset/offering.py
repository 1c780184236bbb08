"""The options of a speaker in an encounter, and the declarations of all forms that a ruleset has."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from pydantic import ValidationError

from domain.core.commands import OPENING_COMMANDS, Answer, Command, Join, Rewind, type_of
from domain.decision.prompts import ALWAYS_ASKED
from domain.fields.field import UNSET, Lookup
from domain.fields.vocabulary import View
from domain.model.encounter import NARRATOR_ID, Encounter
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import MAX_COMBATANTS, Speaker
from domain.options.answer import can_be_filled, state_part
from domain.options.declared import NO_FIELDS, DeclaredForm
from domain.options.derived import schema_fields
from domain.options.encoding import Encoder, field_shape
from domain.options.missing import MOST_VALUES, missing_value
from domain.options.prompts import prompt_entries
from domain.options.shapes import Declarations, FormShape, StatePart
from domain.ruleset.decider import MAX_TRIED, plays, refusal_for, shut_out, with_alternatives
from domain.ruleset.forms import forms_of_command, forms_of_commands
from domain.ruleset.ruleset import Ruleset
from domain.text.languages import ENGLISH, Wording
from domain.text.phrases import names_in, one_word_of
from domain.text.words import GROUPS, Words, as_label, help_of, phrase_of, rules_in

S = TypeVar("S", bound=Encounter)
NO_ANSWER = Answer(prompt="", answer=None)
NEVER_LISTED = OPENING_COMMANDS | {Answer}
"""Shared commands without a form of their own: they create encounters, or answer a prompt."""


def options(
    ruleset: Ruleset[S],
    state: S,
    speaker: Speaker,
    *,
    combatants: Collection[str] | None = None,
    commands: Collection[str] | None = None,
    groups: Collection[str] | None = None,
    language: str = ENGLISH,
) -> StatePart:
    """Return what is legal for a speaker now, for all combatants and of all commands, or for and of some alone.

    ``language`` is that of labels and questions, one of the ruleset's or English.
    """
    view = view_of(ruleset, state, speaker, combatants, ruleset.wording(language))
    forms = _applying(ruleset, view, commands, groups)
    typed = {command.answers_to for command in ruleset.commands}
    names = cache(lambda: ruleset.names(state, speaker))
    prompts = prompt_entries(
        view,
        ruleset.prompts,
        forms,
        ruleset.answerable,
        typed,
        lambda prompt: ruleset.asked(prompt.seen_by(speaker), names()),
        names,
    )
    named = names_in(state)
    return state_part(view, forms, prompts, {one: named[one] for one in view.everybody})


def view_of(ruleset: Ruleset[S], state: S, speaker: Speaker, only: Collection[str] | None, wording: Wording) -> View[S]:
    """Return the view from which the options of a speaker are read; ``only`` restricts them to some combatants."""
    return View(
        state,
        speaker,
        only,
        sheets=ruleset.sheets,
        templates=ruleset.newcomers(state),
        kinds={
            name: kind
            for name, kind in ruleset.prompts.items()
            if kind.policy_type is not ALWAYS_ASKED and (speaker.is_narrator or not kind.is_set_by_narrator)
        },
        answerable=ruleset.answerable,
        accepts=lambda command: refusal_for(ruleset, state, command, speaker) is None,
        wording=wording,
    )


def lacking(ruleset: Ruleset[S], state: S, speaker: Speaker) -> Callable[[Mapping[str, Any], Sequence[int | str]], str]:
    """Return a function that says what a missing field of a command may have, as the end of a sentence.

    It takes the fields of the command as they were sent, and the path of the missing one.
    """
    types = {type_of(one): one for one in ruleset.commands}
    views: dict[str | None, View[S]] = {}

    def values(given: Mapping[str, Any], path: Sequence[int | str]) -> str:
        command = types.get(given.get("type", ""))
        if command is None:
            return ""
        if command is Rewind and path == ("to",):
            return f"the version at the end of a batch before version {state.version}; GET …/events lists them"
        if command is Answer and path == ("prompt",):
            mine = [prompt.id for prompt in state.prompts if speaker.speaks_for(prompt.to)]
            return one_word_of(mine) if 0 < len(mine) <= MOST_VALUES else ""
        named = given.get(command.actor_field or "")
        actor = named if isinstance(named, str) and named in state.joined else None
        if path == (command.actor_field,) and len(state.joined) > MOST_VALUES:
            return "GET …/options lists who may act"  # in a crowd that takes long, and is too long for a sentence
        if actor not in views:
            only = None if actor is None else (actor,)
            views[actor] = view_of(ruleset, state, speaker, only, ruleset.wording(ENGLISH))
        forms = forms_of_command(ruleset, command, narrator=speaker.is_narrator)
        return missing_value(views[actor], forms, given, path)

    return values


def untimely(
    ruleset: Ruleset[S], state: S, speaker: Speaker, given: Mapping[str, Any], lacks: str
) -> tuple[Refusal, str | None] | None:
    """Return the refusal of a command that lacks fields, if it could not be given now with any; else None.

    ``given`` are its fields as they were sent, and ``lacks`` is the first that is missing or incomplete, empty if it is
    one of several. The refusal is that of the command with its example's values in their place, unless it is about one
    of these. Beside it is the combatant in whose name the command was given, if that is known.
    """
    if (refusal := shut_out(state, speaker)) is not None:
        return refusal, None
    command = next((one for one in ruleset.commands if type_of(one) == given.get("type")), None)
    if command is Answer and not any(speaker.speaks_for(prompt.to) for prompt in state.prompts):
        nothing = Refusal("refused", "Nothing awaits an answer of yours.", field=f"command.{lacks}")
        return with_alternatives(ruleset, state, NO_ANSWER, speaker, nothing), None
    if command is None or command in NEVER_LISTED:
        return None
    named = given.get(command.actor_field or "")
    actors = (named,) if isinstance(named, str) and named in state.joined else ()
    mine = [one for one in state.joined if speaker.speaks_for(one)]
    mine_to_give = speaker.is_narrator or not command.narrator_only
    if state.status == "open" and mine_to_give and ruleset.in_place(state, command):
        if not actors and len(mine) > MAX_TRIED:
            return None  # trying it for each of a crowd takes long
        view = view_of(ruleset, state, speaker, actors or None, ruleset.wording(ENGLISH))
        forms = forms_of_command(ruleset, command, narrator=speaker.is_narrator)
        if any(can_be_filled(view, form) for form in forms):
            return None
    tried = mine[:MAX_TRIED] if command.actor_field is not None and named is None else (named,)
    complete = [one for actor in tried if (one := _completed(command, given, actor)) is not None]
    if not complete:
        return None
    first, *others = [refusal_for(ruleset, state, one, speaker) for one in complete]
    if first is None or any(one != first for one in others) or not _is_about(first, given):
        label = ruleset.labels.of(type_of(command))
        why, field = (f": nothing fits `{lacks}`", f"command.{lacks}") if lacks else ("", "command")
        first = Refusal("refused", f"“{label}” is not possible now{why}.", field=field)
    refusals = [with_alternatives(ruleset, state, one, speaker, first) for one in complete]
    whose = complete[0].speaks_as() if len(complete) == 1 else None
    return max(refusals, key=lambda found: len(found.legal)), whose


def _completed(command: type[Command], given: Mapping[str, Any], actor: Json) -> Command | None:
    """Return a command with those of its given fields that are valid, and its example's in place of others."""
    own = {command.actor_field: actor} if command.actor_field is not None else {}
    needed = {info.alias or name for name, info in command.model_fields.items() if info.is_required()}
    example = {name: value for name, value in command.example.items() if name in needed}
    known = {info.alias or name for name, info in command.model_fields.items()}
    given = {name: value for name, value in given.items() if name in known}
    kept = {name: value for name, value in given.items() if name not in example}
    for fields in ({**example, **given, **own}, {**kept, **example, **own}, {**command.example, **own}):
        try:
            return command.from_json(msgspec.json.encode({**fields, "type": type_of(command)}))
        except ValidationError:
            continue
    return None


def _is_about(refusal: Refusal, given: Mapping[str, Any]) -> bool:
    """Return whether a refusal is about a field that was given, or about none: by a prompt, a phase, a turn."""
    named = re.match(r"command\.(\w+)", refusal.field or "")
    return refusal.code != "invalid" if named is None else named[1] in given


def _applying(
    ruleset: Ruleset[S], view: View[S], commands: Collection[str] | None, groups: Collection[str] | None
) -> list[DeclaredForm]:
    """Return the forms that can be filled in now, of these types and groups of commands if there are some."""
    state, speaker = view.state, view.speaker
    if state.status != "open" or not (speaker.is_narrator or plays(state, speaker)):
        return []
    full = len(state.joined) >= MAX_COMBATANTS
    return [
        form
        for form in forms_for(ruleset, narrator=speaker.is_narrator)
        if (commands is None or type_of(form.command) in commands)
        and (groups is None or words_of_form(form).group in groups)
        and ruleset.in_place(state, form.command)
        and not (full and form.command is Join)
        and can_be_filled(view, form)
    ]


def forms_for(ruleset: Ruleset[Any], *, narrator: bool) -> tuple[DeclaredForm, ...]:
    """Return every form that the narrator or a player can ever have."""
    return tuple(
        [
            form
            for form in forms_of_commands(ruleset, ruleset.commands, narrator=narrator)
            if form.command not in NEVER_LISTED
        ]
    )


def declarations(ruleset: Ruleset[Any], *, narrator: bool, language: str = ENGLISH) -> Declarations:
    """Return what can ever be asked of the narrator or a player: every form with its fields, by name."""
    wording = ruleset.wording(language)
    declared = declared_in(ruleset, wording, narrator=narrator)
    if language == ENGLISH:
        return declared
    return replace(declared, language=language, enumeration=wording.labels.of("enumeration", "text"))


def declared_in(ruleset: Ruleset[Any], wording: Wording, *, narrator: bool) -> Declarations:
    """Return the declarations in some words."""
    encoder = Encoder(View(ruleset.state(), Speaker("spectator"), wording=wording))
    forms = {form.name: _shape(ruleset, form, encoder) for form in forms_for(ruleset, narrator=narrator)}
    used = {form.group for form in forms.values()}
    groups = {group: wording.labels.of(group, "group") for group in groups_of(ruleset) if group in used}
    return Declarations(groups, forms)


def groups_of(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return the groups of a ruleset's commands in the order of a menu; groups of its own come last."""
    used = dict.fromkeys(
        [
            group
            for command in ruleset.commands
            for variant in command.variants or ("",)
            if (group := words_of(command).of_variant(variant).group)
        ]
    )
    return (*[group for group in GROUPS if group in used], *[group for group in used if group not in GROUPS])


def _shape(ruleset: Ruleset[Any], form: DeclaredForm, encoder: Encoder) -> FormShape:
    kind = form.command
    command, words, wording = type_of(kind), words_of_form(form), encoder.wording
    label, own = wording.labels.of(form.name), (form.name, command)
    says_all = form.fields.keys() <= {kind.actor_field}  # the label: who acts need not be said
    return FormShape(
        command,
        label,
        tuple([field_shape(name, field, encoder, command, around=own) for name, field in form.fields.items()]),
        phrase=phrase_of(wording.phrase(words.phrase, *own), form.fields) or (label if says_all else ""),
        help=wording.help(words.help or help_of(kind.__doc__), *own),
        group=words.group,
        prominence=words.prominence,
        speaker=NARRATOR_ID if kind.narrator_only else "player",
        costs=wording.costs(words.costs, *own),
        rules=tuple(rules_in(kind.__doc__, ruleset.rules)),
        answers_to=kind.answers_to,
        neutral=_neutral(form),
    )


def words_of(command: type[Command]) -> Words:
    """Return the words of a command; without any, the label is made from its type."""
    return command.words or Words(as_label(type_of(command)))


def words_of_form(form: DeclaredForm) -> Words:
    """Return the words of a form: those of its command, or of its variant."""
    return words_of(form.command).of_variant(form.name.partition("/")[2])


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
