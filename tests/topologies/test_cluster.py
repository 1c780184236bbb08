"""Tests that everything that spans encounters works on a cluster: lists, tallies, feeds, imports, tokens, readiness.

Also that play continues while an operator exchanges primaries and their replicas.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic  # noqa: TID251 - what it measures is reported, not asserted
from typing import Any

import pytest
import redis
from pydantic import SecretStr
from redis.crc import key_slot

from events.read_models.redis_rows import Move, MoveResult, OrderChange, ReadModel, ReadModelStore
from events.store.cluster import Cluster, slot_of
from events.store.connection import pack
from events.store.protocol import FeedEntry, StoreMisconfigured, StreamId
from events.store.redis_store import RedisStore
from service.settings import Settings
from tests.http.conftest import running
from tests.servers import SAFE
from tests.servers import running as server
from tests.topologies.nodes import SLOTS, cluster
from tests.topologies.test_deadlines import hung, slot
from tests.topologies.test_failover import playing
from tests.unit.events.samples import batch
from tests.waiting import PATIENCE, eventually, until

MANY = 20
EVERY_ORDER = 10
"""The number of attempts after which two nodes have surely been asked in both orders."""


@pytest.fixture
async def store(cluster_url: str) -> AsyncIterator[RedisStore]:
    """Yield a store on a cluster."""
    store = await RedisStore.open(cluster_url)
    yield store
    await store.close()


async def test_a_reader_follows_the_feeds_of_all_nodes(store: RedisStore, tenant: str) -> None:
    reader = store.follow(await store.feed_ends(), alarm=lambda alarm: pytest.fail(str(alarm)), resumed=lambda: None)
    streams = [StreamId(tenant, f"fight-{number}") for number in range(MANY)]
    seen: list[FeedEntry] = []
    try:
        for stream in streams:
            await store.append(batch(stream))
        async with asyncio.timeout(PATIENCE):
            async for entries in reader.follow():
                seen += (entry for entry in entries if entry.stream.tenant == tenant)
                if len(seen) == MANY:
                    break
    finally:
        await reader.close()
    assert sorted(entry.stream.encounter for entry in seen) == sorted(stream.encounter for stream in streams)


async def test_a_reader_of_all_feeds_has_one_connection_to_each_node(store: RedisStore) -> None:
    clients = (await store.servers.clients()).values()
    before = [len(await client.client_list(_type="normal")) for client in clients]
    reader = store.follow(await store.feed_ends(), alarm=lambda alarm: pytest.fail(str(alarm)), resumed=lambda: None)
    await reader.read()
    after = [len(await client.client_list(_type="normal")) for client in clients]
    assert all(now <= then + 1 for then, now in zip(before, after, strict=True))
    await reader.close()


async def test_a_node_that_was_removed_from_the_cluster_does_not_hide_it(
    redis_program: Path, cluster_url: str, tmp_path: Path
) -> None:
    with server(redis_program, tmp_path, cluster_enabled="yes", **SAFE) as removed:
        with pytest.raises(StoreMisconfigured, match=r"in no cluster that serves slots\. Name a node of the cluster"):
            await RedisStore.open(removed)
        for _ in range(EVERY_ORDER):
            store = await RedisStore.open(f"{removed},{cluster_url.rpartition(',')[2]}")
            await store.require_writable()
            await store.close()


async def test_the_partitions_are_spread_over_all_primaries(store: RedisStore) -> None:
    keys = [f"yarrow:{{{partition}}}:feed" for partition in range(store.partitions)]
    assert len(store.servers.spread(keys)) == len(await store.servers.clients()) == 3


async def test_one_node_is_enough_to_start_and_a_replica_will_do(cluster_url: str, tenant: str) -> None:
    for host in cluster_url.removeprefix("redis://").split(","):
        store = await RedisStore.open(f"redis://{host}")
        try:
            assert isinstance(store.servers, Cluster)
            await store.append(batch(StreamId(tenant, f"from-{host.partition(':')[2]}")))
        finally:
            await store.close()


async def test_a_start_passes_over_addresses_that_do_not_answer(cluster_url: str) -> None:
    store = await RedisStore.open(cluster_url.replace("redis://", "redis://127.0.0.1:1,"))
    await store.require_writable()
    await store.close()


async def test_a_transaction_stays_in_one_piece(store: RedisStore, tenant: str) -> None:
    link, key = store.servers.link(), f"{tenant}-key"
    commands = [pack("MULTI"), pack("SET", key, 1), pack("INCR", key), pack("EXEC")]
    assert (await link.exchange(commands))[-1] == [b"OK", 2]


async def test_an_order_may_exchange_its_only_member_while_its_slot_moves(store: RedisStore, tenant: str) -> None:
    assert isinstance(store.servers, Cluster)
    model = ReadModel(tenant, 1, 7)
    order, slot = model.order("name", tenant), key_slot(model.rows.encode())
    models = ReadModelStore(store.servers.link())
    assert await models.apply([Move(model, 0, 1, {}, [OrderChange(order, True, "first")])]) == [MoveResult(True, 1)]
    clients: dict[str, Any] = {**await store.servers.clients()}
    owner = store.servers.owner(slot)
    source = clients[f"{owner.host}:{owner.port}"]
    target = next(client for client in clients.values() if client is not source)
    names = [(await one.execute_command("CLUSTER MYID")).decode() for one in (source, target)]
    try:
        await target.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", names[0])
        await source.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", names[1])
        changes = [OrderChange(order, False, "first"), OrderChange(order, True, "second")]
        assert await models.apply([Move(model, 1, 2, {}, changes)]) == [MoveResult(True, 2)]
    finally:
        for one in (source, target):
            await one.execute_command("CLUSTER SETSLOT", slot, "STABLE")
    assert await source.zrange(order, 0, -1) == [b"second"]
    await models.close()


async def test_a_revocation_is_read_by_all(store: RedisStore, cluster_url: str, tenant: str) -> None:
    first = await store.revoke(tenant, "first", 60)
    second = await store.revoke(tenant, "second", 30)
    assert second >= first
    other = await RedisStore.open(cluster_url)
    revoked = await other.revoked(0)
    await other.close()
    assert (revoked[tenant, "first"], revoked[tenant, "second"]) == (first, second)


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("GET", "yarrow:{7}:feed"), "yarrow:{7}:feed"),
        (("EVALSHA", "0" * 40, 2, "a\r\nb", "c"), "a\r\nb"),
        (("EVAL", "return 1\r\n", 1, "key", b"\r\n"), "key"),
    ],
)
def test_a_command_is_of_the_slot_of_its_first_key(cluster_url: str, command: tuple[str, ...], key: str) -> None:
    with redis.Redis.from_url(cluster_url.partition(",")[0]) as client:
        assert slot_of(pack(*command)) == client.execute_command("CLUSTER KEYSLOT", key)


async def test_a_service_lists_tallies_exports_and_imports_on_a_cluster(cluster_url: str, tenant: str) -> None:
    settings = Settings(redis_url=SecretStr(cluster_url), tenant=tenant)
    async with running(settings) as api:
        names = [f"fight-{number}" for number in range(MANY)]
        for name in names:
            assert (await api.open(name)).is_success
            assert (await api.command("core.note", encounter=name, text="Is anybody there?")).is_success
        listed = (await api.client.get("/v1/encounters?limit=100")).json()
        assert sorted(one["id"] for one in listed["encounters"]) == sorted(names)
        assert listed["current"]
        assert (await api.client.get("/v1/tallies?by=ruleset")).is_success
        bundle = (await api.get("/bundle", encounter=names[0])).content
        headers = {"Content-Type": "application/x-ndjson"}
        brought = await api.client.post("/v1/bundles?as=again", content=bundle, headers=headers)
        assert brought.status_code == 201, brought.text
        assert (await api.client.get("/readyz")).is_success


@pytest.mark.long
@pytest.mark.parametrize("how", ["", "FORCE"], ids=["planned", "forced"])
def test_replicas_may_take_over_while_clients_play(redis_program: Path, tmp_path: Path, how: str) -> None:
    with cluster(redis_program, tmp_path / "nodes") as nodes, playing(nodes.url, tmp_path, pairs=4) as play:
        for replica in [*nodes.nodes[3:], *nodes.nodes[:3]]:
            play.goes_on()
            begun = monotonic()
            nodes.hand_over(replica, *how.split())
            play.goes_on()
            print(f"Play went on after {monotonic() - begun:.1f} s.")
            until(play.is_ready, "the service is ready")
            nodes.await_health()
        print(f"{sum(writer.unanswered for writer in play.writers)} requests were answered 503.")
    assert '"level": "error"' not in play.log


@pytest.mark.long
def test_a_primary_without_a_replica_is_not_ready_after_a_planned_failover(redis_program: Path, tmp_path: Path) -> None:
    with cluster(redis_program, tmp_path / "nodes") as nodes, playing(nodes.url, tmp_path, pairs=1) as play:
        former, replica = nodes.nodes[0], nodes.nodes[3]
        nodes.hand_over(replica)
        play.goes_on()
        assert former.process is not None
        with hung(former.process.pid):
            assert not play.is_ready()
        until(play.is_ready, "the service is ready")


@pytest.mark.long
async def test_a_primary_that_hangs_is_replaced_while_it_hangs(redis_program: Path, tmp_path: Path) -> None:
    with cluster(redis_program, tmp_path) as nodes:
        process = nodes.nodes[0].process
        assert process is not None
        async with running(Settings(redis_url=SecretStr(nodes.url))) as api:
            fight = next(name for name in (f"fight-{number}" for number in range(MANY)) if slot(name) < SLOTS // 3)
            assert (await api.open(fight)).is_success

            async def answered() -> bool:
                paths = (f"/v1/encounters/{fight}/events", "/readyz")
                answers = [await api.client.get(path, timeout=PATIENCE) for path in paths]
                headers = {"Idempotency-Key": "again"}
                answers.append(await api.command("core.note", encounter=fight, text="On we go.", headers=headers))
                return all(answer.is_success for answer in answers)

            with hung(process.pid):
                await eventually(answered, "the replica serves the encounter")


@pytest.mark.long
def test_a_cluster_that_lost_power_is_served_again_without_a_restart(redis_program: Path, tmp_path: Path) -> None:
    with cluster(redis_program, tmp_path / "nodes") as nodes, playing(nodes.url, tmp_path, pairs=4) as play:
        play.goes_on()
        answered = sum(writer.unanswered for writer in play.writers)
        nodes.kill()
        assert not play.is_ready()
        until(lambda: sum(writer.unanswered for writer in play.writers) > answered, "a client is answered 503")
        for node in nodes.nodes:
            node.start()
        play.goes_on()
        until(play.is_ready, "the service is ready")
    assert "Requests are answered 503 store_away: The store is " in play.log
    assert '"level": "error"' not in play.log
