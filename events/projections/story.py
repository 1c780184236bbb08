"""The story: a batch of events as entries with levels, as a reader of its records may see it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.telling import Happened
from domain.story.facts import Place
from domain.story.lines import entries_of, last_line
from domain.story.shapes import Entry
from domain.text.phrases import Names
from events.format.codec import Codec
from events.format.envelope import Envelope

NEAR: Final = 200
"""How many versions before a batch without lines the line is looked for to which its entries belong."""


class Story:
    """Tells whole batches one after the other, and learns names from the events that introduce them.

    ``names`` are those of ``Ruleset.names`` before the first event told.
    """

    def __init__(self, ruleset: Ruleset[Any], codec: Codec, names: Names | None = None) -> None:
        self._ruleset = ruleset
        self._codec = codec
        self._names = dict(names or {})
        self._line: tuple[int, int] | None = None

    def entries(self, records: Iterable[bytes]) -> Iterator[Entry]:
        """Yield the entries of batches; the sentences omit what the records omit."""
        decoded = map(self._codec.decode, records)
        for _, batch in groupby(decoded, key=lambda one: one[0].batch):
            yield from self._told(list(batch))

    def _told(self, batch: Sequence[tuple[Envelope[Any], Event]]) -> list[Entry]:
        first = batch[0][0].batch
        happened = [Happened(_place(envelope), event) for envelope, event in batch]
        near = self._line is not None and self._line[0] >= first - NEAR
        before = self._line[1] if self._line is not None and near else None
        told = list(entries_of(self._ruleset.tellings.facts(happened, self._names_at(happened)), before))
        line = last_line(told)
        if line is not None:
            self._line = (first, line)
        return told

    def _names_at(self, batch: Iterable[Happened]) -> Mapping[int, Names]:
        """Return the names that are known at each event of a batch, by version."""
        found: dict[int, Names] = {}
        for place, event in batch:
            new = self._ruleset.names_in(event, self._names)
            if new:
                self._names = {**self._names, **new}
            found[place.version] = self._names
        return found


def _place(envelope: Envelope[Any]) -> Place:
    return Place(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type)
