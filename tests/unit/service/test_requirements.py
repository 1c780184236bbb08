"""Tests of the server requirements: Yarrow rejects a server that could lose history, and says what to change."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from events.store.protocol import Acknowledge
from events.store.topology import servers_at
from service.redis.requirements import UnfitRedis, require_fit, version_fault
from service.services import connect
from service.settings import Settings
from tests.servers import SAFE, running, valkey_program
from tests.topologies.nodes import NODE_TIMEOUT


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(url) as client:
        yield client


async def faults(url: str, acknowledge: Acknowledge) -> tuple[str, ...]:
    async with connected(url) as client:
        with pytest.raises(UnfitRedis) as unfit:
            await require_fit({"": client}, acknowledge)
    return unfit.value.faults


@pytest.mark.parametrize("acknowledge", ["memory", "fsync", "replicas"])
async def test_the_embedded_server_is_fit(redis_url: str, acknowledge: Acknowledge) -> None:
    async with connected(redis_url) as client:
        await require_fit({"": client}, acknowledge)


async def test_a_valkey_is_fit(tmp_path: Path) -> None:
    with running(valkey_program(), tmp_path, **SAFE) as url:
        async with connected(url) as client:
            assert "valkey_version" in await client.info("server")
            await require_fit({"": client}, "fsync")


@pytest.mark.parametrize("decode", [True, False])
@pytest.mark.parametrize("protocol", [2, 3])
async def test_the_way_a_client_reads_answers_makes_no_difference(redis_url: str, protocol: int, decode: bool) -> None:
    async with Redis.from_url(redis_url, protocol=protocol, decode_responses=decode) as client:
        await require_fit({"": client}, "fsync")


async def test_on_an_unfit_server_nothing_is_written(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, appendonly="no") as url:
        with pytest.raises(UnfitRedis):
            async with AsyncExitStack() as stack:
                await connect(Settings.from_environment({"YARROW_REDIS_URL": url}), stack)
        async with connected(url) as client:
            assert await client.dbsize() == 0


async def test_a_server_that_evicts_is_refused(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, maxmemory_policy="allkeys-lru", **SAFE) as url:
        (fault,) = await faults(url, "memory")
    assert "maxmemory-policy is allkeys-lru" in fault
    assert "CONFIG SET maxmemory-policy noeviction" in fault


@pytest.mark.parametrize(
    ("appendonly", "appendfsync"), [("no", "always"), ("yes", "everysec"), ("yes", "no"), ("no", "everysec")]
)
async def test_waiting_for_the_disk_needs_a_server_that_writes_before_it_answers(
    redis_program: Path, tmp_path: Path, appendonly: str, appendfsync: str
) -> None:
    with running(redis_program, tmp_path, appendonly=appendonly, appendfsync=appendfsync) as url:
        (fault,) = await faults(url, "fsync")
        assert f"the server has appendonly {appendonly} and appendfsync {appendfsync}" in fault
        async with connected(url) as client:
            await require_fit({"": client}, "memory")
            await require_fit({"": client}, "replicas")


async def test_a_server_that_keeps_half_a_transaction_is_warned_of(
    redis_program: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(redis_program, tmp_path, **{**SAFE, "aof_load_truncated": "yes"}) as url:
        async with connected(url) as client:
            await require_fit({"": client}, "memory")
            assert not caplog.messages
            await require_fit({"": client}, "fsync")
            (warned,) = caplog.messages
            assert "CONFIG SET aof-load-truncated no" in warned
            await client.config_set("aof-load-truncated", "no")
            await require_fit({"": client}, "fsync")
    assert caplog.messages == [warned]


async def test_every_fault_is_told_at_once(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, maxmemory_policy="volatile-ttl", appendonly="no") as url:
        async with connected(url) as client:
            with pytest.raises(UnfitRedis, match=r"volatile-ttl.* appendonly no") as unfit:
                await require_fit({"": client}, "fsync")
    assert len(unfit.value.faults) == 2


async def test_where_config_is_forbidden_info_tells_what_it_can(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, maxmemory_policy="allkeys-lru", **SAFE) as url:
        async with connected(url) as client:
            await client.acl_setuser(
                "guest", enabled=True, passwords=["+word"], keys=["*"], categories=["+@all"], commands=["-config"]
            )
        guest = url.replace("//", "//guest:word@")
        (evicts,) = await faults(guest, "memory")
        assert "allkeys-lru" in evicts
        async with connected(url) as client:
            await client.config_set("maxmemory-policy", "noeviction")
        async with connected(guest) as client:
            await require_fit({"": client}, "memory")
        (hidden,) = await faults(guest, "fsync")
        assert "ACL SETUSER ... +config|get" in hidden
        async with connected(url) as client:
            await client.config_set("appendonly", "no")
        (memory_only,) = await faults(guest, "fsync")
        assert "appendonly no" in memory_only


async def test_every_primary_of_a_cluster_is_asked(cluster_url: str, caplog: pytest.LogCaptureFixture) -> None:
    servers = await servers_at(cluster_url)
    try:
        clients = await servers.clients()
        assert len(clients) == 3
        await require_fit(clients, "fsync")
        name, last = list(clients.items())[-1]
        await last.config_set("maxmemory-policy", "allkeys-lru")
        await last.config_set("cluster-node-timeout", "2001")
        try:
            with pytest.raises(UnfitRedis) as unfit:
                await require_fit(clients, "fsync")
        finally:
            await last.config_set("maxmemory-policy", "noeviction")
            await last.config_set("cluster-node-timeout", str(NODE_TIMEOUT))
    finally:
        await servers.close()
    (fault,) = unfit.value.faults
    assert fault.startswith(f"{name}: maxmemory-policy is allkeys-lru")
    (warning,) = caplog.messages
    assert "CONFIG SET cluster-node-timeout 2000" in warning


async def test_a_replica_is_refused(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, replicaof="127.0.0.1 1", **SAFE) as url:
        (fault,) = await faults(url, "fsync")
    assert fault.startswith("The server is a replica of 127.0.0.1:1 and takes no writes.")


@pytest.mark.parametrize(
    "facts",
    [
        {"redis_version": "7.2.0"},
        {"redis_version": "8.10.1"},
        {"redis_version": "10.0.0"},
        {"redis_version": "7.2.4", "server_name": "valkey", "valkey_version": "8.0.0"},
    ],
)
def test_versions_that_can_wait_for_the_disk_are_taken(facts: dict[str, str]) -> None:
    assert version_fault(facts) is None


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        ({"redis_version": "7.0.15"}, "Redis 7.0.15"),
        ({"redis_version": "6.2.5"}, "Redis 6.2.5"),
        ({"redis_version": "7.2.4", "server_name": "valkey", "valkey_version": "7.2.11"}, "Valkey 7.2.11"),
    ],
)
def test_older_versions_are_refused(facts: dict[str, str], name: str) -> None:
    fault = version_fault(facts)
    assert fault
    assert fault.startswith(f"The server is {name}; ")
