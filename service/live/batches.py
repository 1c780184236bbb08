"""Batches on their way to watchers: the records of one command, and the frames that tell them.

A frame is encoded once for all who see the same of its batch.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from domain.model.speaker import Speaker
from events.format import chain
from events.format.envelope import NEWLINE, redact
from events.store.protocol import StreamId
from service.encounters.service import encode
from service.encounters.state_loader import StateLoader
from service.encounters.visibility import audience_of, may_see, view_records

PIECE: Final = 500
"""Events that are read at once."""
MOST_VIEWS: Final = 16
"""So many different views of a batch are kept encoded; more, of many players at once, are encoded again."""


class LiveBatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One batch as watchers see it.

    ``version`` is the last version of the batch and ``first`` the first that is told; ``chain`` is the chain's hash at
    ``version``; ``events`` are the public lines as they are stored, ``private`` the private parts that the speaker may
    see, by version.
    """

    encounter: str
    version: int
    first: int
    chain: str
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}


class LiveFrame(NamedTuple):
    """What one watcher is sent: JSON, the position behind it, and when the batch was recorded, in seconds."""

    position: str
    body: bytes
    recorded: float


class _Stamp(msgspec.Struct):
    """What a public line tells of its batch: the version at its head, and its time."""

    batch: int
    time: str


_stamp: Final = msgspec.json.Decoder(_Stamp).decode


class Batch:
    """The records of one batch, from ``first`` on, and the chain's hash behind the last of them."""

    __slots__ = ("_audiences", "_bodies", "_time", "encounter", "first", "hash", "records", "size")

    def __init__(self, encounter: str, first: int, records: Sequence[bytes], hash_: bytes) -> None:
        self.encounter, self.first, self.records, self.hash = encounter, first, records, hash_
        self.size = sum(map(len, records))
        self._audiences = tuple({audience_of(record) for record in records if NEWLINE in record})
        self._bodies: dict[tuple[bool, ...], bytes] = {}
        self._time = _stamp(redact(records[0])).time

    @property
    def last(self) -> int:
        return self.first + len(self.records) - 1

    @property
    def recorded(self) -> float:
        """When the batch was recorded, in seconds since 1970."""
        return datetime.fromisoformat(self._time).timestamp()

    def behind(self, version: int) -> "Batch":
        """The part of the batch that follows on a version."""
        if version < self.first:
            return self
        return Batch(self.encounter, version + 1, self.records[version + 1 - self.first :], self.hash)

    def body(self, speaker: Speaker) -> bytes:
        """The batch as the speaker sees it, as JSON in one line."""
        seen = tuple([may_see(audience, speaker) for audience in self._audiences])
        body = self._bodies.get(seen)
        if body is None:
            lines = view_records(self.records, self.first, speaker)
            told = LiveBatch(self.encounter, self.last, self.first, self.hash.hex(), lines.events, lines.private)
            if len(self._bodies) == MOST_VIEWS:
                self._bodies.pop(next(iter(self._bodies)))
            body = self._bodies[seen] = encode(told)
        return body

    def frame(self, speaker: Speaker, position: str | None = None) -> LiveFrame:
        """The frame for a speaker; its position is the batch's last version where no other is given."""
        return LiveFrame(position or str(self.last), self.body(speaker), self.recorded)


def batches_of(encounter: str, after: int, records: Sequence[bytes], hash_: bytes, *, whole: bool) -> Iterator[Batch]:
    """The batches of records that follow on version ``after``, where the chain has this hash.

    Unless the records are ``whole``, the last of them may belong to a batch that goes on, which is left out.
    """
    groups = [list(group) for _, group in groupby(records, lambda record: _stamp(redact(record)).batch)]
    for group in groups if whole else groups[:-1]:
        hash_ = chain.extend(hash_, group)
        yield Batch(encounter, after + 1, group, hash_)
        after += len(group)


async def next_batches(history: StateLoader, stream: StreamId, after: int, hash_: bytes, end: int) -> list[Batch]:
    """The next batches behind version ``after``, about ``PIECE`` events; ``end`` is the end of a batch behind it."""
    last = after
    while True:
        last = min(last + PIECE, end)
        records = await history.records(stream, after, last)
        if batches := list(batches_of(stream.encounter, after, records, hash_, whole=last == end)):
            return batches
