"""Lookups made from the fillings of several fields: each field may have what some filling has after those before it."""

from collections.abc import Iterable

from domain.fields.sets import Node, key_of
from domain.model.event import Json


def values_at(fillings: Iterable[tuple[Json, ...]], place: int) -> Node:
    """Return the values of the field at a place, by those of the fields before it."""
    if place == 0:
        return tuple(dict.fromkeys(filling[0] for filling in fillings))
    rows: dict[str, list[tuple[Json, ...]]] = {}
    for first, *rest in fillings:
        rows.setdefault(key_of(first), []).append(tuple(rest))
    return {key: values_at(below, place - 1) for key, below in rows.items()}
