"""Tests of the guarantees of every store, on every kind of server."""

import asyncio

import msgspec
import pytest

from events.store.keys import keys_of, lent_key
from events.store.protocol import (
    MAX_BATCH,
    Appended,
    BatchTooLarge,
    EncounterMissing,
    FingerprintMismatch,
    Head,
    HistoryLost,
    KnownCommand,
    Loaded,
    StoreDamaged,
    StreamId,
    VersionConflict,
)
from events.store.redis_store import RedisStore
from events.store.snapshots import StoredSnapshot, encode_snapshot
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch, exchange


async def test_what_is_appended_is_read_as_the_same_bytes(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    second = batch(duel, first)
    assert await store.append(first) == Appended(1, 8, repeated=False)
    assert await store.append(second) == Appended(9, 16, repeated=False)
    assert await store.read(duel, limit=100) == [*first.records, *second.records]
    assert await store.head(duel) == Head(16, second.new_hash, "open", "c" * 64)


async def test_a_range_is_read_from_anywhere(store: RedisStore, duel: StreamId) -> None:
    records = exchange("duel", count=20)
    await store.append(batch(duel, records=records))
    assert await store.read(duel, after=5, limit=3) == records[5:8]
    assert await store.read(duel, after=18, limit=100) == records[18:]
    assert await store.read(duel, after=20, limit=100) == []
    assert await store.read(duel, after=99, limit=100) == []


async def test_the_head_carries_the_status_and_the_commitment_of_the_last_batch(
    store: RedisStore, duel: StreamId
) -> None:
    first = batch(duel, commitment="one")
    await store.append(first)
    await store.append(batch(duel, first, status="closed", commitment="two"))
    head = await store.head(duel)
    assert (head.status, head.commitment) == ("closed", "two")


async def test_an_encounter_that_was_never_opened_is_missing(store: RedisStore, duel: StreamId) -> None:
    with pytest.raises(EncounterMissing, match="no encounter duel"):
        await store.head(duel)
    assert await store.read(duel, limit=10) == []


async def test_several_batches_that_begin_an_encounter_are_appended_at_once_and_announced_one_by_one(
    store: RedisStore, duel: StreamId
) -> None:
    parts = [exchange("duel", first, count=3) for first in (1, 4, 7)]
    whole = batch(duel, records=[record for part in parts for record in part], ends=(3, 6))
    partition = keys_of(duel, store.partitions).partition
    before = (await store.feed_ends())[partition]
    assert await store.append(whole) == Appended(1, 9, repeated=False)
    assert await store.append(whole) == Appended(1, 9, repeated=True)
    announced = await store.read_feed(partition, after=before, limit=10)
    assert [(one.number - before, one.stream, one.first, one.last) for one in announced] == [
        (1, duel, 1, 3),
        (2, duel, 4, 6),
        (3, duel, 7, 9),
    ]
    assert await store.command(duel, whole.command_id) == KnownCommand(1, 9, whole.fingerprint)
    await store.append(batch(duel, whole))
    assert (await store.read_feed(partition, after=before + 3, limit=10))[0].first == 10


async def test_a_known_command_is_answered_again_and_appends_nothing(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    second = batch(duel, first)
    await store.append(first)
    await store.append(second)
    assert await store.append(first) == Appended(1, 8, repeated=True)
    assert await store.append(second) == Appended(9, 16, repeated=True)
    assert (await store.head(duel)).version == 16
    assert await store.command(duel, first.command_id) == KnownCommand(1, 8, first.fingerprint)
    assert await store.command(duel, "unknown") is None


async def test_a_command_id_with_another_request_is_an_error(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    await store.append(first)
    with pytest.raises(FingerprintMismatch):
        await store.append(batch(duel, first, first.command_id))
    assert (await store.head(duel)).version == 8


async def test_any_bytes_may_be_a_fingerprint(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel, fingerprint=bytes(range(256)))
    await store.append(first)
    assert (await store.append(first)).repeated
    assert await store.command(duel, first.command_id) == KnownCommand(1, 8, bytes(range(256)))


async def test_who_comes_late_is_told_the_current_version(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    await store.append(first)
    await store.append(batch(duel, first))
    with pytest.raises(VersionConflict) as conflict:
        await store.append(batch(duel, first, "late"))
    assert conflict.value.current == 16
    with pytest.raises(VersionConflict) as conflict:
        await store.append(batch(duel, None, "opened twice"))
    assert conflict.value.current == 16
    assert await store.read(duel, after=16, limit=10) == []
    assert await store.command(duel, "late") is None


async def test_a_writer_whose_history_is_not_the_stores_is_turned_away(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    second = batch(duel, first)
    with pytest.raises(HistoryLost):
        await store.append(second)
    await store.append(first)
    with pytest.raises(HistoryLost) as lost:
        await store.append(batch(duel, second))
    assert (lost.value.expected, lost.value.current) == (16, 8)
    with pytest.raises(HistoryLost):
        await store.append(batch(duel, first, expected_hash=b"?" * 32))
    assert (await store.head(duel)).version == 8


async def test_one_command_sent_many_times_at_once_is_appended_once(
    store: RedisStore, store_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    other = await open_store(store_url)
    answers = await asyncio.gather(*(writer.append(batch(duel)) for writer in [store, other] * 10))
    assert {(answer.first, answer.last) for answer in answers} == {(1, 8)}
    assert sorted(answer.repeated for answer in answers) == [False, *[True] * 19]
    assert await store.read(duel, limit=100) == batch(duel).records


async def test_of_many_commands_at_one_version_exactly_one_wins(
    store: RedisStore, store_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    first = batch(duel)
    await store.append(first)
    writers = [store, await open_store(store_url)] * 10
    attempts = [
        writer.append(batch(duel, first, f"attempt-{number}", count=1 + number))
        for number, writer in enumerate(writers)
    ]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    won = [number for number, result in enumerate(results) if isinstance(result, Appended)]
    assert len(won) == 1
    assert sum(isinstance(result, VersionConflict) for result in results) == 19
    assert (await store.head(duel)).version == 8 + 1 + won[0]
    assert await store.read(duel, after=8, limit=100) == exchange("duel", 9, count=1 + won[0])


async def test_a_batch_may_be_as_large_as_stated_and_no_larger(store: RedisStore, duel: StreamId) -> None:
    said = set()
    for count in (MAX_BATCH + 1, MAX_BATCH + 2):
        with pytest.raises(BatchTooLarge, match="than 500 events") as refused:
            await store.append(batch(duel, count=count))
        said.add(str(refused.value))
    assert len(said) == 1  # the actual count could reveal throws that no one has seen
    with pytest.raises(EncounterMissing):
        await store.head(duel)
    assert (await store.append(batch(duel, count=MAX_BATCH))).last == MAX_BATCH


async def test_a_batch_holds_at_least_its_command(store: RedisStore, duel: StreamId) -> None:
    with pytest.raises(ValueError, match="at least"):
        await store.append(msgspec.structs.replace(batch(duel), records=[]))


async def test_far_more_arguments_than_a_script_can_unpack_are_taken(store: RedisStore, duel: StreamId) -> None:
    seeds = {epoch: b"%032d" % epoch for epoch in range(1, 4501)}
    await store.append(batch(duel, count=MAX_BATCH, seeds=seeds))
    assert await store.seeds(duel) == seeds
    assert len(await store.read(duel, limit=1000)) == MAX_BATCH


async def test_seeds_are_kept_by_epoch_until_they_are_revealed(store: RedisStore, duel: StreamId) -> None:
    assert await store.seeds(duel) == {}
    first = batch(duel, seeds={1: b"one" * 10})
    second = batch(duel, first, seeds={2: b"two\n\0" * 6})
    await store.append(first)
    await store.append(second)
    assert await store.seeds(duel) == {1: b"one" * 10, 2: b"two\n\0" * 6}
    await store.append(batch(duel, second, discard_seeds=True))
    assert await store.seeds(duel) == {}


async def test_the_newest_snapshot_replaces_the_one_before(store: RedisStore, duel: StreamId) -> None:
    assert await store.load_snapshot(duel) is None
    await store.save_snapshot(duel, b"old")
    await store.save_snapshot(duel, b"new\n\0")
    assert await store.load_snapshot(duel) == b"new\n\0"


async def test_a_reader_begins_with_one_read(store: RedisStore, duel: StreamId) -> None:
    with pytest.raises(EncounterMissing, match="no encounter duel"):
        await store.load(duel)
    first = batch(duel, seeds={1: b"s" * 32})
    await store.append(first)
    assert (await store.load(duel)).snapshot is None
    await store.save_snapshot(duel, b"new\n\0")
    loaded = await store.load(duel)
    assert loaded == Loaded(await store.head(duel), first.records[0], {1: b"s" * 32}, b"new\n\0", [])


@pytest.mark.parametrize("version", [8, 15, 16, 17, 24, 300])
async def test_what_follows_on_a_snapshot_is_read_with_it(store: RedisStore, duel: StreamId, version: int) -> None:
    first = batch(duel)
    second = batch(duel, first)
    for part in (first, second):
        await store.append(part)
    await store.save_snapshot(duel, encode_snapshot(StoredSnapshot(version, b"h" * 32, "fold", b"state")))
    loaded = await store.load(duel)
    assert loaded.following == [*first.records, *second.records][version:]


async def test_records_behind_a_snapshot_that_were_taken_away_are_missed(store: RedisStore, duel: StreamId) -> None:
    await store.append(batch(duel))
    await store.save_snapshot(duel, encode_snapshot(StoredSnapshot(2, b"h" * 32, "fold", b"state")))
    await store.servers.execute("XDEL", keys_of(duel, store.partitions).events, "5-0")
    with pytest.raises(StoreDamaged, match="5-0"):
        await store.load(duel)


async def test_a_server_that_forgot_its_scripts_is_told_again(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    await store.append(first)
    for client in (await store.servers.clients()).values():
        await client.script_flush()
    assert (await store.load(duel)).opening == first.records[0]


async def test_the_nearest_checkpoint_is_found(store: RedisStore, duel: StreamId) -> None:
    for version in (1004, 2001, 10_000):
        await store.save_checkpoint(duel, version, b"at %d" % version)
    found = {at: await store.load_checkpoint(duel, at) for at in (1003, 1004, 2000, 9999, 10_000, 99_999)}
    assert found == {
        1003: None,
        1004: b"at 1004",
        2000: b"at 1004",
        9999: b"at 2001",
        10_000: b"at 10000",
        99_999: b"at 10000",
    }


async def test_encounters_are_listed_page_by_page_and_tenant_by_tenant(store: RedisStore, tenant: str) -> None:
    names = [f"fight-{number:02}" for number in range(25)]
    for name in reversed(names):
        await store.append(batch(StreamId(tenant, name)))
    await store.append(batch(StreamId(f"{tenant}-b", "elsewhere")))
    assert await store.encounters(tenant, limit=10) == names[:10]
    assert await store.encounters(tenant, after="fight-09", limit=10) == names[10:20]
    assert await store.encounters(tenant, after="fight-19", limit=10) == names[20:]
    assert await store.encounters(tenant, after="fight-24", limit=10) == []


@pytest.mark.parametrize("name", ["", "a:b", "{a}", "a b", "-a", "a" * 65, "ä"])
async def test_an_id_that_would_break_a_key_is_refused(store: RedisStore, tenant: str, name: str) -> None:
    with pytest.raises(ValueError, match="not a valid encounter ID"):
        await store.append(batch(StreamId(tenant, name)))
    with pytest.raises(ValueError, match="not a valid tenant"):
        await store.head(StreamId(name, "duel"))


async def test_a_lent_value_is_taken_once(store: RedisStore) -> None:
    await store.lend("digest-1", b"\x00value", 60)
    found = await asyncio.gather(*(store.take("digest-1") for _ in range(5)))
    assert sorted(one or b"" for one in found) == [b"", b"", b"", b"", b"\x00value"]
    assert await store.take("digest-2") is None
    await store.lend("digest-3", b"value", 60)
    assert 0 < await store.servers.execute("TTL", lent_key("digest-3")) <= 60


async def test_a_command_is_known_by_the_earlier_form_of_its_id_if_it_is_the_same(
    store: RedisStore, duel: StreamId
) -> None:
    first = batch(duel, command_id="key")
    assert await store.append(first) == Appended(1, 8, repeated=False)
    again = msgspec.structs.replace(first, command_id="key owner", former_id="key")
    assert await store.append(again) == Appended(1, 8, repeated=True)
    second = batch(duel, first, "key other", former_id="key", fingerprint=b"of another")
    assert await store.append(second) == Appended(9, 16, repeated=False)
    assert await store.command(duel, "key owner") is None
