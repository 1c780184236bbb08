"""A projection across encounters: what stretches of streams add to rows, and where a row stands in which order.

Rows are kept by field, which begins with the tenant. What a stretch says comes first, by field, and is then joined to
the rows that stand: so the stretches of one partition may be cut into pieces anywhere and give the same rows.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec

from events.store.protocol import StreamId

Row = TypeVar("Row")


class FeedSlice(NamedTuple):
    """The events of a stream that one entry of a feed announces: those from version ``first`` to ``last``.

    ``records`` are fewer than announced, or none, where the stream is damaged. ``commanded`` is the record of the
    command that the first of them belongs to. ``sealed`` is a stream that begins here, came from elsewhere and does
    not go on.
    """

    stream: StreamId
    first: int
    last: int
    records: Sequence[bytes]
    commanded: bytes | None
    sealed: bool = False

    @property
    def whole(self) -> bool:
        """Whether all records that were announced are there."""
        return len(self.records) == self.last - self.first + 1


class Place(NamedTuple):
    """Where a row stands: the tenant's order, and the text by which it is sorted there."""

    tenant: str
    order: str
    member: str


class Projection(Protocol[Row]):
    """A fold of all streams into rows. ``schema`` changes with the shape of its rows."""

    name: str
    schema: int

    def gather(self, stretches: Iterable[FeedSlice]) -> dict[str, Row]:
        """What stretches say, by the field of the row that they say it of."""
        ...

    def join(self, row: Row | None, said: Row) -> Row:
        """The row with what was said of it; ``row`` may be changed, and is None where there was none."""
        ...

    def places(self, field: str, row: Row) -> list[Place]:
        """Where the row stands."""
        ...

    def decode(self, row: bytes) -> Row: ...


encode_row: Final = msgspec.msgpack.Encoder().encode
"""The bytes of a row. What a row counts stands in the order in which it first happened, so that equal rows, joined in
whatever pieces, have equal bytes."""
