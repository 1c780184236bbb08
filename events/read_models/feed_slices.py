"""Reading what the feeds announce: entries behind a checkpoint, and the records that each of them points at."""

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
    """A place in the feeds: behind entry ``number`` of a partition."""

    partition: int
    number: int


class PartitionSlices(NamedTuple):
    """What a feed announces behind a position: stretches, up to entry ``to``; ``missing`` entries are not there."""

    stretches: list[FeedSlice]
    to: int
    missing: int


class _BatchMembership(msgspec.Struct):
    type: str
    batch: int


_decode_membership: Final = msgspec.json.Decoder(_BatchMembership).decode


class FeedSliceReader:
    """Reads the feeds of a store of so many partitions."""

    def __init__(self, models: ReadModelStore, partitions: int) -> None:
        self._models = models
        self.partitions = partitions
        self._lengths = [pack("XLEN", feed_key(partition)) for partition in range(partitions)]

    async def ends(self) -> dict[int, int]:
        """The number of the last entry of each feed; 0 for an empty one."""
        return dict(enumerate(await self._models.ask(self._lengths)))

    async def behind(self, positions: Mapping[Position, int]) -> dict[Position, PartitionSlices]:
        """At most so many entries behind each position, with the records that they point at."""
        asked = [
            pack("XRANGE", feed_key(at.partition), f"{at.number + 1}-0", "+", "COUNT", most)
            for at, most in positions.items()
        ]
        feeds = await self._models.ask(asked)
        entries = {
            at: [feed_entry(at.partition, int(entry.partition(b"-")[0]), fields[1]) for entry, fields in feed]
            for at, feed in zip(positions, feeds, strict=True)
        }
        stretches = iter(await self._stretches([entry for found in entries.values() for entry in found]))
        announced = {}
        for at, found in entries.items():
            to = found[-1].number if found else at.number
            announced[at] = PartitionSlices([next(stretches) for _ in found], to, to - at.number - len(found))
        return announced

    async def _stretches(self, entries: Sequence[FeedEntry]) -> list[FeedSlice]:
        asked = [
            pack("XRANGE", keys_of(entry.stream, self.partitions).events, f"{entry.first}-0", f"{entry.last}-0")
            for entry in entries
        ]
        streams = await self._models.ask(asked)
        stretches = [_slice(entry, found) for entry, found in zip(entries, streams, strict=True)]
        opening = [place for place, entry in enumerate(entries) if entry.first == 1]
        heads = [keys_of(entries[place].stream, self.partitions).head for place in opening]
        statuses = await self._models.ask([pack("HGET", head, "status") for head in heads])
        for place, status in zip(opening, statuses, strict=True):
            stretches[place] = stretches[place]._replace(sealed=status == SEALED_STATUS.encode())
        begun = [place for place, stretch in enumerate(stretches) if stretch.commanded is None and stretch.records]
        commands = await self._models.ask([self._command(stretches[place]) for place in begun])
        for place, found in zip(begun, commands, strict=True):
            if found:
                stretches[place] = stretches[place]._replace(commanded=found[0][1][1])
        return stretches

    def _command(self, stretch: FeedSlice) -> bytes:
        """Asks for the command of a stretch that begins in the middle of a batch."""
        belongs = _membership(stretch.records[0])
        version = 1 if belongs is None else belongs.batch
        return pack("XRANGE", keys_of(stretch.stream, self.partitions).events, f"{version}-0", f"{version}-0")


def _slice(entry: FeedEntry, found: list[Any]) -> FeedSlice:
    """The records of an entry, as far as they go on one by one."""
    records = []
    for version, (name, fields) in enumerate(found, entry.first):
        if name != b"%d-0" % version:
            break
        records.append(fields[1])
    belongs = _membership(records[0]) if records else None
    begins = belongs is not None and belongs.type == Commanded.type
    return FeedSlice(entry.stream, entry.first, entry.last, records, records[0] if begins else None)


def _membership(record: bytes) -> _BatchMembership | None:
    try:
        return _decode_membership(split(record)[0])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
