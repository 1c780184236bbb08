"""The headers that every response has, and the ``send`` that adds them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol

from starlette.types import Message, Scope, Send

from service.problems.request_id import HEADER as REQUEST_ID

STARTS: Final = frozenset({"http.response.start", "websocket.accept", "websocket.http.response.start"})
AT_ONCE: Final = "yarrow.at_once"
"""The key, in the scope of a request, of what a server has to send a whole response at once (``SendAtOnce``)."""
_KEY: Final = "yarrow.reply"


class SendAtOnce(Protocol):
    """Sends the whole response 200 to the request that a server has given ``send``, in less time than in parts.

    Returns whether it could be sent; otherwise its parts have to be.
    """

    def __call__(self, send: Send, headers: Mapping[str, str], body: bytes) -> bool: ...


class ReplyHeaders:
    """The headers that the response to one request has, whatever it is.

    These are the ID of the request, what is left of the caller's rate limit, and ``fixed`` ones. ``quota`` returns the
    limit as the response begins, once the caller is known. The scope of the request holds the headers. They hold
    neither the scope nor ``send``, so that a request leaves no reference cycle.
    """

    def __init__(self, request_id: str) -> None:
        self.quota: Callable[[], Mapping[str, str]] = dict
        self.fixed: Mapping[str, str] = {}
        self._request_id = request_id

    @property
    def current(self) -> dict[str, str]:
        """The headers as the response begins."""
        return {REQUEST_ID: self._request_id, **self.quota(), **self.fixed}


class Reply:
    """The ``send`` of a request that adds the headers to its response.

    Middleware that changes responses wraps it, and so hides ``at_once``.
    """

    __slots__ = ("_at_once", "_headers", "_send")

    def __init__(self, scope: Scope, send: Send, headers: ReplyHeaders) -> None:
        self._send, self._headers = send, headers
        self._at_once: SendAtOnce | None = scope.get(AT_ONCE)
        scope[_KEY] = headers

    def __call__(self, message: Message) -> Awaitable[None]:
        if message["type"] in STARTS:
            message = {**message, "headers": [*message.get("headers", ()), *raw_headers(self._headers.current)]}
        return self._send(message)

    def at_once(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Send the whole response 200 at once, if the server can; return whether it could."""
        return self._at_once is not None and self._at_once(self._send, {**headers, **self._headers.current}, body)


def raw_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as the messages of a response have them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def reply_headers(scope: Scope) -> ReplyHeaders:
    """Return the headers that every response to a request has."""
    headers: Any = scope[_KEY]
    assert isinstance(headers, ReplyHeaders)
    return headers
