"""A TCP proxy between the service and Redis, whose target can change, and which can delay the replies to a command."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from urllib.parse import urlsplit

CHUNK = 65536


class Proxy:
    """Forwards each new connection to ``target``, a port of loopback.

    If ``delayed`` is a command, what is sent after it waits for ``delay`` seconds.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.delayed = b""
        self.delay = 0.0
        self.port = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The URL under which clients reach the target."""
        return f"redis://127.0.0.1:{self.port}"

    def begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client."""
        self._tasks.add(asyncio.create_task(self._serve(reader, writer)))

    async def close(self) -> None:
        """Drop every client."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        sending = asyncio.create_task(self._forward(reader, back))
        try:
            await self._forward(there, writer)
        finally:
            sending.cancel()
            for end in (writer, back):
                end.close()
            await asyncio.gather(sending, writer.wait_closed(), back.wait_closed(), return_exceptions=True)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.delayed and self.delayed in data:
                    await asyncio.sleep(self.delay)
                writer.write(data)
            writer.write_eof()


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    """Run a proxy to the server at a URL."""
    proxy = Proxy(urlsplit(url).port or 6379)
    server = await asyncio.start_server(proxy.begin, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()


@contextmanager
def proxied_elsewhere(url: str) -> Iterator[Proxy]:
    """Run a proxy in a thread of its own, for a test without an event loop."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    running = proxied(url)
    try:
        yield asyncio.run_coroutine_threadsafe(running.__aenter__(), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(running.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
