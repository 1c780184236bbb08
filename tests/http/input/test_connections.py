"""Commands over raw connections: pipelined commands, the last one before a close, and responses that are not read."""

import asyncio
import gc
import json
import socket
from typing import Final

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from service.server.connections import READ_TIMEOUT
from service.settings import Settings
from tests.clock import Clock
from tests.live import Service, served
from tests.waiting import PATIENCE, eventually

MANY: Final = 200
LONG: Final = 500
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def note(text: str, *headers: str, version: str = "1.1") -> bytes:
    """Return the raw request of a command."""
    body = json.dumps({"command": {"type": "core.note", "text": text}}).encode()
    lines = [
        f"POST /v1/encounters/duel/commands HTTP/{version}",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def opened(service: Service, *, receive: int | None = None) -> Line:
    """Connect to a service with a duel; ``receive`` limits the bytes that the system and the reader buffer unread."""
    (await service.client.post("/v1/encounters", json={"ruleset": "s3", "id": "duel"})).raise_for_status()
    line = socket.create_connection(("127.0.0.1", int(service.url.rpartition(":")[2])))
    if receive is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        return await asyncio.open_connection(sock=line, limit=receive // 4)
    return await asyncio.open_connection(sock=line)


async def answer(reader: asyncio.StreamReader) -> tuple[bytes, dict[str, object]]:
    """Read the next response of a connection: its head and its body."""
    async with asyncio.timeout(PATIENCE):
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return head, json.loads(await reader.readexactly(length))


async def test_commands_that_are_sent_in_a_row_are_answered_in_their_order(settings: Settings) -> None:
    async with served(settings) as service:
        reader, writer = await opened(service)
        writer.write(note("one") + note("two") + note("three", "Connection: close"))
        answers = [await answer(reader) for _ in range(3)]
        assert await reader.read() == b""
        writer.close()
    assert [b"connection: close" in head for head, _ in answers] == [False, False, True]
    for (head, body), version in zip(answers, (4, 6, 8), strict=True):
        assert head.startswith(b"http/1.1 200 ok\r\n")
        assert b'etag: "%d"\r\n' % version in head
        assert body["version"] == version


async def test_an_old_client_is_answered_and_its_connection_is_closed(settings: Settings) -> None:
    async with served(settings) as service:
        reader, writer = await opened(service)
        writer.write(note("one", version="1.0"))
        head, body = await answer(reader)
        assert await reader.read() == b""
        writer.close()
    assert b"connection: close\r\n" in head
    assert body["version"] == 4


async def test_head_and_body_of_a_response_are_sent_together(settings: Settings) -> None:
    async with served(settings) as service:
        (await service.client.get("/livez")).raise_for_status()
        line = socket.create_connection(("127.0.0.1", int(service.url.rpartition(":")[2])), timeout=PATIENCE)
        for _ in range(20):
            line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            head, _, body = (await asyncio.to_thread(line.recv, 65536)).partition(b"\r\n\r\n")
            assert b"content-length: %d" % len(body) in head.lower()
            assert body
        line.close()


async def full(service: Service) -> Line:
    """Connect to a service with a duel, and send commands until their unread responses fill all buffers."""
    for listening in service.server.servers:
        listening.sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32768)  # new connections have it too
    reader, writer = await opened(service, receive=32768)
    for _ in range(MANY):
        writer.write(note("x" * LONG))
    accepted = 'yarrow_commands_total{outcome="accepted"}'

    async def is_full() -> bool:
        before = await service.measured(accepted)
        await asyncio.gather(*(service.client.get("/healthz") for _ in range(10)))
        return 0 < before == await service.measured(accepted) < MANY

    await eventually(is_full, "a connection that takes no more")
    return reader, writer


async def test_answers_that_nobody_takes_wait_and_are_not_lost(settings: Settings) -> None:
    async with served(settings) as service:
        reader, writer = await full(service)
        versions = [(await answer(reader))[1]["version"] for _ in range(MANY)]
        writer.close()
    assert versions == list(range(4, 4 + 2 * MANY, 2))


async def test_a_connection_whose_answers_nobody_takes_is_closed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    async with served(settings) as service:
        _, writer = await full(service)

        for _ in range(2):  # the first time, the system may still have taken something
            clock.move(READ_TIMEOUT + 1)
            await asyncio.sleep(0.1)
        await service.until('yarrow_connections_ended_total{reason="response"}', 1)
        writer.close()


async def test_a_request_leaves_nothing_for_the_garbage_collector(settings: Settings) -> None:
    async with served(settings) as service:
        reader, writer = await opened(service)
        gc.collect()
        gc.disable()
        try:
            for _ in range(MANY):
                writer.write(note("one"))
                await answer(reader)
            kept = [one for one in gc.get_objects() if isinstance(one, RequestResponseCycle)]
        finally:
            gc.enable()
        writer.close()
    assert len(kept) == 2  # the last of each connection, including the one that opened the encounter
