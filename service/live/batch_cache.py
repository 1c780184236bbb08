"""Cache of the batches that feed entries refer to, shared by every watch of a tenant."""

import asyncio
from collections import OrderedDict
from typing import Final, TypeVar

from events.format import chain
from events.store.protocol import FeedEntry, StreamId
from service.encounters.service import Encounters
from service.live.batches import Batch
from service.problems.problem import Problem

MAX_BATCHES: Final = 512
MAX_STREAMS: Final = 10_000
T = TypeVar("T")


class BatchCache:
    """Reads the batch of a feed entry once for all watches.

    Caches the most recently read batches, and for each stream its ruleset and the chain's hash after its last batch.
    """

    def __init__(self, encounters: Encounters) -> None:
        self._encounters = encounters
        self._batches: OrderedDict[FeedEntry, asyncio.Task[Batch | None]] = OrderedDict()
        self._chains: OrderedDict[StreamId, tuple[int, bytes]] = OrderedDict()
        self._rulesets: OrderedDict[StreamId, str] = OrderedDict()

    async def batch(self, entry: FeedEntry) -> Batch | None:
        """Return the batch of an entry; None if this process cannot read the encounter. Raises StoreError."""
        task = self._batches.get(entry)
        if task is None:
            task = self._batches[entry] = asyncio.create_task(self._read(entry))
            if len(self._batches) > MAX_BATCHES:
                self._batches.popitem(last=False)
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
                key = (await self._encounters.warm.get(stream)).prepared.ruleset.key
            except Problem:
                return None
            _remember(self._rulesets, stream, key)
        return key

    def clear(self) -> None:
        """Drop batches and hashes, because the history of the store may have changed."""
        self._batches.clear()
        self._chains.clear()

    async def _read(self, entry: FeedEntry) -> Batch | None:
        stream, before = entry.stream, entry.first - 1
        try:
            linked = await self._hash_at(stream, before)
        except Problem:
            return None
        records = await self._encounters.history.records(stream, before, entry.last)
        linked = chain.extend(linked, records)
        _remember(self._chains, stream, (entry.last, linked))
        return Batch(stream.encounter, entry.first, records, linked)

    async def _hash_at(self, stream: StreamId, version: int) -> bytes:
        known, linked = self._chains.get(stream, (-1, b""))
        if known == version:
            return linked
        warm = await self._encounters.warm.get(stream)
        if version == 0:
            return (await self._encounters.history.beginning(warm.prepared, stream)).hash
        return (await self._encounters.history.at(warm.prepared, stream, version)).hash


def _remember(cache: OrderedDict[StreamId, T], stream: StreamId, value: T) -> None:
    cache[stream] = value
    cache.move_to_end(stream)
    if len(cache) > MAX_STREAMS:
        cache.popitem(last=False)
