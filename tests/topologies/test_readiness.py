"""Tests that ``/readyz`` answers for what a command needs, and that no request waits long for a store that hangs."""

import asyncio
import os
import resource
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import redis
from pydantic import SecretStr
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.problems import store_problems
from service.redis.readiness import READY_TIMEOUT
from service.settings import Settings
from tests.chaos.writers import check_whole
from tests.http.conftest import Api, running
from tests.program import said, started
from tests.servers import SAFE
from tests.topologies.proxy import Proxy, proxied
from tests.waiting import PATIENCE, eventually, until

DELAY = 3 * READY_TIMEOUT


@pytest.fixture
async def proxy(url: str) -> AsyncIterator[Proxy]:
    """Yield a proxy in front of it."""
    async with proxied(url) as proxy:
        yield proxy


@pytest.fixture
async def api(proxy: Proxy) -> AsyncIterator[Api]:
    """Yield an application that reaches the server through the proxy, with one encounter."""
    async with running(Settings(redis_url=SecretStr(proxy.url))) as api:
        assert (await api.open()).is_success
        yield api


async def status(api: Api, path: str = "/readyz") -> int:
    """Return the status of a check, which must be a problem that says that the store is away, or a success."""
    answer = await api.client.get(path, timeout=PATIENCE)
    assert answer.is_success or answer.json()["code"] == "store_away", answer.text
    return answer.status_code


async def until_ready(api: Api) -> None:
    """Wait until a command is possible."""

    async def ready() -> bool:
        return await status(api) == 200

    await eventually(ready, "the service is ready")


async def test_a_server_that_is_full_is_not_ready(url: str, api: Api) -> None:
    assert await status(api) == 200
    with redis.Redis.from_url(url) as client:
        client.config_set("maxmemory", "1")
        assert await status(api) == 503
        assert (await api.get()).is_success, "it can still be read"
        client.config_set("maxmemory", "0")
    assert await status(api) == 200


async def test_a_replica_is_not_ready(url: str, api: Api) -> None:
    with redis.Redis.from_url(url) as client:
        client.replicaof("127.0.0.1", "1")
        assert await status(api) == 503
        client.replicaof("NO", "ONE")
    await until_ready(api)


async def test_a_server_that_loads_its_files_is_not_ready(
    redis_program: Path, url: str, tmp_path: Path, proxy: Proxy, api: Api
) -> None:
    with redis.Redis.from_url(url) as client:
        fill(client)
        client.shutdown(nosave=True)
    with loading(redis_program, tmp_path, proxy.target):
        assert await status(api) == 503
        assert await status(api, "/livez") == 200


async def test_why_a_primary_without_replicas_is_not_ready_is_logged_after_the_check(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_problems, "_outages", store_problems.OutageLog())
    async with running(Settings(redis_url=SecretStr(url), acknowledge="replicas")) as api:
        caplog.clear()  # the start says it too
        assert await status(api) == 503

        async def is_logged() -> bool:
            return any("too few replicas that follow it: see" in record.getMessage() for record in caplog.records)

        await eventually(is_logged, "the reason is logged")


def fill(client: redis.Redis) -> None:
    """Let a server keep so much that it takes a while to load it."""
    client.eval("for number = 1, 200 do redis.call('SET', number, string.rep('x', 8192)) end", 0)
    client.bgrewriteaof()
    until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the file is rewritten")


@contextmanager
def loading(program: Path, directory: Path, port: int) -> Iterator[None]:
    """Start a server that takes long to load its files; it is loading within the context."""
    slow = {"key_load_delay": "50000", "loading_process_events_interval_bytes": "1024", "save": "", "port": str(port)}
    options = (word for name, value in {**SAFE, **slow}.items() for word in (f"--{name.replace('_', '-')}", value))
    with subprocess.Popen([program, *options], cwd=directory, stdout=subprocess.DEVNULL) as process:
        with redis.Redis(port=port, retry=Retry(NoBackoff(), 0)) as client:
            until(lambda: is_loading(client), "it loads")
        yield
        process.kill()


