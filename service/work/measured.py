"""Measuring for how long a coroutine keeps other tasks waiting."""

from collections.abc import Callable, Coroutine, Generator
from functools import partial
from time import perf_counter
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Measured(Generic[T]):
    """Awaits a coroutine; ``seconds`` is the time in which it ran, without that in which it waited."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], clock: Callable[[], float] = perf_counter) -> None:
        self._coroutine, self._clock = coroutine, clock
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        run: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            began = self._clock()
            try:
                awaited = run()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self.seconds += self._clock() - began
            try:
                run = partial(self._coroutine.send, (yield awaited))
            except BaseException as error:
                run = partial(self._coroutine.throw, error)
