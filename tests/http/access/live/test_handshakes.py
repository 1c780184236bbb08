"""Every connection is answered or closed, also after an invalid or incomplete request or handshake."""

import asyncio
import json
import logging
import uuid
from typing import Any, Final, NamedTuple

import pytest
from websockets.asyncio.client import connect

from domain.model.speaker import MAX_COMBATANTS
from service.http.routes import socket as socket_route
from service.problems.problem import CODES, MEDIA_TYPE, Problem
from service.server import MAX_HEAD_BYTES
from service.server.protocols import MESSAGE_BUDGET
from service.settings import Settings
from tests.clock import Clock
from tests.http.access.tokens import bearer, token
from tests.http.live.test_socket import talking
from tests.live import Service, served
from tests.waiting import PATIENCE

SOCKET: Final = "/v1/encounters/duel/ws"
UPGRADE: Final = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
WELL: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Heard(NamedTuple):
    """All bytes of a connection until it was closed: the status line, the headers and the rest."""

    status: int
    head: bytes
    body: bytes

    @property
    def code(self) -> str:
        """The code of the problem in the body."""
        assert MEDIA_TYPE.encode() in self.head
        problem: dict[str, Any] = json.loads(self.body)
        assert CODES[problem["code"]].status == self.status
        return str(problem["code"])


