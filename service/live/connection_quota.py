"""Quota of live connections: limits how many one token has open, and ends each when its token ends.

A connection holds memory and an open file for as long as it lasts, so a limit on the rate of requests is not enough.
"""

import asyncio
from collections.abc import Callable
from time import time
from typing import Final

from service.auth.access import Caller
from service.live.watch import Watch, not_allowed
from service.problems.problem import Problem

DEFAULT_CONNECTIONS: Final = 100


class ConnectionQuota:
    """The open watches of each token, at most ``limit`` of them unless the token has a limit of its own.

    ``is_valid`` says whether a caller's token is still valid. Without tokens callers cannot be distinguished, and
    nothing is counted.
    """

    def __init__(self, limit: int = DEFAULT_CONNECTIONS, is_valid: Callable[[Caller], bool] = lambda _: True) -> None:
        self._limit, self._is_valid = limit, is_valid
        self._open: dict[tuple[str, str], dict[Watch, asyncio.TimerHandle]] = {}

    def acquire(self, watch: Watch) -> None:
        """Count one more watch. Raises Problem ``too_many_requests`` if its token has as many as it may have."""
        caller = watch.caller
        if caller.expires is None:
            return
        own = None if caller.limit is None else caller.limit.streams
        limit = own or self._limit
        opened = self._open.get((caller.tenant, caller.token), {})
        if len(opened) >= limit:
            raise Problem(
                "too_many_requests",
                f"The token has {limit} live connections open, which is its limit: close one of them, watch all "
                "encounters over one (GET /v1/live), or ask for a token with a higher limit.",
            )
        opened[watch] = self._until(caller.expires, watch)
        self._open[caller.tenant, caller.token] = opened

    def release(self, watch: Watch) -> None:
        """Stop counting a watch, if it is counted."""
        key = watch.caller.tenant, watch.caller.token
        opened = self._open.get(key, {})
        if watch in opened:
            opened.pop(watch).cancel()
            if not opened:
                del self._open[key]

    def drop_invalid(self) -> None:
        """End every watch whose token is no longer valid."""
        for opened in self._open.values():
            for watch in opened:
                if not self._is_valid(watch.caller):
                    watch.end(not_allowed())

    def _until(self, expires: float, watch: Watch) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(max(expires - time(), 0), self._expire, expires, watch)

    def _expire(self, expires: float, watch: Watch) -> None:
        if time() < expires:  # the clock was set back meanwhile
            self._open[watch.caller.tenant, watch.caller.token][watch] = self._until(expires, watch)
        else:
            watch.end(not_allowed())
