"""Identifiers that the service makes where a client chose none."""

import secrets
import time
import uuid
from typing import Final

_NAMESPACE: Final = uuid.UUID("8f3f7a2e-6c0b-5d43-9d51-0a7c1e5b42d6")


def uuid7() -> str:
    """A UUID of version 7 (RFC 9562): milliseconds since 1970, then 74 random bits, so that new ones sort last."""
    milliseconds = time.time_ns() // 1_000_000
    bits = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=bits))


def named_by(key: str) -> str:
    """The UUID of version 5 that belongs to an idempotency key: a request sent twice opens the same encounter."""
    return str(uuid.uuid5(_NAMESPACE, key))
