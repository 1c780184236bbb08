"""Forms of rulesets that declare none: fields with few values are tried in all combinations, and others one by one.

The number of trials is bounded, so that a crowd does not stop the service: of a command with more combinations, each
field lists all of its values. A command with a required field that cannot be tried has the fields of its schema, marked
as found by checking single commands.
"""

from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import product
from math import prod
from typing import Any, Final

from pydantic import ValidationError

from domain.core.commands import Command, type_of
from domain.fields.field import Field, looked_up, vocabularies
from domain.fields.fillings import values_at
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Json
from domain.options.declared import NO_FIELDS, DeclaredForm
from domain.options.derived import schema_fields

MOST_TRIALS: Final = 400


@cache
def tried_forms(command: type[Command]) -> tuple[DeclaredForm, ...]:
    """Return the form of a command whose required fields are found by trial."""
    fields = {name: field for name, field in schema_fields(command).items() if name not in NO_FIELDS}
    settled = {name: field for name, field in fields.items() if field.required and _is_finite(field)}
    left = {name: field.but(mark="check") for name, field in fields.items() if name not in settled}
    if any(field.required for field in left.values()) or not settled:
        return (_whole(command, {name: field.but(mark="check") for name, field in fields.items()}),)
    table = Vocabulary[Any](f"{type_of(command)} tried", lambda view: _accepted(view, command, settled))
    found: dict[str, Field] = {}
    for depth, (name, field) in enumerate(settled.items()):
        level = Vocabulary[Any](f"{type_of(command)} {name}", partial(_projected, table, depth, field))
        found[name] = looked_up(level, *list(settled)[:depth], required=True)
    return (DeclaredForm(type_of(command), command, {**found, **left}, _needed((*found.values(), *left.values()))),)


def _projected(table: Vocabulary[Any], depth: int, field: Field, view: View[Any]) -> Node:
    """Return the values of a field by those of the fields before it, or all of them if there were too many to try."""
    fillings = view[table]
    return _values(view, field) if fillings is None else values_at(fillings, depth)


def _whole(command: type[Command], fields: Mapping[str, Field]) -> DeclaredForm:
    return DeclaredForm(type_of(command), command, fields, _needed(fields.values()))


def _needed(fields: Iterable[Field]) -> tuple[Vocabulary[Any], ...]:
    return tuple(dict.fromkeys(one for field in fields for one in vocabularies(field)))


def _is_finite(field: Field) -> bool:
    """Return whether a field has few enough values to be tried one by one."""
    source = field.source
    if isinstance(source, Span):
        return field.many is None and source.high - source.low < MOST_TRIALS
    return field.parts is None and field.many is None and type(source) in (tuple, Vocabulary)


def _accepted(view: View[Any], command: type[Command], settled: Mapping[str, Field]) -> list[tuple[Json, ...]] | None:
    """Return the fillings that are accepted, or None if there are too many to try."""
    values = [_values(view, field) for field in settled.values()]
    if prod(map(len, values)) > MOST_TRIALS:
        return None
    return [
        filling for filling in product(*values) if _is_accepted(view, command, dict(zip(settled, filling, strict=True)))
    ]


def _values(view: View[Any], field: Field) -> tuple[Json, ...]:
    source: Any = field.source
    if isinstance(source, Vocabulary):
        source = view[source]
    return tuple(range(source.low, source.high + 1)) if isinstance(source, Span) else source


def _is_accepted(view: View[Any], command: type[Command], filling: Mapping[str, Json]) -> bool:
    try:
        return view.accepts(command.model_validate(filling))
    except ValidationError:
        return False
