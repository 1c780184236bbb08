"""Readiness: whether a command could be recorded now, found out by a write that waits as a command does."""

import asyncio
from typing import Final

from events.store.protocol import Store, StoreUnavailable

READY_TIMEOUT: Final = 0.9
"""Seconds within which the write has to be confirmed."""


class Readiness:
    """Checks the store for all who ask: concurrent checks share one write, and an idle service makes none."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._write: asyncio.Task[None] | None = None

    async def require(self) -> None:
        """Raise StoreUnavailable unless a write is confirmed in time."""
        if self._write is None or self._write.done():
            self._write = asyncio.create_task(self._store.require_writable())
            self._write.add_done_callback(_retrieve)
        try:
            async with asyncio.timeout(READY_TIMEOUT):
                await asyncio.shield(self._write)
        except TimeoutError:
            raise StoreUnavailable("The store does not confirm writes in time.") from None

    async def close(self) -> None:
        """Wait for the write in progress, which the store ends when it closes."""
        if self._write is not None:
            await asyncio.wait([self._write])


def _retrieve(write: "asyncio.Task[None]") -> None:
    """Retrieve the error of a write that no check waits for any more."""
    if not write.cancelled():
        write.exception()
