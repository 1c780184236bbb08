"""Tests of the connection: each exchange receives the replies to its own commands, or none, over every transport."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from redis.exceptions import ResponseError

from events.store.connection import Connection, connect, pack
from events.store.protocol import StoreUnavailable

PING = pack("PING")
LARGE = 1 << 20

OpenWire = Callable[..., Coroutine[Any, Any, Connection]]
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


@pytest.fixture
async def open_wire() -> AsyncIterator[OpenWire]:
    """Yield a function that opens connections; they are closed after the test."""
    async with AsyncExitStack() as stack:

        async def opened(url: str, **options: Any) -> Connection:
            client = connect(url)
            stack.push_async_callback(client.aclose)
            wire = Connection(client, **options)
            stack.push_async_callback(wire.close)
            return wire

        yield opened


@asynccontextmanager
async def listening(talk: Talk, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Run a local server that handles each client with ``talk``. Yields its port."""
    talks: set[asyncio.Task[None]] = set()

    async def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.create_task(until_closed(reader, writer)))

    async def until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    server = await asyncio.start_server(begin, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for one in talks:
            one.cancel()
        await asyncio.gather(*talks, return_exceptions=True)


def between(url: str, *, answered_by: Callable[[bytes], list[bytes]]) -> Talk:
    """Return a proxy to the server; ``answered_by`` maps each chunk of a reply to the chunks that are sent."""
    target = urlsplit(url)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(target.hostname, target.port)

        async def to_server() -> None:
            while data := await reader.read(65536):
                back.write(data)

        sending = asyncio.create_task(to_server())
        try:
            while data := await there.read(65536):
                for piece in answered_by(data):
                    writer.write(piece)
                    await asyncio.sleep(0)
        finally:
            sending.cancel()
            back.close()
            await asyncio.gather(sending, back.wait_closed(), return_exceptions=True)

    return talk


def certificate(directory: Path) -> tuple[Path, Path]:
    """Create a self-signed certificate. Returns the paths of it and of its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).add_extension(here, critical=False)
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    given, held = directory / "certificate.pem", directory / "key.pem"
    given.write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    held.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return given, held


async def exchange_everything(wire: Connection, key: str) -> None:
    """Exchange commands with short, long and error replies, concurrently and in sequence."""
    for _ in range(2):
        large = b"x" * LARGE
        replies = await wire.exchange([pack("SET", key, large), PING, pack("GET", key), pack("INCR", key), PING])
        assert replies[:3] == [b"OK", b"PONG", large]
        assert isinstance(replies[3], ResponseError)
        assert replies[4] == b"PONG"
        assert await wire.exchange([PING] * 1000) == [b"PONG"] * 1000


async def test_all_replies_come_in_the_order_of_their_commands(any_url: str, open_wire: OpenWire, tenant: str) -> None:
    await exchange_everything(await open_wire(any_url), tenant)


async def test_a_server_behind_tls_is_spoken_with(
    valkey_url: str, tmp_path: Path, open_wire: OpenWire, tenant: str
) -> None:
    given, held = certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(given, held)
    async with listening(between(valkey_url, answered_by=lambda data: [data]), context) as port:
        wire = await open_wire(f"rediss://127.0.0.1:{port}?ssl_ca_certs={given}")
        await exchange_everything(wire, tenant)
        await wire.close()


async def test_replies_that_come_byte_by_byte_are_put_together(valkey_url: str, open_wire: OpenWire) -> None:
    def in_bytes(data: bytes) -> list[bytes]:
        return [data[at : at + 1] for at in range(len(data))]

    async with listening(between(valkey_url, answered_by=in_bytes)) as port:
        wire = await open_wire(f"redis://127.0.0.1:{port}")
        assert await wire.exchange([PING, pack("ECHO", "word"), PING]) == [b"PONG", b"word", b"PONG"]
        assert await wire.exchange([PING]) == [b"PONG"]
        await wire.close()


async def test_a_reply_that_is_late_is_not_taken_for_that_of_a_later_command(
    valkey_url: str, open_wire: OpenWire, tenant: str
) -> None:
    late, other = await open_wire(valkey_url, timeout=0.05), await open_wire(valkey_url)
    with pytest.raises(StoreUnavailable, match="does not respond"):
        await late.exchange([pack("BLPOP", tenant, 0), pack("ECHO", "first")])
    await other.exchange([pack("RPUSH", tenant, "late")])
    assert await late.exchange([pack("ECHO", "second")]) == [b"second"]


async def test_a_reply_nobody_waits_for_any_more_is_not_taken_for_that_of_a_later_command(
    valkey_url: str, open_wire: OpenWire, tenant: str
) -> None:
    left, other = await open_wire(valkey_url), await open_wire(valkey_url)
    await left.exchange([PING])
    leaving = asyncio.create_task(left.exchange([pack("BLPOP", tenant, 0)]))
    await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await other.exchange([pack("RPUSH", tenant, "late")])
    assert await left.exchange([pack("ECHO", "second")]) == [b"second"]


@pytest.mark.parametrize("more", [b"+OK\r\n", b"$3\r\nab", b"-ERR no\r\n", b"-LOADING not yet\r\n", b"no reply\r\n"])
async def test_a_server_that_says_more_than_it_was_asked_is_left(
    valkey_url: str, open_wire: OpenWire, more: bytes
) -> None:
    def with_more(data: bytes) -> list[bytes]:
        return [data, more] if b"first" in data else [data]

    async with listening(between(valkey_url, answered_by=with_more)) as port:
        wire = await open_wire(f"redis://127.0.0.1:{port}")
        outcomes: list[Any] = []
        for word in ("first", "second", "third"):
            try:
                outcomes += await wire.exchange([pack("ECHO", word)])
            except Exception as error:
                outcomes.append(type(error))
        await wire.close()
    given = [outcome for outcome in outcomes if isinstance(outcome, bytes)]
    assert given == [word for word in (b"first", b"second", b"third") if word in given]
    assert b"third" in given


async def test_a_line_that_is_lost_is_away_once_and_is_there_again(valkey_url: str, open_wire: OpenWire) -> None:
    wire, other = await open_wire(valkey_url), await open_wire(valkey_url)
    [number] = await wire.exchange([pack("CLIENT", "ID")])
    await other.exchange([pack("CLIENT", "KILL", "ID", number)])
    with pytest.raises(StoreUnavailable, match="unreachable"):
        await wire.exchange([PING])
    assert await wire.exchange([PING]) == [b"PONG"]


async def test_a_server_that_is_starting_is_away(open_wire: OpenWire) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(65536):
            writer.write(b"-LOADING Redis is loading the dataset in memory\r\n" * 4)

    async with listening(talk) as port:
        wire = await open_wire(f"redis://127.0.0.1:{port}")
        with pytest.raises(StoreUnavailable):
            await wire.exchange([PING])
        await wire.close()