def is_loading(client: redis.Redis) -> bool:
    """Return whether a server answers that it is loading its files."""
    try:
        return not client.ping()
    except redis.BusyLoadingError:
        return True
    except redis.ConnectionError:
        return False


async def test_a_server_whose_disk_is_slow_is_not_ready(proxy: Proxy, api: Api) -> None:
    proxy.delayed, proxy.delay = b"WAITAOF", DELAY
    assert await status(api) == 503
    assert (await api.get()).is_success, "it can still be read"
    proxy.delayed = b""
    await until_ready(api)


@pytest.mark.parametrize(
    "path",
    ["/v1/encounters/duel", "/v1/encounters/duel/events", "/v1/encounters/duel/story", "/v1/encounters", "/readyz"],
)
async def test_no_request_waits_long_for_a_server_that_hangs(url: str, api: Api, path: str) -> None:
    with redis.Redis.from_url(url) as client:
        process = client.info("server")["process_id"]
    assert await status(api, path) == 200
    os.kill(process, signal.SIGSTOP)
    try:
        async with asyncio.timeout(10):
            answer = await api.client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
        assert await status(api, "/livez") == await status(api, "/startupz") == 200
    finally:
        os.kill(process, signal.SIGCONT)
    await until_ready(api)


async def test_checks_that_come_together_share_one_write(url: str, api: Api) -> None:
    with redis.Redis.from_url(url) as client:
        client.config_resetstat()
        answers = await asyncio.gather(*(status(api) for _ in range(50)))
        assert set(answers) == {200}
        assert client.info("commandstats")["cmdstat_set"]["calls"] == 1


@pytest.mark.long
def test_a_full_disk_is_survived_and_its_reason_is_logged(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data-dir", tmp_path, "--json") as process:
        url = said(process).split('"')[3]
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            body = {"ruleset": "s3", "id": "duel", "combatants": [{"template": "one_eyed_ogre"}]}
            assert client.post("/v1/encounters", json=body).is_success
            with redis.Redis(unix_socket_path=str(tmp_path / "redis.sock")) as store:
                store.set("large", b"x" * (1 << 20))
                server = store.info("server")["process_id"]
            # Fewer bytes than any command has, so that a server that has been restarted cannot write either.
            for one in (process.pid, server):
                limit_files(one, (tmp_path / "appendonlydir" / "appendonly.aof.1.incr.aof").stat().st_size + 8)
            note = {"command": {"type": "core.note", "text": "x" * 400}}
            path, key = "/v1/encounters/duel/commands", {"Idempotency-Key": "kept"}
            assert client.post(path, json=note, headers=key).json()["code"] == "store_away"
            assert client.get("/readyz").status_code == 503
            limit_files(process.pid, resource.RLIM_INFINITY)

            def accepted() -> bool:
                if not (tmp_path / "redis.sock").exists():
                    return False
                with redis.Redis(unix_socket_path=str(tmp_path / "redis.sock")) as store:
                    limit_files(store.info("server")["process_id"], resource.RLIM_INFINITY)
                return client.post(path, json=note, headers=key).is_success

            until(lambda: quietly(accepted), "the service recovers by itself")
            assert client.get("/readyz").is_success
            check_whole(client, "duel")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert "Can't recover from AOF write error" in log
    assert "Short write while writing to the AOF file" in log


def limit_files(process: int, size: int) -> None:
    """Limit the size of files that a process, and later its children, can write."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def quietly(holds: Callable[[], bool]) -> bool:
    """Return whether a condition holds; not if the server is away."""
    try:
        return holds()
    except (redis.RedisError, ProcessLookupError):
        return False


@pytest.mark.long
def test_a_server_whose_socket_has_vanished_is_restarted(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data-dir", tmp_path, "--json") as process:
        url = said(process).split('"')[3]
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            (tmp_path / "redis.sock").unlink()
            until((tmp_path / "redis.sock").exists, "it has a socket again")
            until(lambda: client.get("/readyz").is_success, "the service is ready")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE)
    assert "The embedded Redis lost its socket and was restarted." in log
