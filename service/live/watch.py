"""Watches: the position of one watcher, and the wait for what follows it.

A watch buffers no frames. It reads what it has yet to send from the store, or from the recent batches that all watches
of an encounter share.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from service.auth.access import Caller
from service.live.batches import LiveFrame
from service.live.frames.frame_feed import FrameView
from service.problems.problem import Problem

MAX_FRAMES: Final = 64
"""The most frames that ``Watch.next`` returns at once."""


class WatchEnded(Exception):
    """Ends a watch, because everything was sent or because it cannot continue. ``code`` is stable, for programs."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


def complete() -> WatchEnded:
    """Everything was sent, and no event can follow."""
    return WatchEnded("complete", "The encounter is over, and all of its events were sent.")


def gone() -> WatchEnded:
    """The client disconnected."""
    return WatchEnded("gone", "The client closed the connection.")


def slow() -> WatchEnded:
    """The client reads more slowly than events arrive."""
    return WatchEnded("slow", "The client is too slow for this stream. Reconnect from this position and read faster.")


def stopping() -> WatchEnded:
    """The service is stopping."""
    return WatchEnded("stopping", "The service is stopping. Reconnect from this position when it is back.")


def history_lost() -> WatchEnded:
    """The feeds lost entries or were rolled back."""
    return WatchEnded(
        "history_lost", "The feeds have lost entries. Read the encounters again, then watch without a position."
    )


def not_allowed() -> WatchEnded:
    """The caller's token expired or was revoked."""
    return WatchEnded("not_allowed", "The token is no longer valid. Reconnect from this position with a new token.")


def ended_by(problem: Problem) -> WatchEnded:
    """A problem keeps the watch from continuing."""
    return WatchEnded(problem.details.code, problem.details.detail)


class NothingLeft(NamedTuple):
    """Returned in place of a watch when everything was sent and no event can follow.

    Holds the newest version of the encounter and the chain's hash there.
    """

    version: int
    hash: bytes


class Watch:
    """One watcher and its position; ``on_close`` is called with the watch when it is closed."""

    kind: str
    """The value of the label ``of`` in metrics."""
    visible_head: tuple[int, bytes] | None = None
    """The newest version that the caller could see when the watch began, and the chain's hash there."""
    view: FrameView | None = None
    """The speaker for whom frames are made, with the additions that the client wants."""
    unknown: tuple[str, ...] = ()
    """The combatants for which the caller speaks and which had not joined when the watch began."""
    language: str | None = None
    """The language in which frames have the differences of the table; None if they do not have them."""

    def __init__(self, caller: Caller, on_close: Callable[["Watch"], None]) -> None:
        self.caller = caller
        self._on_close = on_close
        self._news = asyncio.Event()
        self._ended: WatchEnded | None = None

    @property
    def position(self) -> str:
        """Position of the last frame returned."""
        raise NotImplementedError

    @property
    def live(self) -> bool:
        """True if frames are sent as their batches are recorded, with nothing left to catch up on."""
        raise NotImplementedError

    def wake(self) -> None:
        """Notify the watch that there may be frames for it."""
        self._news.set()

    def end(self, ended: WatchEnded) -> None:
        """End the watch at once; only the first call has an effect."""
        self._ended = self._ended or ended
        self._news.set()

    def close(self) -> None:
        """Release the watch after the client has left."""
        self._on_close(self)

    async def next(self, within: float) -> Sequence[LiveFrame]:
        """Return the next frames in order, at most ``MAX_FRAMES``, or none after ``within`` seconds without any.

        Raises WatchEnded.
        """
        until = monotonic() + within
        while True:
            self._news.clear()
            frames = () if self._ended else await self._collect()
            if self._ended:
                raise self._ended
            if frames:
                return frames
            if not await self._wait(until - monotonic()):
                return ()

    async def _collect(self) -> Sequence[LiveFrame]:
        """Return the frames after the position that are available now. Raises WatchEnded if none can follow."""
        raise NotImplementedError

    async def _wait(self, seconds: float) -> bool:
        """Wait for news for at most ``seconds``; return whether there were any."""
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await self._news.wait()
        except TimeoutError:
            return False
        return True
