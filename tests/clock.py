"""Clocks that tests advance, so that a test of timing does not wait and does not depend on the speed of the machine."""

import asyncio
import time

import pytest

from service.live import connection_quota, replay
from service.live.replay import Replay


class Clock:
    """The clock of the running event loop and the time of day: both run as usual, and a test can advance them.

    Timers that become due on the way fire at once, and pending timeouts expire, including those of commands to Redis.
    A test therefore awaits its pending operations before it advances the clock.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._ahead = self._back = 0.0
        loop = asyncio.get_running_loop()
        self._running, self._of_day = loop.time, time.time
        # This is never undone, because the time of a loop must not decrease.
        loop.time = lambda: self._running() + self._ahead  # type: ignore[method-assign]
        patch.setattr(time, "time", self.of_day)
        patch.setattr(connection_quota, "time", self.of_day)

    def of_day(self) -> float:
        """Return the time of day, in seconds since 1970."""
        return self._of_day() + self._ahead - self._back

    def move(self, seconds: float) -> None:
        """Advance the clock."""
        self._ahead += seconds

    def set_back(self, seconds: float) -> None:
        """Set the time of day back without affecting the clock of the event loop."""
        self._back += seconds


class ReplayClock:
    """The clock of all replays: only their waits, which take no real time, advance it; ``waits`` records them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now = 0.0
        self.waits: list[float] = []
        patch.setattr(replay, "monotonic", lambda: self._now)
        patch.setattr(Replay, "_wait", self._wait)

    async def _wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self._now += seconds
        return False
