"""The application as the server calls it: requests with limits of size and time, by the connection that they are of."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from service.http.responses.encoded import problem_response
from service.http.responses.event_stream import ABORT
from service.http.responses.reply import AT_ONCE
from service.problems.problem import Problem
from service.problems.request_id import HEADER, current_request, new_request_id
from service.problems.sent_headers import headers_of
from service.server import MAX_HEAD_BYTES
from service.server.connections import Connection, Connections, head_too_large
from service.server.protocols import KEY, MESSAGE_BUDGET
from service.server.transport import send_at_once

FORWARDED: Final = frozenset({b"x-forwarded-for", b"x-forwarded-proto"})
"""The headers in which a proxy forwards its client's address and scheme."""


class _Head(NamedTuple):
    """The ``size`` of a request with path and headers, in bytes, and the length of its ``body``, as its head says.

    ``body`` is 0 without one, and None if it is sent in chunks. A proxy has ``forwarded`` the request if it says so.
    """

    size: int
    body: int | None
    forwarded: bool


_SMALL: Final = _Head(0, 0, forwarded=False)
_SMALL_FORWARDED: Final = _SMALL._replace(forwarded=True)


class LimitedRequests:
    """An application whose requests have a limited head, and a body that arrives in time.

    Only requests with the headers of a proxy pass through uvicorn's middleware for them.
    """

    def __init__(self, app: ASGIApp, connections: Connections, proxies: Iterable[str]) -> None:
        self._app = app
        self._connections = connections
        self._proxied: Any = ProxyHeadersMiddleware(app, list(proxies))  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection: Connection = scope["state"].pop(KEY)
        head = _head_of(scope, small=connection.small)
        connection.begin(head.body)
        scope[ABORT] = connection.transport.abort
        if scope["type"] == "http":
            scope[AT_ONCE] = send_at_once
        app = self._proxied if head.forwarded else self._app
        try:
            if head.size > MAX_HEAD_BYTES:
                await self._refuse(scope, receive, send)
            elif scope["type"] == "websocket":
                await _serve_socket(app, connection, scope, receive, send)
            else:
                await app(scope, receive if connection.body_complete else _receiving(connection, receive), send)
        finally:
            connection.end()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose head is too large, and close its connection."""
        client = scope["client"]
        try:
            self._connections.count(client[0] if client else "")
            problem = head_too_large()
        except Problem as refusal:
            problem = refusal
        request_id = new_request_id()
        current_request.set(request_id)
        headers = {HEADER: request_id, "connection": "close"}
        await problem_response(problem, headers)(scope, receive, send)


def _receiving(connection: Connection, receive: Receive) -> Receive:
    """Return a ``receive`` that notes how long a request waits for its body."""

    async def received() -> Message:
        if connection.body_complete:
            return await receive()
        connection.await_body()
        message = await receive()
        connection.take_body(len(message.get("body", b"")), complete=not message.get("more_body", False))
        return message

    return received


async def _serve_socket(app: ASGIApp, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a WebSocket; each message that arrives ends what may be sent before the next one.

    After a response in place of the socket, wait for the end of the connection: until then uvicorn counts it as open.
    """
    denied = False

    async def received() -> Message:
        message = await receive()
        connection.budget = MESSAGE_BUDGET
        return message

    async def sent(message: Message) -> None:
        nonlocal denied
        denied = message["type"].startswith("websocket.http.response")
        await send(message)

    connection.body_complete = True
    connection.budget = MESSAGE_BUDGET
    await app(scope, received, sent)
    if denied:
        await connection.ended


def _head_of(scope: Scope, *, small: bool) -> _Head:
    """Return the head of a request. The size and the body of a ``small`` one do not matter, as all of it is here."""
    if small:
        return _SMALL if FORWARDED.isdisjoint(headers_of(scope)) else _SMALL_FORWARDED
    size, body, forwarded = len(scope["raw_path"]) + len(scope["query_string"]), 0, False
    chunked = False
    for name, value in scope["headers"]:
        size += len(name) + len(value)
        if name == b"content-length":
            body = int(value)
        elif name == b"transfer-encoding":
            chunked = True
        elif name in FORWARDED:
            forwarded = True
    return _Head(size, None if chunked else body, forwarded)
