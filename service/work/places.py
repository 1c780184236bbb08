"""Places: how many calls with long work one caller may have at once."""

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Final

from service.problems.problem import Problem

MAX_AT_ONCE: Final = 64
"""Calls of one caller that have or wait for slices; another one is rejected."""
MAX_ADVANCING: Final = 4
"""Calls of one caller that continue at the same time after their first few slices; the others wait."""


class Places:
    """Counts the calls of each caller."""

    def __init__(self, at_once: int = MAX_AT_ONCE, advancing: int = MAX_ADVANCING) -> None:
        self._at_once, self._advancing = at_once, advancing
        self._taken: Counter[Hashable] = Counter()
        self._turns: dict[Hashable, asyncio.Semaphore] = {}

    def __len__(self) -> int:
        return self._taken.total()

    @contextmanager
    def taken(self, caller: Hashable) -> Iterator[asyncio.Semaphore]:
        """Hold one of the caller's places; a call that needs many slices also acquires the semaphore.

        Raises Problem ``too_many_requests`` if all of them are taken.
        """
        if self._taken[caller] >= self._at_once:
            raise Problem(
                "too_many_requests",
                f"{self._at_once} of your long calls are in progress, the most at once; wait until one has ended.",
            )
        self._taken[caller] += 1
        try:
            yield self._turns.setdefault(caller, asyncio.Semaphore(self._advancing))
        finally:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller], self._turns[caller]
