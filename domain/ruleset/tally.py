"""Tallies: the throws and amounts that a ruleset counts from its events."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.chance.draws import Draw
from domain.core.commands import type_of
from domain.ruleset.chapter import Chapter


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


def rulings_of(chapters: Iterable[Chapter[Any]]) -> frozenset[str]:
    """Return the types of the commands by which the narrator sets what the rules have not settled."""
    return frozenset([type_of(command) for chapter in chapters for command in chapter.commands if command.ruling])


CountEvent = Callable[[Any], Iterable[TallyThrow | TallyAmount]]
"""A function that returns what to count of one event."""
