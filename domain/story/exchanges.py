"""Exchanges: a command with the answers to what it asks, in at most three lines.

A command has its line at once. So has the result of an answer, as long as there is room for the outcome. Other facts
wait until the exchange asks nothing any more, and join the line of its outcome, because no entry of an earlier batch
changes. The answers to questions that were asked together wait for the last of them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from domain.story.facts import Fact
from domain.story.lines import MOST_CLAUSES

MOST_LINES: Final = 3
"""The maximum number of lines of an exchange, unless more clauses are held than a line can have."""
SPAN: Final = 2_000
"""How many versions a stretch of the story has; at the end of one, all exchanges end."""
QUESTION: Final = "core.prompted"
"""The kind of facts that an answer makes superfluous."""


class Questions(NamedTuple):
    """The prompts that a batch answers, asks and settles, by their IDs.

    Prompts that ask for a deed are not among those asked: the answer begins an exchange. With ``deed``, the batch has
    such an answer, and asks because of it. With ``resumes``, a decision that waited for answers continues, or the batch
    asks for a deed, for which one has to know what has happened. With ``ends_all``, everything that was asked before is
    over.
    """

    answered: Collection[str] = ()
    asked: Collection[str] = ()
    settled: Collection[str] = ()
    deed: bool = False
    resumes: bool = False
    ends_all: bool = False


@dataclass
class _Exchange:
    """An exchange: the version at which it begins, its open prompts, its lines, the last of them, and what is held."""

    begins: int
    asked: set[str] = field(default_factory=set)
    lines: int = 0
    last: int | None = None
    held: list[Fact] = field(default_factory=list)


class Room(NamedTuple):
    """The facts for the lines of a batch, those that were held first, and the maximum number of these lines.

    ``line`` is the version of the last line of its exchange so far. ``over`` are facts of other exchanges, which have
    a line before.
    """

    facts: Sequence[Fact]
    lines: int
    line: int | None
    over: Sequence[Fact] = ()


def stretch_of(version: int) -> int:
    """Return which stretch of the story the batch belongs to that begins with a version."""
    return version // SPAN


class Exchanges:
    """The exchanges of an encounter that still ask something, from one batch to the next.

    The lines of an exchange depend only on its batches, and on those of exchanges that were open meanwhile, in the same
    stretch of the story. So a story reads the same wherever it begins, and need not begin far back.
    """

    def __init__(self) -> None:
        self._asking: list[_Exchange] = []
        self._exchange = self._begun = _Exchange(0)

    def room(self, questions: Questions, facts: Sequence[Fact]) -> Room:
        """Return the room that the next batch has for lines; hold its facts until a line has them."""
        version = facts[0].place.version
        over = self._continued(questions, version)
        exchange = self._exchange
        told = [*exchange.held, *facts]
        if not (exchange.asked or self._begun.asked):
            told, over = [*over, *told], ()
        lines = MOST_LINES - exchange.lines - bool(exchange.asked) + (self._begun is not exchange)
        waits = exchange.asked and (lines < 1 or (exchange.begins < version and not questions.resumes))
        exchange.held = [fact for fact in told if fact.kind != QUESTION]
        if waits and sum(fact.clause is not None for fact in told) <= MOST_CLAUSES:
            return Room(facts, 0, exchange.last, over)
        return Room(told, max(lines, 1), exchange.last, over)

    def _continued(self, questions: Questions, version: int) -> tuple[Fact, ...]:
        """Find the exchange of a batch, and the one that asks what it asks; return what others that end have held."""
        near = [one for one in self._asking if stretch_of(one.begins) == stretch_of(version)]
        ended = [] if near else self._asking
        found = next((one for one in near if not one.asked.isdisjoint(questions.answered)), None)
        self._exchange = self._begun = found or _Exchange(version)
        if found is None or questions.deed:
            self._begun = _Exchange(version) if found else self._exchange
            near.append(self._begun)
        for one in near:
            one.asked = set() if questions.ends_all else one.asked.difference(questions.settled)
        self._begun.asked.update({*questions.asked}.difference(questions.settled))
        self._asking = [one for one in near if one.asked]
        ended = ended + [one for one in near if one is not self._exchange and not one.asked]
        return tuple([fact for one in ended for fact in one.held])

    def told(self, lines: Sequence[int]) -> None:
        """Learn the versions of the lines of the batch, which have what was held.

        The last of them opens the exchange that begins within the batch.
        """
        exchange, begun = self._exchange, self._begun
        if lines:
            exchange.held = []
        opened = bool(lines) and begun is not exchange
        exchange.lines += len(lines) - opened
        begun.lines += opened
        exchange.last = begun.last = max(lines, default=exchange.last)
