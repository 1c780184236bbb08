"""Seats: how many live connections one token holds at once, and that each of them ends with its token.

A connection costs the service memory and a place among its open files for as long as it lasts, however seldom its owner
asks for one.
"""

import asyncio
from collections.abc import Callable
from time import time
from typing import Final

from service.auth.access import Caller
from service.live.watch import Watch, not_allowed
from service.problems.problem import Problem

USUAL: Final = 100


class ConnectionQuota:
    """The watches of all who have tokens, at most so many for each; ``holds`` says whether a token still does.

    Without tokens nobody is told apart, and nothing is counted.
    """

    def __init__(self, most: int = USUAL, holds: Callable[[Caller], bool] = lambda _: True) -> None:
        self._most, self._holds = most, holds
        self._taken: dict[tuple[str, str], dict[Watch, asyncio.TimerHandle]] = {}

    def take(self, watch: Watch) -> None:
        """Let one more watch. Raises Problem ``too_many_requests`` where its token has no seat left."""
        caller = watch.caller
        if caller.expires is None:
            return
        own = None if caller.limit is None else caller.limit.streams
        most = own or self._most
        taken = self._taken.get((caller.tenant, caller.token), {})
        if len(taken) >= most:
            raise Problem(
                "too_many_requests",
                f"The token has {most} live connections open, and may have no more at once: close one of them, watch "
                "all encounters over one (GET /v1/live), or ask for a token that may have more.",
            )
        taken[watch] = self._until(caller.expires, watch)
        self._taken[caller.tenant, caller.token] = taken

    def leave(self, watch: Watch) -> None:
        """Give a seat free, if the watch has one."""
        key = watch.caller.tenant, watch.caller.token
        taken = self._taken.get(key, {})
        if watch in taken:
            taken.pop(watch).cancel()
            if not taken:
                del self._taken[key]

    def look(self) -> None:
        """End every watch whose token holds no longer."""
        for taken in self._taken.values():
            for watch in taken:
                if not self._holds(watch.caller):
                    watch.end(not_allowed())

    def _until(self, expires: float, watch: Watch) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(max(expires - time(), 0), self._expire, expires, watch)

    def _expire(self, expires: float, watch: Watch) -> None:
        if time() < expires:  # the clock was set back meanwhile
            self._taken[watch.caller.tenant, watch.caller.token][watch] = self._until(expires, watch)
        else:
            watch.end(not_allowed())
