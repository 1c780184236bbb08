"""Tests of the encounter cache: one load for all concurrent callers, no stale states, no eviction while in use."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, TypeAlias

import pytest

from domain.core.commands import Open
from domain.registry import rulesets
from events.store.protocol import EncounterMissing, Store, StreamId
from events.store.redis_store import RedisStore
from service.auth.access import Caller
from service.encounters.cache import EncounterCache
from service.encounters.command_handler import CommandContext, CommandHandler
from service.encounters.state_loader import CachedEncounter, StateLoader
from service.metrics import Metrics
from service.rulesets.runtime import RulesetRuntime, runtimes_of
from service.settings import Settings

Runtimes: TypeAlias = Mapping[str, RulesetRuntime[Any]]


class HeldLoader(StateLoader):
    """Reads at once, but returns only after ``give`` is set."""

    read: asyncio.Event
    give: asyncio.Event

    async def load(self, stream: StreamId) -> CachedEncounter:
        try:
            return await super().load(stream)
        finally:
            self.read.set()
            await self.give.wait()


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[RedisStore]:
    store = await RedisStore.open(redis_url, acknowledge="memory")
    yield store
    await store.close()


async def begin(loader: StateLoader, runtimes: Runtimes, store: Store, cache: EncounterCache, stream: StreamId) -> int:
    """Open an encounter, which adds it to the cache. Returns the version of its last event."""
    handler = CommandHandler(store, loader, cache, Metrics(lambda: 0))
    context = CommandContext.of(Caller(stream.tenant), b"", None)
    opened = await handler.begin(runtimes["s3"], stream, Open(ruleset="s3"), context)
    await handler.close()
    return opened.version


async def test_an_encounter_opened_while_a_load_found_none_is_there_for_a_later_call(
    store: RedisStore, tenant: str
) -> None:
    runtimes = runtimes_of({"s3": rulesets()["s3"]}, store, Settings())
    loader = HeldLoader(store, runtimes)
    loader.read, loader.give = asyncio.Event(), asyncio.Event()
    cache, stream = EncounterCache(loader, 10), StreamId(tenant, "duel")

    early = asyncio.create_task(cache.get(stream))
    await loader.read.wait()
    opened = await begin(loader, runtimes, store, EncounterCache(loader, 10), stream)
    late = asyncio.create_task(cache.get(stream))
    await asyncio.sleep(0)  # the later call joins the load that found no encounter
    loader.give.set()

    assert (await late).current.version == opened
    with pytest.raises(EncounterMissing):
        await early


async def test_the_least_recently_used_encounter_is_evicted_unless_it_is_in_use(store: RedisStore, tenant: str) -> None:
    runtimes = runtimes_of({"s3": rulesets()["s3"]}, store, Settings())
    loader = StateLoader(store, runtimes)
    cache, streams = EncounterCache(loader, 2), [StreamId(tenant, name) for name in "abcdef"]
    a, b, c, d, e, f = streams

    def cached() -> list[StreamId]:
        return [stream for stream in streams if cache.peek(stream) is not None]

    for stream in (a, b):
        await begin(loader, runtimes, store, cache, stream)
    assert cached() == [a, b]
    await cache.get(a)
    await begin(loader, runtimes, store, cache, c)
    assert cached() == [a, c]
    async with (await cache.get(a)).lock:
        await cache.get(c)
        await begin(loader, runtimes, store, cache, d)
        assert cached() == [a, d]
        async with (await cache.get(d)).lock:
            await begin(loader, runtimes, store, cache, e)
            assert cached() == [a, d]
    await begin(loader, runtimes, store, cache, f)
    assert len(cached()) == len(cache) == 2
