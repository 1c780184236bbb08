"""Waiting in tests: for a condition instead of a fixed time, with one limit that is enough on any machine."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic, sleep  # noqa: TID251 - the limit of every wait is measured here
from typing import Final

PATIENCE: Final = 60.0
"""Seconds after which a wait fails: many times the longest wait expected, even on a busy machine."""


async def eventually(holds: Callable[[], Awaitable[object]], awaited: str) -> None:
    """Return as soon as a condition holds. Fails after ``PATIENCE``, and names what was awaited."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await holds():  # noqa: ASYNC110 - an arbitrary condition cannot signal that it holds
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"Not within {PATIENCE:.0f} seconds: {awaited}.") from None


def until(holds: Callable[[], object], awaited: str) -> None:
    """Return as soon as a condition holds, in a test without an event loop; fails after ``PATIENCE``."""
    deadline = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < deadline, f"Not within {PATIENCE:.0f} seconds: {awaited}."
        sleep(0.01)
