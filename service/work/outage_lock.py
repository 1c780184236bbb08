"""A lock whose waiters share an outage of the store."""

import asyncio
from time import monotonic
from typing import Final

from events.store.protocol import StoreUnavailable

MIN_OUTAGE: Final = 1.0
"""Seconds after which a failed attempt of the holder counts for the waiters too; a refusal comes sooner."""


class OutageLock:
    """A lock: if its holder has waited long for an unavailable store, those who waited for it meanwhile fail likewise.

    Otherwise each of them would find out by itself, one after another, and the last would wait for all timeouts.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._since = 0.0
        self._outage: tuple[float, StoreUnavailable] | None = None

    def locked(self) -> bool:
        return self._lock.locked()

    async def __aenter__(self) -> None:
        """Acquire the lock. Raises StoreUnavailable if the store was unavailable while this caller waited."""
        arrived = monotonic()
        await self._lock.acquire()
        self._since = monotonic()
        if self._outage is not None and self._outage[0] >= arrived:
            self._lock.release()
            raise StoreUnavailable(self._outage[1].message) from self._outage[1]

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreUnavailable):
            now = monotonic()
            if now - self._since >= MIN_OUTAGE:
                self._outage = now, error
        self._lock.release()
