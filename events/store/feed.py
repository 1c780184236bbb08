"""Following feeds: one reader waits for the batches of many partitions.

Within a partition the order of the feed is the order of the commits, and its numbers have no gaps. A position is one
number per partition; there is no order across partitions.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from events.store.connection import Link, pack, store_error
from events.store.keys import feed_key
from events.store.protocol import FeedAlarm, FeedEntry, StoreUnavailable, StreamId

MAX_ENTRIES_PER_READ: Final = 1000
POLL_INTERVAL: Final = 0.05
"""Seconds between two polls of the feeds of a cluster, where no command can wait for feeds of several slots."""
_log = logging.getLogger(__name__)


class FeedReader:
    """Reads the feeds of several partitions after a position, on a connection of its own.

    ``position`` has the number of the last entry read of each partition. A read waits up to ``block`` seconds for the
    next entries; after entries have arrived, the next read waits ``pause`` seconds, so that a busy store is read in
    large pieces. ``alarm`` is called for each gap or rollback in a feed, and the reader continues after it; ``resumed``
    is called when the store responds again after an outage.
    """

    def __init__(
        self,
        connection: Link,
        position: Mapping[int, int],
        alarm: Callable[[FeedAlarm], None],
        resumed: Callable[[], None] = lambda: None,
        *,
        block: float = 1.0,
        pause: float = 0.005,
    ) -> None:
        self.position = dict(position)
        self._connection = connection
        self._alarm = alarm
        self._resumed = resumed
        self._block = block
        self._pause = pause
        self._partitions = {feed_key(partition).encode(): partition for partition in position}

    async def follow(self) -> AsyncIterator[list[FeedEntry]]:
        """Yield entries as they arrive, without end; while the store is unavailable, retry every ``block`` seconds."""
        unavailable = False
        while True:
            try:
                entries = await self.read()
                if not entries:
                    await self._compare_ends()
            except StoreUnavailable as error:
                _log.warning("The feeds cannot be read: %s", error, extra={"seldom": True})
                unavailable = True
                await asyncio.sleep(self._block)
                continue
            if unavailable:
                unavailable = False
                self._resumed()
            if entries:
                yield entries
                await asyncio.sleep(self._pause)

    async def read(self) -> list[FeedEntry]:
        """Return the next entries of all partitions, each in order; none if ``block`` seconds pass without any."""
        feeds = await (self._wait() if self._connection.spans_slots else self._poll())
        entries = []
        for key, new in feeds:
            partition = self._partitions[key]
            for entry, fields in new:
                number = int(entry.partition(b"-")[0])
                self._advance(partition, number)
                entries.append(feed_entry(partition, number, fields[1]))
        return entries

    async def _wait(self) -> Sequence[tuple[bytes, list[Any]]]:
        """Return the new entries by feed; one command waits for all of them."""
        positions = (f"{number}-0" for number in self.position.values())
        command = pack(
            *("XREAD", "COUNT", MAX_ENTRIES_PER_READ, "BLOCK", int(self._block * 1000), "STREAMS"),
            *self._partitions,
            *positions,
        )
        [feeds] = await self._connection.exchange([command], extra_time=self._block)
        if isinstance(feeds, Exception):
            raise store_error(feeds) from feeds
        return feeds or ()

    async def _poll(self) -> Sequence[tuple[bytes, list[Any]]]:
        """Return the new entries by feed; every node of a cluster is asked for all of its feeds at each interval."""
        until = asyncio.get_running_loop().time() + self._block
        while True:
            commands = [
                pack("XRANGE", key, f"{self.position[partition] + 1}-0", "+", "COUNT", MAX_ENTRIES_PER_READ)
                for key, partition in self._partitions.items()
            ]
            feeds = await self._connection.exchange(commands)
            for feed in feeds:
                if isinstance(feed, Exception):
                    raise store_error(feed) from feed
            found = [(key, feed) for key, feed in zip(self._partitions, feeds, strict=True) if feed]
            if found or asyncio.get_running_loop().time() > until:
                return found
            await asyncio.sleep(POLL_INTERVAL)

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    def _advance(self, partition: int, number: int) -> None:
        expected = self.position[partition] + 1
        if number != expected:
            self._alarm(FeedAlarm(partition, expected, number))
        self.position[partition] = number

    async def _compare_ends(self) -> None:
        """Detect rollbacks: a feed that ends before our position would otherwise stay silent until it passes the
        position.
        """
        ends = await self._connection.exchange([pack("XLEN", key) for key in self._partitions])
        for partition, end in zip(self._partitions.values(), ends, strict=True):
            if isinstance(end, Exception):
                raise store_error(end) from end
            if end < self.position[partition]:
                self._alarm(FeedAlarm(partition, self.position[partition] + 1, end + 1))
                self.position[partition] = end


def feed_entry(partition: int, number: int, pointer: bytes) -> FeedEntry:
    """Parse the pointer in a feed entry."""
    tenant, encounter, first, last = pointer.decode().split(" ")
    return FeedEntry(partition, number, StreamId(tenant, encounter), int(first), int(last))
