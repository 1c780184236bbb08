"""Server-sent events: a watch as an answer that goes on for as long as there is something to watch.

It is an ASGI answer of its own: what is waited for is the watch alone, and a connection whose client takes nothing more
is cut off after a while, because a position costs the client less than a full buffer costs everybody else.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.encounters.service import encode
from service.http.requests.head_requests import is_head
from service.live.batches import LiveFrame
from service.live.metrics import LiveMetrics
from service.live.watch import Watch, WatchEnded, gone
from service.problems.problem import place_headers

MEDIA_TYPE: Final = "text/event-stream"
RETRY: Final = 1000
"""Milliseconds after which a browser connects again."""
LAST_WORDS: Final = 1.0
"""Seconds that a watch which is ended has for saying so."""
ABORT: Final = "yarrow.abort"
"""The extension of a request by which its connection is cut off, whatever it still holds."""
QUIET: Final = frozenset({"complete", "gone"})
"""Ends of which the stream itself says enough."""
HEADERS: Final = {
    "content-type": MEDIA_TYPE,
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would otherwise keep frames until a buffer is full
}


class Dropped(msgspec.Struct, frozen=True):
    """A watch was ended: where to go on, why as a code, and why in words."""

    resume: str
    code: str
    detail: str


class StreamTimeouts(NamedTuple):
    """``heartbeat`` is the time between two signs of life, ``patience`` how long a client may take nothing; seconds."""

    heartbeat: float
    patience: float


class EventStream(Response):
    """The frames of a watch as server-sent events, and a comment as heartbeat where there is none for a while."""

    def __init__(self, watch: Watch, pace: StreamTimeouts, measures: LiveMetrics) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS if watch.stands is None else {**HEADERS, **place_headers(*watch.stands)})
        self._watch, self._pace, self._measures = watch, pace, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = self._watch
        listening = asyncio.create_task(_until_gone(receive, watch))
        connection = _Connection(send, scope, self._pace.patience)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            if is_head(scope):
                await connection.finish(b"")
                return
            self._measures.ended(await self._sent(connection))
        finally:
            listening.cancel()
            watch.close()

    async def _sent(self, connection: "_Connection") -> str:
        """Send until the watch ends; the reason."""
        watch = self._watch
        position = watch.position
        try:
            await connection.write(b"retry: %d\nid: %s\n\n" % (RETRY, position.encode()))
            while True:
                position = await self._tell(connection, await watch.next(self._pace.heartbeat))
        except TimeoutError:
            await connection.abort()
            return "slow"
        except WatchEnded as ended:
            dropped = Dropped(position, ended.code, ended.detail)
            try:
                async with asyncio.timeout(LAST_WORDS):
                    await connection.finish(b"" if ended.code in QUIET else _event("dropped", encode(dropped)))
            except TimeoutError:
                await connection.abort()
            return ended.code

    async def _tell(self, connection: "_Connection", frames: Sequence[LiveFrame]) -> str:
        """Send frames, or a heartbeat for none; the position behind them."""
        if not frames:
            position = self._watch.position
            await connection.write(b": heartbeat\nid: %s\n\n" % position.encode())
            return position
        await connection.write(
            b"".join(b"id: %s\n%s" % (frame.position.encode(), _event("batch", frame.body)) for frame in frames)
        )
        self._measures.sent(frames, live=self._watch.live)
        return frames[-1].position


class _Connection:
    """The way to one client; nothing is written for longer than ``patience``. Raises TimeoutError."""

    def __init__(self, send: Send, scope: Scope, patience: float) -> None:
        self._send, self._patience = send, patience
        self._abort: Callable[[], None] | None = scope.get("extensions", {}).get(ABORT, {}).get("connection")

    async def write(self, body: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def finish(self, body: bytes) -> None:
        await self._send({"type": "http.response.body", "body": body})

    async def abort(self) -> None:
        """Cut the connection off: the client takes nothing, so that no word would reach it."""
        if self._abort is not None:
            self._abort()
        await self.finish(b"")


async def _until_gone(receive: Receive, watch: Watch) -> None:
    """End the watch when the client closes its side."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watch.end(gone())


def _event(kind: str, data: bytes) -> bytes:
    """An event; its data are one line."""
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), data)
