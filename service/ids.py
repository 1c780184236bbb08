"""Identifiers that the service makes where a client chose none."""

import os
import re
import time
import uuid
from typing import Final

_NAMESPACE: Final = uuid.UUID("8f3f7a2e-6c0b-5d43-9d51-0a7c1e5b42d6")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LOW_62_BITS: Final = 2**62 - 1


def uuid7() -> str:
    """A UUID of version 7 (RFC 9562): milliseconds since 1970, then 74 random bits, so that new ones sort last."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    bits = milliseconds << 80 | 0x7 << 76 | (random >> 68) << 64 | 0b10 << 62 | random & _LOW_62_BITS
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def named_by(command_id: str) -> str:
    """The ID of the encounter that a request opens: a request sent twice under the same ID opens the same encounter.

    A UUID names it by itself; any other text has a UUID of version 5.
    """
    return command_id if _UUID.fullmatch(command_id) else str(uuid.uuid5(_NAMESPACE, command_id))
