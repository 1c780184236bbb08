"""Uvicorn protocol classes that limit the size and duration of a request head.

A request that is rejected here, before the application, also gets a problem as its response and counts against the
rate limit of its address.
"""

import asyncio
from collections.abc import Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from weakref import ref

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11
from websockets.exceptions import InvalidHandshake
from websockets.frames import CloseCode, Frame

from service.http.responses.encoded import SINGLE_WRITE, problem_response
from service.http.responses.event_stream import ABORT
from service.problems.problem import Problem
from service.problems.request_id import HEADER, current_request, new_request_id
from service.services import services_of

MAX_HEAD_BYTES: Final = 64 * 1024
"""Maximum size of path and headers together; enough for a token for a thousand encounters, named by UUIDs."""
HEAD_TIMEOUT: Final = 30.0
"""Seconds within which a request head must be complete."""
FORWARDED: Final = frozenset({b"x-forwarded-for", b"x-forwarded-proto"})
"""The headers in which a proxy forwards its client's address and scheme."""
DRAIN_TIMEOUT: Final = 1.0
"""Seconds for which the input of a rejected request is still read before the connection is closed."""
MAX_FRAGMENTS: Final = 4096
"""Maximum number of fragments of a WebSocket message."""

# websockets drops, without a response, header lines that our HTTP limit allows; raise its limit to match.
http11.MAX_LINE_LENGTH = 2 * MAX_HEAD_BYTES


class Protocol(HttpToolsProtocol):
    """HTTP/1.1 with a limited request head, and extensions to abort a connection and to write a whole response."""

    _deadline: asyncio.TimerHandle | None = None
    _incomplete = True
    _head_begun = False
    _head_seen = False
    _chunk_size = 0
    _received = 0
    _waiting = 0
    _too_large = False
    rejected = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._direct: Any = self.config.app
        self._abort: dict[object, object] = {"connection": transport.abort}
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and limit the size and duration of a head whose end has not arrived.

        Most heads arrive in one piece; those set no timer.
        """
        if self.rejected:
            return
        self._head_begun = self._head_seen = False
        self._chunk_size = len(data)
        self._received += self._chunk_size
        super().data_received(data)
        if self._incomplete or (self._idle and not self._head_seen):
            self._start_head_timer()
            self._check_incomplete_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_begun = self._incomplete = True
        self._received, self._waiting = self._chunk_size, 0

    def on_headers_complete(self) -> None:
        """Start the request; only requests with proxy headers pass through uvicorn's proxy middleware."""
        self._stop_head_timer()
        if self._received > MAX_HEAD_BYTES and self._size > MAX_HEAD_BYTES:
            self._too_large = True
            raise _too_large()  # stops the parser
        self.app = self._direct if FORWARDED.isdisjoint(dict(self.headers)) else self.config.loaded_app
        super().on_headers_complete()
        cycle: Any = self.cycle
        if cycle is not None:  # a WebSocket upgrade has none
            self.scope["extensions"] = {ABORT: self._abort, SINGLE_WRITE: {"write": partial(_write_whole, ref(cycle))}}

    def handle_websocket_upgrade(self) -> None:
        """Switch to WebSocket; reject a handshake with too many headers or with a body."""
        if len(self.headers) > http11.MAX_NUM_HEADERS:
            detail = f"A handshake may have at most {http11.MAX_NUM_HEADERS} headers. Send fewer."
            reject(self, Problem("too_large", detail))
        elif _has_body(self.headers):
            reject(self, Problem("malformed", "A handshake must not have a body. Send messages after it."))
        else:
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Reject an unreadable request; close at once if another response is still being written."""
        reject(self, _too_large() if self._too_large else _unreadable())
        if not self._idle:
            self.transport.close()

    @property
    def _idle(self) -> bool:
        """True if no request is being answered."""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    @property
    def _size(self) -> int:
        """The size of path and headers together, as far as they have arrived, in bytes."""
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)

    def _check_incomplete_head(self) -> None:
        """Reject an incomplete head that is already too large."""
        if not self._incomplete:
            return
        if not self._head_begun:
            self._waiting += self._chunk_size
        if (self._size if self._head_begun else self._waiting) > MAX_HEAD_BYTES and not self.rejected:
            self._too_large = True
            self.send_400_response("")

    def _start_head_timer(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_TIMEOUT, self._head_timed_out)

    def _stop_head_timer(self) -> None:
        self._incomplete, self._head_seen = False, True
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _head_timed_out(self) -> None:
        """Close a connection without a new request, once the previous one is answered."""
        self._deadline = None
        if self._idle:
            self.transport.close()
        else:
            self._start_head_timer()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with limited fragments, and an extension to abort a connection."""

    rejected = False

    def data_received(self, data: bytes) -> None:
        """Feed the parser; reject an unreadable handshake, which would otherwise stay open without a response."""
        if self.rejected:
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.rejected:
            reject(self, _unreadable())

    def handle_connect(self, event: http11.Request) -> None:
        try:
            self.conn.process_request(event)
        except InvalidHandshake as error:
            reject(self, Problem("malformed", f"This is not a WebSocket handshake: {str(error)[:200]}."))
            return
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][ABORT] = {"connection": self.transport.abort}

    def handle_cont(self, event: Frame) -> None:
        """Handle a fragment of a message; counts fragments, as empty ones never reach the limit of its size."""
        if self.close_sent:
            return
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
            return
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send; a handshake answered by a problem is complete, so that uvicorn does not report it as left open."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True


def reject(connection: Protocol | SocketProtocol, problem: Problem) -> None:
    """Answer a request that never reaches the application with a problem, count it by its address, and close.

    Input is drained briefly: closing with unread data resets the connection and loses the response.
    """
    connection.rejected = True
    app: Any = connection.config.app
    try:
        services_of(app).access.count(connection.client[0] if connection.client else "")
    except Problem as refusal:
        problem = refusal
    request_id = new_request_id()
    before = current_request.set(request_id)
    answer = problem_response(problem, {HEADER.decode(): request_id})
    current_request.reset(before)
    status = HTTPStatus(answer.status_code)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}".encode(),
        *(b": ".join(header) for header in answer.raw_headers),
    ]
    connection.transport.write(b"\r\n".join([*lines, b"connection: close", b"", bytes(answer.body)]))
    connection.loop.call_later(DRAIN_TIMEOUT, connection.transport.close)


def _write_whole(cycle_ref: ref[RequestResponseCycle], head: bytes, body: bytes) -> bool:
    """Write a whole response and end its request as ``send`` would; False if the client does not read.

    The request holds this function, which holds the request weakly, so both are freed without garbage collection.
    """
    cycle = cycle_ref()
    if cycle is None or cycle.flow.write_paused:
        return False
    if not cycle.disconnected:
        cycle.response_started = cycle.response_complete = True
        cycle.message_event.set()
        ending = b"" if cycle.keep_alive else b"connection: close\r\n"
        cycle.transport.write(b"HTTP/1.1 200 OK\r\n%b%b\r\n%b" % (head, ending, body))
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()
    return True


def _has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"transfer-encoding" or (name == b"content-length" and value != b"0") for name, value in headers)


def _unreadable() -> Problem:
    return Problem("malformed", "The request is not valid HTTP/1.1.")


def _too_large() -> Problem:
    return Problem(
        "too_large",
        f"The path and headers of a request may have at most {MAX_HEAD_BYTES // 1024} KiB together. "
        "Request less at once, or use a token for fewer encounters.",
    )
