"""Reviving: an embedded Redis that dies while the service lives is started again on the same files."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import anyio.to_thread

from service.redis.embedded import LOG, EmbeddedRedis, EmbeddedRedisError

LOOK: Final = 0.1
"""Seconds between two looks at whether the server lives."""
MOST: Final = 5
WITHIN: Final = 60.0
"""So often within so many seconds it is started again, and no more: what kills it is still there then."""
PAUSE: Final = 0.25
"""Seconds until the next try behind one that came to nothing; each time twice as many."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def revived(server: EmbeddedRedis) -> AsyncIterator[None]:
    """Start the server again whenever it dies meanwhile. Nothing that it acknowledged is lost."""
    watching = asyncio.create_task(_watch(server))
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(server: EmbeddedRedis) -> None:
    tries: deque[float] = deque(maxlen=MOST)
    pause = PAUSE
    while True:
        await asyncio.sleep(LOOK)
        if server.pid is not None:
            continue
        now = time.monotonic()
        if len(tries) == MOST and now < tries[0] + WITHIN:
            _log.error(
                "The embedded Redis dies again and again and is left dead: see %s, then restart the service. Nothing "
                "acknowledged is lost.",
                server.data_dir / LOG,
            )
            return
        tries.append(now)
        try:
            await anyio.to_thread.run_sync(server.revive)
        except (EmbeddedRedisError, OSError) as error:
            _log.warning("The embedded Redis has died, and did not start again: %s", error)
            await asyncio.sleep(pause)
            pause *= 2
        else:
            _log.warning("The embedded Redis has died, and was started again. Nothing acknowledged is lost.")
            pause = PAUSE
