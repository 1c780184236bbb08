"""Tests of durability: the acknowledgement that an append waits for, and the error when it times out."""

import asyncio
from pathlib import Path

import pytest
import redis

from events.store.keys import ready_key
from events.store.protocol import Appended, DurabilityUnknown, StoreUnavailable, StreamId
from tests.servers import SAFE, running
from tests.unit.events.clients import client_of
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch
from tests.waiting import PATIENCE

DUEL = StreamId("main", "duel")


async def test_a_wait_in_vain_leaves_the_batch_and_sending_it_again_waits_again(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    with running(redis_program, tmp_path, appendonly="yes", appendfsync="no") as url:
        store = await open_store(url, acknowledge="fsync", wait=0.05)
        with pytest.raises(DurabilityUnknown) as unknown:
            await store.append(batch(DUEL))
        assert unknown.value.appended == Appended(1, 8, repeated=False)
        # A new connection has no write of its own to wait for unless the repeated command writes.
        other = await open_store(url, acknowledge="fsync", wait=0.05)
        for writer in (store, other):
            with pytest.raises(DurabilityUnknown) as unknown:
                await writer.append(batch(DUEL))
            assert unknown.value.appended == Appended(1, 8, repeated=True)
        await client_of(store).config_set("appendfsync", "always")
        patient = await open_store(url, acknowledge="fsync", wait=PATIENCE)
        assert await patient.append(batch(DUEL)) == Appended(1, 8, repeated=True)
        assert await store.read(DUEL, limit=100) == batch(DUEL).records


async def test_with_memory_nobody_waits_for_the_disk(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    with running(redis_program, tmp_path, appendonly="no") as url:
        store = await open_store(url, acknowledge="memory")
        assert await store.append(batch(DUEL)) == Appended(1, 8, repeated=False)


async def test_a_server_that_writes_no_file_never_says_that_it_is_on_disk(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    with running(redis_program, tmp_path, appendonly="no") as url:
        store = await open_store(url, acknowledge="fsync", wait=0.05)
        with pytest.raises(DurabilityUnknown):
            await store.append(batch(DUEL))


async def test_replicas_are_waited_for(redis_program: Path, tmp_path: Path, open_store: OpenStore) -> None:
    with running(redis_program, tmp_path / "primary", repl_diskless_sync_delay="0", **SAFE) as url:
        store = await open_store(url, acknowledge="replicas", wait=0.05)
        with pytest.raises(DurabilityUnknown):
            await store.append(batch(DUEL))
        host, _, port = url.removeprefix("redis://").partition(":")
        with running(redis_program, tmp_path / "replica", replicaof=f"{host} {port}") as replica:
            patient = await open_store(url, acknowledge="replicas", wait=PATIENCE)
            assert await patient.append(batch(DUEL)) == Appended(1, 8, repeated=True)
            with redis.Redis.from_url(replica) as client:
                assert client.hget("yarrow:{61}:head:main:duel", "version") == b"8"
            with redis.Redis.from_url(url) as client:
                before = client.info("commandstats")["cmdstat_wait"]["calls"]
                streams = [StreamId("main", f"fight-{number}") for number in range(20)]
                await asyncio.gather(*(patient.append(batch(stream)) for stream in streams))
                assert client.info("commandstats")["cmdstat_wait"]["calls"] - before == 1
            two = await open_store(url, acknowledge="replicas", replicas=2, wait=0.05)
            with pytest.raises(DurabilityUnknown):
                await two.append(batch(DUEL))


async def test_a_server_without_memory_takes_nothing_at_all(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    with running(redis_program, tmp_path, **SAFE) as url:
        store = await open_store(url)
        await client_of(store).config_set("maxmemory", "1")
        with pytest.raises(StoreUnavailable, match="temporarily unable to serve requests"):
            await store.append(batch(DUEL))
        assert set(await client_of(store).keys()) == {b"yarrow:partitions", ready_key(0).encode()}
        await client_of(store).config_set("maxmemory", "0")
        assert (await store.append(batch(DUEL))).last == 8


async def test_a_read_only_server_takes_nothing(redis_program: Path, tmp_path: Path, open_store: OpenStore) -> None:
    with running(redis_program, tmp_path, **SAFE) as url:
        store = await open_store(url)
        await client_of(store).config_set("replica-read-only", "yes")
        await client_of(store).replicaof("127.0.0.1", "1")
        with pytest.raises(StoreUnavailable):
            await store.append(batch(DUEL))


async def test_a_closed_store_takes_nothing_more(redis_url: str, open_store: OpenStore, duel: StreamId) -> None:
    store = await open_store(redis_url)
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(batch(duel))
