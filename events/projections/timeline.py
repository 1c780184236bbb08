"""The timeline: a sentence for each event, in order."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.text.phrases import RenderEvent, sentence
from events.format.codec import Codec
from events.format.envelope import Envelope


class Entry(msgspec.Struct, frozen=True):
    """One event of the timeline. ``batch`` and ``cause`` are the versions of its command and of the event it follows
    from.
    """

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str


class Timeline:
    """Describes events one by one, and learns the names of combatants as they join.

    ``names`` are the names of the combatants who joined before the first event described.
    """

    def __init__(self, sentences: Mapping[type[Event], RenderEvent], names: Mapping[str, str] | None = None) -> None:
        self._sentences = sentences
        self._names = dict(names or {})

    def entry(self, envelope: Envelope[Any], event: Event) -> Entry:
        """Describe the next event; the first letter of the sentence is a capital, even in a lowercase name."""
        if isinstance(event, CombatantJoined):
            self._names[event.combatant] = event.name
        text = sentence(self._sentences[type(event)](event, self._names))
        return Entry(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type, text)

    def entries(self, codec: Codec, records: Iterable[bytes]) -> Iterator[Entry]:
        """Describe records; sentences omit what the records omit."""
        for record in records:
            yield self.entry(*codec.decode(record))
