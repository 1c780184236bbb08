"""The timeline: the events in order, with their sentences."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import Names, sentence
from events.format.codec import Codec
from events.format.envelope import Envelope


class Entry(msgspec.Struct, frozen=True):
    """One event of the timeline. ``batch`` and ``cause`` are the versions of its command and of the event it follows
    from. ``sentence`` is null if other sentences state the same.
    """

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str | None


class Timeline:
    """Describes events one by one, and learns names from the events that introduce them.

    ``names`` are those of ``Ruleset.names`` before the first event described.
    """

    def __init__(self, ruleset: Ruleset[Any], names: Names | None = None) -> None:
        self._ruleset = ruleset
        self._names = dict(names or {})

    def entry(self, envelope: Envelope[Any], event: Event) -> Entry:
        """Describe the next event; the first letter of the sentence is a capital, even in a lowercase name."""
        self._names |= self._ruleset.names_in(event, self._names)
        text = sentence(self._ruleset.sentences[type(event)](event, self._names))
        return Entry(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type, text or None)

    def entries(self, codec: Codec, records: Iterable[bytes]) -> Iterator[Entry]:
        """Describe records; sentences omit what the records omit."""
        for record in records:
            yield self.entry(*codec.decode(record))
