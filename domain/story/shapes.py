"""The shapes of the story. Absent fields are empty or unknown; texts are ready to show."""

from typing import Final, get_args

import msgspec

from domain.story.throws import Throw
from domain.story.told import BeginningKind, Level, Moment

MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)
"""The big moments; an entry with several has the last of them in this order."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence: its text, and what it is, if it is no plain text.

    ``combatant`` and ``thing`` are IDs, ``throw`` is the place of a throw in the entry whose faces the text shows.
    """

    text: str
    combatant: str = ""
    thing: str = ""
    number: int | None = None
    throw: int | None = None


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """An end of an act or of a way: a combatant by its ID, or a place by its label."""

    combatant: str = ""
    place: str = ""


class Beginning(msgspec.Struct, frozen=True):
    """The beginning of a round, turn, phase or scene: its kind, and its label as on the table's clock."""

    kind: BeginningKind
    label: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, rename={"source": "from", "target": "to"}):
    """An entry of the story: what happened, in one sentence, as a reader may see it.

    ``level`` is 1 for what a table would say aloud, 2 for how it came about, 3 for bookkeeping. ``version`` is that of
    the event told, of the last one if it tells several, and ``since`` then that of the first. ``of`` is the version of
    the entry of level 1 that an entry of level 2 or 3 belongs to, in the same batch or an earlier one; it is absent if
    there is none near. ``batch`` and ``cause`` are the versions of the command and of the event that it follows from.
    ``parts`` joined are the sentence. ``source`` and ``target`` say who did it to whom, or the way that was gone.
    ``why`` is a short sentence on how it came about, ``rules`` are the IDs of its rules.
    """

    version: int
    batch: int
    time: str
    type: str
    level: Level
    sentence: str
    parts: tuple[Part, ...]
    since: int | None = None
    of: int | None = None
    cause: int | None = None
    combatants: tuple[str, ...] = ()
    source: End | None = None
    target: End | None = None
    throws: tuple[Throw, ...] = ()
    opens: Beginning | None = None
    moment: Moment | None = None
    why: str = ""
    rules: tuple[str, ...] = ()
