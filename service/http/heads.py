"""``HEAD``: what ``GET`` would be answered with, without its body."""

from starlette.types import Message, Scope, Send


def as_get(scope: Scope, send: Send) -> tuple[Scope, Send]:
    """The request as if it were a ``GET``, and a way to send its answer that leaves the body out."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return {**scope, "method": "GET"}, send_head
