"""The story: batches of events as entries with levels, as a reader of their records may see them."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec

from domain.core.events import Answered, PromptLapsed, Resumed, Rewound
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.telling import Happened
from domain.story.exchanges import Exchanges
from domain.story.facts import Fact, Place
from domain.story.lines import entries_of, lines_among
from domain.story.shapes import Entry
from domain.story.told import DEEPEST
from domain.text.phrases import Names
from events.format.codec import Codec
from events.format.envelope import redact
from events.format.steps import Steps, finished, parts
from events.projections.told_events import around

ENTRIES_AT_ONCE: Final = 32
"""Entries of a batch that are made in one step."""
NEAR: Final = 200
"""How many versions before a batch without lines the line is looked for to which its entries belong."""


class LineBefore(msgspec.Struct, frozen=True):
    """The last line before a batch: its version, and the first version of its own batch."""

    version: int
    batch: int


class _BatchOf(msgspec.Struct):
    """The first version of the batch of an event."""

    batch: int


_batch_of: Final = msgspec.json.Decoder(_BatchOf).decode


def batch_of(record: bytes) -> int:
    """Return the first version of the batch of a record."""
    return _batch_of(redact(record)).batch


def by_batch(records: Sequence[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the records of each batch with its first version."""
    for first, batch in groupby(records, batch_of):
        yield first, list(batch)


class Settled(NamedTuple):
    """The prompts that batches answer, without deeds, those that are answered or over, and the batch that rewinds last.

    ``rewound`` is its first version.
    """

    answered: set[str]
    over: set[str]
    rewound: int | None


def settled_in(codec: Codec, deeds: Collection[str], records: Sequence[bytes]) -> Settled:
    """Return the prompts that whole batches settle; ``deeds`` are the kinds whose answers are deeds."""
    answered, over = set[str](), set[str]()
    rewound: int | None = None
    for record in records:
        envelope, event = codec.decode(record)
        match event:
            case Answered(prompt=str() as prompt):
                over.add(prompt)
                if event.kind not in deeds:
                    answered.add(prompt)
            case PromptLapsed():
                over.add(event.prompt)
            case Resumed():
                over.update(event.prompts)
            case Rewound():
                rewound = envelope.batch
    return Settled(answered, over, rewound)


class Story:
    """Tells whole batches one after the other, and learns names from the events that introduce them.

    The first batch told begins an exchange, or continues none. ``names`` are those of ``Ruleset.names`` before the next
    event told, ``line`` is the last line told so far; it ``has_begun`` if it has told any batch. Entries below the
    level ``deepest`` are not made.
    """

    def __init__(self, ruleset: Ruleset[Any], codec: Codec, names: Names | None = None, deepest: int = DEEPEST) -> None:
        self.line: LineBefore | None = None
        self.has_begun = False
        self._deepest = deepest
        self._ruleset = ruleset
        self._codec = codec
        self.names = dict(names or {})
        self._exchanges = Exchanges()

    def entries(self, records: Sequence[bytes]) -> list[Entry]:
        """Return the entries of batches; the sentences omit what the records omit."""
        return finished(self.steps(records))

    def steps(self, records: Sequence[bytes]) -> Steps[list[Entry]]:
        """Return the entries of batches, in steps."""
        found: list[Entry] = []
        self.has_begun = True
        for first, batch in by_batch(records):
            facts: list[Fact] = []
            told = self._ruleset.tellings.batch(self._deepest)
            for part in parts(batch):
                facts += [told.fact(*self._happened(record)) for record in part]
                yield
            before = self.line if self.line is not None and self.line.batch >= first - NEAR else None
            room = self._exchanges.room(told.questions, told.finish(facts))
            line = room.line if room.line is not None or before is None else before.version
            over = [*entries_of(room.over, line, most=1, begins=facts[0].place)]
            entries: list[Entry] = []
            for entry in entries_of(room.facts, line, self._deepest, room.lines):
                entries.append(entry)
                if len(entries) % ENTRIES_AT_ONCE == 0:
                    yield
            lines = lines_among(entries)
            self._exchanges.told(lines)
            if over or lines:
                self.line = LineBefore(max(lines, default=facts[0].place.version), first)
            found += [*over, *entries]
        return found

    def _happened(self, record: bytes) -> tuple[Happened, Names]:
        envelope, event = self._codec.decode(record)
        new = self._ruleset.names_in(event, self.names) | around(envelope, event, record, self.names)
        if new:
            self.names = {**self.names, **new}
        place = Place(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type)
        return Happened(place, event), self.names
