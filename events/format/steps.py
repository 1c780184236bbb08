"""Long work in steps: a generator that yields between bounded parts, so that other work can run in between.

``finished`` does all of it, and ``at_once`` makes a function that does, for callers that have nothing else to do.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import wraps
from typing import Final, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""Work that yields after each step and returns its result."""

MAX_STEP_RECORDS: Final = 100
MAX_STEP_BYTES: Final = 32 << 10


def finished(steps: Steps[T]) -> T:
    """Do all steps and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


def at_once(work: Callable[P, Steps[T]]) -> Callable[P, T]:
    """Return the function that does all steps of some work, with the same arguments."""

    @wraps(work)
    def done(*args: P.args, **kwargs: P.kwargs) -> T:
        return finished(work(*args, **kwargs))

    return done


def parts(records: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Split records, in order, into parts that are small enough for one step; a larger record is a part of its own."""
    start = size = 0
    for place, record in enumerate(records):
        if place > start and (place - start == MAX_STEP_RECORDS or size + len(record) > MAX_STEP_BYTES):
            yield records[start:place]
            start, size = place, 0
        size += len(record)
    if start < len(records):
        yield records[start:]


def is_one_part(records: Sequence[bytes]) -> bool:
    """Return whether records are few and small enough for one step."""
    return len(records) <= MAX_STEP_RECORDS and sum(map(len, records)) <= MAX_STEP_BYTES
