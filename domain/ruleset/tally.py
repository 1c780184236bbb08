"""What a ruleset gives to be counted: throws, and whatever else of its facts is worth a number."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.chance.draws import Draw


class Thrown(msgspec.Struct, frozen=True):
    """One throw: whose it was, for what, and how it fell."""

    combatant: str
    label: str
    draw: Draw


class Counted(msgspec.Struct, frozen=True):
    """So much of something, to be added to what a combatant has of it already."""

    combatant: str
    what: str
    amount: int = 1


Count = Callable[[Any], Iterable[Thrown | Counted]]
"""What is to be counted of one event."""
