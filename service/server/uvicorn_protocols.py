"""What stands between the wire and the application: how much a request may say of itself, and how long that may take.

What never reaches the application is answered by a problem too, and counted by the address that it comes from.
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

MOST_HEAD: Final = 64 * 1024
"""Bytes of a path and its headers together: those of a token for a thousand encounters, named by UUIDs."""
HEAD_WITHIN: Final = 30.0
"""Seconds in which they have to be there."""
FORWARDED: Final = frozenset({b"x-forwarded-for", b"x-forwarded-proto"})
"""The headers in which a proxy says who asks it, and how."""
LINGER: Final = 1.0
"""Seconds for which more is still taken in of what is turned away."""
MOST_PIECES: Final = 4096
"""So many pieces has a message at most."""

# It takes a line for too long that every other request may have, and says so to nobody.
http11.MAX_LINE_LENGTH = 2 * MOST_HEAD


class Protocol(HttpToolsProtocol):
    """HTTP/1.1, with a way to cut a connection off."""

    _deadline: asyncio.TimerHandle | None = None
    _incomplete = True
    _begun = False
    _headed = False
    _piece = 0
    _received = 0
    _waiting = 0
    _too_large = False
    turned_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._direct: Any = self.config.app
        self._abort: dict[object, object] = {"connection": transport.abort}
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as a head is no larger than it may be, also where its end never comes.

        Most heads come whole, in one piece: for those no clock is set.
        """
        if self.turned_away:
            return
        self._begun = self._headed = False
        self._piece = len(data)
        self._received += self._piece
        super().data_received(data)
        if self._incomplete or (self._idle and not self._headed):
            self._await_head()
            self._wait_for_more()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun = self._incomplete = True
        self._received, self._waiting = self._piece, 0

    def on_headers_complete(self) -> None:
        """Begin to answer; what a proxy says of its client is looked for only where it says anything."""
        self._have_head()
        if self._received > MOST_HEAD and self._size > MOST_HEAD:
            self._too_large = True
            raise _too_large()  # which stops the parser
        self.app = self._direct if FORWARDED.isdisjoint(dict(self.headers)) else self.config.loaded_app
        super().on_headers_complete()
        cycle: Any = self.cycle
        if cycle is not None:  # an upgrade to a socket has none
            self.scope["extensions"] = {ABORT: self._abort, SINGLE_WRITE: {"write": partial(_write_whole, ref(cycle))}}

    def handle_websocket_upgrade(self) -> None:
        """Go on as a socket, unless there is more than can be gone on with."""
        if len(self.headers) > http11.MAX_NUM_HEADERS:
            said = f"A handshake has at most {http11.MAX_NUM_HEADERS} headers; send fewer."
            turn_away(self, Problem("too_large", said))
        elif _brings_a_body(self.headers):
            turn_away(self, Problem("malformed", "A handshake has no body; send messages behind it."))
        else:
            super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with what is no request, and close: at once where an answer would still be written."""
        turn_away(self, _too_large() if self._too_large else _unreadable())
        if not self._idle:
            self.transport.close()

    @property
    def _idle(self) -> bool:
        """Whether nothing is being answered."""
        before: Any = self.cycle
        return before is None or before.response_complete

    @property
    def _size(self) -> int:
        """How long the path and the headers are together, as far as they have come."""
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)

    def _wait_for_more(self) -> None:
        """Turn away a head of which there is more than there may be, though its end has not come."""
        if not self._incomplete:
            return
        if not self._begun:
            self._waiting += self._piece
        if (self._size if self._begun else self._waiting) > MOST_HEAD and not self.turned_away:
            self._too_large = True
            self.send_400_response("")

    def _await_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_WITHIN, self._give_up)

    def _have_head(self) -> None:
        self._incomplete, self._headed = False, True
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """End a connection on which no request comes, once the one before is answered."""
        self._deadline = None
        if self._idle:
            self.transport.close()
        else:
            self._await_head()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets, with a way to cut a connection off."""

    turned_away = False

    def data_received(self, data: bytes) -> None:
        """Read on; what cannot be read before there is a handshake would stay unanswered, and open."""
        if self.turned_away:
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.turned_away:
            turn_away(self, _unreadable())

    def handle_connect(self, event: http11.Request) -> None:
        try:
            self.conn.process_request(event)
        except InvalidHandshake as error:
            turn_away(self, Problem("malformed", f"This is no handshake of a socket: {str(error)[:200]}."))
            return
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][ABORT] = {"connection": self.transport.abort}

    def handle_cont(self, event: Frame) -> None:
        """Take one more piece of a message; pieces that hold nothing would never reach its size."""
        if self.close_sent:
            return
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
            return
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many pieces")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send; a handshake that is answered by a problem is complete, so that nobody is told of one left open."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True


def turn_away(connection: Protocol | SocketProtocol, problem: Problem) -> None:
    """Answer what never reaches the application by a problem, counted by its address, and close.

    Whatever still comes is passed over for a moment: a connection that is closed on it takes the answer along.
    """
    connection.turned_away = True
    app: Any = connection.config.app
    try:
        app.state.access.count(connection.client[0] if connection.client else "")
    except Problem as refusal:
        problem = refusal
    answer = problem_response(problem)
    status = HTTPStatus(answer.status_code)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}".encode(),
        *(b": ".join(header) for header in answer.raw_headers),
    ]
    connection.transport.write(b"\r\n".join([*lines, b"connection: close", b"", bytes(answer.body)]))
    connection.loop.call_later(LINGER, connection.transport.close)


def _write_whole(of: ref[RequestResponseCycle], head: bytes, body: bytes) -> bool:
    """Write an answer and end its request as ``send`` would; False where the client does not take what it is sent.

    The request holds this function, which holds the request weakly: both go with the answer, uncollected.
    """
    cycle = of()
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


def _brings_a_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"transfer-encoding" or (name == b"content-length" and value != b"0") for name, value in headers)


def _unreadable() -> Problem:
    return Problem("malformed", "This is no request that can be read as HTTP/1.1.")


def _too_large() -> Problem:
    return Problem(
        "too_large",
        f"The path and the headers of a request have at most {MOST_HEAD // 1024} KiB together; "
        "ask for less at once, or with a token for fewer encounters.",
    )
