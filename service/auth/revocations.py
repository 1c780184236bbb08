"""Revocations: tokens that are invalid although they have not expired.

Redis keeps each of them until the token would have expired. Each process has them in memory and polls Redis for new
ones, so that no request waits for a lookup.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from events.store.protocol import Store, StoreError
from service.auth.tokens import MAX_TOKEN_LIFETIME

POLL_INTERVAL: Final = 0.5
"""Seconds between two polls for the revocations of other processes."""
POLL_OVERLAP: Final = 60
"""Seconds that are polled again: a revocation may become visible a little after its timestamp."""
_log = logging.getLogger(__name__)


class Revocations:
    """The revoked tokens, by tenant and ID."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tokens: dict[tuple[str, str], int] = {}
        self._callbacks: list[Callable[[], None]] = []

    def __contains__(self, token: tuple[str, str]) -> bool:
        return token in self._tokens

    async def revoke(self, tenant: str, token: str) -> int:
        """Revoke a token, at once in this process and soon in others; return the end of the revocation.

        Revoking a token again changes nothing. Raises StoreError.
        """
        until = await self._store.revoke(tenant, token, int(MAX_TOKEN_LIFETIME.total_seconds()))
        self._tokens[tenant, token] = until
        self._run_callbacks()
        return until

    async def poll(self) -> None:
        """Read the revocations since the last poll. Raises StoreError."""
        latest = max(self._tokens.values(), default=0)
        self._tokens |= await self._store.revoked(latest - POLL_OVERLAP)
        over = time.time() - POLL_OVERLAP
        for token in [token for token, until in self._tokens.items() if until < over]:
            del self._tokens[token]
        self._run_callbacks()

    def on_poll(self, callback: Callable[[], None]) -> None:
        """Register a callback to run after each poll and each revocation in this process."""
        self._callbacks.append(callback)

    def _run_callbacks(self) -> None:
        for callback in self._callbacks:
            callback()

    @asynccontextmanager
    async def polling(self) -> AsyncIterator[None]:
        """Poll now, and then regularly within the block. Raises StoreError if the first poll fails."""
        await self.poll()
        over = asyncio.Event()
        polling = asyncio.create_task(self._poll_until(over))
        try:
            yield
        finally:
            over.set()  # the client may swallow a cancel that meets its own timeout; the current poll is the last then
            polling.cancel()
            with suppress(asyncio.CancelledError):
                await polling

    async def _poll_until(self, over: asyncio.Event) -> None:
        away = False
        while not over.is_set():
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.poll()
            except StoreError as error:
                if not away:
                    _log.warning("Revocations of other processes cannot be read until the store answers: %s", error)
                away = True
            else:
                if away:
                    _log.warning("Revocations of other processes are read again.")
                away = False
