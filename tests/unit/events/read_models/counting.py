"""A projection that is easy to check: for each encounter it lists the counted batches in order."""

from collections.abc import Iterable

import msgspec

from events.read_models.projection import FeedSlice, Place
from events.store.protocol import FeedEntry, StreamId


class Counted(msgspec.Struct):
    """The first and last version of each counted batch, and the total number of records."""

    batches: list[tuple[int, int]] = []
    records: int = 0


class CountingProjection:
    """Records batches exactly as received: duplicates appear twice, and early batches out of order."""

    schema = 1

    def __init__(self, name: str = "counting") -> None:
        self.name = name

    def gather(self, stretches: Iterable[FeedSlice]) -> dict[str, Counted]:
        said: dict[str, Counted] = {}
        for stretch in stretches:
            row = said.setdefault(field_of(stretch.stream), Counted())
            row.batches.append((stretch.first, stretch.last))
            row.records += len(stretch.records)
        return said

    def join(self, row: Counted | None, said: Counted) -> Counted:
        if row is None:
            return said
        row.batches += said.batches
        row.records += said.records
        return row

    def places(self, field: str, row: Counted) -> list[Place]:
        tenant, encounter = field.split(" ")
        return [Place(tenant, "ids", encounter), Place(tenant, "length", f"{row.records:06} {encounter}")]

    def decode(self, row: bytes) -> Counted:
        return msgspec.msgpack.decode(row, type=Counted)


def field_of(stream: StreamId) -> str:
    return f"{stream.tenant} {stream.encounter}"


def counted_of(entries: Iterable[FeedEntry]) -> dict[str, Counted]:
    """Return the expected counts of a feed."""
    expected: dict[str, Counted] = {}
    for entry in entries:
        row = expected.setdefault(field_of(entry.stream), Counted())
        row.batches.append((entry.first, entry.last))
        row.records += entry.last - entry.first + 1
    return expected
