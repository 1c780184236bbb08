"""Tests that requests which wait for one another do not add up the time of a store that hangs."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import redis
from pydantic import SecretStr
from redis.crc import key_slot

from events.store.keys import keys_of
from events.store.protocol import StreamId
from events.store.servers import MAX_CONNECTIONS
from service.problems import store_problems
from service.settings import Settings
from tests.http.conftest import Api, running
from tests.topologies.nodes import SLOTS, cluster
from tests.waiting import PATIENCE

FIGHTS = ("duel", "brawl", "melee", "siege", "last")
PATIENT_READS = 10 * MAX_CONNECTIONS
PAUSE_MS = 500


@pytest.fixture
async def api(url: str) -> AsyncIterator[Api]:
    """Yield an application with some encounters."""
    async with running(Settings(redis_url=SecretStr(url))) as api:
        for fight in FIGHTS:
            assert (await api.open(fight)).is_success
        yield api


@contextmanager
def hung(process: int) -> Iterator[None]:
    """Let a process hang within the context."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def pid_of(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


async def are_answered_together(
    requests: list[Awaitable[httpx.Response]], late: Callable[[], Awaitable[httpx.Response]]
) -> None:
    """Check that all requests are answered before another one that begins when the first of them is answered."""
    answered: list[str] = []

    async def note(name: str, request: Awaitable[httpx.Response]) -> None:
        answer = await request
        assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
        answered.append(name)

    tasks = [asyncio.create_task(note("early", request)) for request in requests]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    last = asyncio.create_task(note("late", late()))
    await asyncio.gather(*tasks, last)
    assert answered == ["early"] * len(requests) + ["late"]


def read(api: Api, path: str) -> Awaitable[httpx.Response]:
    return api.client.get(f"/v1/{path}", timeout=PATIENCE)


async def note_after(api: Api, fight: str, delay: float = 0.0) -> httpx.Response:
    """Append a note to a fight after a delay."""
    await asyncio.sleep(delay)
    body = {"command": {"type": "core.note", "text": "x"}}
    return await api.client.post(f"/v1/encounters/{fight}/commands", json=body, timeout=PATIENCE)


@pytest.mark.parametrize("path", ["encounters/duel", "encounters", "projections"])
async def test_readers_of_one_thing_are_answered_together(url: str, api: Api, path: str) -> None:
    assert (await read(api, path)).is_success
    with hung(pid_of(url)):
        await are_answered_together([read(api, path) for _ in range(6)], lambda: read(api, "encounters/last"))


async def test_appends_behind_a_group_that_hangs_are_answered_with_it(url: str, api: Api) -> None:
    with hung(pid_of(url)):
        await are_answered_together(
            [note_after(api, fight, delay=0.2 * number) for number, fight in enumerate(FIGHTS[:-1])],
            lambda: read(api, "encounters/last"),
        )


async def test_many_readers_share_a_few_connections_and_none_is_refused(url: str, api: Api) -> None:
    with redis.Redis.from_url(url) as client:
        before = client.info("stats")["total_connections_received"]
        client.client_pause(PAUSE_MS, all=True)
        answers = await asyncio.gather(*(read(api, f"encounters/unknown-{one}") for one in range(PATIENT_READS)))
        assert {answer.status_code for answer in answers} == {404}
        assert client.info("stats")["total_connections_received"] <= before + MAX_CONNECTIONS


async def test_why_the_store_is_away_is_logged_once(
    url: str, api: Api, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_problems, "_outages", store_problems.OutageLog())
    with redis.Redis.from_url(url) as client:
        client.shutdown(nosave=True)
    for _ in range(3):
        assert (await read(api, "encounters/unknown")).json()["code"] == "store_away"
    [line] = outages_in(caplog)
    assert "127.0.0.1" in line


async def test_a_check_that_took_too_long_does_not_keep_the_reason_out_of_the_log(
    url: str, api: Api, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_problems, "_outages", store_problems.OutageLog())
    with hung(pid_of(url)):
        assert (await api.client.get("/readyz", timeout=PATIENCE)).status_code == 503
    with redis.Redis.from_url(url) as client:
        client.shutdown(nosave=True)
    assert (await read(api, "encounters/unknown")).json()["code"] == "store_away"
    check, request = outages_in(caplog)
    assert "does not confirm writes in time" in check
    assert "127.0.0.1" in request


def outages_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines of the log that say why requests are answered 503."""
    lines = [record.getMessage() for record in caplog.records]
    return [line for line in lines if line.startswith("Requests are answered 503 store_away: ")]


@pytest.mark.long
async def test_one_primary_that_hangs_holds_up_nobody_longer(redis_program: Path, tmp_path: Path) -> None:
    with cluster(redis_program, tmp_path) as nodes:
        for node in nodes.nodes[3:]:
            node.kill()  # nobody takes over
        for node in nodes.nodes[:3]:
            node.do("CONFIG", "SET", "cluster-require-full-coverage", "no")
        async with running(Settings(redis_url=SecretStr(nodes.url))) as api:
            ids = [f"fight-{number}" for number in range(100)]
            mine = [one for one in ids if slot(one) < SLOTS // 3][:5]
            for fight in mine:
                assert (await api.open(fight)).is_success
            process = nodes.nodes[0].process
            assert process is not None
            *early, last = mine
            with hung(process.pid):
                await are_answered_together(
                    [read(api, f"encounters/{early[0]}") for _ in range(6)], lambda: read(api, f"encounters/{last}")
                )
                await are_answered_together(
                    [note_after(api, fight, delay=0.2 * number) for number, fight in enumerate(early)],
                    lambda: read(api, f"encounters/{last}"),
                )


def slot(fight: str) -> int:
    """Return the slot of an encounter."""
    return key_slot(keys_of(StreamId("main", fight), Settings().partitions).head.encode())
