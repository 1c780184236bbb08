"""Clocks that tests move: what is due in an hour is due at once, however fast the machine is."""

import asyncio
import time

import pytest

from service.live import connection_quota, replay
from service.live.replay import Replay


class Clock:
    """The clock of the running event loop and the time of day: they run as usual, and a test moves them on.

    What falls due on the way happens at once, and a timeout that is under way expires: also that of a command to Redis,
    so a test waits for what it has begun before it moves the clock.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._ahead = self._back = 0.0
        loop = asyncio.get_running_loop()
        self._running, self._of_day = loop.time, time.time
        loop.time = lambda: self._running() + self._ahead  # type: ignore[method-assign]  # for good, as a loop never goes back
        patch.setattr(time, "time", self.of_day)
        patch.setattr(connection_quota, "time", self.of_day)

    def of_day(self) -> float:
        """Return the time of day, in seconds since 1970."""
        return self._of_day() + self._ahead - self._back

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._ahead += seconds

    def set_back(self, seconds: float) -> None:
        """Set the time of day back, which changes nothing of how time passes."""
        self._back += seconds


class ReplayClock:
    """The clock of all replays: it stands still but for their waits, which take no time, and are kept in ``waits``."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now = 0.0
        self.waits: list[float] = []
        patch.setattr(replay, "monotonic", lambda: self._now)
        patch.setattr(Replay, "_wait", self._wait)

    async def _wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self._now += seconds
        return False
