"""Feed of one encounter: its newest batches, read once for all of its watches.

The partition's feed only announces that there are new events. The events themselves are read from the encounter's
stream, so this also detects a rollback of the store: the chain no longer continues from the last known hash.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from contextvars import Context
from itertools import takewhile
from time import monotonic
from typing import Final

from events.store.protocol import EncounterMissing, HistoryLost, Store, StoreError, StoreUnavailable, StreamId
from service.encounters.state_loader import StateLoader
from service.live.batches import WatchedBatch, next_batches
from service.live.frames.frame_feed import FrameFeed, FrameView
from service.live.seats import SeatsFeed, SeatsReader
from service.live.watch import Watch, WatchEnded, ended_by
from service.problems.problem import from_store_error, internal_error

MAX_CACHED_BYTES: Final = 4 * 1024 * 1024
RETRY_INTERVAL: Final = 0.5
"""Seconds before reading again when the store was unavailable."""
RECHECK_INTERVAL: Final = 5.0
"""Seconds without news after which a feed compares its chain with the head in the store."""
_log = logging.getLogger(__name__)


class EncounterFeed:
    """Follows one encounter and wakes its watches.

    Keeps at most ``backlog`` batches in memory.
    """

    def __init__(
        self, stream: StreamId, store: Store, loader: StateLoader, backlog: int, seats_reader: SeatsReader
    ) -> None:
        self.stream = stream
        self.seats = SeatsFeed(stream, seats_reader, lambda: self.version, self._wake_all)
        self.watches: set[Watch] = set()
        self.frames = FrameFeed(loader, stream)
        self.version, self.hash, self.over = 0, b"", False
        self._store, self._loader, self._backlog = store, loader, backlog
        self._recent: deque[WatchedBatch] = deque()
        self._size = 0
        self._begun = self._must_check = False
        self._announced = 0
        self._checked = monotonic()
        self._reading: asyncio.Task[None] | None = None
        self._drawing: set[asyncio.Task[None]] = set()

    def begin(self, version: int, hash_: bytes, *, over: bool) -> None:
        """Follow the encounter from a version that every watch may resume from; only the first call has an effect."""
        if not self._begun:
            self._begun = True
            self.version, self.hash, self.over = version, hash_, over
            self._read_if_due()

    def announce(self, last: int) -> None:
        """Take note that the stream has events up to version ``last``."""
        self._announced = max(self._announced, last)
        self._read_if_due()

    def check(self) -> None:
        """Compare the encounter's chain with the store, because the store may have been rolled back."""
        self._must_check = True
        self._read_if_due()

    def check_if_idle(self) -> None:
        """Check the encounter if the last check is long ago: after a rollback the store may never announce anything."""
        if monotonic() - self._checked > RECHECK_INTERVAL:
            self.check()

    def close(self) -> None:
        """Stop reading, because there are no watches left."""
        for task in (self._reading, *self._drawing):
            if task is not None:
                task.cancel()

    @property
    def cached_after(self) -> int:
        """The version after which every batch is in memory."""
        return self._recent[0].first - 1 if self._recent else self.version

    def batches_after(self, version: int) -> Iterator[WatchedBatch]:
        """Return the cached batches after a version, the first of them in part if the version lies within it.

        The version must not be before ``cached_after``.
        """
        newer = list(takewhile(lambda batch: batch.last > version, reversed(self._recent)))
        return (batch.after(version) for batch in reversed(newer))

    def _read_if_due(self) -> None:
        if self._begun and self._reading is None and self._is_due():
            self._reading = asyncio.create_task(self._follow(), context=Context())  # of no request

    def _is_due(self) -> bool:
        return self._announced > self.version or self._must_check

    async def _follow(self) -> None:
        try:
            while self._is_due():
                try:
                    await self._read()
                except StoreUnavailable as error:
                    _log.warning(
                        "Cannot read new events of %s: %s", self.stream.encounter, error, extra={"seldom": True}
                    )
                    self._must_check = True
                    await asyncio.sleep(RETRY_INTERVAL)
        except StoreError as error:
            self._fail(ended_by(from_store_error(error)))
        except Exception:
            _log.exception("Cannot deliver new events of %s", self.stream.encounter)
            self._fail(ended_by(internal_error()))
        finally:
            self._reading = None

    async def _read(self) -> None:
        """Read up to the head, a number of batches at a time. Raises HistoryLost if the chain does not lead there."""
        self._must_check = False
        self._checked = monotonic()
        try:
            head = await self._store.head(self.stream)
        except EncounterMissing:
            raise HistoryLost(self.version, 0) from None
        if head.version < self.version:
            raise HistoryLost(self.version, head.version)
        while self.version < head.version:
            batches = await next_batches(self._loader, self.stream, self.version, self.hash, head.version)
            whole = batches[-1].last == head.version
            if whole and batches[-1].hash != head.hash:
                raise HistoryLost(self.version, head.version)
            self._cache(batches)
            self.over = whole and head.status != "open"
            self._wake(batches)
        if self.hash != head.hash:
            raise HistoryLost(self.version, head.version)

    def _cache(self, batches: list[WatchedBatch]) -> None:
        for batch in batches:
            self._recent.append(batch)
            self._size += batch.size
            while len(self._recent) > self._backlog or (self._size > MAX_CACHED_BYTES and len(self._recent) > 1):
                self._size -= self._recent.popleft().size
        self.version, self.hash = batches[-1].last, batches[-1].hash

    def _wake_all(self) -> None:
        """Wake the watches because the seats may have changed."""
        for watch in self.watches:
            watch.wake()

    def _wake(self, batches: Sequence[WatchedBatch]) -> None:
        """Wake the watches for new batches: those with a view when it is made, so that they do not wait one by one."""
        by_view: dict[FrameView, list[Watch]] = {}
        for watch in self.watches:
            if watch.view is None:
                watch.wake()
            else:
                by_view.setdefault(watch.view, []).append(watch)
        for view, watches in by_view.items():
            drawing = asyncio.create_task(self._wake_when_drawn(batches, view, watches))
            self._drawing.add(drawing)
            drawing.add_done_callback(self._drawing.discard)

    async def _wake_when_drawn(
        self, batches: Sequence[WatchedBatch], view: FrameView, watches: Sequence[Watch]
    ) -> None:
        with suppress(Exception):  # each watch meets the error when it asks for the frame
            await asyncio.gather(*(self.frames.frame(batch, view) for batch in batches))
        for watch in watches:
            watch.wake()

    def _fail(self, ended: WatchEnded) -> None:
        self._must_check, self._announced = False, 0
        for watch in tuple(self.watches):
            watch.end(ended)
