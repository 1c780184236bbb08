"""The worker: one thread, on which the slices of all long work take turns.

The event loop competes with this thread alone for the interpreter, and waits for it one switch interval at most,
however much work there is.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TypeVar

T = TypeVar("T")


class Worker:
    """Does slices in the order in which they were asked for; ``slices`` counts them.

    Long work asks for its next slice when the one before is done, so that all long work advances at the same pace.
    """

    def __init__(self) -> None:
        self.slices = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="work")

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        """Do one slice; it is not begun if the caller is cancelled before its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(self._counted, work, *arguments))

    def _counted(self, work: Callable[..., T], *arguments: object) -> T:
        self.slices += 1
        return work(*arguments)


@cache
def worker() -> Worker:
    """Return the worker of this process."""
    return Worker()
