"""The story of the batches of one encounter, rendered once for all watches that see the same."""

import asyncio
from typing import Any, Final

from cachetools import FIFOCache, LRUCache

from domain.model.speaker import Speaker
from events.projections.story import Story, batch_of
from events.store.protocol import StreamId
from service.encounters.encoding import encode
from service.encounters.reading.story_teller import USUAL_LEVEL, Audience, StoryTeller
from service.encounters.state_loader import StateLoader
from service.live.batches import WatchedBatch
from service.live.frames.table_feed import TableFeed
from service.rulesets.runtime import RulesetRuntime

MAX_STORIES: Final = 64
"""Stories that are cached for each encounter, by batch and speaker."""
MAX_SO_FAR: Final = 32
"""Stories that are kept for each encounter, by speaker, so that the next batch needs none of those before."""


class StoryFeed:
    """Renders the story of the batches of one encounter; ``tables`` has the states around them."""

    def __init__(self, loader: StateLoader, stream: StreamId, tables: TableFeed) -> None:
        self._loader, self._stream, self._tables = loader, stream, tables
        self._teller = StoryTeller(loader)
        self._so_far: LRUCache[tuple[bytes, Speaker], Story] = LRUCache(MAX_SO_FAR)
        self._stories: FIFOCache[tuple[int, bytes, Speaker], asyncio.Task[bytes]] = FIFOCache(MAX_STORIES)

    async def entries(self, runtime: RulesetRuntime[Any], batch: WatchedBatch, speaker: Speaker) -> bytes:
        """Return the entries of a batch, as JSON. Raises StoreError."""
        key = (batch.first, batch.hash, speaker)
        task = self._stories.get(key)
        if task is None:
            task = self._stories[key] = asyncio.create_task(self._told(runtime, batch, speaker))
        try:
            return await asyncio.shield(task)
        except Exception:
            self._stories.pop(key, None)
            raise

    async def _told(self, runtime: RulesetRuntime[Any], batch: WatchedBatch, speaker: Speaker) -> bytes:
        audience = Audience(runtime, self._stream, speaker)
        if batch.is_whole:
            linked, before = await self._tables.before(runtime, batch)
            story = self._so_far.pop((linked, speaker), None) or Story(
                runtime.ruleset, runtime.codec, deepest=USUAL_LEVEL
            )
            told = await self._teller.told(audience, batch.first - 1, batch.records, before=before, story=story)
            self._so_far[batch.hash, speaker] = story
            return encode(told)
        start = batch_of(batch.records[0]) - 1
        records = [*await self._loader.records(self._stream, start, batch.first - 1), *batch.records]
        told = await self._teller.told(audience, start, records)
        return encode([entry for entry in told if entry.version >= batch.first])
