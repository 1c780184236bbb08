"""Events: immutable records, each of one fact."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, Union

import msgspec

if TYPE_CHECKING:
    Json: TypeAlias = Union[bool, int, str, list["Json"], tuple["Json", ...], dict[str, "Json"], None]  # noqa: UP007
else:
    Json = Any  # msgspec cannot decode a recursive type


def as_stored(value: msgspec.Struct) -> dict[str, Any]:
    """Return a struct as plain JSON values, as they are after a round trip: lists, never tuples."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return stored


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One fact of an encounter.

    A subclass declares its wire type and its schema. ``private`` lists the fields that are not visible to every
    speaker; they have defaults, so that a redacted event still decodes. ``sheet_of`` names the field that holds the
    combatant from whose sheet the private fields come; if that sheet is secret, only its players see them. Such an
    event never contains draws, because public draws must stay public. New fields are added at the end and have
    defaults. A published default never changes, because stored bytes omit it. ``words`` is the label of the kind
    of event, and ``example`` an example of its fields.

    An event with a sentence declares it as ``says`` (``domain.text.sentences``), and its part in the story as ``told``
    (``domain.story.told``).
    """

    type: ClassVar[str]
    schema: ClassVar[int] = 1
    private: ClassVar[frozenset[str]] = frozenset()
    sheet_of: ClassVar[str | None] = None
    words: ClassVar[str] = ""
    example: ClassVar[Mapping[str, Any]] = {}

    def evolve(self, state: Any) -> None:
        """Change a state by this fact, in place. The state's version is that of this event already.

        By default nothing changes: the stream alone records the fact. A fold knows the state and the event, and
        nothing else; it draws nothing, and never refuses.
        """


Folds: TypeAlias = Mapping[type[Event], Callable[[Any, Any], None]]
"""Event types to the functions that change a state by an event: its ``evolve``, or one that takes its place."""
UNCHANGED: Final = Event.evolve
"""The fold of an event that changes nothing, as most do: who folds many need not call it."""


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event as a decision records it, with the version of its cause and the audience of its private fields."""

    event: Event
    cause: int | None
    audience: str = "all"
