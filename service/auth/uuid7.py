"""UUIDs of version 7, for commands and tokens whose ID the client did not choose."""

import os
import time
from collections.abc import Iterator
from typing import Final

_VARIANT: Final = {digit: "89ab"[int(digit, 16) % 4] for digit in "0123456789abcdef"}
"""Maps a random digit to a digit that carries the variant bits."""


def uuid7() -> str:
    """Return a UUID of version 7 (RFC 9562): the time in milliseconds and 74 random bits, so that they sort by time."""
    since, random = f"{time.time_ns() // 1_000_000:012x}", next(_random)
    return f"{since[:8]}-{since[8:]}-7{random[:3]}-{_VARIANT[random[3]]}{random[4:7]}-{random[7:]}"


def _digits() -> Iterator[str]:
    """Yield 19 random hex digits at a time; reading system entropy in bulk takes a third of the time."""
    while True:
        pool = os.urandom(256 * 10).hex()
        for start in range(0, len(pool), 20):
            yield pool[start : start + 19]


_random: Final = _digits()
