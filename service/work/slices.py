"""Doing long work in slices, for the current call or in the background."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from events.format.steps import Steps, finished, is_one_part
from service.work.call import current_call
from service.work.worker import worker

T = TypeVar("T")

MAX_SMALL_BODY: Final = 8 * 1024
"""Bytes up to which a body is handled in the event loop, which takes a few milliseconds at most."""


async def in_slice(work: Callable[..., T], *arguments: object) -> T:
    """Do work of one slice. Raises Problem as ``Call.slice`` does, and whatever the work raises."""
    do = partial(worker().do, work, *arguments)
    call = current_call.get()
    return await (do() if call is None or call.closed else call.slice(do))


async def in_slices(steps: Steps[T], *, over: Sequence[bytes] | None = None) -> T:
    """Do work in steps, each of which is a slice, and return its result.

    Steps ``over`` so few records that one step is enough are done in the event loop.
    """
    if over is not None and is_one_part(over):
        return finished(steps)
    while True:
        is_done, result = await in_slice(_step, steps)
        if is_done:
            done: T = result
            return done


async def slice_here() -> None:
    """Count what follows as one slice of the current call: work that stays in the event loop, as it awaits the store.

    Raises Problem as ``Call.slice`` does.
    """
    call = current_call.get()
    if call is not None and not call.closed:
        await call.slice(partial(asyncio.sleep, 0))


async def parsed(parse: Callable[..., T], *arguments: object, body: bytes) -> T:
    """Parse a body: in a slice if it is large, otherwise at once."""
    return parse(*arguments, body) if len(body) <= MAX_SMALL_BODY else await in_slice(parse, *arguments, body)


def _step(steps: Steps[T]) -> tuple[bool, Any]:
    """Do one step. Returns whether it was the last one, and then the result."""
    try:
        next(steps)
    except StopIteration as done:
        return True, done.value
    return False, None
