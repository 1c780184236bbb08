"""Revocations: tokens that no longer hold although they have not expired.

They are kept in Redis until the token would have ended. Each process has them in memory and asks every second whether
there are more, so that no request waits for it.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from events.store.protocol import Store, StoreError
from service.auth.tokens import LONGEST

EVERY: Final = 0.5
"""Seconds between two looks at what other processes have revoked."""
OVERLAP: Final = 60
"""Seconds that are looked at twice: a revocation may become visible a little later than its time says."""
_log = logging.getLogger(__name__)


class Revocations:
    """The tokens that are revoked, by tenant and ID."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tokens: dict[tuple[str, str], int] = {}
        self._looks: list[Callable[[], None]] = []

    def __contains__(self, token: tuple[str, str]) -> bool:
        return token in self._tokens

    async def revoke(self, tenant: str, token: str) -> int:
        """Revoke a token, here at once and elsewhere soon; gives the second until which that is kept.

        Sent again it changes nothing. Raises StoreError.
        """
        until = await self._store.revoke(tenant, token, int(LONGEST.total_seconds()))
        self._tokens[tenant, token] = until
        self._tell()
        return until

    async def look(self) -> None:
        """Learn what was revoked since the last look. Raises StoreError."""
        latest = max(self._tokens.values(), default=0)
        self._tokens |= await self._store.revoked(latest - OVERLAP)
        over = time.time() - OVERLAP
        for token in [token for token, until in self._tokens.items() if until < over]:
            del self._tokens[token]
        self._tell()

    def ending(self, look: Callable[[], None]) -> None:
        """Have somebody look for what has to end after each look at what is revoked."""
        self._looks.append(look)

    def _tell(self) -> None:
        for look in self._looks:
            look()

    @asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        """Look now, and then again and again. Raises StoreError where the first look fails."""
        await self.look()
        over = asyncio.Event()
        following = asyncio.create_task(self._follow(over))
        try:
            yield
        finally:
            over.set()  # the client loses a cancel that meets its own timeout: then the look under way is the last
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _follow(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except StoreError as error:
                _log.warning("What is revoked elsewhere is not known at the moment: %s", error)
