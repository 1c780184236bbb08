"""Watching all encounters of a tenant: a number for each partition, behind which every batch in view is sent."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from events.store.protocol import FeedEntry, Store, StoreError
from service.auth.access import Caller
from service.live.batch_cache import BatchCache
from service.live.batches import LiveFrame
from service.live.positions import Positions
from service.live.watch import MOST_FRAMES, Watch, ended_by, slow
from service.problems.problem import of_store

MOST_ENTRIES: Final = 4096


class Log:
    """The newest entries of all feeds in the order in which this process read them."""

    def __init__(self, position: dict[int, int]) -> None:
        self.position = position
        self.read = 0
        self._entries: deque[FeedEntry] = deque(maxlen=MOST_ENTRIES)

    def add(self, entry: FeedEntry) -> None:
        """Read one more."""
        self._entries.append(entry)
        self.position[entry.partition] = entry.number
        self.read += 1

    def behind(self, read: int) -> list[FeedEntry] | None:
        """Entries behind the first so many, at most ``MOST_FRAMES``; None where those are gone already."""
        gone = self.read - len(self._entries)
        return None if read < gone else list(islice(self._entries, read - gone, read - gone + MOST_FRAMES))


class TenantWatch(Watch):
    """Watches from a position on; only what is played by ``ruleset`` where one is named.

    What was before the log is read from the feeds themselves, one partition after the other. Who has once caught up
    with the log and falls out of it is too slow.
    """

    kind = "tenant"

    def __init__(
        self,
        caller: Caller,
        left: Callable[[Watch], None],
        log: Log,
        positions: Positions,
        library: BatchCache,
        store: Store,
        position: dict[int, int] | None,
        ruleset: str | None,
    ) -> None:
        super().__init__(caller, left)
        self._log, self._library, self._store, self._ruleset = log, library, store, ruleset
        self._positions = positions
        self._position = dict(log.position if position is None else position)
        self._followed = False
        self._aim()

    def _aim(self) -> None:
        """Catch up with where the log is now, and then follow it from there."""
        self._target, self._cursor = dict(self._log.position), self._log.read

    @property
    def position(self) -> str:
        return self._positions.written(self.caller.tenant, self._position)

    @property
    def live(self) -> bool:
        return self._behind() is None

    def _behind(self) -> int | None:
        """A partition in which there is something to catch up with."""
        position = self._position
        return next((partition for partition, end in self._target.items() if position[partition] < end), None)

    async def _collect(self) -> Sequence[LiveFrame]:
        try:
            while entries := await self._entries():
                frames = [frame for entry in entries if (frame := await self._frame(entry)) is not None]
                if frames:
                    return frames
        except StoreError as error:
            raise ended_by(of_store(error)) from error
        return ()

    async def _entries(self) -> list[FeedEntry]:
        """The next entries; none where there is nothing new."""
        while (partition := self._behind()) is not None:
            after, end = self._position[partition], self._target[partition]
            entries = await self._store.read_feed(partition, after=after, limit=min(end - after, MOST_FRAMES))
            if entries:
                return entries
            self._target[partition] = after  # what a feed has lost since
        found = self._log.behind(self._cursor)
        if found is None and self._followed:
            raise slow()
        if found is None:
            self._aim()
            return await self._entries()
        self._followed = True
        self._cursor += len(found)
        return found

    async def _frame(self, entry: FeedEntry) -> LiveFrame | None:
        """The frame of an entry, where it is in view; either way it lies behind."""
        stream, known = entry.stream, self._position[entry.partition]
        if entry.number <= known:
            return None  # sent before: the position was ahead of this process
        batch = None
        seen = stream.tenant == self.caller.tenant and self.caller.admits(stream.encounter)
        if seen and (self._ruleset is None or await self._library.ruleset(stream) == self._ruleset):
            batch = await self._library.batch(entry)
        self._position[entry.partition] = entry.number
        if batch is None:
            return None
        return batch.frame(self.caller.speaker, self._positions.behind_news(self.caller.tenant, self._position))
