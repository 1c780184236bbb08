"""Tallies: counts of one encounter, and across encounters."""

from typing import Final

import msgspec


class Throws(msgspec.Struct, frozen=True):
    """The number of throws, coins, dice and cards, and their results."""

    throws: int
    coins: int
    heads: int
    supplied: int
    fallen: dict[int, dict[int, int]]
    dice: int
    faces: dict[int, dict[int, int]]
    cards: int
    drawn: dict[str, int]


NO_THROWS: Final = Throws(0, 0, 0, 0, {}, 0, {}, 0, {})


class Doings(msgspec.Struct, frozen=True):
    """The counts of one combatant: throws by label, other counts by name."""

    throws: dict[str, Throws]
    counts: dict[str, int]


class Tally(msgspec.Struct, frozen=True):
    """The counts of an encounter up to ``version``."""

    version: int
    commands: int
    rulings: int
    rewinds: int
    throws: Throws
    combatants: dict[str, Doings]


class Totals(msgspec.Struct, frozen=True):
    """The counts of a combatant, a ruleset or a principal across encounters.

    ``encounters`` is the number opened, or joined by the combatant; ``labels`` has a combatant's throws by purpose,
    ``names`` the number of times it joined under each name. ``uncounted`` is the number of batches that the service
    could not read.
    """

    encounters: int = 0
    commands: int = 0
    rulings: int = 0
    rewinds: int = 0
    throws: Throws = NO_THROWS
    counts: dict[str, int] = {}
    labels: dict[str, Throws] = {}
    names: dict[str, int] = {}
    uncounted: int = 0


class Tallied(msgspec.Struct, frozen=True):
    """The totals under a ruleset: of the combatant or principal that ``of`` names, or of all.

    ``current`` is true if they were complete as of the time of the request.
    """

    ruleset: str
    totals: Totals
    of: str | None = None
    current: bool = True


class TallyPage(msgspec.Struct, frozen=True):
    """A page of tallies; ``next`` is the cursor of the next page, or None on the last one."""

    tallies: tuple[Tallied, ...]
    next: str | None
    current: bool
