"""Measures ``append`` and ``bytes``: the store's cost over the same bytes written without its guarantees."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from bench.fights.duel import Duel
from bench.fights.s3 import S3_DUEL
from bench.measure import Measure, of_pairs
from events.format.chain import extend, genesis
from events.store.protocol import Batch, StreamId
from events.store.redis_store import RedisStore
from events.store.snapshots import Snapshots, StateAt
from service.redis.embedded import EmbeddedRedis
from tests.unit.events.clients import client_of

APPEND_TARGET = 0.5
BYTES_TARGET = 2.5
WRITERS = 16
BATCH = 8
ROUNDS = 40
TURNS = 16
ENCOUNTERS = 20
EVENTS = 2000


def append() -> Measure:
    """Measure events per second through the store over pipelined XADDs of the same bytes with the same client."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        return asyncio.run(_append(server.url))


async def _append(url: str) -> Measure:
    duel = Duel(S3_DUEL)
    duel.play(2 * BATCH)
    records = duel.records[-BATCH:]
    store = await RedisStore.open(url)

    async def write(stream: StreamId) -> None:
        version, chained = 0, genesis(stream.encounter)
        for _ in range(ROUNDS):
            batch = _batch(stream, version, chained, records)
            await store.append(batch)
            version, chained = version + BATCH, batch.new_hash

    async def through_the_store(turn: int) -> None:
        await asyncio.gather(*(write(StreamId("main", f"store-{turn}-{writer}")) for writer in range(WRITERS)))

    async def raw(turn: int) -> None:
        for version in range(1, ROUNDS * BATCH, BATCH):
            pipeline = client_of(store).pipeline(transaction=False)
            for writer in range(WRITERS):
                for place, record in enumerate(records):
                    pipeline.xadd(f"raw-{turn}-{writer}", {"e": record}, id=f"{version + place}-0")
            await pipeline.execute()

    turns = [
        (await _events_per_second(through_the_store, turn), await _events_per_second(raw, turn))
        for turn in range(TURNS)
    ]
    await store.close()
    return Measure(
        **of_pairs(turns[1:]),  # the first warms up
        target=APPEND_TARGET,
        unit="events/s",
        note=f"{WRITERS} writers, batches of {BATCH}, each on disk before it is acknowledged",
    )


async def _events_per_second(work: Callable[[int], Awaitable[None]], turn: int) -> float:
    started = time.perf_counter()
    await work(turn)
    return WRITERS * ROUNDS * BATCH / (time.perf_counter() - started)


def _batch(stream: StreamId, version: int, chained: bytes, records: list[bytes]) -> Batch:
    return Batch(
        stream=stream,
        command_id=f"0193f2a0-0000-7000-8000-{version:012}",
        fingerprint=bytes(32),
        expected_version=version,
        expected_hash=chained,
        records=records,
        new_hash=extend(chained, records),
        status="open",
        commitment="0" * 64,
        seeds={} if version else {1: bytes(32)},
    )


def memory() -> Measure:
    """Measure Redis memory per S3 event, with all keys of a long encounter, over the bytes of the encoded event."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        return asyncio.run(_memory(server.url))


async def _memory(url: str) -> Measure:
    store = await RedisStore.open(url)
    snapshots = Snapshots(store, lambda: "0" * 64, msgspec.msgpack.encode, msgspec.msgpack.decode)
    before = await _used(store)
    encoded = events = 0
    for number in range(ENCOUNTERS):
        stream = StreamId("main", f"0193f2a0-0000-7000-8000-{number:012}")
        duel = Duel(S3_DUEL)
        version, chained = 0, genesis(stream.encounter)
        while version < EVENTS:
            records = duel.records[version:]
            batch = _batch(stream, version, chained, records)
            await store.append(batch)
            await snapshots.save_if_due(stream, version, StateAt(duel.fight.version, batch.new_hash, duel.fight))
            version, chained = duel.fight.version, batch.new_hash
            encoded += sum(map(len, records))
            duel.give(next(duel.commands))
        events += version
    used = await _used(store) - before
    await store.close()
    return Measure(
        value=used / events,
        floor=encoded / events,
        ratio=used / encoded,
        target=BYTES_TARGET,
        at_most=True,
        unit="bytes",
        note=f"{ENCOUNTERS} encounters of {EVENTS} events, with snapshots and checkpoints",
    )


async def _used(store: RedisStore) -> int:
    info = await client_of(store).info("memory")
    return int(info["used_memory"])
