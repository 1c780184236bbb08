"""Tallies: the throws and amounts that a ruleset counts from its events."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.chance.draws import Draw


class TallyThrow(msgspec.Struct, frozen=True):
    """One throw to count: its combatant, its purpose ``label``, and the draw."""

    combatant: str
    label: str
    draw: Draw


class TallyAmount(msgspec.Struct, frozen=True):
    """An amount of something to add to a combatant's total."""

    combatant: str
    what: str
    amount: int = 1


CountEvent = Callable[[Any], Iterable[TallyThrow | TallyAmount]]
"""A function that returns what to count of one event."""
