"""The tiers of the suite: what ``make test`` runs, what ``make test-long`` adds, what ``make soak`` adds to both.

A test is in the short tier unless it, or one of its parameters, is marked ``long`` or ``soak``. A test that is repeated
(fights of bots, kills, searches) takes what it repeats as a parameter: a little of it in the short tier, the rest in
the others, and nothing twice.
"""

from collections.abc import Iterable
from typing import Any

import pytest


def long(*values: Any, name: str | None = None) -> Any:
    """Return parameters that only the long tier has."""
    return pytest.param(*values, id=name, marks=pytest.mark.long)


def soak(*values: Any, name: str | None = None) -> Any:
    """Return parameters that are run by hand alone."""
    return pytest.param(*values, id=name, marks=pytest.mark.soak)


def one_in(most: int, values: Iterable[Any]) -> list[Any]:
    """Return all of the values as parameters, of which the short tier has one in so many."""
    wrapped = (value if isinstance(value, tuple) else (value,) for value in values)
    return [long(*value) if place % most else pytest.param(*value) for place, value in enumerate(wrapped)]
