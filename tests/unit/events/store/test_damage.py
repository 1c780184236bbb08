"""Tests of damaged keys: writes stay atomic even if the keys were edited by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from events.store.keys import Keys, keys_of
from events.store.protocol import Batch, StoreDamaged, StreamId
from events.store.redis_store import RedisStore
from tests.unit.events.clients import client_of
from tests.unit.events.samples import batch

KEYS = ("events", "head", "commands", "seed", "feed", "directory")


@pytest.fixture
async def alone(open_store: Any, empty_redis_url: str) -> RedisStore:
    """Return a store of its own, including the feed, which the test may damage."""
    store: RedisStore = await open_store(empty_redis_url)
    return store


async def contents(store: RedisStore) -> dict[bytes, bytes | None]:
    """Return the contents of the whole database."""
    return {key: await client_of(store).dump(key) async for key in client_of(store).scan_iter()}


async def begun(store: RedisStore, stream: StreamId) -> Batch:
    first = batch(stream, seeds={1: b"s" * 32})
    await store.append(first)
    return first


async def fails_without_a_trace(store: RedisStore, attempt: Batch, why: str) -> None:
    before = await contents(store)
    with pytest.raises(StoreDamaged, match=why):
        await store.append(attempt)
    assert await contents(store) == before


@pytest.mark.parametrize("name", KEYS)
async def test_a_new_encounter_leaves_no_trace_where_a_key_is_of_another_type(
    alone: RedisStore, duel: StreamId, name: str
) -> None:
    await client_of(alone).set(getattr(keys_of(duel, alone.partitions), name), "not what belongs here")
    await fails_without_a_trace(alone, batch(duel, seeds={1: b"s" * 32}), "WRONGTYPE")


@pytest.mark.parametrize("name", KEYS)
async def test_a_batch_leaves_no_trace_where_a_key_is_of_another_type(
    alone: RedisStore, duel: StreamId, name: str
) -> None:
    first = await begun(alone, duel)
    key = getattr(keys_of(duel, alone.partitions), name)
    await client_of(alone).delete(key)
    await client_of(alone).set(key, "not what belongs here")
    await fails_without_a_trace(alone, batch(duel, first), "WRONGTYPE")


async def remove_last(client: Any, keys: Keys) -> None:
    await client.xdel(keys.events, "8-0")


async def trim(client: Any, keys: Keys) -> None:
    await client.xtrim(keys.events, maxlen=4, approximate=False)


async def remove_events(client: Any, keys: Keys) -> None:
    await client.delete(keys.events)


async def remove_head(client: Any, keys: Keys) -> None:
    await client.delete(keys.head)


async def remove_head_and_events(client: Any, keys: Keys) -> None:
    await client.delete(keys.head, keys.events)


async def add_an_event(client: Any, keys: Keys) -> None:
    await client.xadd(keys.events, {"e": "foreign"}, id="9-0")


async def add_a_far_event_in_place_of_another(client: Any, keys: Keys) -> None:
    await client.xadd(keys.events, {"e": "foreign"}, id="90-0")
    await client.xdel(keys.events, "3-0")


async def add_and_remove_an_event(client: Any, keys: Keys) -> None:
    await client.xadd(keys.events, {"e": "foreign"}, id="90-0")
    await client.xdel(keys.events, "90-0")


async def trim_feed(client: Any, keys: Keys) -> None:
    await client.xadd(keys.feed, {"e": "foreign"}, id="2-0")
    await client.xdel(keys.feed, "1-0")


async def add_to_feed(client: Any, keys: Keys) -> None:
    await client.xadd(keys.feed, {"e": "foreign"}, id="7-0")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (remove_last, "does not match"),
        (trim, "does not match"),
        (remove_events, "does not match"),
        (remove_head, "does not match"),
        (remove_head_and_events, "does not match"),
        (add_an_event, "does not match"),
        (add_a_far_event_in_place_of_another, "cannot be continued"),
        (add_and_remove_an_event, "cannot be continued"),
        (trim_feed, "feed of its partition has lost entries"),
        (add_to_feed, "feed of its partition has lost entries"),
    ],
)
async def test_a_stream_that_was_changed_by_hand_takes_nothing_more(
    alone: RedisStore, duel: StreamId, damage: Callable[[Any, Keys], Any], why: str
) -> None:
    first = await begun(alone, duel)
    await damage(client_of(alone), keys_of(duel, alone.partitions))
    await fails_without_a_trace(alone, batch(duel, first), why)


async def test_a_gap_is_not_read_over(alone: RedisStore, duel: StreamId) -> None:
    await begun(alone, duel)
    await client_of(alone).xdel(keys_of(duel, alone.partitions).events, "5-0")
    assert len(await alone.read(duel, limit=4)) == 4
    with pytest.raises(StoreDamaged, match="has the entry 6-0 where 5-0 is expected"):
        await alone.read(duel, limit=8)
