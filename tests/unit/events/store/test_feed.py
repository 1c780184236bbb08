"""Tests of readers that follow the feeds of all partitions."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from events.store.feed import FeedReader
from events.store.protocol import Batch, FeedAlarm, FeedEntry, StoreUnavailable, StreamId
from events.store.redis_store import RedisStore
from tests.unit.events.clients import client_of
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch
from tests.waiting import PATIENCE, eventually

FEED = "yarrow:{0}:feed"
Reading = Callable[..., FeedReader]


@pytest.fixture
async def feeding(open_store: OpenStore, empty_redis_url: str) -> RedisStore:
    """Return an empty store of one partition."""
    return await open_store(empty_redis_url, partitions=1)


@pytest.fixture
async def alarms() -> list[FeedAlarm]:
    """Return the list that collects the reader's alarms."""
    return []


@pytest.fixture
async def reading(alarms: list[FeedAlarm]) -> AsyncIterator[Reading]:
    """Yield a function that makes readers of a store; they are closed after the test."""
    async with AsyncExitStack() as stack:

        def made(
            store: RedisStore,
            position: dict[int, int] | None = None,
            *,
            block: float = 0.05,
            alarm: Callable[[FeedAlarm], None] = alarms.append,
        ) -> FeedReader:
            reader = FeedReader(store.new_link(), position or {0: 0}, alarm, block=block, pause=0.0)
            stack.push_async_callback(reader.close)
            return reader

        yield made


async def fight(store: RedisStore, name: str, batches: int) -> None:
    """Append some batches to an encounter of its own."""
    last: Batch | None = None
    for _ in range(batches):
        last = batch(StreamId("main", name), last)
        await store.append(last)


async def until_somebody_waits(store: RedisStore) -> None:
    """Wait until a reader blocks for new entries."""

    async def waiting() -> bool:
        return bool((await client_of(store).info("clients"))["blocked_clients"])

    await eventually(waiting, "somebody reads")


async def following(reader: FeedReader, count: int) -> list[FeedEntry]:
    """Return the next ``count`` entries."""
    seen: list[FeedEntry] = []
    async with asyncio.timeout(PATIENCE):
        async for entries in reader.follow():
            seen += entries
            if len(seen) >= count:
                return seen
    raise AssertionError("a feed never ends")


async def test_a_reader_sees_what_is_there_and_what_comes(feeding: RedisStore, reading: Reading) -> None:
    await fight(feeding, "duel", 2)
    reader = reading(feeding, block=5.0)
    watching = asyncio.create_task(following(reader, 5))
    await until_somebody_waits(feeding)
    await fight(feeding, "brawl", 3)
    seen = await watching
    assert [(entry.number, entry.stream.encounter, entry.first, entry.last) for entry in seen] == [
        (1, "duel", 1, 8),
        (2, "duel", 9, 16),
        (3, "brawl", 1, 8),
        (4, "brawl", 9, 16),
        (5, "brawl", 17, 24),
    ]


async def test_a_reader_goes_on_from_its_position(
    feeding: RedisStore, reading: Reading, alarms: list[FeedAlarm]
) -> None:
    await fight(feeding, "duel", 5)
    reader = reading(feeding, {0: 3})
    assert [entry.number for entry in await reader.read()] == [4, 5]
    assert reader.position == {0: 5}
    assert await reader.read() == []
    assert not alarms


async def test_one_reader_follows_many_partitions_each_in_its_order(
    open_store: OpenStore, reading: Reading, empty_redis_url: str, alarms: list[FeedAlarm]
) -> None:
    store = await open_store(empty_redis_url, partitions=16)
    reader = reading(store, dict.fromkeys(range(16), 0))
    watching = asyncio.create_task(following(reader, 60))
    await asyncio.gather(*(fight(store, f"fight-{number}", 3) for number in range(20)))
    seen = await watching
    assert len({entry.stream for entry in seen}) == 20
    for partition in range(16):
        numbers = [entry.number for entry in seen if entry.partition == partition]
        assert numbers == list(range(1, len(numbers) + 1))
    assert reader.position == await store.feed_ends()
    assert not alarms


async def test_a_feed_that_lost_entries_raises_an_alarm_and_is_read_on(
    feeding: RedisStore, reading: Reading, alarms: list[FeedAlarm]
) -> None:
    await fight(feeding, "duel", 5)
    await client_of(feeding).xdel(FEED, "2-0", "3-0")
    assert [entry.number for entry in await reading(feeding).read()] == [1, 4, 5]
    assert alarms == [FeedAlarm(0, expected=2, found=4)]


async def test_a_feed_that_went_back_in_time_raises_an_alarm_and_is_read_on(
    feeding: RedisStore, reading: Reading
) -> None:
    await fight(feeding, "duel", 5)
    rung: asyncio.Queue[FeedAlarm] = asyncio.Queue()
    watching = asyncio.create_task(following(reading(feeding, {0: 5}, alarm=rung.put_nowait), 1))
    await until_somebody_waits(feeding)
    await client_of(feeding).flushdb()
    async with asyncio.timeout(PATIENCE):
        assert await rung.get() == FeedAlarm(0, expected=6, found=1)
    await fight(feeding, "brawl", 1)
    [entry] = await watching
    assert (entry.number, entry.stream.encounter) == (1, "brawl")
    assert rung.empty()


async def test_a_reader_whose_line_breaks_goes_on_where_it_was(feeding: RedisStore, reading: Reading) -> None:
    reader = reading(feeding, block=0.2)
    watching = asyncio.create_task(following(reader, 4))
    await fight(feeding, "duel", 2)
    await until_somebody_waits(feeding)
    await client_of(feeding).client_kill_filter(_type="normal", skipme=True)
    await fight(feeding, "brawl", 2)
    assert [entry.number for entry in await watching] == [1, 2, 3, 4]


async def test_a_feed_that_is_no_stream_is_reported(feeding: RedisStore, reading: Reading) -> None:
    await client_of(feeding).set(FEED, "no stream")
    with pytest.raises(Exception, match="WRONGTYPE"):
        await reading(feeding).read()


async def test_a_reader_that_is_stopped_while_it_waits_leaves_nothing_behind(
    feeding: RedisStore, reading: Reading
) -> None:
    reader = reading(feeding, block=5.0)
    waiting = asyncio.create_task(reader.read())
    await until_somebody_waits(feeding)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await fight(feeding, "duel", 1)
    assert [entry.number for entry in await reader.read()] == [1]


async def test_a_store_that_is_away_is_waited_for(feeding: RedisStore, reading: Reading) -> None:
    reader = reading(feeding)
    await client_of(feeding).client_kill_filter(_type="normal", skipme=True)
    assert await reader.read() == []
    waiting = asyncio.create_task(reading(feeding, block=PATIENCE).read())
    await until_somebody_waits(feeding)
    await client_of(feeding).client_kill_filter(_type="normal", skipme=True)
    with pytest.raises(StoreUnavailable):
        await waiting
