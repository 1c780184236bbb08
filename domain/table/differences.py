"""Differences between two JSON values, as operations of RFC 6902 that make the second of the first."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from domain.model.event import Json

_ABSENT: Final[Any] = object()


class Operation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change at a JSON pointer: ``add``, ``remove`` or ``replace``; a removal has no value.

    A comparison also says what ``was`` there, which RFC 6902 leaves to readers.
    """

    op: Literal["add", "remove", "replace"]
    path: str
    value: Json | msgspec.UnsetType = msgspec.UNSET
    was: Json | msgspec.UnsetType = msgspec.UNSET


def differences(before: Json, after: Json) -> list[Operation]:
    """Return the operations that make ``after`` of ``before``, in the order in which they apply.

    Objects are compared key by key, and arrays of as many objects entry by entry. An array that has grown at its end
    has the new entries added; any other that differs is replaced. Values that are equal in Python are equal, also 1
    and ``true``.
    """
    found: list[Operation] = []
    _compare(before, after, "", found)
    return found


def _compare(before: Json, after: Json, path: str, found: list[Operation]) -> None:
    """Append the operations for two values at a path: nested generators would pass each on at every level."""
    if isinstance(before, dict) and isinstance(after, dict):
        _compare_objects(before, after, path, found)
    elif before == after:
        return
    elif isinstance(before, list) and isinstance(after, list):
        _compare_arrays(before, after, path, found)
    else:
        found.append(Operation("replace", path, after))


def _compare_objects(before: Mapping[str, Json], after: Mapping[str, Json], path: str, found: list[Operation]) -> None:
    if not before.keys() <= after.keys():
        found += [Operation("remove", f"{path}/{_escaped(key)}") for key in before if key not in after]
    for key, value in after.items():
        old = before.get(key, _ABSENT)
        if old is _ABSENT:
            found.append(Operation("add", f"{path}/{_escaped(key)}", value))
        elif old != value if path else old is not value:  # the parts of a whole are large, and compared in pieces
            _compare(old, value, f"{path}/{_escaped(key)}", found)


def _compare_arrays(before: list[Any], after: list[Any], path: str, found: list[Operation]) -> None:
    if len(before) < len(after) and after[: len(before)] == before:
        found += [Operation("add", f"{path}/-", entry) for entry in after[len(before) :]]
    elif len(before) == len(after) and all(isinstance(entry, dict) for entry in (*before, *after)):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            _compare(old, new, f"{path}/{place}", found)
    else:
        found.append(Operation("replace", path, after))


def at_pointer(whole: Json, path: str) -> Json:
    """Return the value at a JSON pointer, which has to be there."""
    found: Any = whole
    for step in path.split("/")[1:]:
        found = found[int(step)] if isinstance(found, list) else found[step.replace("~1", "/").replace("~0", "~")]
    value: Json = found
    return value


def _escaped(key: str) -> str:
    """Return a key as a step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
