"""HEAD requests: handled as GET, with the body of the response left out."""

from typing import Final

from starlette.types import Message, Scope, Send

_HEAD: Final = "yarrow.head"


def as_get(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """Return the scope of a HEAD request as that of a GET, and a ``send`` that drops the response's body."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return {**scope, "method": "GET", _HEAD: True}, send_head


def is_head(scope: Scope) -> bool:
    """Return whether the request was a HEAD, so that a response that streams without end must be ended at once."""
    return _HEAD in scope
