"""Facts: events with their sentences and what they declare, before a line is made of them."""

from collections.abc import Collection
from typing import NamedTuple

from domain.story.clauses import Clause
from domain.story.shapes import Beginning, End
from domain.story.throws import Throw
from domain.story.told import Level, Moment


class Place(NamedTuple):
    """Where an event is in its stream, and what caused it."""

    version: int
    batch: int
    cause: int | None
    time: str
    type: str


class Said(NamedTuple):
    """The combatants and things that an event mentions: their IDs, by the names that sentences use."""

    combatants: dict[str, str]
    things: dict[str, str]


class Fact(NamedTuple):
    """An event as a part of the story: its sentence, its clause, and what its class declares.

    ``kind`` is its type, or that of its command. ``line`` names the line that it belongs to; empty, it belongs
    to the one before it. ``unless`` are the kinds of facts whose clauses in the same line take the place of its own, or
    of which one continues with what is ``lent``, and whose explanations take the place of its explanation; ``short`` is
    its clause beside them. With ``takers``, it is one of those kinds that continues with what is lent. A ``last``
    clause comes at the end of its line, and one that ``follows`` kinds of facts right after the last of these before
    it. With ``explains``, its sentence says how the line came about.
    """

    place: Place
    kind: str
    sentence: str
    level: Level
    clause: Clause | None
    said: Said
    line: str = ""
    unless: Collection[str] = ()
    lent: Clause | None = None
    takers: Collection[str] = ()
    short: Clause | None = None
    last: bool = False
    follows: Collection[str] = ()
    explains: bool = False
    opens: Beginning | None = None
    moment: Moment | None = None
    source: End | None = None
    target: End | None = None
    throws: tuple[Throw, ...] = ()
    rules: tuple[str, ...] = ()
