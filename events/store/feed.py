"""Following the feeds: one reader waits for the batches of many partitions.

Within a partition the order of the feed is the order of the commits, and its numbers have no gaps; across partitions
a position is a number for each, and no order is promised.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

from events.store.connection import Connection, pack, store_error
from events.store.keys import feed_key
from events.store.protocol import FeedAlarm, FeedEntry, StoreUnavailable, StreamId

MAX_ENTRIES_PER_READ: Final = 1000
_log = logging.getLogger(__name__)


class FeedReader:
    """Reads the feeds of some partitions behind a position, on a connection of its own.

    ``position`` holds the number of the last entry read of each partition. A read waits up to ``block`` seconds for
    the next entries; after entries have come, the next read waits ``pause`` seconds, so that a busy store is read
    in gulps. ``alarm`` is told of every place where a feed does not go on, and the reader goes on from there;
    ``resumed`` that the store is there again after it was away.
    """

    def __init__(
        self,
        wire: Connection,
        position: Mapping[int, int],
        alarm: Callable[[FeedAlarm], None],
        resumed: Callable[[], None] = lambda: None,
        *,
        block: float = 1.0,
        pause: float = 0.005,
    ) -> None:
        self.position = dict(position)
        self._wire = wire
        self._alarm = alarm
        self._resumed = resumed
        self._block = block
        self._pause = pause
        self._partitions = {feed_key(partition).encode(): partition for partition in position}

    async def follow(self) -> AsyncIterator[list[FeedEntry]]:
        """Entries as they come, for ever; while the store is away it is tried again once in ``block`` seconds."""
        away = False
        while True:
            try:
                entries = await self.read()
                if not entries:
                    await self._compare_ends()
            except StoreUnavailable as error:
                _log.warning("The feeds cannot be read: %s", error)
                away = True
                await asyncio.sleep(self._block)
                continue
            if away:
                away = False
                self._resumed()
            if entries:
                yield entries
                await asyncio.sleep(self._pause)

    async def read(self) -> list[FeedEntry]:
        """The next entries of all partitions, each in its order; none when ``block`` has passed without any."""
        positions = (f"{number}-0" for number in self.position.values())
        command = pack(
            *("XREAD", "COUNT", MAX_ENTRIES_PER_READ, "BLOCK", int(self._block * 1000), "STREAMS"),
            *self._partitions,
            *positions,
        )
        [feeds] = await self._wire.exchange([command], blocked=self._block)
        if isinstance(feeds, Exception):
            raise store_error(feeds) from feeds
        entries = []
        for key, new in feeds or ():
            partition = self._partitions[key]
            for entry, fields in new:
                number = int(entry.partition(b"-")[0])
                self._arrive(partition, number)
                entries.append(feed_entry(partition, number, fields[1]))
        return entries

    async def close(self) -> None:
        """Close the connection."""
        await self._wire.close()

    def _arrive(self, partition: int, number: int) -> None:
        expected = self.position[partition] + 1
        if number != expected:
            self._alarm(FeedAlarm(partition, expected, number))
        self.position[partition] = number

    async def _compare_ends(self) -> None:
        """A feed that ends before our position has lost what we read, and would otherwise stay silent for long."""
        ends = await self._wire.exchange([pack("XLEN", key) for key in self._partitions])
        for partition, end in zip(self._partitions.values(), ends, strict=True):
            if isinstance(end, Exception):
                raise store_error(end) from end
            if end < self.position[partition]:
                self._alarm(FeedAlarm(partition, self.position[partition] + 1, end + 1))
                self.position[partition] = end


def feed_entry(partition: int, number: int, pointer: bytes) -> FeedEntry:
    """An entry of a feed from the pointer that the script wrote."""
    tenant, encounter, first, last = pointer.decode().split(" ")
    return FeedEntry(partition, number, StreamId(tenant, encounter), int(first), int(last))
