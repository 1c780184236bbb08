"""HTTP from the side of the generator: calls over kept connections, and streams of server-sent events."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple, cast

import httptools

OK: Final = 200
IDLE_LIMIT: Final = 30.0
"""Seconds after which an idle connection is not used again: the service closes it after 60."""


class Answer(NamedTuple):
    """The status of a response, and its body."""

    status: int
    body: bytes


class _Receiver(asyncio.Protocol):
    """A connection that parses responses; the parser calls the methods ``on_…``."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    @property
    def status(self) -> int:
        """The status of the present response."""
        return self._parser.get_status_code()

    def send(self, request: bytes) -> None:
        """Send a request."""
        assert self.transport is not None
        self.transport.write(request)

    def close(self) -> None:
        """Close the connection."""
        if self.transport is not None:
            self.transport.close()


class _Line(_Receiver):
    """A connection that carries one request at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.used = 0.0
        self._body: list[bytes] = []
        self._answer: asyncio.Future[Answer] | None = None

    def exchange(self, request: bytes) -> "asyncio.Future[Answer]":
        """Send a request; the future has its response, or a ConnectionError."""
        self._answer = asyncio.get_running_loop().create_future()
        self.send(request)
        return self._answer

    @property
    def usable(self) -> bool:
        """True if the service will still accept a request on this connection."""
        assert self.transport is not None
        return not self.transport.is_closing() and time.monotonic() - self.used < IDLE_LIMIT

    def on_body(self, data: bytes) -> None:
        self._body.append(data)

    def on_message_complete(self) -> None:
        body, self._body = b"".join(self._body), []
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Answer(self.status, body))
        if not self._parser.should_keep_alive():
            self.close()

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the service closed the connection before it had answered"))


class Caller:
    """A client of one service process, with as many connections as there are requests at once."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._free: list[_Line] = []
        self._lines: list[_Line] = []

    async def exchange(self, request: bytes) -> Answer:
        """Send a request; return the response."""
        line = await self._line()
        answer = await line.exchange(request)
        line.used = time.monotonic()
        self._free.append(line)
        return answer

    async def _line(self) -> _Line:
        while self._free:
            line = self._free.pop()
            if line.usable:
                return line
            line.close()
        _, line = await asyncio.get_running_loop().create_connection(_Line, "127.0.0.1", self.port)
        self._lines.append(line)
        return line

    def close(self) -> None:
        """Close the connections."""
        for line in self._lines:
            line.close()


class EventStream(_Receiver):
    """A stream of batches; ``take`` receives the data of each and the time at which it arrived.

    ``begun`` has the status as soon as there is one; ``ended`` is done when the response is complete, with what has
    come instead of batches: the body of a problem, or the data of the event that dropped the watcher.
    """

    def __init__(self, request: bytes, take: Callable[[bytes, float], None]) -> None:
        super().__init__()
        self.begun: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._request = request
        self._take = take
        self._instead = b""
        self._rest = b""

    @classmethod
    async def open(cls, port: int, path: str, take: Callable[[bytes, float], None]) -> "EventStream":
        """Open a stream of a process as the narrator."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: cls(get(path), take), "127.0.0.1", port)
        return stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.send(self._request)

    def on_headers_complete(self) -> None:
        if not self.begun.done():
            self.begun.set_result(self.status)

    def on_body(self, data: bytes) -> None:
        if self.status != OK:
            self._instead += data
            return
        moment = time.perf_counter()
        *blocks, self._rest = (self._rest + data).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
            if fields.get(b"event") == b"batch":
                self._take(fields[b"data"], moment)
            elif b"event" in fields:
                self._instead = fields[b"data"]

    def on_message_complete(self) -> None:
        self.ended.set_result(self._instead)
        self.close()

    def connection_lost(self, error: Exception | None) -> None:
        for future in (self.begun, self.ended):
            if not future.done():
                future.set_exception(ConnectionError("the service closed a stream"))
                future.exception()  # a stream that is not needed any more is closed from here


def get(path: str, speaker: str = "narrator") -> bytes:
    """Return the bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nYarrow-As: {speaker}\r\n\r\n".encode()
