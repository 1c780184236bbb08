"""A watch: somebody's position in what happens, and the wait for what comes behind it.

A watch holds no frames: what it has not sent yet stands in the store, and the newest of it in the memory that all
watches of an encounter share.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from service.auth.access import Caller
from service.live.batches import LiveFrame
from service.problems.problem import Problem

MOST_FRAMES: Final = 64
"""Frames that a watch gives at once."""


class WatchEnded(Exception):
    """A watch is over: everything was sent, or it goes no further. ``code`` tells programs why, ``detail`` people."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


def complete() -> WatchEnded:
    """Nothing follows on the encounter, and everything of it was sent."""
    return WatchEnded("complete", "The encounter is over, and everything of it was sent.")


def gone() -> WatchEnded:
    """Nobody listens any more."""
    return WatchEnded("gone", "The connection was closed from the other side.")


def slow() -> WatchEnded:
    """The watcher does not keep up."""
    return WatchEnded("slow", "The watcher fell too far behind what happens; go on from the position, and read faster.")


def stopping() -> WatchEnded:
    """The service stops."""
    return WatchEnded("stopping", "The service is stopping; go on from the position when it is back.")


def lost() -> WatchEnded:
    """The feeds are not what they were."""
    return WatchEnded(
        "history_lost", "The feeds have lost entries: read anew what you have to know, and watch from now."
    )


def not_allowed() -> WatchEnded:
    """The caller may not watch any longer."""
    return WatchEnded("not_allowed", "The token no longer holds; ask for a new one, and go on from the position.")


def ended_by(problem: Problem) -> WatchEnded:
    """Something stands in the way of going on."""
    return WatchEnded(problem.details.code, problem.details.detail)


class NothingLeft(NamedTuple):
    """Instead of a watch: all was sent, and nothing follows. Where the encounter stands, and the chain's hash there."""

    version: int
    hash: bytes


class Watch:
    """One watcher of anything; ``left`` is called when it is closed."""

    kind: str
    """What is watched, as measures tell it."""
    stands: tuple[int, bytes] | None = None
    """Where the encounter stood when it was asked for: the newest version in view, and the chain's hash there."""

    def __init__(self, caller: Caller, left: Callable[["Watch"], None]) -> None:
        self.caller = caller
        self._left = left
        self._news = asyncio.Event()
        self._ended: WatchEnded | None = None

    @property
    def position(self) -> str:
        """Behind what the watch has given."""
        raise NotImplementedError

    @property
    def live(self) -> bool:
        """Whether what it gives has just happened."""
        raise NotImplementedError

    def wake(self) -> None:
        """Tell the watch that there may be something for it."""
        self._news.set()

    def end(self, ended: WatchEnded) -> None:
        """End the watch, whatever it still could give; the first end counts."""
        self._ended = self._ended or ended
        self._news.set()

    def close(self) -> None:
        """The watcher has left."""
        self._left(self)

    async def next(self, within: float) -> Sequence[LiveFrame]:
        """The next frames in order, at most ``MOST_FRAMES``; none where there was nothing for ``within`` seconds.

        Raises Ended.
        """
        until = monotonic() + within
        while True:
            self._news.clear()
            frames = () if self._ended else await self._collect()
            if self._ended:
                raise self._ended
            if frames:
                return frames
            if not await self._heard(until - monotonic()):
                return ()

    async def _collect(self) -> Sequence[LiveFrame]:
        """The frames behind the position that are there already. Raises WatchEnded where none can follow."""
        raise NotImplementedError

    async def _heard(self, seconds: float) -> bool:
        """Wait for news, at most so many seconds; whether there were any."""
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await self._news.wait()
        except TimeoutError:
            return False
        return True
