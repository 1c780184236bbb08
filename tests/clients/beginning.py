"""Watches that begin now, which is a moment that only their first batch shows."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from tests.waiting import PATIENCE
from yarrow_client import Batch


async def first_of(batches: AsyncIterator[Batch], happening: Callable[[], Awaitable[object]]) -> Batch:
    """Return the first batch of a watch, while something happens again and again until the watch has begun."""
    first = asyncio.ensure_future(anext(batches))
    async with asyncio.timeout(PATIENCE):
        while not first.done():
            await happening()
        return await first
