"""The frames of one encounter that have more than the events of their batch: the table's changes, or the story.

Each is made once for all watches that see the same.
"""

import asyncio
from typing import Any, Final, NamedTuple

from cachetools import FIFOCache

from domain.model.speaker import Speaker
from events.store.protocol import StreamId
from service.encounters.state_loader import StateLoader
from service.live.batches import LiveFrame, WatchedBatch
from service.live.frames.story_feed import StoryFeed
from service.live.frames.table_feed import TableFeed, TableView
from service.rulesets.runtime import RulesetRuntime
from service.work.call import shared_work

MAX_FRAMES: Final = 64
"""Frames that are cached for each encounter, by batch and view."""


class Wanted(NamedTuple):
    """The additions to frames that a client wants: the story, and the differences of the table in a language.

    ``table`` is the language, or the header Accept-Language that chooses it; None for none.
    """

    table: str | None = None
    story: bool = False


NOTHING_ELSE: Final = Wanted()


class FrameView(NamedTuple):
    """For whom frames are made, and what they have."""

    speaker: Speaker
    wanted: Wanted


class FrameFeed:
    """Makes the frames of the batches of one encounter."""

    def __init__(self, loader: StateLoader, stream: StreamId) -> None:
        self._tables = TableFeed(loader, stream)
        self._stories = StoryFeed(loader, stream, self._tables)
        self._runtime: RulesetRuntime[Any] | None = None
        self._frames: FIFOCache[tuple[int, bytes, FrameView], asyncio.Task[LiveFrame]] = FIFOCache(MAX_FRAMES)

    def begin(self, runtime: RulesetRuntime[Any]) -> None:
        """Use the ruleset of the encounter; to be called before any frame is asked for."""
        self._runtime = runtime

    async def frame(self, batch: WatchedBatch, view: FrameView) -> LiveFrame:
        """Return the frame of a batch for a view. Raises StoreError."""
        key = (batch.first, batch.hash, view)
        task = self._frames.get(key)
        if task is None:
            assert self._runtime is not None
            with shared_work():
                task = self._frames[key] = asyncio.create_task(self._made(self._runtime, batch, view))
        try:
            return task.result() if task.done() else await asyncio.shield(task)
        except Exception:
            self._frames.pop(key, None)
            raise

    async def _made(self, runtime: RulesetRuntime[Any], batch: WatchedBatch, view: FrameView) -> LiveFrame:
        speaker, wanted = view
        body = batch.body(speaker)[:-1]
        if wanted.table is not None:
            body += b',"table":' + await self._tables.changes(runtime, batch, TableView(speaker, wanted.table))
        if wanted.story:
            body += b',"story":' + await self._stories.entries(runtime, batch, speaker)
        return LiveFrame(str(batch.last), body + b"}", batch.recorded)
