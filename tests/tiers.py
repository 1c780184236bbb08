"""The tiers of the suite: the tests of ``make test``, those that ``make test-long`` adds, and those of ``make soak``.

A test is in the short tier unless it, or one of its parameters, is marked ``long`` or ``soak``. A test that repeats its
work (fights of bots, kills, searches) takes the repetitions as parameters: a few in the short tier, the rest in the
other tiers, and none in two of them.
"""

from collections.abc import Iterable
from typing import Any

import pytest


def long(*values: Any, name: str | None = None) -> Any:
    """Return parameters that only the long tier runs."""
    return pytest.param(*values, id=name, marks=pytest.mark.long)


def soak(*values: Any, name: str | None = None) -> Any:
    """Return parameters that run only in a soak, which is started by hand."""
    return pytest.param(*values, id=name, marks=pytest.mark.soak)


def one_in(most: int, values: Iterable[Any]) -> list[Any]:
    """Return all of the values as parameters, one in ``most`` of them in the short tier."""
    wrapped = (value if isinstance(value, tuple) else (value,) for value in values)
    return [long(*value) if place % most else pytest.param(*value) for place, value in enumerate(wrapped)]
