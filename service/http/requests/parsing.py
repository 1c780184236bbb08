"""What is read off a request: its body, its ID, which version is expected."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from starlette.types import Receive

from service.auth.speaker_header import duplicate_header
from service.problems.problem import Problem
from service.problems.strict_json import MOST_BYTES

MOST_KEY: Final = 200
JSON: Final = "application/json"
READ: Final = {
    b"content-type": "Content-Type",
    b"idempotency-key": "Idempotency-Key",
    b"if-match": "If-Match",
}
"""The headers that a command reads, as they are written in sentences."""
_entity_tag = re.compile(rb'(?:W/)?"([0-9]{1,15})"').fullmatch
_key = re.compile(rb"[\x21-\x7e]+").fullmatch


class Asking(NamedTuple):
    """The headers that a command reads, besides those that say who asks: the command's ID, the expected version."""

    key: str | None
    expected: int | None


def asking(headers: Iterable[tuple[bytes, bytes]], takes: str = JSON) -> Asking:
    """Read the headers of a request whose body is of the type taken. Raises Problem for each that is not understood."""
    key, expected, media_type = None, None, b""
    seen = set()
    for name, value in headers:
        if name not in READ:
            continue
        if name in seen:
            raise duplicate_header(READ[name])
        seen.add(name)
        if name == b"content-type":
            media_type = value
        elif name == b"idempotency-key":
            key = command_id(value)
        elif value != b"*":
            expected = _version(value)
    if media_type.partition(b";")[0].strip().lower() != takes.encode():
        raise Problem("unsupported_media_type", f"Send the body as {takes}, with the header Content-Type: {takes}.")
    return Asking(key, expected)


def _version(header: bytes) -> int:
    found = _entity_tag(header.strip())
    if found is None:
        raise Problem("malformed", 'If-Match takes one version in quotes, as If-Match: "12".', field="If-Match")
    return int(found[1])


def command_id(header: bytes) -> str:
    """The ID of a command, as the header Idempotency-Key has it. Raises Problem ``malformed``."""
    if len(header) > MOST_KEY or not _key(header):
        raise Problem(
            "malformed",
            f"An Idempotency-Key has 1 to {MOST_KEY} visible ASCII characters and no spaces; a UUID will do.",
            field="Idempotency-Key",
        )
    return header.decode("ascii")


def cut_short() -> Problem:
    """The client has hung up in the midst of its request. Nobody hears it; it keeps half a request from being done."""
    return Problem("malformed", "The body ends early; send all of it.")


async def read_body(receive: Receive) -> bytes:
    """The whole body.

    Raises Problem ``too_large`` as soon as it is longer than anything that is taken here, and ``malformed`` where the
    client hangs up before its end: what it has sent may be another request than the one that it meant.
    """
    message = await receive()
    body: bytes = message.get("body", b"")
    if not message.get("more_body", False) and len(body) <= MOST_BYTES:
        return body
    parts, length = [body], len(body)
    while message.get("more_body", False):
        if length > MOST_BYTES:
            break
        message = await receive()
        if message["type"] == "http.disconnect":
            raise cut_short()
        parts.append(message.get("body", b""))
        length += len(parts[-1])
    if length > MOST_BYTES:
        raise Problem("too_large", f"The body has more than {MOST_BYTES // 1024} KiB; send less at once.")
    return b"".join(parts)
