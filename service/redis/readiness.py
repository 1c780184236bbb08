"""Readiness: whether a command could be recorded now, found out by a write that waits as a command does."""

import asyncio
from collections.abc import Callable
from typing import Final

from events.store.protocol import Store, StoreError, StoreUnavailable

READY_TIMEOUT: Final = 0.9
"""Seconds within which the write has to be confirmed."""


class Readiness:
    """Checks the store for all who ask: concurrent checks share one write, and an idle service makes none."""

    def __init__(self, store: Store, failed: Callable[[StoreError], None]) -> None:
        """``failed`` is called with the error of a write, also if the check has ended before it."""
        self._store = store
        self._failed = failed
        self._write: asyncio.Task[None] | None = None

    async def require(self) -> None:
        """Raise StoreUnavailable unless a write is confirmed in time."""
        if self._write is None or self._write.done():
            self._write = asyncio.create_task(self._store.require_writable())
            self._write.add_done_callback(self._note)
        try:
            async with asyncio.timeout(READY_TIMEOUT):
                await asyncio.shield(self._write)
        except TimeoutError:
            raise StoreUnavailable("The store does not confirm writes in time.") from None

    async def close(self) -> None:
        """Wait for the write in progress, which the store ends when it closes."""
        if self._write is not None:
            await asyncio.wait([self._write])

    def _note(self, write: "asyncio.Task[None]") -> None:
        if not write.cancelled() and isinstance(error := write.exception(), StoreError):
            self._failed(error)
