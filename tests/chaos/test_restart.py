"""Tests that the service restarts an embedded Redis that dies, continues, and loses nothing."""

import asyncio
import logging
import random
import threading
from pathlib import Path

import anyio.to_thread
import httpx
import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from service.redis import supervisor
from service.redis.embedded import EmbeddedRedis
from service.redis.supervisor import FAST_RESTARTS, supervised
from tests.chaos.test_kill import check_all, in_mid_append, kill, open_encounters, redis_of, service
from tests.chaos.writers import writing
from tests.servers import free_ports
from tests.waiting import eventually

KILLS = 3


def test_commands_go_on_where_redis_alone_is_killed(tmp_path: Path) -> None:
    chance = random.Random("alone")
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    with httpx.Client(base_url=url, timeout=30) as client, service(tmp_path, port) as process:
        open_encounters(client)
        with writing(url, ("duel", "brawl"), "alone") as writers:
            for _ in range(KILLS):
                in_mid_append(writers, chance)
                kill(redis_of(tmp_path))
                in_mid_append(writers, chance)
        check_all(client, writers, KILLS)
        assert process.poll() is None
        process.terminate()
        _, log = process.communicate(timeout=60)
    assert log.count("The embedded Redis died and was restarted.") == KILLS


async def test_a_server_that_cannot_start_again_is_retried_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(supervisor, "LONGEST_DELAY", 0.05)
    files, elsewhere = tmp_path / "data" / "appendonlydir", tmp_path / "elsewhere"

    async def given_up() -> bool:
        return any(record.levelno == logging.ERROR for record in caplog.records)

    async def runs() -> bool:
        return server.pid is not None

    with EmbeddedRedis(tmp_path / "data") as server:
        async with supervised(server):
            files.rename(elsewhere)
            files.write_text("no folder")
            assert server.pid is not None
            kill(server.pid)
            await eventually(given_up, "the cause persists")
            files.unlink()
            elsewhere.rename(files)
            await eventually(runs, "the server runs again")
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * FAST_RESTARTS + [logging.ERROR]
    assert "see " + str(tmp_path / "data" / "redis.log") in caplog.text


async def test_it_is_revived_on_the_socket_that_clients_know(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 20) / ("deeper" * 15)
    with EmbeddedRedis(deep) as server:
        url, first = server.url, server.pid
        assert first is not None
        async with supervised(server), Redis.from_url(url, retry=Retry(ConstantBackoff(0.05), 200)) as client:
            kill(first)
            assert (await client.info("server"))["process_id"] != first
        assert server.url == url


async def test_a_service_that_stops_in_the_middle_of_a_restart_waits_for_the_process_to_end_it(tmp_path: Path) -> None:
    begun, released = threading.Event(), threading.Event()

    class Held(EmbeddedRedis):
        def restart(self) -> None:
            begun.set()
            released.wait()
            super().restart()

    with Held(tmp_path) as server:
        async with supervised(server):
            assert server.pid is not None
            kill(server.pid)
            await anyio.to_thread.run_sync(begun.wait)
            asyncio.get_running_loop().call_soon(released.set)
        assert server.pid is not None


async def test_a_server_whose_log_was_moved_away_is_restarted_too(tmp_path: Path) -> None:
    async def runs() -> bool:
        return server.pid is not None

    with EmbeddedRedis(tmp_path) as server:
        async with supervised(server):
            (tmp_path / "redis.log").unlink()
            assert server.pid
            kill(server.pid)
            await eventually(runs, "it runs again")


async def test_the_supervisor_survives_a_failure_of_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def runs() -> bool:
        return server.pid is not None

    async def failed() -> bool:
        return "The supervisor of the embedded Redis has failed; it continues." in caplog.text

    monkeypatch.setattr(supervisor, "LONGEST_DELAY", 0.05)
    with EmbeddedRedis(tmp_path) as server:
        async with supervised(server):
            log = tmp_path / "redis.log"
            with monkeypatch.context() as broken:
                broken.setattr(supervisor, "last_words", None)
                assert server.pid
                kill(server.pid)
                await eventually(failed, "it fails")
            await eventually(runs, "it runs again")
            assert log.exists()
