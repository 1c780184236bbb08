"""Protocols that pass a connection on to uvicorn's, and limit what arrives before a request or a message is complete.

They are given to uvicorn in place of its own, to which they pass every event. Uvicorn copies the state of the
application into the scope of each request; the connection is in that copy, by which the application finds it.
"""

import asyncio
from functools import partial
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode

from service.problems.problem import Problem
from service.problems.strict_json import MAX_BODY_BYTES
from service.server import MAX_HEAD_BYTES
from service.server.connections import Connection, Connections, head_too_large
from service.server.transport import GatheringTransport

KEY: Final = "yarrow.connection"
"""The key of a connection in the ``state`` of the scopes of its requests."""
MAX_MESSAGE_BYTES: Final = MAX_BODY_BYTES + 1024
"""Maximum size of a WebSocket message: a body, and the fields that a request has in its headers."""
MESSAGE_BUDGET: Final = MAX_MESSAGE_BYTES + 64 * 1024
"""Bytes that may arrive before a message is complete: with the heads of its fragments, and answers to pings."""
MAX_HANDSHAKE_HEADERS: Final = 128
"""Maximum number of headers of a handshake, which is that of the WebSocket library."""
TOO_MANY_FRAGMENTS: Final = Frame(
    Opcode.CLOSE, CloseCode.MESSAGE_TOO_BIG.to_bytes(2, "big") + b"too many fragments"
).serialize(mask=False)
"""The frame that closes a socket whose message does not end."""


UNREADABLE: Final = Problem("malformed", "The request is not valid HTTP/1.1.")
"""The problem with what uvicorn cannot read."""


class Guarded(asyncio.Protocol):
    """A connection that is admitted by ``connections``, and whose events ``inner`` handles."""

    connection: Connection | None = None

    def __init__(self, connections: Connections, inner: Any) -> None:
        self._connections = connections
        self.inner: Any = inner

    def connection_lost(self, exc: Exception | None) -> None:
        if self.connection is not None:
            self._connections.closed(self.connection)
            self.inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return None if self.connection is None else self.inner.eof_received()

    def pause_writing(self) -> None:
        if self.connection is not None:
            self.connection.pause_writing()
            self.inner.pause_writing()

    def resume_writing(self) -> None:
        if self.connection is not None:
            self.connection.resume_writing()
            self.inner.resume_writing()

    def _reject(self, problem: Problem) -> None:
        assert self.connection is not None
        if not self.connection.rejected:
            self._connections.reject(self.connection, problem)


class HttpConnection(Guarded):
    """A connection with HTTP/1.1 requests."""

    def __init__(self, connections: Connections, app_state: dict[str, Any], **of_uvicorn: Any) -> None:
        self._app_state = dict(app_state)
        super().__init__(connections, HttpToolsProtocol(app_state=self._app_state, **of_uvicorn))
        self.inner.send_400_response = self._reject_unreadable  # uvicorn's is plain text

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        gathering = GatheringTransport(transport)
        self.connection = self._connections.open(gathering)
        if self.connection is not None:
            self._app_state[KEY] = self.connection
            self.inner.connection_made(gathering)

    def data_received(self, data: bytes) -> None:
        connection = self.connection
        if connection is None or connection.rejected:
            return
        connection.budget -= len(data)
        if not connection.begun:
            connection.begin_head()
        self.inner.data_received(data)
        whole = connection.has_whole_body = self.inner.cycle is not None and not self.inner.cycle.more_body
        connection.small = whole and connection.budget >= 0 and not connection.active
        if connection.budget < 0:
            # A request that begins in this data gets a larger budget when its task starts, which precedes this call.
            connection.loop.call_soon(self._check)

    def _reject_unreadable(self, _: str) -> None:
        """Reject what is no HTTP; close at once if another response would follow, or is being written."""
        assert self.connection is not None
        cycle = self.inner.cycle
        answering = cycle is not None and not cycle.response_complete
        if not (answering and cycle.response_started):
            self._reject(UNREADABLE)
        if answering:
            self.connection.transport.close()

    def _check(self) -> None:
        connection = self.connection
        if connection is None or connection.budget >= 0 or connection.transport.is_closing():
            return
        if connection.active or not connection.body_complete:
            connection.transport.abort()
        else:
            self._reject(head_too_large())


class SocketConnection(Guarded):
    """A connection with a WebSocket. It begins with its handshake, which uvicorn's HTTP protocol has received."""

    def __init__(self, connections: Connections, app_state: dict[str, Any], **of_uvicorn: Any) -> None:
        super().__init__(connections, WebSocketsSansIOProtocol(app_state=app_state, **of_uvicorn))
        self.connection = app_state[KEY]
        self.connection.budget = MESSAGE_BUDGET
        self._handshake = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        assert self.connection is not None
        if self.connection.rejected:
            return
        if self._handshake:
            self._handshake = False
            problem = handshake_problem(data)
            if problem is not None:
                self._reject(problem)
                return
        else:
            self.connection.budget -= len(data)
        self.inner.data_received(data)
        if self.connection.budget < 0 and not self.connection.transport.is_closing():
            self.connection.rejected = True
            self.connection.transport.write(TOO_MANY_FRAGMENTS)
            self.connection.transport.close()


def handshake_problem(head: bytes) -> Problem | None:
    """Return the problem with a handshake that the WebSocket library would not answer; None if it does."""
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    names = {line.partition(b":")[0] for line in lines}
    if len(head) > MAX_HEAD_BYTES:
        return head_too_large()
    if len(lines) > MAX_HANDSHAKE_HEADERS:
        detail = f"A handshake may have at most {MAX_HANDSHAKE_HEADERS} headers. Send fewer."
        return Problem("too_large", detail)
    if b"transfer-encoding" in names or any(_is_length(line) for line in lines):
        return Problem("malformed", "A handshake must not have a body. Send messages after it.")
    if not first.startswith(b"GET "):
        return Problem("malformed", "This is not a WebSocket handshake: its method is not GET.")
    return None


def _is_length(line: bytes) -> bool:
    name, _, value = line.partition(b":")
    return name == b"content-length" and value.strip() != b"0"


def protocols(connections: Connections) -> tuple[Any, Any]:
    """Return what makes the protocols of HTTP and of WebSockets, as uvicorn calls them."""
    return partial(HttpConnection, connections), partial(SocketConnection, connections)
