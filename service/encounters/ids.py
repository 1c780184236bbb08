"""Identifiers that the service makes where a client chose none."""

import os
import re
import time
import uuid
from collections.abc import Iterator
from typing import Final

_NAMESPACE: Final = uuid.UUID("8f3f7a2e-6c0b-5d43-9d51-0a7c1e5b42d6")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VARIANT: Final = {digit: "89ab"[int(digit, 16) % 4] for digit in "0123456789abcdef"}
"""The digit that tells the variant, by a random one."""


def uuid7() -> str:
    """A UUID of version 7 (RFC 9562): milliseconds since 1970, then 74 random bits, so that new ones sort last."""
    since, random = f"{time.time_ns() // 1_000_000:012x}", next(_random)
    return f"{since[:8]}-{since[8:]}-7{random[:3]}-{_VARIANT[random[3]]}{random[4:7]}-{random[7:]}"


def _digits() -> Iterator[str]:
    """Random digits for one UUID after the other; asking the system for those of many at once takes a third."""
    while True:
        pool = os.urandom(256 * 10).hex()
        for start in range(0, len(pool), 20):
            yield pool[start : start + 19]


_random: Final = _digits()


def encounter_id_from(command_id: str) -> str:
    """The ID of the encounter that a request opens: a request sent twice under the same ID opens the same encounter.

    A UUID names it by itself; any other text has a UUID of version 5.
    """
    return command_id if _UUID.fullmatch(command_id) else str(uuid.uuid5(_NAMESPACE, command_id))
