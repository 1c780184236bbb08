"""The directory: the read model for the list of encounters, from the public part of their events.

Its orders are ``ids`` by ID, ``active`` by the time of the newest event, and ``branches`` by the parent of a branch.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.core.events import Branched, CombatantJoined, EncounterClosed, EncounterOpened
from events.format.envelope import split
from events.read_models.projection import FeedSlice, Place
from events.store.protocol import SEALED_STATUS, StreamId


class DirectoryRow(msgspec.Struct, omit_defaults=True):
    """The entry of one encounter. ``damaged`` if some of its events could not be read; the rest is what could be read.

    ``opened`` and ``active`` are the times of its first and of its newest event. For a branch, ``of`` and ``at`` are
    the parent's ID and version, and ``chain`` is the parent's hash there, in hex.
    """

    version: int
    name: str = ""
    ruleset: str = ""
    status: str = "open"
    opened: str = ""
    active: str = ""
    combatants: tuple[str, ...] = ()
    of: str | None = None
    at: int | None = None
    chain: str | None = None
    damaged: bool = False


class _Line(msgspec.Struct):
    type: str
    time: str
    data: msgspec.Raw


class _Opened(msgspec.Struct):
    name: str = ""
    ruleset: str = ""


class _Joined(msgspec.Struct):
    combatant: str


class _Carried(msgspec.Struct):
    joined: tuple[str, ...] = ()


class _Branched(msgspec.Struct):
    of: str
    at: int
    chain: str
    name: str = ""
    ruleset: str = ""
    state: _Carried = msgspec.field(default_factory=_Carried)


_line: Final = msgspec.json.Decoder(_Line).decode
_opened: Final = msgspec.json.Decoder(_Opened).decode
_joined: Final = msgspec.json.Decoder(_Joined).decode
_branched: Final = msgspec.json.Decoder(_Branched).decode


class DirectoryProjection:
    """The projection for the list of encounters."""

    name = "directory"
    schema = 2

    def gather(self, slices: Iterable[FeedSlice]) -> dict[str, DirectoryRow]:
        """Return what slices contribute, by encounter."""
        contribution: dict[str, DirectoryRow] = {}
        for slice_ in slices:
            field = field_of(slice_.stream)
            contribution[field] = self.join(contribution.get(field), _read(slice_))
        return contribution

    def join(self, row: DirectoryRow | None, contribution: DirectoryRow) -> DirectoryRow:
        """Return the row with a contribution added."""
        if row is None:
            return contribution
        row.version = contribution.version
        row.active = contribution.active or row.active
        row.opened = row.opened or contribution.opened
        row.name = row.name or contribution.name
        row.ruleset = row.ruleset or contribution.ruleset
        row.status = contribution.status if row.status == "open" else row.status
        row.combatants += contribution.combatants
        row.of, row.at, row.chain = (
            row.of or contribution.of,
            row.at or contribution.at,
            row.chain or contribution.chain,
        )
        row.damaged = row.damaged or contribution.damaged
        return row

    def places(self, field: str, row: DirectoryRow) -> list[Place]:
        """Return the places by ID, by time of the newest event and, for a branch, by parent."""
        tenant, encounter = field.split(" ")
        places = [Place(tenant, "ids", encounter), Place(tenant, "active", f"{row.active} {encounter}")]
        return places if row.of is None else [*places, Place(tenant, "branches", f"{row.of} {encounter}")]

    def decode(self, row: bytes) -> DirectoryRow:
        """Decode a row."""
        return _decode(row)


_decode: Final = msgspec.msgpack.Decoder(DirectoryRow).decode


def field_of(stream: StreamId) -> str:
    """Return the field of an encounter's row."""
    return f"{stream.tenant} {stream.encounter}"


def _read(slice_: FeedSlice) -> DirectoryRow:
    """Return what one slice contributes."""
    contribution = DirectoryRow(slice_.last, damaged=not slice_.complete)
    joined: list[str] = []
    try:
        for record in slice_.records:
            line = _line(split(record)[0])
            contribution.active = line.time
            _add_line(contribution, joined, line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        contribution.damaged = True
    if slice_.sealed:
        contribution.status = SEALED_STATUS
    if slice_.first == 1 and slice_.records and not contribution.name and not contribution.ruleset:
        contribution.damaged = True
    contribution.combatants = tuple(joined)
    return contribution


def _add_line(contribution: DirectoryRow, joined: list[str], line: _Line) -> None:
    match line.type:
        case EncounterOpened.type:
            opened = _opened(line.data)
            contribution.name, contribution.ruleset, contribution.opened = opened.name, opened.ruleset, line.time
        case CombatantJoined.type:
            joined.append(_joined(line.data).combatant)
        case EncounterClosed.type:
            contribution.status = "closed"
        case Branched.type:
            branched = _branched(line.data)
            joined += branched.state.joined
            contribution.of, contribution.at, contribution.chain = branched.of, branched.at, branched.chain
            contribution.name, contribution.ruleset, contribution.opened = branched.name, branched.ruleset, line.time
        case _:
            pass