async def heard(service: Service, raw: bytes, *more: bytes) -> Heard:
    """Send raw bytes, and read until the service closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(service.url.rpartition(":")[2]))
    try:
        for piece in (raw, *more):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return Heard(int(head.split()[1]) if head else 0, head, body)


def handshake(path: str = SOCKET, headers: str = "", method: str = "GET", upgrade: str = UPGRADE) -> bytes:
    """Return a handshake as raw bytes."""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{upgrade}{headers}\r\n".encode("latin-1")


BAD: Final = {
    "129 headers": (handshake(headers="X-One: 1\r\n" * 130), "too_large"),
    "a body": (handshake(headers="Content-Length: 5\r\n") + b"hello", "malformed"),
    "a body in pieces": (handshake(headers="Transfer-Encoding: chunked\r\n") + b"5\r\nhello\r\n0\r\n\r\n", "malformed"),
    "a long path": (handshake(SOCKET + "?" + "x" * MAX_HEAD_BYTES), "too_large"),
    "a long header": (handshake(headers=f"X-Long: {'x' * MAX_HEAD_BYTES}\r\n"), "too_large"),
    "long headers": (handshake(headers=f"X-Long: {'x' * 8000}\r\n" * 9), "too_large"),
    "another method": (handshake(method="POST"), "malformed"),
    "a request with too much": (
        f"GET /v1/rulesets HTTP/1.1\r\nX: {'x' * MAX_HEAD_BYTES}\r\n\r\n".encode(),
        "too_large",
    ),
}


UNREADABLE: Final = {
    "no key": (handshake(upgrade="Upgrade: websocket\r\nConnection: Upgrade\r\n"), 400),
    "a wrong key": (handshake(upgrade=UPGRADE.replace("dGhl", "x")), 400),
    "another version": (handshake(upgrade=UPGRADE.replace("13", "8")), 400),
    "nothing that is a request": (b"\x00" * 100, 400),
}
"""What uvicorn and its WebSocket library reject by themselves."""


@pytest.mark.parametrize("name", UNREADABLE)
async def test_what_cannot_be_read_is_answered_and_closed(guarded: Settings, name: str) -> None:
    async with served(guarded) as service:
        raw, status = UNREADABLE[name]
        assert (await heard(service, raw)).status == status


@pytest.mark.parametrize("name", BAD)
async def test_what_is_no_handshake_is_answered_counted_and_closed(guarded: Settings, name: str) -> None:
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 2})) as service:
        answers = await asyncio.gather(*(heard(service, BAD[name][0]) for _ in range(4)))
        assert sorted(answer.code for answer in answers) == sorted([BAD[name][1]] * 2 + ["too_many_requests"] * 2)
        known = bearer(guarded.tenant)
        assert (await service.client.get("/v1/encounters", headers=known)).is_success


async def test_a_head_that_never_ends_is_ended_as_soon_as_it_is_too_large(guarded: Settings) -> None:
    async with served(guarded) as service:
        begun = b"GET /v1/rulesets HTTP/1.1\r\nHost: localhost\r\nX: "
        answer = await heard(service, begun, *[b"x" * 16 * 1024] * 6)
        assert answer.code == "too_large"


@pytest.mark.parametrize("pieces", [(63, 63), (63, 1, 1, 60), (40, 40, 20)])
async def test_a_head_is_too_large_however_it_is_cut(guarded: Settings, pieces: tuple[int, ...]) -> None:
    async with served(guarded) as service:
        lines = [b"X-Long: " + b"x" * 1014 + b"\r\n"]
        sent = [b"".join(lines * kibibytes) for kibibytes in pieces]
        answer = await heard(service, b"GET /healthz HTTP/1.1\r\n" + sent[0], *sent[1:-1], sent[-1] + b"\r\n")
        assert answer.code == "too_large"


async def test_a_head_as_large_as_it_may_be_is_read(guarded: Settings) -> None:
    async with served(guarded) as service:
        half = (b"X-Long: " + b"x" * 1014 + b"\r\n") * 31
        last = b"Host: localhost\r\nConnection: close\r\n\r\n"
        assert (await heard(service, b"GET /healthz HTTP/1.1\r\n" + half, half + last)).status == 200


async def test_what_follows_on_a_large_body_is_not_taken_for_a_large_head(guarded: Settings) -> None:
    body = b'{"command":{"type":"core.note"' + b" " * 2 * MAX_HEAD_BYTES + b"}}"
    known = bearer(guarded.tenant)["Authorization"]
    post = f"POST /v1/encounters/nowhere/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: {known}\r\n"
    post += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    async with served(guarded) as service:
        both = await heard(service, post.encode() + body + last[:20], last[20:])
        assert both.status == 404
        assert both.body.endswith(b'{"status":"alive"}')


@pytest.mark.parametrize(
    "begun",
    [
        [b""],
        [b"GET /v1/ru"],
        [handshake()[:-2]],
        [b"\r\n"] * 5,
        [WELL, b"GET /v1/encounters HTTP/1.1\r\n"],
        [WELL, *[b"\r\n"] * 5],
    ],
    ids=["nothing", "a bit", "a line too few", "empty lines", "a second one", "empty lines behind one"],
)
async def test_a_handshake_that_is_never_whole_is_ended(
    guarded: Settings, monkeypatch: pytest.MonkeyPatch, begun: list[bytes]
) -> None:
    """The timeout of a request head starts with the connection or its first byte; later bytes do not extend it."""
    clock = Clock(monkeypatch)
    async with served(guarded) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(service.url.rpartition(":")[2]))
        try:
            for piece in begun:
                writer.write(piece)
                if piece == WELL:
                    assert b"200 OK" in await reader.readuntil(b'"alive"}')
                await in_between(service)  # the service has then also read the bytes sent before
                clock.move(1)
            clock.move(guarded.head_timeout - len(begun) - 10)
            await in_between(service)
            assert not reader.at_eof()
            clock.move(10 + begun.count(WELL))
            await in_between(service)
            assert reader.at_eof()
        finally:
            writer.close()


async def in_between(service: Service) -> None:
    """Send a request over another connection, and wait for its response."""
    assert b"200 OK" in (await heard(service, WELL.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))).head


async def test_who_takes_time_between_two_requests_or_to_be_answered_is_not_ended(
    guarded: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, known = Clock(monkeypatch), bearer(guarded.tenant)
    async with served(guarded) as service:
        body = {"ruleset": "s3", "id": "duel"}
        (await service.client.post("/v1/encounters", json=body, headers=known)).raise_for_status()
        async with service.watching(headers=known) as feed, talking(service, additional_headers=known) as socket:
            await feed.next()
            await socket.next()
            clock.move(guarded.head_timeout + 10)
            note = {"command": {"type": "core.note", "text": "Still here."}}
            await service.client.post("/v1/encounters/duel/commands", json=note, headers=known)
            assert (await feed.batch())["events"]
            assert (await socket.of("batch"))["events"]


@pytest.mark.parametrize("encounters", [1, 200, 1000])
@pytest.mark.parametrize("way", ["header", "subprotocol"])
async def test_a_token_for_many_encounters_opens_a_socket(guarded: Settings, encounters: int, way: str) -> None:
    named = ["duel", *(str(uuid.uuid4()) for _ in range(encounters - 1))]
    given = token(guarded.tenant, "player", combatants=["ogre"], encounters=named)
    options: dict[str, Any] = (
        {"additional_headers": {"Authorization": f"Bearer {given}"}}
        if way == "header"
        else {"subprotocols": ["yarrow", f"bearer.{given}"]}
    )
    async with served(guarded) as service:
        body = {"ruleset": "s3", "id": "duel"}
        opened = await service.client.post("/v1/encounters", json=body, headers=bearer(guarded.tenant))
        assert opened.is_success
        async with talking(service, **options) as socket:
            assert (await socket.next())["type"] in ("batch", "heartbeat")


async def test_a_path_without_a_socket_writes_nothing_to_the_log(
    guarded: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(guarded) as service:
        logging.getLogger("uvicorn.error").addHandler(caplog.handler)
        for path in ("/v1/zzz", "/", "/v1/encounters/duel"):
            assert (await heard(service, handshake(path))).status == 401
            known = f"Authorization: {bearer(guarded.tenant)['Authorization']}\r\n"
            assert (await heard(service, handshake(path, known))).code == "not_found"
        url = service.url.replace("http", "ws", 1)
        async with connect(f"{url}{SOCKET}"):
            pass
    logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_message_is_counted_whatever_it_says(guarded: Settings) -> None:
    """The socket itself counts as one of the requests."""
    known = bearer(guarded.tenant)
    async with served(guarded.model_copy(update={"rate": 0.01, "burst": 5})) as service:
        body = {"ruleset": "s3", "id": "duel"}
        (await service.client.post("/v1/encounters", json=body, headers=known)).raise_for_status()
        async with talking(service, additional_headers=known) as socket:
            for said in ("", "[", "{}", '{"command": 1, "ref": 7}', '{"command": {}, "ref": {"a": 1}}', "[" * 40_000):
                await socket.connection.send(said)
            problems = [await socket.of("problem") for _ in range(6)]
        assert [problem["code"] for problem in problems] == ["malformed"] * 2 + ["invalid"] + ["too_many_requests"] * 3
        assert [problem["ref"] for problem in problems] == [None, None, None, 7, {"a": 1}, None]


async def test_many_messages_at_once_keep_nobody_else_waiting(
    guarded: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered, begun = 0, asyncio.Event()
    plain = socket_route._problem

    def counted(ref: Any, problem: Problem) -> bytes:
        nonlocal answered
        answered += 1
        begun.set()
        return plain(ref, problem)

    known = bearer(guarded.tenant)
    async with served(guarded) as service:
        body = {"ruleset": "s3", "id": "duel"}
        (await service.client.post("/v1/encounters", json=body, headers=known)).raise_for_status()
        async with talking(service, additional_headers=known) as socket:
            await socket.next()
            monkeypatch.setattr(socket_route, "_problem", counted)
            socket.connection.transport.write(b"\x81\x80\0\0\0\0" * 20_000)
            await begun.wait()
            assert (await service.client.get("/healthz")).is_success
            assert 0 < answered < 20_000
            socket.connection.transport.abort()  # closing would wait for all pending responses


async def test_a_message_in_endless_pieces_is_ended(guarded: Settings) -> None:
    known = bearer(guarded.tenant)
    async with served(guarded) as service:
        body = {"ruleset": "s3", "id": "duel"}
        (await service.client.post("/v1/encounters", json=body, headers=known)).raise_for_status()
        async with talking(service, additional_headers=known) as socket:
            await socket.next()
            await socket.connection.send(iter(["{", *[" "] * 4000, "}"]))
            assert (await socket.of("problem"))["code"] == "invalid"
            socket.connection.transport.write(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * (MESSAGE_BUDGET // 6))
            assert await socket.closed() == (1009, "too many fragments")


async def test_a_speaker_has_a_longest_name(guarded: Settings) -> None:
    async with served(guarded) as service:
        for names, status in ((["x" * 32] * MAX_COMBATANTS, 200), (["x" * 32] * (MAX_COMBATANTS + 1), 400)):
            headers = {**bearer(guarded.tenant), "Yarrow-As": f"player:{','.join(names)}"}
            assert (await service.client.get("/v1/encounters", headers=headers)).status_code == status
