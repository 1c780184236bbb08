"""Tests of snapshots and checkpoints: they are used if they match, and ignored if anything in them is wrong."""

import msgspec
import pytest

from events.store.keys import keys_of
from events.store.protocol import Head, StreamId
from events.store.redis_store import RedisStore
from events.store.snapshots import Snapshots, StateAt, StoredSnapshot, crosses_multiple
from tests.unit.events.clients import client_of
from tests.unit.events.conftest import OpenStore

State = dict[str, int]
HASH = b"h" * 32


def snapshots_of(store: RedisStore, fold: str = "fold") -> Snapshots[State]:
    decode = msgspec.msgpack.Decoder(State).decode
    return Snapshots(store, lambda: fold, msgspec.msgpack.encode, decode, every=100, spacing=1000)


def at(version: int, chained: bytes = HASH) -> StateAt[State]:
    return StateAt(version, chained, {"at": version})


def head(version: int) -> Head:
    return Head(version, HASH, "open", "")


@pytest.fixture
async def plain(open_store: OpenStore, redis_url: str) -> RedisStore:
    """Return a store on the embedded server."""
    return await open_store(redis_url)


async def test_a_state_is_found_again_at_its_version(plain: RedisStore, duel: StreamId) -> None:
    snapshots = snapshots_of(plain)
    assert snapshots.newest(await plain.load_snapshot(duel), head(500)) is None
    await snapshots.save_if_due(duel, 95, at(103))
    assert snapshots.newest(await plain.load_snapshot(duel), head(103)) == at(103)
    assert snapshots.newest(await plain.load_snapshot(duel), head(500)) == at(103)


async def test_a_snapshot_is_kept_once_in_its_distance(plain: RedisStore, duel: StreamId) -> None:
    snapshots = snapshots_of(plain)
    for before, version in ((0, 99), (99, 108), (108, 199)):
        await snapshots.save_if_due(duel, before, at(version))
    assert snapshots.newest(await plain.load_snapshot(duel), head(200)) == at(108)


@pytest.mark.parametrize(
    ("before", "version", "distance", "due"),
    [(0, 99, 100, False), (99, 100, 100, True), (100, 199, 100, False), (150, 420, 100, True), (0, 0, 100, False)],
)
def test_a_distance_is_crossed_at_its_multiples(before: int, version: int, distance: int, due: bool) -> None:
    assert crosses_multiple(before, version, distance) is due


async def test_checkpoints_make_any_version_near(plain: RedisStore, duel: StreamId) -> None:
    snapshots = snapshots_of(plain)
    for version in range(8, 5001, 8):
        await snapshots.save_if_due(duel, version - 8, at(version))
    found = [await snapshots.nearest(duel, version) for version in (999, 1000, 2500, 4999, 5000)]
    assert found == [None, at(1000), at(2000), at(4000), at(5000)]
    assert await client_of(plain).hlen(keys_of(duel, plain.partitions).checkpoints) == 5


async def test_a_checkpoint_that_is_gone_can_be_kept_again(plain: RedisStore, duel: StreamId) -> None:
    snapshots = snapshots_of(plain)
    await snapshots.save_checkpoint(duel, at(1004))
    assert await snapshots.nearest(duel, 1500) == at(1004)


async def test_who_offers_a_state_does_not_suffer_where_it_cannot_be_kept(plain: RedisStore, duel: StreamId) -> None:
    await client_of(plain).set(keys_of(duel, plain.partitions).checkpoints, "no hash")
    await snapshots_of(plain).save_if_due(duel, 0, at(1000))
    await snapshots_of(plain).save_checkpoint(duel, at(1000))
    assert snapshots_of(plain).newest(await plain.load_snapshot(duel), head(1000)) == at(1000)


async def test_a_state_of_another_fold_is_passed_over(plain: RedisStore, duel: StreamId) -> None:
    await snapshots_of(plain, "old").save_if_due(duel, 0, at(1000))
    assert snapshots_of(plain, "new").newest(await plain.load_snapshot(duel), head(1000)) is None
    assert await snapshots_of(plain, "new").nearest(duel, 1000) is None
    assert snapshots_of(plain, "old").newest(await plain.load_snapshot(duel), head(1000)) == at(1000)


async def test_a_snapshot_beyond_the_head_or_on_another_chain_is_passed_over(plain: RedisStore, duel: StreamId) -> None:
    snapshots = snapshots_of(plain)
    await snapshots.save_if_due(duel, 0, at(103))
    assert snapshots.newest(await plain.load_snapshot(duel), head(102)) is None
    await snapshots.save_if_due(duel, 0, at(103, b"x" * 32))
    assert snapshots.newest(await plain.load_snapshot(duel), head(103)) is None


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\xff\xff",
        msgspec.msgpack.encode({"version": 5}),
        msgspec.msgpack.encode(StoredSnapshot(5, HASH, "fold", b"\xc1")),
        msgspec.msgpack.encode(StoredSnapshot(5, HASH, "fold", msgspec.msgpack.encode(["no", "state"]))),
    ],
)
async def test_what_cannot_be_read_is_passed_over(plain: RedisStore, duel: StreamId, stored: bytes) -> None:
    await plain.save_snapshot(duel, stored)
    await plain.save_checkpoint(duel, 5, stored)
    assert snapshots_of(plain).newest(await plain.load_snapshot(duel), head(10)) is None
    assert await snapshots_of(plain).nearest(duel, 10) is None
