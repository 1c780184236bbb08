"""Request parsing: the body, the idempotency key and the expected version."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from starlette.types import Receive

from service.encounters.encoding import ANY, KnownTags
from service.problems.problem import Problem
from service.problems.sent_headers import SentHeaders, only_header
from service.problems.strict_json import MAX_BODY_BYTES

MAX_KEY_LENGTH: Final = 200
JSON: Final = b"application/json"
CHECK: Final = "check"
"""The preference, in the header Prefer, to check a command instead of executing it."""
STORY: Final = "story"
"""The preference to get the story of a command's batch with its response."""
_entity_tag = re.compile(rb'(?:W/)?"([0-9]{1,15})(?:-[A-Za-z0-9-]{1,80})?"').fullmatch
_entity_tags = re.compile(r'"([A-Za-z0-9-]{1,100}?)(?:-gzip|-zstd)?"').findall
_quoted = re.compile(rb'"(?:[^"\\]|\\.)*"')
_key = re.compile(rb"[\x21-\x7e]+").fullmatch


class CommandHeaders(NamedTuple):
    """Headers of a command: ``key`` is the idempotency key, ``expected`` the version that If-Match expects.

    ``check`` is true if the client prefers a check of the command, ``story`` if it prefers the story of its batch.
    """

    key: str | None
    expected: int | None
    check: bool
    story: bool = False


def command_headers(headers: SentHeaders, accepted: bytes = JSON) -> CommandHeaders:
    """Parse the headers of a request whose body has the media type ``accepted``.

    Raises Problem ``malformed`` or ``unsupported_media_type``.
    """
    media_type = only_header(headers, b"content-type", "Content-Type") or b""
    key = only_header(headers, b"idempotency-key", "Idempotency-Key")
    version = only_header(headers, b"if-match", "If-Match")
    if media_type != accepted and media_type.partition(b";")[0].strip().lower() != accepted:
        wanted = accepted.decode()
        raise Problem("unsupported_media_type", f"Send the body as {wanted}, with the header Content-Type: {wanted}.")
    preferred = _preferences(headers[b"prefer"]) if b"prefer" in headers else ()
    return CommandHeaders(
        None if key is None else idempotency_key(key),
        None if version is None or version == b"*" else _version(version),
        CHECK in preferred,
        STORY in preferred,
    )


def _preferences(headers: Iterable[bytes]) -> set[str]:
    """Return the names of the preferences in all headers Prefer (RFC 7240), without their values.

    A quote that is open at the end of one header does not reach into the next.
    """
    preferences = b",".join([_quoted.sub(b"", header) for header in headers]).lower().split(b",")
    return {re.split(rb"[;=]", preference)[0].strip().decode("latin-1") for preference in preferences}


def _version(header: bytes) -> int:
    found = _entity_tag(header.strip())
    if found is None:
        raise Problem("malformed", 'If-Match is one version in quotes, as If-Match: "12".', field="If-Match")
    return int(found[1])


def tags_in(header: str) -> KnownTags:
    """Return the entity tags that a header If-None-Match names, strong or weak, without the encoding at their end."""
    return frozenset((ANY,)) if header.strip() == ANY else frozenset(_entity_tags(header))


def idempotency_key(header: bytes) -> str:
    """Return the value of the header Idempotency-Key. Raises Problem ``malformed``."""
    if len(header) > MAX_KEY_LENGTH or not _key(header):
        raise Problem(
            "malformed",
            f"An Idempotency-Key has 1 to {MAX_KEY_LENGTH} visible ASCII characters and no spaces, such as a UUID.",
            field="Idempotency-Key",
        )
    return header.decode("ascii")


def truncated_body() -> Problem:
    """Return the problem that the client disconnected mid-body.

    It is never delivered; raising it keeps a truncated body from being executed.
    """
    return Problem("malformed", "The body is truncated; send all of it.")


async def read_body(receive: Receive) -> bytes:
    """Read the whole body.

    Raises Problem ``too_large`` as soon as it exceeds ``MAX_BODY_BYTES``, and ``malformed`` if the client disconnects
    before its end: what has arrived may be valid, but is not the request that the client meant.
    """
    message = await receive()
    body: bytes = message.get("body", b"")
    if not message.get("more_body", False) and len(body) <= MAX_BODY_BYTES:
        return body
    parts, length = [body], len(body)
    while message.get("more_body", False):
        if length > MAX_BODY_BYTES:
            break
        message = await receive()
        if message["type"] == "http.disconnect":
            raise truncated_body()
        parts.append(message.get("body", b""))
        length += len(parts[-1])
    if length > MAX_BODY_BYTES:
        raise Problem("too_large", f"The body has more than {MAX_BODY_BYTES // 1024} KiB; send less in one request.")
    return b"".join(parts)
