"""Events one by one, each with its sentence."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import SEEN_WHOLE, Names, sentence
from events.format.codec import Codec
from events.format.envelope import Envelope, redacted


class ToldEvent(msgspec.Struct, frozen=True):
    """One event with its sentence, which is null if other sentences state the same.

    ``batch`` and ``cause`` are the versions of its command and of the event that it follows from.
    """

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str | None


def seen_of(event: Event, record: bytes) -> dict[str, str]:
    """Return, for sentences, whether a record of an event with private fields has these for its reader."""
    return {SEEN_WHOLE: "" if redacted(record) else "yes"} if event.private else {}


class EventTeller:
    """Describes events one by one, and learns names from the events that introduce them.

    ``names`` are those of ``Ruleset.names`` before the first event described.
    """

    def __init__(self, ruleset: Ruleset[Any], names: Names | None = None) -> None:
        self._ruleset = ruleset
        self._names = dict(names or {})

    def told(self, envelope: Envelope[Any], event: Event) -> ToldEvent:
        """Describe the next event; the first letter of the sentence is a capital, even in a lowercase name."""
        self._names |= self._ruleset.names_in(event, self._names)
        text = sentence(self._ruleset.sentences[type(event)](event, self._names))
        return ToldEvent(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type, text or None)

    def told_all(self, codec: Codec, records: Iterable[bytes]) -> Iterator[ToldEvent]:
        """Describe records; sentences omit what the records omit."""
        for record in records:
            envelope, event = codec.decode(record)
            self._names |= seen_of(event, record)
            yield self.told(envelope, event)
