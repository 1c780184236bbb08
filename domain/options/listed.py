"""The values that a field lists one by one, as far as they are few: the answers for the buttons of a prompt."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.fields.field import Field, Fixed, Lookup
from domain.fields.sets import ANY_KEY, Either, Labelled, Span, Without, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Json

OTHERS: Final[Any] = object()
"""Stands for values that are not listed, because they are texts, lists or too many."""
LONGEST: Final = 20
"""The longest span of numbers that is listed."""
Given = Mapping[str, Json]


def value_of(listed: Json | Labelled) -> Json:
    """Return a listed value without its label."""
    return listed.value if isinstance(listed, Labelled) else listed


def listed_values(field: Field, view: View[Any], given: Given) -> Iterator[Json | Labelled]:
    """Yield the values of a field, by those that are given for earlier ones, and ``OTHERS`` if there are more.

    Values that have a label of their own are yielded with it.
    """
    if field.many is not None or field.keys is not None:
        yield OTHERS
    elif field.parts is not None:
        yield from _objects(tuple(field.parts.items()), view, given, {})
        yield from _in_set(field.instead, view)
    else:
        yield from _in_set(_found(field.source, view, given), view)


def _objects(
    parts: Sequence[tuple[str, Field]], view: View[Any], given: Given, whole: dict[str, Json]
) -> Iterator[Any]:
    """Yield the objects with these parts, of which those that need not be given are left out."""
    if not parts:
        yield whole
        return
    (name, part), *rest = parts
    known = {**given, **whole}
    if not _is_there(part, view, known):
        yield from _objects(rest, view, given, whole)
        return
    if not _is_required(part, view, known):
        yield OTHERS
        yield from _objects(rest, view, given, whole)
        return
    for value in listed_values(part, view, known):
        if value is OTHERS:
            yield OTHERS
        else:
            yield from _objects(rest, view, given, {**whole, name: value_of(value)})


def _is_there(field: Field, view: View[Any], given: Given) -> bool:
    wanted = field.when or {}
    applies = all(given.get(name) in values for name, values in wanted.items())
    return applies and (not isinstance(field.source, Lookup) or bool(_found(field.source, view, given)))


def _is_required(field: Field, view: View[Any], given: Given) -> bool:
    required = field.required
    if isinstance(required, Lookup):
        return bool(_found(required, view, given))
    if isinstance(required, Mapping):
        return all(given.get(name) in values for name, values in required.items())
    return required is True


def _found(source: Any, view: View[Any], given: Given) -> Any:
    """Return the set of a field: its own, or the one that it looks up by earlier fields."""
    if not isinstance(source, Lookup):
        return source
    node: Any = view[source.table] if isinstance(source.table, Vocabulary) else source.table
    for key in source.by:
        if not isinstance(node, dict):
            return node
        if isinstance(key, Fixed):
            value = key.value
        elif isinstance(key, str):
            value = key_of(given.get(key))
        else:
            return (OTHERS,)
        node = node.get(value, node.get(ANY_KEY, ()))
    return node


def _in_set(values: Any, view: View[Any]) -> Iterator[Json | Labelled]:
    if isinstance(values, Vocabulary):
        yield from _in_set(view[values], view)
    elif isinstance(values, Span):
        yield from range(values.low, min(values.high, values.low + LONGEST) + 1)
    elif isinstance(values, Either):
        for one in values.sets:
            yield from _in_set(one, view)
    elif isinstance(values, Without):
        yield from (one for one in _in_set(values.of, view) if value_of(one) not in values.minus)
    elif type(values) is tuple:
        yield from values
    elif values:
        yield OTHERS
