"""Batches as live feeds deliver them: the records of one command, and the frames that watchers receive.

A frame is encoded once for all speakers who see the same parts of its batch.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, Literal, NamedTuple

import msgspec
from cachetools import FIFOCache

from domain.model.speaker import Speaker
from domain.ruleset.table.changes import TableChange
from domain.story.shapes import Entry
from events.format import chain
from events.format.envelope import NEWLINE, redact
from events.store.protocol import StreamId
from service.encounters.encoding import encode
from service.encounters.state_loader import StateLoader
from service.encounters.visibility import audience_of, may_see, view_records

READ_SIZE: Final = 500
"""Events read from the store at once."""
MAX_VIEWS: Final = 16
"""Encoded views cached for each batch; with more players, a view that was evicted is encoded again."""


class LiveBatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One batch, as the speaker sees it.

    ``first`` and ``version`` are the first and the last version in it. ``first`` is later than the first version of the
    batch if the watch resumed within it. ``chain`` is the chain's hash at ``version``, in hex. ``events`` are the
    stored public lines. ``private`` has the private parts that the speaker may see, by version. ``table`` has how the
    events change the table, if the watch asks for it: with an entry for each event that moves something. ``story`` has
    the entries of the story of the batch, if the watch asks for it.
    """

    encounter: str
    version: int
    first: int
    chain: str
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}
    table: tuple[TableChange, ...] = ()
    story: tuple[Entry, ...] = ()


class LiveFrame(NamedTuple):
    """One message to a watcher: a batch, or the seats of the encounter.

    ``body`` is JSON, ``position`` the position after it, ``recorded`` the batch's time in seconds since 1970.
    """

    position: str
    body: bytes
    recorded: float
    kind: Literal["batch", "seats"] = "batch"


class _Stamp(msgspec.Struct):
    """The fields of a public line that belong to its batch: the batch's first version, and its time."""

    batch: int
    time: str


_stamp: Final = msgspec.json.Decoder(_Stamp).decode


class WatchedBatch:
    """The records of one batch from version ``first``, and the chain's hash after the last of them.

    It ``is_whole`` unless it begins within the batch.
    """

    __slots__ = ("_audiences", "_bodies", "_time", "encounter", "first", "hash", "is_whole", "records", "size")

    def __init__(self, encounter: str, first: int, records: Sequence[bytes], hash_: bytes) -> None:
        self.encounter, self.first, self.records, self.hash = encounter, first, records, hash_
        self.size = sum(map(len, records))
        self._audiences = tuple({audience_of(record) for record in records if NEWLINE in record})
        self._bodies: FIFOCache[tuple[bool, ...], bytes] = FIFOCache(MAX_VIEWS)
        stamp = _stamp(redact(records[0]))
        self._time, self.is_whole = stamp.time, stamp.batch == first

    @property
    def last(self) -> int:
        return self.first + len(self.records) - 1

    @property
    def recorded(self) -> float:
        """When the batch was recorded, in seconds since 1970."""
        return datetime.fromisoformat(self._time).timestamp()

    def after(self, version: int) -> "WatchedBatch":
        """Return the part of the batch that follows a version."""
        if version < self.first:
            return self
        return WatchedBatch(self.encounter, version + 1, self.records[version + 1 - self.first :], self.hash)

    def body(self, speaker: Speaker) -> bytes:
        """Return the batch as the speaker sees it, as one line of JSON."""
        visible = tuple([may_see(audience, speaker) for audience in self._audiences])
        body = self._bodies.get(visible)
        if body is None:
            lines = view_records(self.records, self.first, speaker)
            view = LiveBatch(self.encounter, self.last, self.first, self.hash.hex(), lines.events, lines.private)
            body = self._bodies[visible] = encode(view)
        return body

    def frame(self, speaker: Speaker, position: str | None = None) -> LiveFrame:
        """Return the frame for a speaker; its position defaults to the last version of the batch."""
        return LiveFrame(position or str(self.last), self.body(speaker), self.recorded)


def split_batches(
    encounter: str, after: int, records: Sequence[bytes], hash_: bytes, *, whole: bool
) -> Iterator[WatchedBatch]:
    """Split the records that follow version ``after``, where the chain has this hash, into batches.

    Unless the records are ``whole``, the last batch may be incomplete and is left out.
    """
    groups = [list(group) for _, group in groupby(records, lambda record: _stamp(redact(record)).batch)]
    for group in groups if whole else groups[:-1]:
        hash_ = chain.extend(hash_, group)
        yield WatchedBatch(encounter, after + 1, group, hash_)
        after += len(group)


async def next_batches(loader: StateLoader, stream: StreamId, after: int, hash_: bytes, end: int) -> list[WatchedBatch]:
    """Read the next batches after version ``after``, some ``READ_SIZE`` events, up to ``end``, the end of a batch."""
    last = after
    while True:
        last = min(last + READ_SIZE, end)
        records = await loader.records(stream, after, last)
        if batches := list(split_batches(stream.encounter, after, records, hash_, whole=last == end)):
            return batches
