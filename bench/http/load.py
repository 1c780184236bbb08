"""A small load generator: concurrent connections, each of which sends a request and waits for the response."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final, cast

HEADERS_END: Final = b"\r\n\r\n"


class Failed(Exception):
    """The response to a request is an error."""


class Connection(asyncio.Protocol):
    """One keep-alive connection; an exchange is one request and the body of its response."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, port: int) -> "Connection":
        """Connect to a server on this machine."""
        _, connection = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def exchange(self, request: bytes) -> "asyncio.Future[bytes]":
        """Send a request; the future has the body of the response, or Failed."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return self._answer

    def data_received(self, data: bytes) -> None:
        received = self._received
        received += data
        end = received.find(HEADERS_END)
        if end < 0:
            return
        head = bytes(received[:end]).lower()
        start = head.index(b"content-length:") + 15
        stop = head.find(b"\r", start)
        length = int(head[start : stop if stop > 0 else len(head)])
        body = end + len(HEADERS_END)
        if len(received) < body + length:
            return
        answer, self._answer = self._answer, None
        content = bytes(received[body : body + length])
        received.clear()
        if answer is None:
            return
        if head[9:12] in (b"200", b"201"):
            answer.set_result(content)
        else:
            answer.set_exception(Failed(content.decode()))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Failed("the server closed the connection"))

    def close(self) -> None:
        """Close the connection."""
        assert self._transport is not None
        self._transport.close()


def post(path: str, body: Mapping[str, Any], **headers: str) -> bytes:
    """Return the bytes of a POST request."""
    content = json.dumps(body, separators=(",", ":")).encode()
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode() + HEADERS_END + content
