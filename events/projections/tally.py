"""The tally: how often each thing happened, and how coins, dice and cards fell.

Everything on record counts, including what was later rewound, because its throws fell too.
"""

from collections.abc import Iterable, Mapping

import msgspec

from domain.chance.draws import NOTHING_DRAWN, Draw
from domain.core.events import Commanded, Rewound, Ruled
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow


class Throws(msgspec.Struct):
    """The number of throws, of coins and heads among them, of throws with supplied faces, of dice and of cards.

    ``fallen`` counts for each number of coins how often each number of heads fell; ``faces`` counts for dice of each
    number of sides how often each face fell; ``drawn`` counts how often each card was drawn.
    """

    throws: int = 0
    coins: int = 0
    heads: int = 0
    supplied: int = 0
    fallen: dict[int, dict[int, int]] = {}
    dice: int = 0
    faces: dict[int, dict[int, int]] = {}
    cards: int = 0
    drawn: dict[str, int] = {}

    def add(self, draw: Draw) -> None:
        """Count one throw; a draw of no dice or cards does not count."""
        if draw == NOTHING_DRAWN:
            return
        self.throws += 1
        self.supplied += draw.source == "supplied"
        if draw.sides:
            self._add_dice(draw)
        elif draw.cards:
            self._add_cards(draw)
        else:
            self._add_coins(draw)

    def join(self, other: "Throws") -> None:
        """Add another set of counts."""
        self.throws += other.throws
        self.coins += other.coins
        self.heads += other.heads
        self.supplied += other.supplied
        self.dice += other.dice
        self.cards += other.cards
        for mine, more in ((self.fallen, other.fallen), (self.faces, other.faces)):
            for size, results in more.items():
                counts = mine.setdefault(size, {})
                for result, times in results.items():
                    counts[result] = counts.get(result, 0) + times
        for card, times in other.drawn.items():
            self.drawn[card] = self.drawn.get(card, 0) + times

    def _add_coins(self, draw: Draw) -> None:
        coins, heads = len(draw.coins), draw.coins.count("H")
        self.coins += coins
        self.heads += heads
        results = self.fallen.setdefault(coins, {})
        results[heads] = results.get(heads, 0) + 1

    def _add_dice(self, draw: Draw) -> None:
        self.dice += len(draw.dice)
        faces = self.faces.setdefault(draw.sides, {})
        for face in draw.dice:
            faces[face] = faces.get(face, 0) + 1

    def _add_cards(self, draw: Draw) -> None:
        self.cards += len(draw.cards)
        for card in draw.cards:
            self.drawn[card] = self.drawn.get(card, 0) + 1


class Doings(msgspec.Struct):
    """The counts of one combatant: its throws by label and its other counts by name."""

    throws: dict[str, Throws] = {}
    counts: dict[str, int] = {}


class Tally(msgspec.Struct):
    """The counts of an encounter up to ``version``; ``combatants`` includes the narrator and the world."""

    version: int = 0
    commands: int = 0
    rulings: int = 0
    rewinds: int = 0
    throws: Throws = msgspec.field(default_factory=Throws)
    combatants: dict[str, Doings] = {}

    def add(self, count: Mapping[type[Event], CountEvent], events: Iterable[Event]) -> None:
        """Count the next events, by the ruleset's hook ``tally``."""
        for event in events:
            self.version += 1
            self.commands += isinstance(event, Commanded)
            self.rulings += isinstance(event, Ruled)
            self.rewinds += isinstance(event, Rewound)
            for counted in count[type(event)](event) if type(event) in count else ():
                self._count(counted)

    def _count(self, counted: TallyThrow | TallyAmount) -> None:
        doings = self.combatants.setdefault(counted.combatant, Doings())
        if isinstance(counted, TallyThrow):
            self.throws.add(counted.draw)
            doings.throws.setdefault(counted.label, Throws()).add(counted.draw)
        else:
            doings.counts[counted.what] = doings.counts.get(counted.what, 0) + counted.amount
            self.rulings += counted.combatant == NARRATOR_ID and counted.what == "rulings"
