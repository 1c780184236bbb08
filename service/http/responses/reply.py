"""The headers that every response has, and the ``send`` that adds them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from starlette.types import Message, Scope, Send

from service.problems.request_id import HEADER as REQUEST_ID

RawHeaders = list[tuple[bytes, bytes]]
STARTS: Final = frozenset({"http.response.start", "websocket.accept", "websocket.http.response.start"})
_KEY: Final = "yarrow.reply"


class ReplyHeaders:
    """The headers that the response to one request has, whatever it is.

    These are the ID of the request, what is left of the caller's rate limit, and ``fixed`` ones. ``quota`` returns the
    limit as the response begins, once the caller is known. The scope of the request holds the headers. They hold
    neither the scope nor ``send``, so that a request leaves no reference cycle.
    """

    def __init__(self, request_id: str) -> None:
        self.quota: Callable[[], Mapping[str, str]] = dict
        self.fixed: RawHeaders = []
        self._request_id = request_id.encode()

    @property
    def raw(self) -> RawHeaders:
        """The headers as the response begins."""
        quota = [(name.encode(), value.encode()) for name, value in self.quota().items()]
        return [(REQUEST_ID, self._request_id), *quota, *self.fixed]


def with_headers(scope: Scope, send: Send, headers: ReplyHeaders) -> Send:
    """Return a ``send`` that adds the headers to the response of a request."""
    scope[_KEY] = headers

    def send_with_headers(message: Message) -> Awaitable[None]:
        if message["type"] in STARTS:
            message = {**message, "headers": [*message.get("headers", ()), *headers.raw]}
        return send(message)

    return send_with_headers


def reply_headers(scope: Scope) -> ReplyHeaders:
    """Return the headers that every response to a request has."""
    headers: Any = scope[_KEY]
    assert isinstance(headers, ReplyHeaders)
    return headers
