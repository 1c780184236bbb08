"""``HEAD``: what ``GET`` would be answered with, without its body."""

from typing import Final

from starlette.types import Message, Scope, Send

_ASKED: Final = "yarrow.head"


def as_get(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """The request as if it were a ``GET``, and a way to send its answer that leaves the body out."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return {**scope, "method": "GET", _ASKED: True}, send_head


def is_head(scope: Scope) -> bool:
    """Whether nobody reads the body of the answer, so that one without an end would never be over."""
    return _ASKED in scope
