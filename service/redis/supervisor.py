"""Supervisor of the embedded Redis: restarts it on the same files if it dies while the service runs."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

import anyio.to_thread

from service.redis.embedded import LOG, EmbeddedRedis, EmbeddedRedisError

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

CHECK_INTERVAL: Final = 0.1
"""Seconds between two checks that the server is alive."""
MAX_RESTARTS: Final = 5
RESTART_WINDOW: Final = 60.0
"""At most ``MAX_RESTARTS`` attempts within ``RESTART_WINDOW`` seconds: what kills the server more often persists."""
FIRST_RETRY_DELAY: Final = 0.25
"""Seconds before the first retry of a failed restart; doubles after each failure."""
_log = logging.getLogger(__name__)


class _RestartLimit(Exception):
    """The server has died too often; it is not restarted again."""


@asynccontextmanager
async def supervised(server: EmbeddedRedis) -> AsyncIterator[None]:
    """Restart the server whenever it dies within the context. Acknowledged writes survive a restart."""
    watching = asyncio.create_task(_watch(server))
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(server: EmbeddedRedis) -> None:
    """Restart the server after each death, until the restart limit is reached."""
    attempts: deque[float] = deque(maxlen=MAX_RESTARTS)
    while True:
        await asyncio.sleep(CHECK_INTERVAL)
        if server.pid is not None:
            continue
        try:
            await _retrying()(_restart, server, attempts)
        except _RestartLimit:
            _log.error(
                "The embedded Redis keeps dying and is no longer restarted: see %s, then restart the service. Nothing "
                "acknowledged is lost.",
                server.data_dir / LOG,
            )
            return
        _log.warning("The embedded Redis died and was restarted. Nothing acknowledged is lost.")


async def _restart(server: EmbeddedRedis, attempts: deque[float]) -> None:
    """Make one attempt, and record its time in ``attempts``. Raises _RestartLimit, EmbeddedRedisError, OSError."""
    now = time.monotonic()
    if len(attempts) == MAX_RESTARTS and now < attempts[0] + RESTART_WINDOW:
        raise _RestartLimit
    attempts.append(now)
    restarting = asyncio.ensure_future(anyio.to_thread.run_sync(server.restart))
    try:
        await asyncio.shield(restarting)
    finally:
        # If the service stops meanwhile, it has to find the process that the thread has started, to end it.
        await asyncio.wait([restarting])


def _retrying() -> "AsyncRetrying":
    """Return the retry policy of one death: after each failed attempt, wait twice as long as after the one before."""
    from tenacity import AsyncRetrying, retry_if_exception_type, wait_exponential  # noqa: PLC0415 - needed by few

    return AsyncRetrying(
        retry=retry_if_exception_type((EmbeddedRedisError, OSError)),
        wait=wait_exponential(multiplier=FIRST_RETRY_DELAY),
        after=_log_failure,
    )


def _log_failure(attempt: "RetryCallState") -> None:
    """Log a failed attempt that will be retried."""
    assert attempt.outcome is not None
    _log.warning("The embedded Redis died and could not be restarted: %s", attempt.outcome.exception())
