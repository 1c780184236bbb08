"""Totals: how often what happened in all encounters of a tenant, by combatant, by ruleset and by principal.

Each event on record is counted once in each of the three. Its orders are their names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from domain.core.events import Branched, CombatantJoined, Commanded, EncounterOpened, Rewound, Ruled
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import Count, Counted, Thrown
from events.format.codec import Codec, CodecError
from events.format.envelope import split
from events.format.upcasters import SchemaTooNew
from events.projections.tally import Throws
from events.read_models.projection import FeedSlice, Place

By = Literal["combatant", "ruleset", "principal"]
UNKNOWN: Final = "unknown"


class Totals(msgspec.Struct, omit_defaults=True):
    """What is counted of a combatant, a ruleset or a principal.

    ``encounters`` counts those that were opened, or that the combatant has joined; ``commands``, ``rulings`` and
    ``rewinds`` are those of the principal, or under the ruleset. ``throws`` and ``counts`` are what fell and what
    happened: to the combatant, under the ruleset, upon the principal's commands. ``labels`` has a combatant's throws by
    what they were for, ``names`` how often it has joined under which name. ``uncounted`` batches could not be read.
    """

    encounters: int = 0
    commands: int = 0
    rulings: int = 0
    rewinds: int = 0
    throws: Throws = msgspec.field(default_factory=Throws)
    counts: dict[str, int] = {}
    labels: dict[str, Throws] = {}
    names: dict[str, int] = {}
    uncounted: int = 0

    def join(self, other: "Totals") -> None:
        """Add what another counted."""
        self.encounters += other.encounters
        self.commands += other.commands
        self.rulings += other.rulings
        self.rewinds += other.rewinds
        self.uncounted += other.uncounted
        self.throws.join(other.throws)
        for label, throws in other.labels.items():
            self.labels.setdefault(label, Throws()).join(throws)
        for counts, more in ((self.counts, other.counts), (self.names, other.names)):
            for what, amount in more.items():
                counts[what] = counts.get(what, 0) + amount


class RulesetTally(NamedTuple):
    """How the events of a ruleset are read, and what of them is counted."""

    codec: Codec
    counted: Mapping[type[Event], Count]


class _Command(msgspec.Struct):
    ruleset: str
    principal: str = ""


class _Line(msgspec.Struct):
    type: str
    speaker: str
    data: msgspec.Raw


_line: Final = msgspec.json.Decoder(_Line).decode
_command: Final = msgspec.json.Decoder(_Command).decode


class _Sums:
    """What one tenant's stretches add up to, while they are gone through."""

    def __init__(self, said: dict[str, Totals], tenant: str, ruleset: str, principal: str) -> None:
        self._said, self._tenant, self._ruleset = said, tenant, ruleset
        self._all = (self._row("ruleset", ""), self._row("principal", principal))

    def add(self, event: Event, counting: RulesetTally) -> None:
        """Count an event."""
        count = counting.counted.get(type(event))
        for counted in () if count is None else count(event):
            self._count(counted)
        if isinstance(event, Commanded):
            self._bump("commands")
        elif isinstance(event, Ruled):
            self._bump("rulings")
        elif isinstance(event, Rewound):
            self._bump("rewinds")
        elif isinstance(event, CombatantJoined):
            row = self._row("combatant", event.combatant)
            row.encounters += 1
            row.names[event.name] = row.names.get(event.name, 0) + 1
        elif isinstance(event, EncounterOpened | Branched):
            self._bump("encounters")

    def _count(self, counted: Thrown | Counted) -> None:
        row = self._row("combatant", counted.combatant)
        if isinstance(counted, Thrown):
            throws = row.labels.get(counted.label)
            if throws is None:
                throws = row.labels[counted.label] = Throws()
            throws.add(counted.draw)
            for sums in (row, *self._all):
                sums.throws.add(counted.draw)
            return
        for sums in (row, *self._all):
            sums.counts[counted.what] = sums.counts.get(counted.what, 0) + counted.amount
        if counted.combatant == NARRATOR_ID and counted.what == "rulings":
            self._bump("rulings", counted.amount)

    def _bump(self, what: str, amount: int = 1) -> None:
        for sums in self._all:
            setattr(sums, what, getattr(sums, what) + amount)

    def _row(self, by: By, key: str) -> Totals:
        field = field_of(self._tenant, by, self._ruleset, key)
        row = self._said.get(field)
        if row is None:
            row = self._said[field] = Totals()
        return row


class TalliesProjection:
    """The projection that the tallies across encounters are read from."""

    name = "tallies"
    schema = 1

    def __init__(self, counting: Mapping[str, RulesetTally]) -> None:
        self._counting = counting

    def gather(self, stretches: Iterable[FeedSlice]) -> dict[str, Totals]:
        """What stretches add to the totals."""
        said: dict[str, Totals] = {}
        for stretch in stretches:
            self._gather(said, stretch)
        return said

    def _gather(self, said: dict[str, Totals], stretch: FeedSlice) -> None:
        tenant = stretch.stream.tenant
        ruleset, principal = (UNKNOWN, "") if stretch.commanded is None else _command_origin(stretch.commanded)
        counting = self._counting.get(ruleset)
        events = None if counting is None or not stretch.whole else _events(counting.codec, stretch.records)
        if counting is None or events is None:
            said.setdefault(field_of(tenant, "ruleset", ruleset, ""), Totals()).uncounted += 1
            return
        sums = _Sums(said, tenant, ruleset, principal)
        for event, record in zip(events, stretch.records, strict=True):
            if isinstance(event, Commanded) and record != stretch.commanded:
                sums = _Sums(said, tenant, ruleset, _command_origin(record)[1])
            sums.add(event, counting)

    def join(self, row: Totals | None, said: Totals) -> Totals:
        """The totals with what was added."""
        if row is None:
            return said
        row.join(said)
        return row

    def places(self, field: str, row: Totals) -> list[Place]:
        """By its ruleset and its key, among those of its kind."""
        tenant, by, member = field.split(" ", 2)
        return [Place(tenant, by, member)]

    def decode(self, row: bytes) -> Totals:
        """A row from its bytes."""
        return _decode(row)


_decode: Final = msgspec.msgpack.Decoder(Totals).decode


def _events(codec: Codec, records: Sequence[bytes]) -> list[Event] | None:
    """The events of records; None where they cannot be read."""
    try:
        return list(codec.decode_events(records))
    except (CodecError, SchemaTooNew, msgspec.DecodeError):
        return None


def field_of(tenant: str, by: By, ruleset: str, key: str) -> str:
    """The field of a row: what a ruleset counts of a combatant, of itself (with an empty key) or of a principal."""
    return f"{tenant} {by} {ruleset} {key}"


def _command_origin(commanded: bytes) -> tuple[str, str]:
    """The ruleset of a command, and who gave it: the principal that is on record with it, else the speaker."""
    try:
        line = _line(split(commanded)[0])
        command = _command(line.data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return UNKNOWN, ""
    return command.ruleset, command.principal or line.speaker
