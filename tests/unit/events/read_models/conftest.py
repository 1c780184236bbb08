"""Fixtures: several processes that maintain projections of one store, each with its own connection."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from events.read_models.feed_slices import FeedSliceReader
from events.read_models.generation_manager import GenerationManager, ManagedProjection
from events.read_models.projection import Projection
from events.read_models.redis_rows import Move, MoveResult, ReadModel, ReadModelStore
from events.store.connection import pack
from events.store.protocol import Batch, StoreDamaged, StreamId
from events.store.redis_store import RedisStore
from tests.unit.events.conftest import OpenStore
from tests.unit.events.read_models.counting import Counted, CountingProjection, counted_of
from tests.unit.events.samples import batch

PARTITIONS = 3


class Killed(BaseException):
    """The process was terminated at this point."""


class KillableModels(ReadModelStore):
    """ReadModelStore of a process that can be terminated, or overtaken, between reading and writing."""

    def __init__(self, store: RedisStore) -> None:
        super().__init__(store.new_link())
        self.before: Callable[[], Awaitable[object]] | None = None
        self.after: Callable[[], Awaitable[object]] | None = None

    async def apply(self, moves: Sequence[Move]) -> list[MoveResult | StoreDamaged]:
        before, self.before = self.before, None
        after, self.after = self.after, None
        if before is not None:
            await before()
        replies = await super().apply(moves)
        if after is not None:
            await after()
        return replies


async def die() -> None:
    raise Killed


class Process(GenerationManager):
    """A generation manager of one process."""

    store: KillableModels


class World:
    """A store to write to, and the processes that maintain its projections."""

    def __init__(self, store: RedisStore, stack: AsyncExitStack) -> None:
        self.store = store
        self._stack = stack
        self._last: dict[StreamId, Batch] = {}

    def process(self, *projections: Projection[Any], code: str = "code", read_is_kept: bool = True) -> Process:
        """Return a newly started process."""
        models = KillableModels(self.store)
        self._stack.push_async_callback(models.close)
        kept = [ManagedProjection(projection, code) for projection in projections or (CountingProjection(),)]
        return Process(models, FeedSliceReader(models, self.store.partitions), kept, read_is_kept=read_is_kept)

    async def append(self, encounter: str, count: int = 2, tenant: str = "main") -> None:
        """Append a batch to an encounter."""
        stream = StreamId(tenant, encounter)
        self._last[stream] = batch(stream, self._last.get(stream), count=count)
        await self.store.append(self._last[stream])

    async def expected(self) -> dict[str, Counted]:
        """Return the expected counts of everything that was appended."""
        feeds = [await self.store.read_feed(one, limit=10_000) for one in range(self.store.partitions)]
        return counted_of(entry for feed in feeds for entry in feed)

    async def counted(self, process: GenerationManager, name: str = "counting") -> dict[str, Counted]:
        """Return the rows of the live generation, after checking that its orders match them."""
        projection = CountingProjection(name)
        number = process.statuses[name].live.number
        found: dict[str, Counted] = {}
        for partition in range(self.store.partitions):
            contents = await process.store.contents([ReadModel(name, number, partition)])
            assert contents is not None
            rows = {field.decode(): projection.decode(row) for field, row in contents[0].rows.items()}
            places = {
                (f":by:{place.order}:{place.tenant}".encode(), place.member.encode())
                for field, row in rows.items()
                for place in projection.places(field, row)
            }
            stand = [(order, member) for order, members in contents[0].orders.items() for member in members]
            assert sorted(stand) == sorted(places)
            found |= rows
        return found

    async def keys(self, pattern: str) -> list[str]:
        """Return the store's keys that match a pattern."""
        return sorted(key.decode() for key in await self.execute("KEYS", pattern))

    async def spoil(self, key: str) -> None:
        """Overwrite a key with a value of another type."""
        await self.execute("SET", key, "something else")

    async def execute(self, *words: str | bytes | int) -> Any:
        """Send a command directly to the server. Returns its reply."""
        wire = self.store.new_link()
        try:
            [reply] = await wire.exchange([pack(*words)])
        finally:
            await wire.close()
        return reply


async def caught_up(process: GenerationManager, most: int = 100) -> None:
    """Run a process until it has no work left."""
    for _ in range(200):
        await process.refresh()
        if not await process.step(most) and not any(one.building for one in process.statuses.values()):
            return
    raise AssertionError("it goes on for ever")


@pytest.fixture
async def world(open_store: OpenStore, empty_redis_url: str) -> AsyncIterator[World]:
    """Yield a world whose empty store has few partitions."""
    async with AsyncExitStack() as stack:
        yield World(await open_store(empty_redis_url, partitions=PARTITIONS, acknowledge="memory"), stack)
