"""Supervisor of the embedded Redis: restarts it on the same files if it dies, or cannot be reached, while it serves."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import anyio.to_thread

from service.redis.embedded import LOG, EmbeddedRedis, EmbeddedRedisError, last_words

CHECK_INTERVAL: Final = 0.1
"""Seconds between two checks that the server is alive."""
FAST_RESTARTS: Final = 5
RESTART_WINDOW: Final = 60.0
"""After more than ``FAST_RESTARTS`` attempts within ``RESTART_WINDOW`` seconds, the cause persists: an error is logged
once, and the attempts continue at the longest delay."""
FIRST_DELAY: Final = 0.25
LONGEST_DELAY: Final = 5.0
"""Seconds before the second attempt within the window; the delay doubles with each further one, up to the longest."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def supervised(server: EmbeddedRedis) -> AsyncIterator[None]:
    """Restart the server whenever it fails within the context. Acknowledged writes survive a restart."""
    watching = asyncio.create_task(_Watch(server).run())
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


class _Watch:
    """Watches one server; ``attempts`` are the times of the attempts within the window."""

    def __init__(self, server: EmbeddedRedis) -> None:
        self._server = server
        self._attempts: deque[float] = deque()
        self._persists = False

    async def run(self) -> None:
        """Restart the server after each failure, without end: a full disk may have space again."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await self._check()
            except Exception:
                _log.exception("The supervisor of the embedded Redis has failed; it continues.")
                await asyncio.sleep(LONGEST_DELAY)

    async def _check(self) -> None:
        """Restart the server if it has failed."""
        now = time.monotonic()
        while self._attempts and now > self._attempts[0] + RESTART_WINDOW:
            self._attempts.popleft()
        fault = self._server.fault
        if fault is not None:
            await self._recover(fault)
        elif self._persists and not self._attempts:
            self._persists = False
            _log.warning("The embedded Redis runs again, and has stayed up for %d seconds.", RESTART_WINDOW)

    async def _recover(self, fault: str) -> None:
        """Make one attempt to restart the server, after a delay if it failed recently."""
        recent = len(self._attempts)
        if recent:
            await asyncio.sleep(min(FIRST_DELAY * 2 ** (recent - 1), LONGEST_DELAY))
        self._attempts.append(time.monotonic())
        reason = last_words(self._server.data_dir / LOG)
        try:
            await _restart(self._server)
        except (EmbeddedRedisError, OSError) as error:
            self._report(
                "The embedded Redis %s and could not be restarted: %s Its log ended with: %s", *(fault, error, reason)
            )
        else:
            words = "The embedded Redis %s and was restarted. Nothing acknowledged is lost. Its log ended with: %s"
            self._report(words, *(fault, reason))

    def _report(self, message: str, *values: object) -> None:
        """Log an attempt, but not every one of a cause that persists."""
        if len(self._attempts) <= FAST_RESTARTS:
            _log.warning(message, *values)
        elif not self._persists:
            self._persists = True
            _log.error(
                f"{message} It keeps failing and is restarted every %d seconds: see %s. The disk may be full.",
                *values,
                LONGEST_DELAY,
                self._server.data_dir / LOG,
            )


async def _restart(server: EmbeddedRedis) -> None:
    """Make one attempt. Raises EmbeddedRedisError, OSError."""
    restarting = asyncio.ensure_future(anyio.to_thread.run_sync(server.restart))
    try:
        await asyncio.shield(restarting)
    finally:
        # If the service stops meanwhile, it has to find the process that the thread has started, to end it.
        await asyncio.wait([restarting])
