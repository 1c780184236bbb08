"""Differences between two states as JSON, by JSON pointer (RFC 6901)."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class Difference(msgspec.Struct, frozen=True):
    """A place at which two states differ, and the value of each; a missing value is omitted."""

    path: str
    one: Any | UnsetType = UNSET
    other: Any | UnsetType = UNSET


def differences(one: Any, other: Any, path: str = "") -> Iterator[Difference]:
    """Yield the differences between two JSON values, as deep as both have the same structure."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _within(one.get(key, UNSET), other.get(key, UNSET), f"{path}/{_escaped(key)}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for place in range(max(len(one), len(other))):
            mine, theirs = (part[place] if place < len(part) else UNSET for part in (one, other))
            yield from _within(mine, theirs, f"{path}/{place}")
    elif one != other or type(one) is not type(other):
        yield Difference(path, one, other)


def _within(one: Any, other: Any, path: str) -> Iterator[Difference]:
    if one is UNSET or other is UNSET:
        yield Difference(path, one, other)
    else:
        yield from differences(one, other, path)


def _escaped(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")
