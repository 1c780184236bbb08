"""Tests of partitions: their number is fixed at the first start, and each has its own feed."""

from collections import Counter

import pytest

from events.store.keys import keys_of, ready_key
from events.store.protocol import Batch, PartitionsFixed, StreamId
from events.store.redis_store import RedisStore
from tests.unit.events.clients import client_of
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch


async def test_the_number_of_partitions_never_changes(open_store: OpenStore, empty_redis_url: str) -> None:
    await open_store(empty_redis_url, partitions=8)
    await open_store(empty_redis_url, partitions=8)
    with pytest.raises(PartitionsFixed, match=r"created with 8 partitions.* start with 8 instead of 16"):
        await RedisStore.open(empty_redis_url, partitions=16)


async def test_every_key_of_an_encounter_lies_in_the_slot_of_its_partition(
    open_store: OpenStore, empty_redis_url: str
) -> None:
    store = await open_store(empty_redis_url)
    stream = StreamId("main", "duel")
    first = batch(stream, seeds={1: b"s"})
    await store.append(first)
    await store.save_snapshot(stream, b"s")
    await store.save_checkpoint(stream, 8, b"c")
    keys = keys_of(stream, store.partitions)
    assert keys.partition == 61
    found = {key.decode() async for key in client_of(store).scan_iter()} - {"yarrow:partitions", ready_key(0)}
    assert found == {
        "yarrow:{61}:events:main:duel",
        "yarrow:{61}:head:main:duel",
        "yarrow:{61}:commands:main:duel",
        "yarrow:{61}:seed:main:duel",
        "yarrow:{61}:snapshot:main:duel",
        "yarrow:{61}:checkpoints:main:duel",
        "yarrow:{61}:feed",
        "yarrow:{61}:directory:main",
    }


def test_encounters_spread_over_all_partitions() -> None:
    counts = Counter(keys_of(StreamId("main", f"fight-{number}"), 64).partition for number in range(6400))
    assert sorted(counts) == list(range(64))
    assert max(counts.values()) < 200


async def test_a_feed_numbers_the_batches_of_its_partition_without_gaps(
    open_store: OpenStore, empty_redis_url: str
) -> None:
    store = await open_store(empty_redis_url, partitions=2)
    last: dict[str, Batch | None] = dict.fromkeys("abcdef")
    for _ in range(3):
        for name, before in last.items():
            following = batch(StreamId("main", name), before)
            await store.append(following)
            last[name] = following
    entries = [await store.read_feed(partition, limit=100) for partition in (0, 1)]
    assert [len(feed) for feed in entries] == [await client_of(store).xlen(f"yarrow:{{{p}}}:feed") for p in (0, 1)]
    assert await store.feed_ends() == {0: len(entries[0]), 1: len(entries[1])}
    for partition, feed in enumerate(entries):
        assert [entry.number for entry in feed] == list(range(1, len(feed) + 1))
        assert {entry.partition for entry in feed} == {partition}
        assert await store.read_feed(partition, after=2, limit=3) == feed[2:5]
    pointers = sorted((entry.stream.encounter, entry.first, entry.last) for feed in entries for entry in feed)
    assert pointers == [(name, first, first + 7) for name in "abcdef" for first in (1, 9, 17)]
