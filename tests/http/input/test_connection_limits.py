"""Connections are bounded: how many there are, in all and of one address, and how long heads and bodies may take."""

import asyncio
import http.client
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from service.server.connections import BODY_BYTES_PER_SECOND, READ_AHEAD
from service.settings import Settings
from tests.clock import Clock
from tests.live import Service, served
from tests.program import said, started
from tests.waiting import PATIENCE

FILES: Final = 200
HALF_OPEN: Final = 300
ELSEWHERE: Final = "127.0.0.2"
"""An address of this machine that is no proxy's."""
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
ALIVE: Final = b'{"status":"alive"}'
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def line(service: Service, sender: str = "127.0.0.1") -> AsyncIterator[Line]:
    """Connect from an address."""
    port = int(service.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(sender, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


async def asked(one: Line) -> bytes:
    """Send a request, and return its response, or what came instead of it until the end."""
    reader, writer = one
    writer.write(HEALTH)
    async with asyncio.timeout(PATIENCE):
        try:
            return await reader.readuntil(ALIVE)
        except asyncio.IncompleteReadError as error:
            return error.partial


async def rest(one: Line) -> bytes:
    """Return what comes until the end of a connection."""
    async with asyncio.timeout(PATIENCE):
        try:
            return await one[0].read()
        except ConnectionResetError:
            return b""


def problem_in(answer: bytes) -> tuple[int, str]:
    """Return the status of a response, and the code of its problem."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["code"]


async def ended(service: Service, reason: str) -> float:
    """Return how many connections were refused or closed for a reason."""
    return await service.measured(f'yarrow_connections_ended_total{{reason="{reason}"}}')


class Kept:
    """A connection that is never replaced by another."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        self._connection.connect()
        self._connection.auto_open = 0

    def post(self, path: str, body: object) -> int:
        """Send a request, and return the status."""
        self._connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def close(self) -> None:
        self._connection.close()


def test_whoever_has_a_connection_continues_while_others_open_more_than_there_are_files(tmp_path: Path) -> None:
    note = {"command": {"type": "core.note", "text": "Still here."}}
    arguments = ("serve", "--port", "0", "--data-dir", tmp_path, "--json")
    with started(*arguments, files=FILES) as process, ExitStack() as stack:
        place = urlsplit(json.loads(said(process))["url"])
        assert place.hostname
        assert place.port
        kept = [Kept(place.hostname, place.port) for _ in range(5)]
        for one in kept:
            stack.callback(one.close)
        assert kept[0].post("/v1/encounters", {"ruleset": "s3", "id": "duel"}) == 201
        for one in kept:
            assert one.post("/v1/encounters/duel/commands", note) == 200
        watcher = stack.enter_context(socket.create_connection((place.hostname, place.port), PATIENCE))
        watcher.sendall(b"GET /v1/encounters/duel/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        seen = watcher.recv(1 << 16)
        for number in range(HALF_OPEN):
            half = stack.enter_context(socket.create_connection((place.hostname, place.port), PATIENCE))
            half.sendall(b"POST /v1/encounters/duel/commands HTTP/1.1\r\nHost: loc")
            if number % 30 == 0:
                assert kept[number // 30 % len(kept)].post("/v1/encounters/duel/commands", note) == 200
        for one in kept:
            assert one.post("/v1/encounters/duel/commands", note) == 200
        with socket.create_connection((place.hostname, place.port), PATIENCE) as late:
            late.sendall(HEALTH)
            assert late.recv(1 << 16).startswith(b"HTTP/1.1 200 OK"), "a new client gets the place of an unused one"
        while seen.count(b"event: batch") < HALF_OPEN // 30 + len(kept):
            more = watcher.recv(1 << 16)
            assert more, "the watcher is still connected"
            seen += more
        process.terminate()
        log = process.communicate(timeout=PATIENCE)[1]
    assert f"The limit of open files (ulimit -n) is {FILES}, so" in log
    assert log.count("that had sent no request was closed for a new one") == 1
    assert "Traceback" not in log


async def test_an_address_has_a_limit_of_connections(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    async with served(settings.model_copy(update={"connections_per_address": 3})) as service, AsyncExitStack() as stack:
        logging.getLogger("service.server.connections").addHandler(caplog.handler)
        lines = [await stack.enter_async_context(line(service, ELSEWHERE)) for _ in range(3)]
        assert all([ALIVE in await asked(one) for one in lines])
        for _ in range(2):
            async with line(service, ELSEWHERE) as fourth:
                assert problem_in(await rest(fourth)) == (429, "too_many_requests")
        assert all([ALIVE in await asked(one) for one in lines])
        others = [await stack.enter_async_context(line(service)) for _ in range(5)]
        assert all([ALIVE in await asked(one) for one in others]), "the address of a proxy has none"
        assert await ended(service, "address") == 2
        lines[0][1].close()
        await service.until("yarrow_connections", 2 + 5 + 1)
        async with line(service, ELSEWHERE) as again:
            assert ALIVE in await asked(again)
    logged = [record.getMessage() for record in caplog.records if "YARROW_CONNECTIONS_PER_ADDRESS" in record.message]
    assert len(logged) == 1
    assert ELSEWHERE in logged[0]


async def test_one_address_leaves_half_of_the_places_to_others(settings: Settings) -> None:
    async with served(settings.model_copy(update={"connections": 4})) as service, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(line(service, ELSEWHERE)) for _ in range(2)]
        assert all([ALIVE in await asked(one) for one in lines])
        async with line(service, ELSEWHERE) as third:
            assert problem_in(await rest(third)) == (429, "too_many_requests")


async def test_there_is_a_limit_of_all_connections_that_are_used(settings: Settings) -> None:
    async with served(settings.model_copy(update={"connections": 4})) as service, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(line(service)) for _ in range(4)]
        assert all([ALIVE in await asked(one) for one in lines])
        async with line(service) as fifth:
            assert problem_in(await rest(fifth)) == (503, "busy")
        assert all([ALIVE in await asked(one) for one in lines])
        lines.pop()[1].close()
        assert await ended(service, "all") == 1


async def test_a_new_connection_takes_the_place_of_the_oldest_without_a_request(settings: Settings) -> None:
    async with served(settings.model_copy(update={"connections": 3})) as service, AsyncExitStack() as stack:
        used, oldest, newer = [await stack.enter_async_context(line(service)) for _ in range(3)]
        assert ALIVE in await asked(used)
        newest = await stack.enter_async_context(line(service))
        assert ALIVE in await asked(newest)
        assert await rest(oldest) == b""
        assert all([ALIVE in await asked(one) for one in (used, newer)])


def begun_note(length: int) -> bytes:
    """Return the head of a command with a body of a length."""
    return (
        "POST /v1/encounters/duel/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("sent", [b"", b'{"command"'])
async def test_a_body_that_does_not_arrive_in_time_is_answered_and_closed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    clock = Clock(monkeypatch)
    async with served(settings) as service, line(service) as slow:
        slow[1].write(begun_note(100) + sent)
        await service.until("yarrow_connections", 2)
        clock.move(settings.body_timeout - 10)
        await service.until("yarrow_connections", 2)
        assert not slow[0].at_eof()
        clock.move(20)
        assert problem_in(await rest(slow)) == (408, "timed_out")
        assert await ended(service, "body") == 1


async def test_a_body_has_more_time_the_more_of_it_has_arrived(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    seconds = 10
    body = b'{"command":{"type":"core.note","text":"x"}' + b" " * seconds * BODY_BYTES_PER_SECOND + b"}"
    async with served(settings) as service, line(service) as slow:
        await service.open("duel")
        slow[1].write(begun_note(len(body)) + body[:-1])
        await slow[1].drain()
        await service.until("yarrow_connections", 2)
        clock.move(settings.body_timeout + seconds / 2)
        await service.until("yarrow_connections", 2)
        slow[1].write(body[-1:])
        async with asyncio.timeout(PATIENCE):
            assert (await slow[0].readuntil(b"\r\n")).startswith(b"HTTP/1.1 200 OK")


async def test_a_body_that_is_refused_may_still_end_and_the_connection_stays(settings: Settings) -> None:
    length = 400 * 1024
    async with served(settings) as service, line(service) as large:
        large[1].write(begun_note(length) + b"x" * length)
        async with asyncio.timeout(PATIENCE):
            assert b" 413 " in await large[0].readuntil(b"\r\n")
            await large[0].readuntil(b"}")
        assert ALIVE in await asked(large)


async def test_a_head_that_does_not_end_behind_a_watch_is_cut_off(settings: Settings) -> None:
    async with served(settings) as service, line(service) as watching:
        await service.open("duel")
        watching[1].write(b"GET /v1/encounters/duel/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            await watching[0].readuntil(b"retry:")
        watching[1].write(b"GET / HTTP/1.1\r\n" + b"X: " + b"x" * 2 * READ_AHEAD)
        await rest(watching)
        await service.until("yarrow_connections", 1)


async def test_only_a_proxy_names_the_address_of_its_client(settings: Settings) -> None:
    """The limit is that of the connection's own address, which a client cannot choose."""
    alone = settings.model_copy(update={"connections_per_address": 1, "proxies": "10.0.0.0/8"})
    async with served(alone) as service, line(service, ELSEWHERE) as first:
        first[1].write(HEALTH.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 10.1.1.1\r\n\r\n"))
        async with asyncio.timeout(PATIENCE):
            await first[0].readuntil(ALIVE)
        async with line(service, ELSEWHERE) as second:
            assert problem_in(await rest(second)) == (429, "too_many_requests")
