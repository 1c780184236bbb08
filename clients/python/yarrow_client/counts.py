"""What the service counts: of one encounter, and over all of them."""

import msgspec


class Throws(msgspec.Struct, frozen=True):
    """How many throws there were, of what, and how they fell."""

    throws: int = 0
    coins: int = 0
    heads: int = 0
    supplied: int = 0
    fallen: dict[int, dict[int, int]] = {}
    dice: int = 0
    faces: dict[int, dict[int, int]] = {}
    cards: int = 0
    drawn: dict[str, int] = {}


class Doings(msgspec.Struct, frozen=True):
    """What is counted of one combatant: its throws by label, and its counts by name."""

    throws: dict[str, Throws] = {}
    counts: dict[str, int] = {}


class Tally(msgspec.Struct, frozen=True):
    """The numbers of an encounter up to ``version``."""

    version: int = 0
    commands: int = 0
    rulings: int = 0
    rewinds: int = 0
    throws: Throws = Throws()
    combatants: dict[str, Doings] = {}


class Totals(msgspec.Struct, frozen=True):
    """The numbers of a combatant, a ruleset or a principal over all encounters.

    ``encounters`` were opened, or joined by the combatant; ``labels`` has a combatant's throws by what they were for,
    ``names`` how often it has joined under which name. ``uncounted`` batches the service could not read.
    """

    encounters: int = 0
    commands: int = 0
    rulings: int = 0
    rewinds: int = 0
    throws: Throws = Throws()
    counts: dict[str, int] = {}
    labels: dict[str, Throws] = {}
    names: dict[str, int] = {}
    uncounted: int = 0


class Tallied(msgspec.Struct, frozen=True):
    """What is counted under a ruleset, of the combatant or the principal that ``of`` names, or of all.

    ``current`` says whether everything was counted that had happened when it was asked for.
    """

    ruleset: str
    totals: Totals
    of: str | None = None
    current: bool = True


class TallyPage(msgspec.Struct, frozen=True):
    """A page of tallies; ``next`` is the cursor of the page behind it."""

    tallies: tuple[Tallied, ...]
    next: str | None
    current: bool
