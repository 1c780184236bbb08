"""Encounters in memory: each is read once for all who ask at the same time, and never older than the question."""

import asyncio

import pytest

from domain.registry import rulesets
from events.store.protocol import EncounterMissing, StreamId
from events.store.redis_store import RedisStore
from service.auth.access import Caller
from service.encounters.cache import EncounterCache
from service.encounters.service import Encounters
from service.encounters.state_loader import LoadedState, StateLoader
from service.settings import Settings


class HeldHistory(StateLoader):
    """Reads at once, and gives what it has read when it is told to."""

    read: asyncio.Event
    give: asyncio.Event

    async def present(self, stream: StreamId) -> LoadedState:
        try:
            return await super().present(stream)
        finally:
            self.read.set()
            await self.give.wait()


async def test_an_encounter_opened_while_a_read_found_none_is_there_for_a_later_question(
    redis_url: str, tenant: str
) -> None:
    store = await RedisStore.open(redis_url, acknowledge="memory")
    encounters = Encounters(store, {"s3": rulesets()["s3"]}, Settings())
    history = HeldHistory(store, encounters.prepared)
    history.read, history.give = asyncio.Event(), asyncio.Event()
    warm, stream = EncounterCache(history, 10), StreamId(tenant, "duel")

    early = asyncio.create_task(warm.get(stream))
    await history.read.wait()
    _, opened = await encounters.open(b'{"ruleset": "s3", "id": "duel"}', Caller(tenant), None)
    late = asyncio.create_task(warm.get(stream))
    await asyncio.sleep(0)  # the later question joins the read that has found nothing
    history.give.set()

    assert (await late).state.version == opened.version
    with pytest.raises(EncounterMissing):
        await early
    await encounters.close()
    await store.close()
