"""Server-sent events: the frames of a watch as a response that lasts until the watch ends.

The response is an ASGI application of its own, because it waits for the watch alone. A connection whose client stops
reading is aborted after a timeout: the client can resume from its position, and a full buffer costs more than that.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from domain.model.suggestions import not_joined
from service.encounters.encoding import encode
from service.http.requests.head_requests import is_head
from service.http.responses.encoded import language_headers, unknown_header
from service.live.batches import LiveFrame
from service.live.metrics import LiveMetrics
from service.live.timeouts import StreamTimeouts
from service.live.watch import Watch, WatchEnded, gone
from service.problems.problem import version_headers

MEDIA_TYPE: Final = "text/event-stream"
RETRY_MILLISECONDS: Final = 1000
"""Delay after which a browser reconnects."""
CLOSE_TIMEOUT: Final = 1.0
"""Seconds that sending the end of a watch may take."""
ABORT: Final = "yarrow.abort"
"""Key of the function in the scope that aborts the connection and discards its buffer."""
SILENT_ENDS: Final = frozenset({"complete", "gone"})
"""Reasons that the client knows without a ``dropped`` event."""
HEADERS: Final = {
    "content-type": MEDIA_TYPE,
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # nginx would otherwise hold frames back until a buffer is full
}


class Dropped(msgspec.Struct, frozen=True):
    """The service ended the stream.

    ``resume`` is the position to reconnect from, ``code`` the reason for programs, ``detail`` the reason in words.
    """

    resume: str
    code: str
    detail: str


class EventStream(Response):
    """The frames of a watch as server-sent events, with a comment as heartbeat when there are none for a while."""

    def __init__(self, watch: Watch, timeouts: StreamTimeouts, metrics: LiveMetrics) -> None:
        self.status_code = 200
        self.background = None
        head = watch.visible_head
        versions = {} if head is None else version_headers(*head)
        language = {} if watch.language is None else language_headers(watch.language)
        self.init_headers({**HEADERS, **versions, **language, **unknown_header(watch.unknown)})
        self._watch, self._timeouts, self._metrics = watch, timeouts, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watch = self._watch
        receiving = asyncio.create_task(_end_on_disconnect(receive, watch))
        connection = _Connection(send, scope, self._timeouts.patience)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            if is_head(scope):
                await connection.finish(b"")
                return
            self._metrics.ended(await self._send_all(connection))
        finally:
            receiving.cancel()
            watch.close()

    async def _send_all(self, connection: "_Connection") -> str:
        """Send frames until the watch ends; return the reason."""
        watch = self._watch
        position = watch.position
        try:
            unknown = "".join([f": {not_joined(one, {})}\n" for one in watch.unknown])
            opening = f"{unknown}retry: {RETRY_MILLISECONDS}\nid: {position}\n\n"
            await connection.write(opening.encode())
            while True:
                position = await self._send(connection, await watch.next(self._timeouts.heartbeat))
        except TimeoutError:
            await connection.abort()
            return "slow"
        except WatchEnded as ended:
            dropped = Dropped(position, ended.code, ended.detail)
            try:
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await connection.finish(b"" if ended.code in SILENT_ENDS else _event("dropped", encode(dropped)))
            except TimeoutError:
                await connection.abort()
            return ended.code

    async def _send(self, connection: "_Connection", frames: Sequence[LiveFrame]) -> str:
        """Send frames, or a heartbeat if there are none; return the position after them."""
        if not frames:
            position = self._watch.position
            await connection.write(b": heartbeat\nid: %s\n\n" % position.encode())
            return position
        await connection.write(
            b"".join(b"id: %s\n%s" % (frame.position.encode(), _event(frame.kind, frame.body)) for frame in frames)
        )
        self._metrics.sent(frames, live=self._watch.live)
        return frames[-1].position


class _Connection:
    """The connection to one client. A write that takes longer than ``patience`` raises TimeoutError."""

    def __init__(self, send: Send, scope: Scope, patience: float) -> None:
        self._send, self._patience = send, patience
        self._abort: Callable[[], None] | None = scope.get(ABORT)

    async def write(self, body: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def finish(self, body: bytes) -> None:
        await self._send({"type": "http.response.body", "body": body})

    async def abort(self) -> None:
        """Abort the connection without a last message, because the client does not read."""
        if self._abort is not None:
            self._abort()
        await self.finish(b"")


async def _end_on_disconnect(receive: Receive, watch: Watch) -> None:
    """End the watch when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watch.end(gone())


def _event(kind: str, data: bytes) -> bytes:
    """Return a server-sent event; ``data`` must be one line."""
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), data)
