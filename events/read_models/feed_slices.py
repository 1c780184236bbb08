"""Reading feeds: the entries after a checkpoint, and the records that each entry points to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.core.events import Commanded
from events.format.envelope import split
from events.read_models.projection import FeedSlice
from events.read_models.redis_rows import ReadModelStore
from events.store.connection import pack
from events.store.feed import feed_entry
from events.store.keys import feed_key, keys_of
from events.store.protocol import SEALED_STATUS, FeedEntry


class Position(NamedTuple):
    """A position in the feeds: after entry ``number`` of a partition."""

    partition: int
    number: int


class PartitionSlices(NamedTuple):
    """The slices that a feed announces after a position, up to entry ``to``; ``missing`` counts the entries that are
    lost.
    """

    slices: list[FeedSlice]
    to: int
    missing: int


class _BatchMembership(msgspec.Struct):
    type: str
    batch: int


_decode_membership: Final = msgspec.json.Decoder(_BatchMembership).decode


MAX_EVENTS: Final = 1000
"""Events that are read at once, unless the first batch has more."""


class FeedSliceReader:
    """Reads the feeds of a store with ``partitions`` partitions."""

    def __init__(self, store: ReadModelStore, partitions: int) -> None:
        self._store = store
        self.partitions = partitions
        self._lengths = [pack("XLEN", feed_key(partition)) for partition in range(partitions)]

    async def ends(self) -> dict[int, int]:
        """Return the number of the last entry of each feed; 0 for an empty feed."""
        return dict(enumerate(await self._store.execute(self._lengths)))

    async def after(self, positions: Mapping[Position, int]) -> dict[Position, PartitionSlices]:
        """Read up to the given number of entries after each position, with the records that they point to.

        Entries, and positions, are left out when the others have enough events.
        """
        commands = [
            pack("XRANGE", feed_key(at.partition), f"{at.number + 1}-0", "+", "COUNT", limit)
            for at, limit in positions.items()
        ]
        feeds = await self._store.execute(commands)
        entries = {
            at: [feed_entry(at.partition, int(entry.partition(b"-")[0]), fields[1]) for entry, fields in feed]
            for at, feed in zip(positions, feeds, strict=True)
        }
        first = _first_entries(entries)
        slices = iter(await self._slices([entry for found in first.values() for entry in found]))
        read = {}
        for at, found in first.items():
            to = found[-1].number if found else at.number
            read[at] = PartitionSlices([next(slices) for _ in found], to, to - at.number - len(found))
        return read

    async def _slices(self, entries: Sequence[FeedEntry]) -> list[FeedSlice]:
        commands = [
            pack("XRANGE", keys_of(entry.stream, self.partitions).events, f"{entry.first}-0", f"{entry.last}-0")
            for entry in entries
        ]
        streams = await self._store.execute(commands)
        slices = [_slice(entry, found) for entry, found in zip(entries, streams, strict=True)]
        opening = [place for place, entry in enumerate(entries) if entry.first == 1]
        heads = [keys_of(entries[place].stream, self.partitions).head for place in opening]
        statuses = await self._store.execute([pack("HGET", head, "status") for head in heads])
        for place, status in zip(opening, statuses, strict=True):
            slices[place] = slices[place]._replace(sealed=status == SEALED_STATUS.encode())
        headless = [place for place, slice_ in enumerate(slices) if slice_.commanded is None and slice_.records]
        replies = await self._store.execute([self._command(slices[place]) for place in headless])
        for place, found in zip(headless, replies, strict=True):
            if found:
                slices[place] = slices[place]._replace(commanded=found[0][1][1])
        return slices

    def _command(self, slice_: FeedSlice) -> bytes:
        """Pack the read of the command of a slice that begins inside a batch."""
        membership = _membership(slice_.records[0])
        version = 1 if membership is None else membership.batch
        return pack("XRANGE", keys_of(slice_.stream, self.partitions).events, f"{version}-0", f"{version}-0")


def _first_entries(entries: Mapping[Position, Sequence[FeedEntry]]) -> dict[Position, Sequence[FeedEntry]]:
    """Return the entries up to ``MAX_EVENTS`` events, and at least one entry."""
    first: dict[Position, Sequence[FeedEntry]] = {}
    room = MAX_EVENTS
    for at, found in entries.items():
        taken: list[FeedEntry] = []
        for entry in found:
            room -= entry.last - entry.first + 1
            if room < 0 and (taken or first):
                return {**first, at: taken} if taken else first
            taken.append(entry)
        first[at] = taken
    return first


def _slice(entry: FeedEntry, found: list[Any]) -> FeedSlice:
    """Return the slice of an entry, with its records up to the first gap."""
    records = []
    for version, (name, fields) in enumerate(found, entry.first):
        if name != b"%d-0" % version:
            break
        records.append(fields[1])
    membership = _membership(records[0]) if records else None
    begins = membership is not None and membership.type == Commanded.type
    return FeedSlice(entry.stream, entry.first, entry.last, records, records[0] if begins else None)


def _membership(record: bytes) -> _BatchMembership | None:
    try:
        return _decode_membership(split(record)[0])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
