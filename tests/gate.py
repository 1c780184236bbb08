"""A gate for long work: it holds the worker, so that a test sees what happens while calls wait for their slices."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from service.work.worker import worker
from tests.waiting import PATIENCE


class Gate:
    """Holds the worker from its turn until it is opened."""

    def __init__(self) -> None:
        self._open = threading.Event()
        self._held = asyncio.ensure_future(worker().do(self._open.wait, PATIENCE))

    async def open(self) -> None:
        """Let the worker continue."""
        self._open.set()
        await self._held

    def release(self) -> None:
        """Let the worker continue, at the end of a test that has failed."""
        self._open.set()


@contextmanager
def gate() -> Iterator[Gate]:
    """Hold the worker."""
    held = Gate()
    try:
        yield held
    finally:
        held.release()
