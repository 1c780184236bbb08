"""Forms of rulesets that declare none: fields with few values are tried in all combinations.

The number of trials is bounded, so that a crowd does not stop the service: where there are more combinations, another
form of the command has the fields of its schema, marked as found by checking single commands.
"""

from collections.abc import Mapping
from functools import cache, partial
from itertools import product
from math import prod
from typing import Any, Final

from pydantic import ValidationError

from domain.core.commands import Command, type_of
from domain.fields.field import Field, among, looked_up
from domain.fields.fillings import values_at
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import YOURS, View, Vocabulary
from domain.model.event import Json
from domain.options.declared import NO_FIELDS, DeclaredForm, declared_form
from domain.options.derived import schema_fields

MOST_TRIALS: Final = 400
CHECKED: Final = "checked"
"""The name of the form of a command that has too many combinations to try."""


@cache
def tried_forms(command: type[Command]) -> tuple[DeclaredForm, ...]:
    """Return the forms of a command whose required fields are found by trial, or checked where they are too many."""
    fields = {name: field for name, field in schema_fields(command).items() if name not in NO_FIELDS}
    if command.actor_field is not None:
        fields[command.actor_field] = among(YOURS, required=True)
    tried = {name: field for name, field in fields.items() if field.required and _is_finite(field)}
    checked = {name: field.but(mark="check") for name, field in fields.items()}
    left = {name: field for name, field in checked.items() if name not in tried}
    name = type_of(command)
    if any(field.required for field in left.values()) or not tried:
        return (declared_form(name, command, checked),)
    table = Vocabulary[Any](f"{name} tried", lambda view: _accepted(view, command, tried))
    levels: dict[str, Field] = {}
    for depth, field in enumerate(tried):
        level = Vocabulary[Any](f"{name} {field}", partial(_projected, table, depth))
        levels[field] = looked_up(level, *list(tried)[:depth], required=True)
    first, *others = [*tried, *left]
    many = Vocabulary[Any](f"{name} {first} {CHECKED}", lambda view: _if_too_many(view, tried))
    whole = {first: among(many, required=True, mark="check"), **{field: checked[field] for field in others}}
    return declared_form(name, command, {**levels, **left}), declared_form(f"{name}/{CHECKED}", command, whole)


def _projected(table: Vocabulary[Any], depth: int, view: View[Any]) -> Node:
    return values_at(view[table], depth)


def _is_finite(field: Field) -> bool:
    return field.parts is None and field.many is None and (type(field.source) in (tuple, Vocabulary, Span))


def _source(view: View[Any], field: Field) -> Any:
    source: Any = field.source
    return view[source] if isinstance(source, Vocabulary) else source


def _combinations(view: View[Any], tried: Mapping[str, Field]) -> int:
    sources = [_source(view, field) for field in tried.values()]
    return prod(one.high - one.low + 1 if isinstance(one, Span) else len(one) for one in sources)


def _if_too_many(view: View[Any], tried: Mapping[str, Field]) -> Node:
    """Return all values of the first field if there are too many combinations to try, and none otherwise."""
    whole: Node = _source(view, next(iter(tried.values())))
    return whole if _combinations(view, tried) > MOST_TRIALS else ()


def _accepted(view: View[Any], command: type[Command], tried: Mapping[str, Field]) -> list[tuple[Json, ...]]:
    """Return the combinations that are accepted, and none if there are too many to try."""
    if _combinations(view, tried) > MOST_TRIALS:
        return []
    return [
        filling
        for filling in product(*[_values(_source(view, field)) for field in tried.values()])
        if _is_accepted(view, command, dict(zip(tried, filling, strict=True)))
    ]


def _values(source: Any) -> tuple[Json, ...]:
    return tuple(range(source.low, source.high + 1)) if isinstance(source, Span) else source


def _is_accepted(view: View[Any], command: type[Command], filling: Mapping[str, Json]) -> bool:
    try:
        return view.accepts(command.model_validate(filling))
    except ValidationError:
        return False
