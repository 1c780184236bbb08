"""The timeline: a sentence for each event, in the order in which things happened."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.text.phrases import Teller, sentence
from events.format.codec import Codec
from events.format.envelope import Envelope


class Entry(msgspec.Struct, frozen=True):
    """One event as it is told. ``batch`` and ``cause`` are the versions of its command and of what it follows from."""

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str


class Timeline:
    """Tells events one by one, and learns the names of the combatants as they join.

    ``names`` are those of the combatants who have joined before the first event that is told.
    """

    def __init__(self, tell: Mapping[type[Event], Teller], names: Mapping[str, str] | None = None) -> None:
        self._tell = tell
        self._names = dict(names or {})

    def entry(self, envelope: Envelope[Any], event: Event) -> Entry:
        """The next event as it is told; also a name in small letters begins a sentence with a capital one."""
        if isinstance(event, CombatantJoined):
            self._names[event.combatant] = event.name
        told = sentence(self._tell[type(event)](event, self._names))
        return Entry(envelope.version, envelope.batch, envelope.cause, envelope.time, envelope.type, told)

    def entries(self, codec: Codec, records: Iterable[bytes]) -> Iterator[Entry]:
        """Records as they are told: what has been left out of a record is left out of its sentence."""
        for record in records:
            yield self.entry(*codec.decode(record))
