"""The forms of commands, as their classes declare them: one for each command, or one for each of its variants."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from domain.core.commands import Command, type_of
from domain.fields.field import UNSET, Field, Fields, Lookup, Many, among, vocabularies
from domain.fields.vocabulary import Vocabulary, asked
from domain.options.derived import schema_fields

NO_FIELDS = frozenset({"type", "answers"})
"""Fields of every command that no form has."""


class DeclaredForm(NamedTuple):
    """A form of a command: its name, which is the type of the command and that of the variant, and its fields.

    ``needed`` are the fields that have to be given, whatever the others are, and ``vocabularies`` those of all fields.
    """

    name: str
    command: type[Command]
    fields: Mapping[str, Field]
    needed: tuple[Field, ...]
    vocabularies: tuple[Vocabulary[Any], ...]


def declared_form(name: str, command: type[Command], fields: Mapping[str, Field]) -> DeclaredForm:
    """Return a form with these fields."""
    needed = tuple([field for field in fields.values() if is_needed(field)])
    referred = tuple(dict.fromkeys(one for field in fields.values() for one in vocabularies(field)))
    return DeclaredForm(name, command, fields, needed, referred)


def is_needed(field: Field) -> bool:
    """Return whether a field has to be given, whatever the others are; one with a default that is looked up has not."""
    least = field.many.least if isinstance(field.many, Many) else 1
    defaults = isinstance(field.source, Lookup) and field.default is not UNSET
    return field.required is True and not field.when and least > 0 and not defaults


@cache
def forms_of(command: type[Command], *, narrator: bool) -> tuple[DeclaredForm, ...]:
    """Return the forms of a command, with or without the fields that only the narrator fills in."""
    base, name = inherited_fields(command), type_of(command)
    named: dict[str, Fields] = {f"{name}/{variant}": {**base, **own} for variant, own in command.variants.items()}
    return tuple([_form(one, command, fields, narrator=narrator) for one, fields in (named or {name: base}).items()])


def inherited_fields(command: type[Command]) -> Fields:
    """Return what a command and its base classes declare of its fields; what is nearest to the command wins."""
    merged: dict[str, Field | None] = {}
    for one in reversed(command.__mro__):
        merged.update(one.__dict__.get("form", {}))
    return merged


def _form(name: str, command: type[Command], declared: Fields, *, narrator: bool) -> DeclaredForm:
    derived = schema_fields(command)
    order = dict.fromkeys((command.actor_field or "type", *declared, *derived))  # the actor comes first
    fields: dict[str, Field] = {}
    for field in order:
        own = declared.get(field, _usual(command, field, derived[field])) if field in derived else None
        if field in NO_FIELDS or own is None or (own.narrators and not narrator):
            continue
        seen = own.but(mark=None) if narrator and own.mark == "guess" else own  # nothing is hidden from the narrator
        fields[field] = completed(seen if narrator else _for_players(seen), derived[field])
    return declared_form(name, command, fields)


def _for_players(field: Field) -> Field:
    """Return a field as players have it, without the parts that only the narrator fills in."""
    if field.players is not None:
        return field.players
    if field.parts is None:
        return field
    return field.but(parts={name: _for_players(part) for name, part in field.parts.items() if not part.narrators})


def _usual(command: type[Command], name: str, derived: Field) -> Field:
    """Return a field that a command does not declare; an answer is given by those who are asked."""
    by_the_asked = command.answers_to is not None and name == command.actor_field
    return among(asked(command.answers_to or "")) if by_the_asked else derived


def completed(own: Field, derived: Field) -> Field:
    """Return a field with what follows from the schema: its help, whether it is required, and its default."""
    required = derived.required if own.required is UNSET else own.required
    default = derived.default if own.default is UNSET else own.default
    parts = own.parts
    if parts is not None and derived.parts is not None:
        parts = {name: completed(part, derived.parts[name]) for name, part in parts.items() if name in derived.parts}
    elif parts is not None:
        parts = {name: completed(part, Field(required=False, default=None)) for name, part in parts.items()}
    return own.but(help=own.help or derived.help, required=required, default=default, parts=parts)
