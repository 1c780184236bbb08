"""Events: what happened, one fact each, immutable."""

from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, Union

import msgspec

if TYPE_CHECKING:
    Json: TypeAlias = Union[bool, int, str, list["Json"], tuple["Json", ...], dict[str, "Json"], None]  # noqa: UP007
else:
    Json = Any  # decoders cannot read a type that refers to itself


def as_stored(value: msgspec.Struct) -> dict[str, Any]:
    """A struct as plain JSON, just as it is when it has been read back: lists, and never tuples."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return stored


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One fact of an encounter.

    A subclass names its wire type and its schema. Fields that not everybody may see are listed in ``private``; they
    have defaults, so that the event still decodes where they have been left out. ``sheet_of`` names what says
    out of whose sheet they come: where that is secret they are for its players. Such an event has no draws in it, since
    those of everybody stand in nothing that is sealed. New fields go to the end and have defaults; a default, once
    published, never changes, because stored bytes omit it.
    """

    type: ClassVar[str]
    schema: ClassVar[int] = 1
    private: ClassVar[frozenset[str]] = frozenset()
    sheet_of: ClassVar[str | None] = None


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event as a decision leaves it: with the version that it follows from and who may see its private part."""

    event: Event
    cause: int | None
    audience: str = "all"
