"""What of an answer still fits when play comes to it (CE-ROLL-13)."""

from collections.abc import Callable
from typing import TypeVar

from domain.core.commands import StrictModel
from domain.model.refusal import Refused

T = TypeVar("T", bound=StrictModel)
R = TypeVar("R")


def fitting(terms: T, read: Callable[[T], R], *lists: str) -> R | None:
    """Read terms that were legal when they were given; without entries of these lists that no longer are.

    ``read`` refuses what the rules forbid now. Returns None where the terms do not fit even without those entries.
    """
    entries = [(name, entry) for name in lists for entry in getattr(terms, name)]
    found = _read(terms, read)
    if found is None and entries:
        terms = terms.model_copy(update=dict.fromkeys(lists, ()))
        found = _read(terms, read)
        for name, entry in entries if found is not None else ():
            fuller = terms.model_copy(update={name: (*getattr(terms, name), entry)})
            more = _read(fuller, read)
            if more is not None:
                terms, found = fuller, more
    return found


def _read(terms: T, read: Callable[[T], R]) -> R | None:
    try:
        return read(terms)
    except Refused:
        return None
