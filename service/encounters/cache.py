"""The cache of encounters in memory, which evicts the least recently used first.

The cache remembers the version and hash of evicted encounters. If a store comes back from a failover with less than
this process has already reported, the loss is noticed when the encounter is loaded again.
"""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from cachetools import LRUCache

from events.store.protocol import EncounterMissing, HistoryLost, StreamId
from service.encounters.state_loader import CachedEncounter, StateLoader
from service.work.call import shared_work

MAX_EVICTED: Final = 50_000
"""Number of evicted encounters whose version is remembered, a few hundred bytes each."""


class EncounterCache:
    """Caches up to ``size`` encounters; those whose lock is held are not evicted."""

    def __init__(self, loader: StateLoader, size: int) -> None:
        self._loader = loader
        self._size = size
        self._cached: OrderedDict[StreamId, CachedEncounter] = OrderedDict()  # the least recently used first
        self._evicted: LRUCache[StreamId, tuple[int, bytes]] = LRUCache(MAX_EVICTED)
        self._loading: dict[StreamId, asyncio.Task[CachedEncounter]] = {}

    def __len__(self) -> int:
        return len(self._cached)

    async def get(self, stream: StreamId) -> CachedEncounter:
        """Return an encounter from memory or from the store. Raises EncounterMissing."""
        return self.peek(stream) or await self.load(stream)

    def peek(self, stream: StreamId) -> CachedEncounter | None:
        """Return an encounter if it is in memory."""
        cached = self._cached.get(stream)
        if cached is not None:
            self._cached.move_to_end(stream)
        return cached

    def is_loading(self, stream: StreamId) -> bool:
        """Return whether a load of the encounter is in progress."""
        return stream in self._loading

    async def load(self, stream: StreamId) -> CachedEncounter:
        """Load an encounter from the store, once for all concurrent callers. Raises EncounterMissing."""
        joined = self._loading.get(stream)
        if joined is not None:
            with suppress(EncounterMissing):  # the encounter may have been opened after that load began
                return await asyncio.shield(joined)
        loading = self._loading.get(stream)
        if loading is None:
            loading = self._loading[stream] = asyncio.create_task(self._load(stream))
            loading.add_done_callback(lambda done: self._loaded(stream, done))
        return await asyncio.shield(loading)

    def _loaded(self, stream: StreamId, done: asyncio.Task[CachedEncounter]) -> None:
        """Retrieve the task's exception even if every caller has been cancelled, so that asyncio does not log it."""
        self._loading.pop(stream)
        done.cancelled() or done.exception()

    def add(self, cached: CachedEncounter) -> None:
        """Add an encounter."""
        self._cached[cached.stream] = cached
        self._cached.move_to_end(cached.stream)
        self._evict_idle()

    async def _load(self, stream: StreamId) -> CachedEncounter:
        version, hash_ = self._evicted.get(stream, (0, b""))
        try:
            with shared_work():
                cached = await self._loader.load(stream)
        except EncounterMissing:
            if version:
                raise HistoryLost(version, 0) from None
            raise
        current = cached.current
        if current.version < version or (current.version == version and current.hash != hash_):
            raise HistoryLost(version, current.version)
        self._evicted.pop(stream, None)
        self.add(cached)
        return cached

    def _evict_idle(self) -> None:
        """Evict the least recently used encounters; those in use count as used just now, and may exceed the size."""
        for _ in range(len(self._cached)):
            if len(self._cached) <= self._size:
                return
            stream, cached = self._cached.popitem(last=False)
            if cached.lock.locked():
                self._cached[stream] = cached
            else:
                current = cached.current
                self._evicted[stream] = (current.version, current.hash) if self._loader.read_is_kept else cached.kept
