"""Tallies across encounters: how often each thing happened in a tenant, by combatant, by ruleset and by principal.

Each recorded event counts once in each of the three. The orders of the projection have their names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from domain.core.events import Branched, CombatantJoined, Commanded, EncounterOpened, Rewound, Ruled
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.tally import CountEvent, TallyAmount, TallyThrow
from events.format.codec import Codec, CodecError
from events.format.envelope import split
from events.format.upcasters import SchemaTooNew
from events.projections.tally import Throws
from events.read_models.projection import FeedSlice, Place

By = Literal["combatant", "ruleset", "principal"]
UNKNOWN: Final = "unknown"


class Totals(msgspec.Struct, omit_defaults=True):
    """The counts of a combatant, a ruleset or a principal.

    ``encounters`` counts those that were opened, or that the combatant joined. ``commands``, ``rulings`` and
    ``rewinds`` are those of the principal, or under the ruleset. ``throws`` and ``counts`` are draws and facts: of the
    combatant, under the ruleset, or caused by the principal's commands. ``labels`` has a combatant's throws by purpose,
    ``names`` how often it joined under each name. ``uncounted`` counts the batches that could not be read.
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
        """Add another set of counts."""
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
    """How the events of a ruleset are decoded, and what each of them counts."""

    codec: Codec
    counted: Mapping[type[Event], CountEvent]


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
    """Adds up the events of one tenant's slices, under one ruleset and principal."""

    def __init__(self, contribution: dict[str, Totals], tenant: str, ruleset: str, principal: str) -> None:
        self._contribution, self._tenant, self._ruleset = contribution, tenant, ruleset
        self._all = (self._row("ruleset", ""), self._row("principal", principal))

    def add(self, event: Event, counting: RulesetTally) -> None:
        """Count an event."""
        count = counting.counted.get(type(event))
        for counted in () if count is None else count(event):
            self._count(counted)
        if isinstance(event, Commanded):
            self._increment("commands")
        elif isinstance(event, Ruled):
            self._increment("rulings")
        elif isinstance(event, Rewound):
            self._increment("rewinds")
        elif isinstance(event, CombatantJoined):
            row = self._row("combatant", event.combatant)
            row.encounters += 1
            row.names[event.name] = row.names.get(event.name, 0) + 1
        elif isinstance(event, EncounterOpened | Branched):
            self._increment("encounters")

    def _count(self, counted: TallyThrow | TallyAmount) -> None:
        row = self._row("combatant", counted.combatant)
        if isinstance(counted, TallyThrow):
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
            self._increment("rulings", counted.amount)

    def _increment(self, what: str, amount: int = 1) -> None:
        for sums in self._all:
            setattr(sums, what, getattr(sums, what) + amount)

    def _row(self, by: By, key: str) -> Totals:
        field = field_of(self._tenant, by, self._ruleset, key)
        row = self._contribution.get(field)
        if row is None:
            row = self._contribution[field] = Totals()
        return row


class TalliesProjection:
    """The projection for the tallies across encounters."""

    name = "tallies"
    schema = 1

    def __init__(self, counting: Mapping[str, RulesetTally]) -> None:
        self._counting = counting

    def gather(self, slices: Iterable[FeedSlice]) -> dict[str, Totals]:
        """Return what slices add to the totals, by field."""
        contribution: dict[str, Totals] = {}
        for slice_ in slices:
            self._gather(contribution, slice_)
        return contribution

    def _gather(self, contribution: dict[str, Totals], slice_: FeedSlice) -> None:
        tenant = slice_.stream.tenant
        ruleset, principal = (UNKNOWN, "") if slice_.commanded is None else _command_origin(slice_.commanded)
        counting = self._counting.get(ruleset)
        events = None if counting is None or not slice_.complete else _events(counting.codec, slice_.records)
        if counting is None or events is None:
            contribution.setdefault(field_of(tenant, "ruleset", ruleset, ""), Totals()).uncounted += 1
            return
        sums = _Sums(contribution, tenant, ruleset, principal)
        for event, record in zip(events, slice_.records, strict=True):
            if isinstance(event, Commanded) and record != slice_.commanded:
                sums = _Sums(contribution, tenant, ruleset, _command_origin(record)[1])
            sums.add(event, counting)

    def join(self, row: Totals | None, contribution: Totals) -> Totals:
        """Return the totals with a contribution added."""
        if row is None:
            return contribution
        row.join(contribution)
        return row

    def places(self, field: str, row: Totals) -> list[Place]:
        """Return the place by ruleset and key, in the order of its kind."""
        tenant, by, member = field.split(" ", 2)
        return [Place(tenant, by, member)]

    def decode(self, row: bytes) -> Totals:
        """Decode a row."""
        return _decode(row)


_decode: Final = msgspec.msgpack.Decoder(Totals).decode


def _events(codec: Codec, records: Sequence[bytes]) -> list[Event] | None:
    """Return the events of records, or None if they cannot be read."""
    try:
        return list(codec.decode_events(records))
    except (CodecError, SchemaTooNew, msgspec.DecodeError):
        return None


def field_of(tenant: str, by: By, ruleset: str, key: str) -> str:
    """Return the field of a row: the counts of a combatant, a ruleset (with an empty key) or a principal under a
    ruleset.
    """
    return f"{tenant} {by} {ruleset} {key}"


def _command_origin(commanded: bytes) -> tuple[str, str]:
    """Return the ruleset of a command and its sender: the recorded principal, or else the speaker."""
    try:
        line = _line(split(commanded)[0])
        command = _command(line.data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return UNKNOWN, ""
    return command.ruleset, command.principal or line.speaker
