"""Tests of group commit: batched appends, and their results when a caller leaves or the connection breaks."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis

from events.store.connection import Connection, connect, pack
from events.store.group_commit import GroupCommit
from events.store.keys import keys_of
from events.store.protocol import (
    Appended,
    StoreDamaged,
    StoreMisconfigured,
    StoreUnavailable,
    StreamId,
    VersionConflict,
)
from events.store.redis_store import RedisStore
from tests.servers import SAFE, running
from tests.unit.events.clients import client_of
from tests.unit.events.conftest import OpenStore
from tests.unit.events.samples import batch
from tests.waiting import PATIENCE, until


@pytest.fixture
async def store(any_url: str, open_store: OpenStore) -> RedisStore:
    """Return a store on each kind of single server in turn."""
    return await open_store(any_url)


Ask = Callable[[bytes, asyncio.StreamWriter], Coroutine[Any, Any, None]]


async def ask_at_once(data: bytes, server: asyncio.StreamWriter) -> None:
    server.write(data)


@asynccontextmanager
async def cutting_proxy(
    url: str, may_answer: Callable[[bytes], bool] = lambda _: True, ask: Ask = ask_at_once
) -> AsyncIterator[str]:
    """Yield the URL of a proxy that disconnects instead of forwarding a reply chunk that ``may_answer`` forbids.

    ``ask`` forwards a chunk of commands to the server.
    """
    target = urlsplit(url)
    lines: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        lines.add(line)
        there, back = await asyncio.open_connection(target.hostname, target.port)

        async def to_server() -> None:
            while data := await reader.read(65536):
                await ask(data, back)

        sending = asyncio.create_task(to_server())
        try:
            while (data := await there.read(65536)) and may_answer(data):
                writer.write(data)
        finally:
            sending.cancel()
            for end in (writer, back):
                end.close()
            await asyncio.gather(sending, writer.wait_closed(), back.wait_closed(), return_exceptions=True)

    async with await asyncio.start_server(carry, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        yield f"redis://{host}:{port}"
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def commands_of(store: RedisStore) -> dict[str, int]:
    stats = await client_of(store).info("commandstats")
    return {name.removeprefix("cmdstat_"): entry["calls"] for name, entry in stats.items()}


async def test_appends_at_one_time_share_waits_for_the_disk(store: RedisStore, tenant: str) -> None:
    await store.append(batch(StreamId(tenant, "first")))
    before = await commands_of(store)
    await asyncio.gather(*(store.append(batch(StreamId(tenant, f"fight-{number}"))) for number in range(20)))
    after = await commands_of(store)
    assert after["evalsha"] - before["evalsha"] == 20
    assert after["waitaof"] - before["waitaof"] == 3  # 8 at once, 8 while the first are answered, and the last 4


async def test_appends_at_one_time_are_one_transaction(store: RedisStore, tenant: str) -> None:
    before = await commands_of(store)
    await store.append(batch(StreamId(tenant, "alone")))
    assert (await commands_of(store)).get("exec", 0) == before.get("exec", 0)
    await asyncio.gather(*(store.append(batch(StreamId(tenant, f"fight-{number}"))) for number in range(8)))
    assert (await commands_of(store))["exec"] - before.get("exec", 0) == 1


async def test_a_refusal_does_not_touch_the_rest_of_its_group(store: RedisStore, tenant: str) -> None:
    streams = [StreamId(tenant, f"fight-{number}") for number in range(3)]
    results = await asyncio.gather(
        store.append(batch(streams[0])),
        store.append(batch(streams[0], command_id="late")),
        store.append(batch(streams[1])),
        return_exceptions=True,
    )
    assert isinstance(results[1], VersionConflict)
    assert [results[0], results[2]] == [Appended(1, 8, repeated=False)] * 2


async def test_damage_does_not_touch_the_rest_of_its_group(store: RedisStore, tenant: str) -> None:
    streams = [StreamId(tenant, f"fight-{number}") for number in range(3)]
    await client_of(store).set(keys_of(streams[1], store.partitions).commands, "not a hash")
    results = await asyncio.gather(*(store.append(batch(stream)) for stream in streams), return_exceptions=True)
    assert isinstance(results[1], StoreDamaged)
    assert [results[0], results[2]] == [Appended(1, 8, repeated=False)] * 2


async def test_a_group_that_the_server_discards_is_refused_with_its_reason(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    """Without memory, the server refuses a snapshot as it arrives, and then the transaction that it belongs to."""
    with running(redis_program, tmp_path, **SAFE) as url:
        store = await open_store(url)
        duel, brawl = StreamId("main", "duel"), StreamId("main", "brawl")
        await client_of(store).config_set("maxmemory", "1")
        attempts = (store.append(batch(duel)), store.save_snapshot(duel, b"state"), store.append(batch(brawl)))
        results = await asyncio.gather(*attempts, return_exceptions=True)
        assert [type(result) for result in results] == [StoreUnavailable] * 3
        assert all("maxmemory" in str(result) for result in results)
        await client_of(store).config_set("maxmemory", "0")
        assert await store.append(batch(duel)) == Appended(1, 8, repeated=False)


async def test_a_command_that_the_server_discards_a_group_for_does_not_touch_the_rest(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    """The server checks keys as commands arrive, before it executes any of a group."""
    with running(redis_program, tmp_path, **SAFE) as url:
        store = await open_store(url)
        permitted = [StreamId("main", "duel"), StreamId("main", "brawl")]
        keys = [key for stream in permitted for key in keys_of(stream, store.partitions)]
        with redis.Redis.from_url(url) as admin:
            admin.acl_setuser("default", enabled=True, reset_keys=True, keys=keys)
        attempts = [store.append(batch(stream)) for stream in (permitted[0], StreamId("main", "else"), permitted[1])]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        assert isinstance(results[1], StoreMisconfigured)
        assert [results[0], results[2]] == [Appended(1, 8, repeated=False)] * 2


@pytest.mark.parametrize("refused", ["multi", "exec"])
async def test_a_group_without_a_permission_for_transactions_is_executed_command_by_command(
    redis_program: Path, tmp_path: Path, open_store: OpenStore, refused: str
) -> None:
    with running(redis_program, tmp_path, **SAFE) as url:
        with redis.Redis.from_url(url) as admin:
            admin.acl_setuser("default", enabled=True, commands=[f"-{refused}"])
        store = await open_store(url)
        streams = [StreamId("main", f"fight-{number}") for number in range(3)]
        attempts = (store.append(batch(streams[0])), store.append(batch(streams[0], command_id="late")))
        results = await asyncio.gather(*attempts, *map(store.append, map(batch, streams[1:])), return_exceptions=True)
        assert isinstance(results.pop(1), VersionConflict)
        assert results == [Appended(1, 8, repeated=False)] * 3


async def test_a_server_that_becomes_a_replica_before_it_executes_a_group_is_left(
    redis_program: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    """It has taken all commands of the group, and refuses the last word only."""
    refuse = False
    execute = pack("EXEC")

    async def ask(data: bytes, server: asyncio.StreamWriter) -> None:
        nonlocal refuse
        if b"SETINFO" in data:  # a new connection, which leads to a primary
            admin.replicaof("NO", "ONE")
        group, last, more = data.partition(execute)
        server.write(group)
        if last and refuse:
            refuse = False
            until(lambda: any(int(one["multi"]) == 3 for one in admin.client_list()), "the group at the server")
            admin.replicaof("127.0.0.1", "1")
        server.write(last + more)

    with running(redis_program, tmp_path, **SAFE) as url, redis.Redis.from_url(url) as admin:
        async with cutting_proxy(url, ask=ask) as proxy:
            store = await open_store(proxy)
            refuse = True
            attempts = [store.append(batch(StreamId("main", f"fight-{number}"))) for number in range(3)]
            assert await asyncio.gather(*attempts) == [Appended(1, 8, repeated=False)] * 3
            assert not refuse


async def test_who_leaves_before_the_group_does_appends_nothing(store: RedisStore, tenant: str) -> None:
    stayed, left = StreamId(tenant, "stayed"), StreamId(tenant, "left")
    leaving = asyncio.create_task(store.append(batch(left)))
    staying = asyncio.create_task(store.append(batch(stayed)))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == Appended(1, 8, repeated=False)
    assert await store.read(left, limit=1) == []


async def test_who_leaves_alone_disturbs_nobody_later(store: RedisStore, tenant: str) -> None:
    left, stayed = StreamId(tenant, "left"), StreamId(tenant, "stayed")
    leaving = asyncio.create_task(store.append(batch(left)))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await asyncio.gather(*(store.append(batch(stayed)) for _ in range(2)), return_exceptions=True) == [
        Appended(1, 8, repeated=False),
        Appended(1, 8, repeated=True),
    ]
    assert await store.read(left, limit=1) == []


async def test_who_leaves_while_the_connection_opens_runs_nothing(valkey_url: str, tenant: str) -> None:
    opening, others_left = asyncio.Event(), asyncio.Event()

    async def ask(data: bytes, server: asyncio.StreamWriter) -> None:
        opening.set()
        await others_left.wait()
        server.write(data)

    async with cutting_proxy(valkey_url, ask=ask) as proxy, connect(proxy) as client:
        count = "return redis.call('INCR', KEYS[1])"
        commits = GroupCommit(Connection(client, timeout=PATIENCE), count, "memory", within=PATIENCE)
        running = [asyncio.create_task(commits.run([f"{tenant}-{number}"], [])) for number in range(10)]
        await opening.wait()
        for leaving in running[:9]:
            leaving.cancel()
        others_left.set()
        assert (await running[9]).safe
        assert await client.exists(*(f"{tenant}-{number}" for number in range(10))) == 1
        await commits.close()


async def test_a_full_group_is_sent_at_once(redis_program: Path, tmp_path: Path, open_store: OpenStore) -> None:
    """The server has it before the event loop has run anything else, such as the decisions that come after it."""
    with running(redis_program, tmp_path, **SAFE) as url, redis.Redis.from_url(url) as other:
        store = await open_store(url, acknowledge="memory")
        await store.append(batch(StreamId("main", "first")))
        appending = [asyncio.create_task(store.append(batch(StreamId("main", f"fight-{one}")))) for one in range(8)]
        await asyncio.sleep(0)  # each has run as far as it can
        until(lambda: len(other.keys("yarrow:*:head:*")) == 9, "all encounters, while the loop does not run")
        assert [appended.last for appended in await asyncio.gather(*appending)] == [8] * 8


async def test_who_leaves_afterwards_does_not_disturb_the_others(store: RedisStore, tenant: str) -> None:
    for number in range(30):
        stayed, left = StreamId(tenant, f"stayed-{number}"), StreamId(tenant, f"left-{number}")
        leaving = asyncio.create_task(store.append(batch(left)))
        staying = asyncio.create_task(store.append(batch(stayed)))
        for _ in range(number % 6):
            await asyncio.sleep(0)
        leaving.cancel()
        assert await staying == Appended(1, 8, repeated=False)
        assert await store.read(stayed, limit=100) == batch(stayed).records
        assert len(await store.read(left, limit=100)) in (0, 8)


async def test_a_server_that_forgot_the_script_is_told_again(store: RedisStore, duel: StreamId, tenant: str) -> None:
    first = batch(duel)
    await store.append(first)
    await client_of(store).script_flush()
    attempts = [store.append(batch(duel, first)), store.append(batch(StreamId(tenant, "other")))]
    assert await asyncio.gather(*attempts) == [Appended(9, 16, repeated=False), Appended(1, 8, repeated=False)]


async def test_what_needs_no_script_succeeds_even_if_the_server_is_lost_when_it_is_told_the_script(
    valkey_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    armed = False
    async with cutting_proxy(valkey_url, lambda data: not (armed and b"$40\r\n" in data)) as url:
        store = await open_store(url)
        await client_of(store).script_flush()
        armed = True
        attempts = (store.save_snapshot(duel, b"state"), store.append(batch(duel)))
        saved, appended = await asyncio.gather(*attempts, return_exceptions=True)
        assert saved is None
        assert isinstance(appended, StoreUnavailable)


async def test_a_line_that_died_while_nobody_used_it_is_not_noticed(store: RedisStore, duel: StreamId) -> None:
    first = batch(duel)
    await store.append(first)
    await client_of(store).client_kill_filter(_type="normal", skipme=True)
    assert await store.append(batch(duel, first)) == Appended(9, 16, repeated=False)


async def test_an_answer_that_was_lost_is_asked_for_again(
    valkey_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    lost: list[bytes] = []

    def may_answer(data: bytes) -> bool:
        if b"appended" in data and not lost:
            lost.append(data)
            return False
        return True

    async with cutting_proxy(valkey_url, may_answer) as url:
        store = await open_store(url)
        assert await store.append(batch(duel)) == Appended(1, 8, repeated=True)
    assert lost
    assert await (await open_store(valkey_url)).read(duel, limit=100) == batch(duel).records


async def test_a_command_whose_answer_never_came_is_found_when_it_is_sent_again(
    valkey_url: str, open_store: OpenStore, duel: StreamId
) -> None:
    async with cutting_proxy(valkey_url, lambda data: b"ed\r\n:1\r\n" not in data) as url:
        store = await open_store(url)
        with pytest.raises(StoreUnavailable):
            await store.append(batch(duel))
    direct = await open_store(valkey_url)
    assert await direct.append(batch(duel)) == Appended(1, 8, repeated=True)
    assert await direct.read(duel, limit=100) == batch(duel).records


async def test_a_server_that_is_gone_is_away_and_when_it_is_back_all_goes_on(
    redis_program: Path, tmp_path: Path, open_store: OpenStore, duel: StreamId
) -> None:
    first = batch(duel)
    with running(redis_program, tmp_path, **SAFE) as url:
        port = str(urlsplit(url).port)
        store = await open_store(url)
        await store.append(first)
    attempts = [store.append(batch(duel, first)), store.append(batch(duel, first, "other")), store.head(duel)]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert [type(result) for result in results] == [StoreUnavailable] * 3
    with running(redis_program, tmp_path, port=port, **SAFE):
        assert await store.append(batch(duel, first)) == Appended(9, 16, repeated=False)


async def test_a_server_that_hangs_counts_as_away(redis_program: Path, tmp_path: Path, open_store: OpenStore) -> None:
    with running(redis_program, tmp_path, **SAFE) as url:
        store = await open_store(url, reply_timeout=1.0, wait=0.1)
        with redis.Redis.from_url(url) as client:
            client.client_pause(int(PATIENCE * 1000))
        with pytest.raises(StoreUnavailable, match="does not respond"):
            await store.append(batch(StreamId("main", "duel")))


async def test_all_replies_to_a_command_have_one_deadline(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, **SAFE) as url:
        client = connect(url)
        commits = GroupCommit(Connection(client, timeout=PATIENCE), "return 1", "memory", within=0.2)
        assert (await commits.run(["key"], [])).safe
        with redis.Redis.from_url(url) as admin:
            admin.client_pause(2000, all=True)
        with pytest.raises(StoreUnavailable, match="does not respond"):
            await commits.run(["key"], [])
        await commits.close()
        await client.aclose()


async def test_every_caller_that_waits_has_an_outcome_even_if_the_close_is_cancelled(
    store: RedisStore, tenant: str
) -> None:
    appending = [asyncio.create_task(store.append(batch(StreamId(tenant, f"fight-{one}")))) for one in range(9)]
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.gather(*appending) == [Appended(1, 8, repeated=False)] * 9


@pytest.mark.parametrize("count", [8, 9])
async def test_a_group_that_was_sent_leaves_nothing_behind_if_all_is_cancelled(
    redis_url: str, tenant: str, count: int
) -> None:
    """As when an event loop ends: neither a warning, which fails the test, nor a problem for the loop to log."""
    problems: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, problem: problems.append(problem))
    store = await RedisStore.open(redis_url, acknowledge="memory")
    appending = {asyncio.create_task(store.append(batch(StreamId(tenant, f"fight-{one}")))) for one in range(count)}
    await asyncio.sleep(0)
    for one in asyncio.all_tasks() - {asyncio.current_task()}:
        one.cancel()
    await asyncio.wait(appending)
    await store.close()
    await asyncio.sleep(0.01)  # the transport closes
    appending.clear()
    del store
    gc.collect()
    assert problems == []
