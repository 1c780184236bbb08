"""Tests of addresses: what they mean, and what the start says about those that lead nowhere or elsewhere."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pydantic import SecretStr

from events.store.address import Address
from events.store.protocol import Acknowledge, StoreMisconfigured
from events.store.redis_store import RedisStore
from service.settings import Settings
from tests.http.conftest import running as serving
from tests.program import yarrow_process
from tests.servers import SAFE, free_ports, running
from tests.topologies.nodes import Watched, watched
from tests.topologies.test_readiness import fill, loading

FAILED = 1
"""The exit status of a failure, as docs/howto/operating.md has it."""


def complaint(url: str) -> str:
    """Return what the start says about a URL: one line, without a trace."""
    done = yarrow_process("serve", "--port", "0", variables={"YARROW_REDIS_URL": url})
    assert done.returncode == FAILED
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_hosts_of_a_cluster_share_their_options() -> None:
    found = Address.of("rediss://user:a%2Cb@one:1,two:2,[::1]:3?ssl_cert_reqs=none")
    assert found.urls == (
        "rediss://user:a%2Cb@one:1?ssl_cert_reqs=none",
        "rediss://user:a%2Cb@two:2?ssl_cert_reqs=none",
        "rediss://user:a%2Cb@[::1]:3?ssl_cert_reqs=none",
    )


def test_sentinels_have_a_name_and_credentials_of_their_own() -> None:
    found = Address.of("redis+sentinel://:word@one,two:2,[::1]/history?db=3&sentinel_password=other")
    assert found.urls == (
        "redis://:word@one:26379?db=3",
        "redis://:word@two:2?db=3",
        "redis://:word@[::1]:26379?db=3",
    )
    assert (found.name, found.sentinel_options) == ("history", (("sentinel_password", "other"),))


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://one:1",
        "redis+sentinel://one:1,/name",
        "redis://one:1,",
        "http://one:1",
        "redis://one:port",
        "redis://one:1/fights",
        "unix://",
        "unix://redis.sock",
    ],
)
def test_an_address_that_cannot_be_meant_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"scheme|missing|port|number|path"):
        Address.of(url)


@pytest.fixture(scope="module")
def locked(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a server that requires a password."""
    with running(redis_program, tmp_path_factory.mktemp("locked"), **SAFE) as url:
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", "right")
        yield url.removeprefix("redis://")


@pytest.mark.parametrize("credentials", ["", ":wrong@", pytest.param("joe:wrong@", marks=pytest.mark.long)])
def test_a_password_that_is_refused_is_named_and_not_shown(locked: str, credentials: str) -> None:
    said = complaint(f"redis://{credentials}{locked}")
    assert "refuses the user name or the password of the URL, or requires one. Check both" in said
    assert "wrong" not in said


@pytest.mark.long
def test_tls_that_is_asked_of_a_plain_port_is_guessed(locked: str) -> None:
    assert ". If the port does not use TLS, begin the URL with redis://." in complaint(f"rediss://{locked}")


async def refusal(url: str) -> str:
    """Return why a store cannot be opened at a URL."""
    with pytest.raises(StoreMisconfigured) as refused:
        await RedisStore.open(url)
    return str(refused.value)


async def test_a_server_that_is_no_redis_is_recognized() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"<html>")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert "is not a Redis" in await refusal(f"redis://127.0.0.1:{port}")
        assert "are no sentinels" in await refusal(f"redis+sentinel://127.0.0.1:{port}/history")


async def test_a_database_that_does_not_exist_is_named(redis_url: str) -> None:
    assert "Leave its number out" in await refusal(f"{redis_url}?db=99")


