"""A projection across encounters: how slices of streams contribute to rows, and where a row is sorted.

Rows are keyed by field, which begins with the tenant. Slices are first gathered into contributions by field, which are
then joined to the stored rows. The slices of one partition may be grouped in any way and give the same rows.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec

from events.store.protocol import StreamId

Row = TypeVar("Row")


class FeedSlice(NamedTuple):
    """The events of a stream that one feed entry announces: those from version ``first`` to ``last``.

    ``records`` has fewer than announced, or none, if the stream is damaged. ``commanded`` is the record of the command
    that the first of them belongs to. ``sealed`` is true for a stream that begins here and was imported read-only.
    """

    stream: StreamId
    first: int
    last: int
    records: Sequence[bytes]
    commanded: bytes | None
    sealed: bool = False

    @property
    def complete(self) -> bool:
        """True if all announced records are present."""
        return len(self.records) == self.last - self.first + 1


class Place(NamedTuple):
    """A row's place in an order: the tenant, the order, and the text it is sorted by."""

    tenant: str
    order: str
    member: str


class Projection(Protocol[Row]):
    """A fold of all streams into rows. ``schema`` changes with the form of its rows."""

    name: str
    schema: int

    def gather(self, slices: Iterable[FeedSlice]) -> dict[str, Row]:
        """Return what slices contribute, by field."""
        ...

    def join(self, row: Row | None, contribution: Row) -> Row:
        """Return the row with a contribution added; ``row`` may be modified, and is None if there was none."""
        ...

    def places(self, field: str, row: Row) -> list[Place]:
        """Return the places of a row in the orders."""
        ...

    def decode(self, row: bytes) -> Row: ...


encode_row: Final = msgspec.msgpack.Encoder().encode
"""Encode a row.

Counts are in the order of their first occurrence, so that equal rows have equal bytes however the slices were grouped.
"""
