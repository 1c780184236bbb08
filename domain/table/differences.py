"""Differences between two JSON values, as operations of RFC 6902 that make the second of the first."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.model.event import Json

_ABSENT: Final[Any] = object()


class Operation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change at a JSON pointer: ``add``, ``remove`` or ``replace``; a removal has no value."""

    op: str
    path: str
    value: Json | msgspec.UnsetType = msgspec.UNSET


def differences(before: Json, after: Json, path: str = "") -> Iterator[Operation]:
    """Yield the operations that make ``after`` of ``before``, in the order in which they apply.

    Objects are compared key by key. An array that has grown at its end has the new entries added; any other that
    differs is replaced.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _in_object(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and len(before) < len(after) and _begins(after, before):
        for entry in after[len(before) :]:
            yield Operation("add", f"{path}/-", entry)
    elif type(before) is not type(after) or before != after:
        yield Operation("replace", path, after)


def _in_object(before: Mapping[str, Json], after: Mapping[str, Json], path: str) -> Iterator[Operation]:
    for key in before:
        if key not in after:
            yield Operation("remove", f"{path}/{_escaped(key)}")
    for key, value in after.items():
        old = before.get(key, _ABSENT)
        if old is _ABSENT:
            yield Operation("add", f"{path}/{_escaped(key)}", value)
        elif old is not value:
            yield from differences(old, value, f"{path}/{_escaped(key)}")


def _begins(whole: list[Any], start: list[Any]) -> bool:
    return whole[: len(start)] == start


def _escaped(key: str) -> str:
    """Return a key as a step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
