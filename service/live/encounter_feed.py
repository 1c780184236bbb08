"""A topic: the newest batches of one encounter, read once for all who watch it.

The feed says that there is news; what it is, the encounter's own head and events say. So a topic also notices when the
store has gone back in time: the chain does not go on where it was.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Iterator
from itertools import takewhile
from time import monotonic
from typing import Final

from events.store.protocol import EncounterMissing, HistoryLost, Store, StoreError, StoreUnavailable, StreamId
from service.encounters.state_loader import StateLoader
from service.live.batches import Batch, next_batches
from service.live.watch import Watch, WatchEnded, ended_by
from service.problems.problem import broken, of_store

MOST_BYTES: Final = 4 * 1024 * 1024
PAUSE: Final = 0.5
LOOK: Final = 5.0
"""Seconds after which a topic that hears nothing looks whether its encounter still is what it was."""
_log = logging.getLogger(__name__)


class EncounterFeed:
    """Follows one encounter from where it is begun, and wakes those who watch it.

    At most ``backlog`` batches are kept in memory.
    """

    def __init__(self, stream: StreamId, store: Store, history: StateLoader, backlog: int) -> None:
        self.stream = stream
        self.watches: set[Watch] = set()
        self.version, self.hash, self.over = 0, b"", False
        self._store, self._history, self._backlog = store, history, backlog
        self._recent: deque[Batch] = deque()
        self._size = 0
        self._begun = self._unsure = False
        self._heard = 0
        self._looked = monotonic()
        self._reading: asyncio.Task[None] | None = None

    def begin(self, version: int, hash_: bytes, *, over: bool) -> None:
        """Follow on from a version, which everybody may go on from; only the first time counts."""
        if not self._begun:
            self._begun = True
            self.version, self.hash, self.over = version, hash_, over
            self._go_on()

    def hear(self, last: int) -> None:
        """The feed tells of events up to a version."""
        self._heard = max(self._heard, last)
        self._go_on()

    def doubt(self) -> None:
        """The feed is not what it was: look whether the encounter still is."""
        self._unsure = True
        self._go_on()

    def idle(self) -> None:
        """Somebody waits for news: what went back in time may never send any."""
        if monotonic() - self._looked > LOOK:
            self.doubt()

    def leave(self) -> None:
        """Nobody watches any more."""
        if self._reading is not None:
            self._reading.cancel()

    @property
    def kept_from(self) -> int:
        """The version behind which everything is in memory."""
        return self._recent[0].first - 1 if self._recent else self.version

    def behind(self, version: int) -> Iterator[Batch]:
        """The batches in memory behind a version that is not before ``kept_from``; of the first perhaps only a part."""
        newer = list(takewhile(lambda batch: batch.last > version, reversed(self._recent)))
        return (batch.behind(version) for batch in reversed(newer))

    def _go_on(self) -> None:
        if self._begun and self._reading is None and (self._heard > self.version or self._unsure):
            self._reading = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        try:
            while self._heard > self.version or self._unsure:
                try:
                    await self._read()
                except StoreUnavailable as error:
                    _log.warning("The news of %s cannot be read: %s", self.stream.encounter, error)
                    self._unsure = True
                    await asyncio.sleep(PAUSE)
        except StoreError as error:
            self._fail(ended_by(of_store(error)))
        except Exception:
            _log.exception("The news of %s cannot be told", self.stream.encounter)
            self._fail(ended_by(broken()))
        finally:
            self._reading = None

    async def _read(self) -> None:
        """Read up to the head, a piece after the other. Raises HistoryLost where the chain leads elsewhere."""
        self._unsure = False
        self._looked = monotonic()
        try:
            head = await self._store.head(self.stream)
        except EncounterMissing:
            raise HistoryLost(self.version, 0) from None
        if head.version < self.version:
            raise HistoryLost(self.version, head.version)
        while self.version < head.version:
            batches = await next_batches(self._history, self.stream, self.version, self.hash, head.version)
            whole = batches[-1].last == head.version
            if whole and batches[-1].hash != head.hash:
                raise HistoryLost(self.version, head.version)
            self._keep(batches)
            self.over = whole and head.status != "open"
            self._wake()
        if self.hash != head.hash:
            raise HistoryLost(self.version, head.version)

    def _keep(self, batches: list[Batch]) -> None:
        for batch in batches:
            self._recent.append(batch)
            self._size += batch.size
            while len(self._recent) > self._backlog or (self._size > MOST_BYTES and len(self._recent) > 1):
                self._size -= self._recent.popleft().size
        self.version, self.hash = batches[-1].last, batches[-1].hash

    def _wake(self) -> None:
        for watch in self.watches:
            watch.wake()

    def _fail(self, ended: WatchEnded) -> None:
        self._unsure, self._heard = False, 0
        for watch in tuple(self.watches):
            watch.end(ended)