async def test_too_few_replicas_are_missed_at_the_start(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    acknowledges: tuple[Acknowledge, ...] = ("memory", "replicas")
    for warnings, acknowledge in enumerate(acknowledges):
        store = await RedisStore.open(redis_url, acknowledge=acknowledge, wait=0.1)
        await store.close()
        assert len(caplog.messages) == warnings
    assert "A primary has too few replicas" in caplog.messages[0]


@pytest.mark.parametrize("permitted", [("+@all", "~other:*"), ("+ping", "~*")], ids=["other keys", "no commands"])
async def test_a_user_with_too_few_permissions_is_told_which_it_needs(locked: str, permitted: tuple[str, str]) -> None:
    with redis.Redis.from_url(f"redis://:right@{locked}") as client:
        client.execute_command("ACL SETUSER", "joe", "reset", "on", ">joe", *permitted)
    assert "ACL SETUSER name ~yarrow:* +@all" in await refusal(f"redis://joe:joe@{locked}")


async def test_a_user_who_may_not_run_scripts_is_refused_at_the_start_and_later(
    redis_program: Path, tmp_path: Path
) -> None:
    with running(redis_program, tmp_path, **SAFE) as url, redis.Redis.from_url(url) as client:
        user = ("ACL SETUSER", "joe", "reset", "on", ">joe", "~yarrow:*", "+@all")
        client.execute_command(*user, "-evalsha", "-eval", "-script")
        mine = url.replace("redis://", "redis://joe:joe@")
        assert "ACL SETUSER name ~yarrow:* +@all" in await refusal(mine)
        client.execute_command(*user)
        async with serving(Settings(redis_url=SecretStr(mine))) as api:
            assert (await api.open()).is_success
            client.execute_command(*user, "-evalsha")
            for answer in (await api.command("core.note", text="x"), await api.client.get("/readyz")):
                assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
                assert "does not permit" in answer.json()["detail"]


async def test_several_addresses_of_no_cluster_are_refused(locked: str) -> None:
    said = await refusal(f"redis://:right@{locked},{locked}")
    assert said == (
        f"Several addresses are those of a cluster, and {locked} is none. Name one server, or its sentinels."
    )


def test_an_address_where_nothing_listens_is_named() -> None:
    first, second = free_ports(2)
    said = complaint(f"redis://127.0.0.1:{first},127.0.0.1:{second}")
    assert f"connecting to 127.0.0.1:{second}. Connection refused. Start that server" in said


def test_a_server_that_is_full_is_told_from_one_that_is_away(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, maxmemory="1", **SAFE) as url:
        assert "when used memory > 'maxmemory'. Raise maxmemory of that server" in complaint(url)


def test_a_server_that_loads_its_files_is_waited_for(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, **SAFE) as url, redis.Redis.from_url(url) as client:
        fill(client)
    [port] = free_ports(1)
    with loading(redis_program, tmp_path, port):
        assert "in memory. Start Yarrow again once that server has loaded its files." in complaint(
            f"redis://127.0.0.1:{port}"
        )


@pytest.mark.long
def test_a_cluster_with_slots_missing_is_refused(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, cluster_enabled="yes", **SAFE) as url:
        with redis.Redis.from_url(url) as client:
            client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16000)
        assert "serves only 16001 of 16384 slots. Give the others to a node" in complaint(url)


@pytest.fixture(scope="module")
def servers(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Yield servers that sentinels watch."""
    with watched(redis_program, tmp_path_factory.mktemp("watched")) as found:
        yield found


@pytest.mark.long
def test_a_name_that_sentinels_do_not_know_is_refused_with_those_that_they_know(servers: Watched) -> None:
    said = complaint(servers.url.replace("/history", "/nothing"))
    assert "The sentinels watch history, and no nothing." in said


@pytest.mark.long
def test_a_sentinel_in_place_of_a_server_is_recognized(servers: Watched) -> None:
    told = "The server is a sentinel. It watches history. Set YARROW_REDIS_URL to redis+sentinel"
    assert told in complaint(servers.sentinels[0].url)
    assert told in complaint("redis://" + ",".join(f"127.0.0.1:{one.port}" for one in servers.sentinels))


@pytest.mark.long
def test_a_server_in_place_of_a_sentinel_is_recognized(servers: Watched) -> None:
    told = "Check hosts and ports (usually 26379), or begin the URL with redis:// for a server."
    assert told in complaint(f"redis+sentinel://127.0.0.1:{servers.data[0].port}/history")


@pytest.mark.long
def test_a_replica_as_the_only_address_is_refused(servers: Watched) -> None:
    assert "The server is a replica of 127.0.0.1" in complaint(servers.data[1].url)


@pytest.mark.long
def test_passwords_of_sentinels_and_servers_are_told_apart(redis_program: Path, tmp_path: Path) -> None:
    with watched(redis_program, tmp_path) as servers:
        for node in servers.data:
            node.do("CONFIG", "SET", "requirepass", "right")
        assert "Check both, as in redis://user:password@host" in complaint(servers.url)
        for node in servers.sentinels:
            node.do("ACL", "SETUSER", "default", "resetpass", ">other")
        for url in (servers.url, f"{servers.url}?sentinel_password=wrong"):
            assert "The sentinels refuse their user name or password" in complaint(url)


@pytest.mark.long
def test_tls_that_is_asked_of_plain_sentinels_is_guessed(servers: Watched) -> None:
    assert "begin the URL with redis+sentinel://." in complaint(servers.url.replace("redis+", "rediss+"))


@pytest.mark.long
def test_sentinels_that_do_not_answer_are_named_as_such() -> None:
    [port] = free_ports(1)
    assert "No sentinel answers at the addresses of the URL." in complaint(f"redis+sentinel://127.0.0.1:{port}/history")
