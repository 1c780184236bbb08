"""A relay between a client and a server that can break connections, lose answers and be unavailable."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from tests.waiting import eventually


class Relay:
    """Forwards bytes in both directions on its own port.

    ``lose_answers`` is the number of connections to break as soon as the server answers; while ``away`` is set, each
    connection is closed at once.
    """

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0
        self.lose_answers = 0
        self.away = False
        self.connections = 0
        self._streams = 0

    async def start(self) -> None:
        """Start listening, on the same port as before after a restart."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening and break all connections."""
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """Break all open connections."""
        for writer in self._open:
            writer.transport.abort()

    async def until_watched(self) -> None:
        """Return as soon as the first data of an event stream has arrived."""

        async def watched() -> bool:
            return self._streams > 0

        await eventually(watched, "a stream of events begins")

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self.away:
            writer.transport.abort()
            return
        with suppress(ConnectionError):
            back, forth = await asyncio.open_connection(*self._to)
            self._open |= {writer, forth}
            try:
                await asyncio.gather(self._pass(reader, forth, answers=False), self._pass(back, writer, answers=True))
            finally:
                self._open -= {writer, forth}
                forth.transport.abort()
                writer.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, answers: bool) -> None:
        while piece := await source.read(65536):
            if answers and self.lose_answers:
                self.lose_answers -= 1
                raise ConnectionAbortedError
            if answers:
                self._streams += piece.count(b"text/event-stream")
            sink.write(piece)
            await sink.drain()
        if sink.can_write_eof():
            sink.write_eof()


@asynccontextmanager
async def relay_to(url: str) -> AsyncIterator[Relay]:
    """Run a relay to the server at a URL."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    relay = Relay(parts.hostname, parts.port)
    await relay.start()
    try:
        yield relay
    finally:
        await relay.stop()
