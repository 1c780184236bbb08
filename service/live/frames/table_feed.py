"""The batches of one encounter with the differences that they make on its table.

Each is made once for all watches that see the same, from the table that their last batch has left.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cachetools import FIFOCache, LRUCache

from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.ruleset.table.changes import moves_one_by_one, table_changes
from events.format import chain
from events.format.steps import Steps, parts
from events.store.protocol import StreamId
from events.store.snapshots import StateAt
from service.encounters.encoding import encode
from service.encounters.state_loader import StateLoader
from service.live.batches import WatchedBatch
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slices

MAX_CHANGES: Final = 64
"""Differences that are cached for each encounter, by batch and view."""
MAX_TABLES: Final = 32
"""Tables that are cached for each encounter, from which the next batch of a view starts."""


class TableView(NamedTuple):
    """For whom tables are drawn, and the language of their labels."""

    speaker: Speaker
    language: str


class _Folded(NamedTuple):
    """The chain's hash before a batch; the state there, and after each of its events."""

    before: bytes
    states: list[Encounter]


class TableFeed:
    """Draws how the batches of one encounter change its table."""

    def __init__(self, loader: StateLoader, stream: StreamId) -> None:
        self._loader, self._stream = loader, stream
        self._changes: FIFOCache[tuple[int, bytes, TableView], asyncio.Task[bytes]] = FIFOCache(MAX_CHANGES)
        self._folds: FIFOCache[tuple[int, bytes], asyncio.Task[_Folded]] = FIFOCache(2)
        self._tables: LRUCache[tuple[bytes, TableView], dict[str, Any]] = LRUCache(MAX_TABLES)
        self._newest: StateAt[Any] | None = None
        self._turn = asyncio.Lock()

    async def changes(self, runtime: RulesetRuntime[Any], batch: WatchedBatch, view: TableView) -> bytes:
        """Return the differences that a batch makes, as JSON. Raises StoreError."""
        key = (batch.first, batch.hash, view)
        task = self._changes.get(key)
        if task is None:
            task = self._changes[key] = asyncio.create_task(self._draw(runtime, batch, view))
        try:
            return task.result() if task.done() else await asyncio.shield(task)
        except Exception:
            self._changes.pop(key, None)
            raise

    async def before(self, runtime: RulesetRuntime[Any], batch: WatchedBatch) -> tuple[bytes, Encounter]:
        """Return the chain's hash and the state before a batch."""
        before, states = await self._folded(runtime, batch)
        return before, states[0]

    async def _draw(self, runtime: RulesetRuntime[Any], batch: WatchedBatch, view: TableView) -> bytes:
        """Draw one batch after another, so that each finds what the one before has left."""
        async with self._turn:
            before, states = await self._folded(runtime, batch)
            shown = self._tables.pop((before, view), None)
            changes, after = await in_slices(
                table_changes(
                    *(runtime.ruleset, states, view.speaker),
                    settled=batch.is_whole,
                    language=view.language,
                    shown=shown,
                )
            )
            self._tables[batch.hash, view] = after
        return encode(changes)

    async def _folded(self, runtime: RulesetRuntime[Any], batch: WatchedBatch) -> _Folded:
        """Return the states of a batch, which all views share."""
        key = (batch.first, batch.hash)
        task = self._folds.get(key)
        if task is None:
            task = self._folds[key] = asyncio.create_task(self._fold(runtime, batch))
        try:
            return await asyncio.shield(task)
        except Exception:
            self._folds.pop(key, None)
            raise

    async def _fold(self, runtime: RulesetRuntime[Any], batch: WatchedBatch) -> _Folded:
        before = self._newest
        if (
            before is None
            or before.version != batch.first - 1
            or chain.extend(before.hash, batch.records) != batch.hash
        ):
            before = (
                await self._loader.at(runtime, self._stream, batch.first - 1)
                if batch.first > 1
                else await self._loader.beginning(runtime, self._stream)
            )
        states = await in_slices(_states_after(runtime, before.state, batch.records))
        self._newest = StateAt(batch.last, batch.hash, states[-1])
        return _Folded(before.hash, states)


def _states_after(runtime: RulesetRuntime[Any], before: Encounter, records: Sequence[bytes]) -> Steps[list[Encounter]]:
    """Return the state before records, and after each of them that has changes of its own on the table."""
    state, states = before.fork(), [before]
    one_by_one = moves_one_by_one(before)
    for part in parts(records):
        for record in part:
            runtime.ruleset.fold(state, runtime.codec.decode(record)[1])
            if one_by_one:
                states.append(state.fork())
        yield
    return states if one_by_one else [*states, state]
