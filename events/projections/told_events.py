"""Events one by one, each with its sentence."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import SEEN_WHOLE, WRITER, Names, all_named, sentence
from events.format.codec import Codec
from events.format.envelope import Envelope, redacted

MOST_WRITERS: Final = 3
"""The most combatants of one player by which a sentence names who has written something."""


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


def around(envelope: Envelope[Any], event: Event, record: bytes, names: Names) -> dict[str, str]:
    """Return, for the sentence of an event with private fields, whether its reader has these, and who wrote it."""
    if not event.private:
        return {}
    return {
        SEEN_WHOLE: "" if redacted(record) else "yes",
        WRITER: _written_by([one for one in envelope.speaker.partition(":")[2].split(",") if one in names], names),
    }


def _written_by(combatants: Sequence[str], names: Names) -> str:
    """Return whose player has written something; nothing for the narrator."""
    if not combatants:
        return ""
    return all_named(names, combatants) if len(combatants) <= MOST_WRITERS else "a player"


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
            self._names |= around(envelope, event, record, self._names)
            yield self.told(envelope, event)
