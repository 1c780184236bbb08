"""Tests of bulk import: a stream enters the store atomically; before the commit none of it is visible, after it all."""

import asyncio
from typing import Any

import msgspec
import pytest

from events.format import chain
from events.store.bulk_import import MAX_CHUNK_BYTES, chunks
from events.store.keys import keys_of
from events.store.protocol import (
    SEALED_STATUS,
    Appended,
    EncounterMissing,
    FeedEntry,
    FingerprintMismatch,
    Head,
    KnownCommand,
    Sealed,
    StoreDamaged,
    StoreUnavailable,
    StreamId,
    StreamImport,
    VersionConflict,
)
from events.store.redis_store import RedisStore
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch, exchange


def arrival(stream: StreamId, *, of: str = "brawl", count: int = 24, behind: int = 2, **changes: Any) -> StreamImport:
    """Return an import of another encounter's records in batches of eight, followed by ``behind`` of its own."""
    prefix = [record for first in range(1, count + 1, 8) for record in exchange(of, first)]
    records = exchange(stream.encounter, count + 1, count=behind) if behind else []
    made = StreamImport(
        stream=stream,
        command_id="import",
        fingerprint=b"\x00 fingerprint",
        prefix=prefix,
        batches=range(8, count + 1, 8),
        records=records,
        new_hash=chain.extend(chain.genesis(of), [*prefix, *records]),
        status="open",
        commitment="c" * 64,
        seeds={3: b"three" * 6},
    )
    return msgspec.structs.replace(made, **changes)


async def test_all_of_it_is_there_at_once(store: RedisStore, duel: StreamId) -> None:
    brought = arrival(duel)
    ends = await store.feed_ends()
    assert await store.import_stream(brought) == Appended(25, 26, repeated=False)
    assert await store.read(duel, limit=100) == [*brought.prefix, *brought.records]
    assert await store.head(duel) == Head(26, brought.new_hash, "open", "c" * 64)
    assert await store.seeds(duel) == {3: b"three" * 6}
    assert await store.command(duel, "import") == KnownCommand(25, 26, b"\x00 fingerprint")
    assert await store.encounters(duel.tenant, limit=10) == ["duel"]
    partition = keys_of(duel, store.partitions).partition
    told = await store.read_feed(partition, after=ends[partition], limit=10)
    assert [entry[2:] for entry in told] == [(duel, 1, 8), (duel, 9, 16), (duel, 17, 24), (duel, 25, 26)]
    assert all(isinstance(entry, FeedEntry) for entry in told)


async def test_it_is_gone_on_with(store: RedisStore, duel: StreamId) -> None:
    brought = arrival(duel)
    await store.import_stream(brought)
    records = exchange("duel", 27)
    behind = batch(
        duel,
        records=records,
        expected_version=26,
        expected_hash=brought.new_hash,
        new_hash=chain.extend(brought.new_hash, records),
    )
    assert await store.append(behind) == Appended(27, 34, repeated=False)
    assert await store.read(duel, after=24, limit=100) == [*brought.records, *records]


async def test_nothing_is_put_behind_what_is_sealed(store: RedisStore, duel: StreamId) -> None:
    restored = arrival(duel, behind=0, status=SEALED_STATUS, seeds={})
    assert await store.import_stream(restored) == Appended(1, 24, repeated=False)
    records = exchange("duel", 25)
    behind = batch(duel, records=records, expected_version=24, expected_hash=restored.new_hash)
    with pytest.raises(Sealed, match="without its seeds"):
        await store.append(behind)
    assert await store.head(duel) == Head(24, restored.new_hash, SEALED_STATUS, "c" * 64)


async def test_what_is_there_is_not_written_over(store: RedisStore, duel: StreamId) -> None:
    await store.append(batch(duel))
    with pytest.raises(VersionConflict) as conflict:
        await store.import_stream(arrival(duel))
    assert conflict.value.current == 8
    assert await store.read(duel, limit=100) == batch(duel).records


async def test_the_same_import_is_brought_in_once(
    store: RedisStore, store_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    assert await store.import_stream(arrival(duel)) == Appended(25, 26, repeated=False)
    assert await store.import_stream(arrival(duel, seeds={})) == Appended(25, 26, repeated=True)
    with pytest.raises(FingerprintMismatch):
        await store.import_stream(arrival(duel, fingerprint=b"another"))
    other = await open_store(store_url)
    stream = duel._replace(encounter="brawl")
    results = await asyncio.gather(
        *(writer.import_stream(arrival(stream)) for writer in (store, other) * 3), return_exceptions=True
    )
    arrived = [result for result in results if isinstance(result, Appended)]
    assert sum(not result.repeated for result in arrived) == 1
    assert all(isinstance(result, Appended | StoreUnavailable) for result in results)
    assert await store.read(stream, limit=100) == [*arrival(stream).prefix, *arrival(stream).records]


async def test_what_broke_off_is_seen_by_nobody_and_the_next_takes_its_place(store: RedisStore, duel: StreamId) -> None:
    keys, execute = keys_of(duel, store.partitions), store.servers.execute
    for record in exchange("brawl"):
        await execute("XADD", keys.staging, "*", "e", record)
    await execute("SET", keys.marker, "of an import that broke off")
    with pytest.raises(EncounterMissing):
        await store.head(duel)
    assert await store.read(duel, limit=10) == []
    assert await store.encounters(duel.tenant, limit=10) == []
    brought = arrival(duel)
    await store.import_stream(brought)
    assert await store.read(duel, limit=100) == [*brought.prefix, *brought.records]
    assert await execute("EXISTS", keys.staging, keys.marker) == 0
    assert await execute("TTL", keys.events) == -1


async def test_what_is_laid_down_goes_away_by_itself(store: RedisStore, duel: StreamId) -> None:
    keys, execute = keys_of(duel, store.partitions), store.servers.execute
    await store._importer._stage(keys, arrival(duel), "token")
    assert await execute("XLEN", keys.staging) == 24
    assert 0 < await execute("TTL", keys.staging) <= 3600
    assert 0 < await execute("TTL", keys.marker) <= 3600


async def test_keys_that_are_left_of_an_encounter_are_not_written_over(store: RedisStore, duel: StreamId) -> None:
    keys, execute = keys_of(duel, store.partitions), store.servers.execute
    await execute("HSET", keys.seed, "1", "left over")
    with pytest.raises(StoreDamaged, match="other keys exist"):
        await store.import_stream(arrival(duel))
    assert await execute("EXISTS", keys.head, keys.events) == 0


async def test_an_import_brings_something(store: RedisStore, duel: StreamId) -> None:
    with pytest.raises(ValueError, match="at least"):
        await store.import_stream(arrival(duel, prefix=[]))


def test_pieces_are_short_in_number_and_in_bytes() -> None:
    small, large = b"s" * 100, b"l" * (MAX_CHUNK_BYTES // 2)
    assert [len(piece) for piece in chunks([small] * 1200)] == [500, 500, 200]
    assert [len(piece) for piece in chunks([large, large, large, small])] == [2, 2]
    assert [len(piece) for piece in chunks([large * 3, small])] == [1, 1]
