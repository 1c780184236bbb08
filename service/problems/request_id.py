"""Request IDs: each names one request in its response, in its problem and in every log line about it."""

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from random import Random
from typing import Final

HEADER: Final = "x-request-id"
MAX_LENGTH: Final = 100
PATTERN: Final = rf"[A-Za-z0-9._~:/+=-]{{1,{MAX_LENGTH}}}"
_RAW_HEADER: Final = HEADER.encode()
_random: Final = Random()  # noqa: S311 - an ID names a request, and protects nothing
_is_well_formed = re.compile(PATTERN.encode()).fullmatch

current_request: Final[ContextVar[str | None]] = ContextVar("current_request", default=None)
"""The ID of the request that is being answered; work in the background has none."""


def request_id_of(headers: Mapping[bytes, Sequence[bytes]]) -> str:
    """Return the ID that the client or a proxy gave a request, or a new one if there is none, or none well-formed."""
    sent = headers.get(_RAW_HEADER, ())
    return sent[0].decode("ascii") if len(sent) == 1 and _is_well_formed(sent[0]) else new_request_id()


def new_request_id() -> str:
    """Return an ID that no other request has, and that does not show how many there were."""
    return _random.randbytes(12).hex()
