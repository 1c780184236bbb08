"""The library: batches that the feeds point at, read once for all who watch everything."""

import asyncio
from collections import OrderedDict
from typing import Final, TypeVar

from events.format import chain
from events.store.protocol import FeedEntry, StreamId
from service.encounters.service import Encounters
from service.live.batches import Batch
from service.problems.problem import Problem

MOST_BATCHES: Final = 512
MOST_STREAMS: Final = 10_000
T = TypeVar("T")


class BatchCache:
    """Gives the batches of feed entries; the newest ones are kept, and of each encounter where its chain stands."""

    def __init__(self, encounters: Encounters) -> None:
        self._encounters = encounters
        self._batches: OrderedDict[FeedEntry, asyncio.Task[Batch | None]] = OrderedDict()
        self._chains: OrderedDict[StreamId, tuple[int, bytes]] = OrderedDict()
        self._rulesets: OrderedDict[StreamId, str] = OrderedDict()

    async def batch(self, entry: FeedEntry) -> Batch | None:
        """The batch of an entry; None for one of an encounter that cannot be read here. Raises StoreError."""
        task = self._batches.get(entry)
        if task is None:
            task = self._batches[entry] = asyncio.create_task(self._read(entry))
            if len(self._batches) > MOST_BATCHES:
                self._batches.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._batches.pop(entry, None)
            raise

    async def ruleset(self, stream: StreamId) -> str | None:
        """By which rules an encounter is played; None for one that cannot be read here. Raises StoreError."""
        found = self._rulesets.get(stream)
        if found is None:
            try:
                found = (await self._encounters.warm.get(stream)).prepared.ruleset.key
            except Problem:
                return None
            _keep(self._rulesets, stream, found)
        return found

    def forget(self) -> None:
        """Read everything anew: the store may be another."""
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
        _keep(self._chains, stream, (entry.last, linked))
        return Batch(stream.encounter, entry.first, records, linked)

    async def _hash_at(self, stream: StreamId, version: int) -> bytes:
        known, linked = self._chains.get(stream, (-1, b""))
        if known == version:
            return linked
        warm = await self._encounters.warm.get(stream)
        if version == 0:
            return (await self._encounters.history.beginning(warm.prepared, stream)).hash
        return (await self._encounters.history.at(warm.prepared, stream, version)).hash


def _keep(kept: OrderedDict[StreamId, T], stream: StreamId, value: T) -> None:
    kept[stream] = value
    kept.move_to_end(stream)
    if len(kept) > MOST_STREAMS:
        kept.popitem(last=False)
