"""Cache of the batches that feed entries refer to, shared by every watch of a tenant."""

import asyncio
from typing import Final

from cachetools import FIFOCache, LRUCache

from events.format import chain
from events.store.protocol import FeedEntry, StreamId
from service.encounters.cache import EncounterCache
from service.encounters.state_loader import StateLoader
from service.live.batches import WatchedBatch
from service.problems.problem import Problem
from service.work.call import shared_work

MAX_BATCHES: Final = 512
MAX_STREAMS: Final = 10_000


class BatchCache:
    """Reads the batch of a feed entry once for all watches.

    Caches the most recently read batches, and for each stream its ruleset and the chain's hash after its last batch.
    """

    def __init__(self, loader: StateLoader, cache: EncounterCache) -> None:
        self._loader, self._cache = loader, cache
        self._batches: FIFOCache[FeedEntry, asyncio.Task[WatchedBatch | None]] = FIFOCache(MAX_BATCHES)
        self._chains: LRUCache[StreamId, tuple[int, bytes]] = LRUCache(MAX_STREAMS)
        self._rulesets: LRUCache[StreamId, str] = LRUCache(MAX_STREAMS)

    async def batch(self, entry: FeedEntry) -> WatchedBatch | None:
        """Return the batch of an entry; None if this process cannot read the encounter. Raises StoreError."""
        task = self._batches.get(entry)
        if task is None:
            with shared_work():
                task = self._batches[entry] = asyncio.create_task(self._read(entry))
        try:
            return await asyncio.shield(task)
        except Exception:
            self._batches.pop(entry, None)
            raise

    async def ruleset(self, stream: StreamId) -> str | None:
        """Return the key of an encounter's ruleset; None if this process cannot read it. Raises StoreError."""
        key = self._rulesets.get(stream)
        if key is None:
            try:
                key = (await self._cache.get(stream)).runtime.ruleset.key
            except Problem:
                return None
            self._rulesets[stream] = key
        return key

    def clear(self) -> None:
        """Drop batches and hashes, because the history of the store may have changed."""
        self._batches.clear()
        self._chains.clear()

    async def _read(self, entry: FeedEntry) -> WatchedBatch | None:
        stream, before = entry.stream, entry.first - 1
        try:
            linked = await self._hash_at(stream, before)
        except Problem:
            return None
        records = await self._loader.records(stream, before, entry.last)
        linked = chain.extend(linked, records)
        self._chains[stream] = entry.last, linked
        return WatchedBatch(stream.encounter, entry.first, records, linked)

    async def _hash_at(self, stream: StreamId, version: int) -> bytes:
        known, linked = self._chains.get(stream, (-1, b""))
        if known == version:
            return linked
        runtime = (await self._cache.get(stream)).runtime
        if version == 0:
            return (await self._loader.beginning(runtime, stream)).hash
        return (await self._loader.at(runtime, stream, version)).hash
