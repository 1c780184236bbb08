"""The directory: what the list tells of each encounter, from what everybody may see of its events.

Its orders are ``ids``, by ID, ``active``, by the time of the newest event, and ``branches``, by the encounter that one
is a branch of.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.core.events import Branched, CombatantJoined, EncounterClosed, EncounterOpened
from events.format.envelope import split
from events.read_models.projection import FeedSlice, Place
from events.store.protocol import SEALED_STATUS, StreamId


class DirectoryRow(msgspec.Struct, omit_defaults=True):
    """What is known of an encounter. ``damaged`` where events of it could not be read; the rest is what was read.

    ``opened`` and ``active`` are the times of its first and of its newest event; ``of`` and ``at`` say of which
    encounter it is a branch, and from which version on, and ``chain`` is the hash that the other one had there, in hex.
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
    """The projection that the list of encounters is read from."""

    name = "directory"
    schema = 2

    def gather(self, stretches: Iterable[FeedSlice]) -> dict[str, DirectoryRow]:
        """What stretches say of their encounters."""
        said: dict[str, DirectoryRow] = {}
        for stretch in stretches:
            field = field_of(stretch.stream)
            said[field] = self.join(said.get(field), _read(stretch))
        return said

    def join(self, row: DirectoryRow | None, said: DirectoryRow) -> DirectoryRow:
        """The row as it stands when what was said has happened."""
        if row is None:
            return said
        row.version = said.version
        row.active = said.active or row.active
        row.opened = row.opened or said.opened
        row.name = row.name or said.name
        row.ruleset = row.ruleset or said.ruleset
        row.status = said.status if row.status == "open" else row.status
        row.combatants += said.combatants
        row.of, row.at, row.chain = row.of or said.of, row.at or said.at, row.chain or said.chain
        row.damaged = row.damaged or said.damaged
        return row

    def places(self, field: str, row: DirectoryRow) -> list[Place]:
        """By its ID, by the time of its newest event, and where it is a branch by the one that it branched off."""
        tenant, encounter = field.split(" ")
        places = [Place(tenant, "ids", encounter), Place(tenant, "active", f"{row.active} {encounter}")]
        return places if row.of is None else [*places, Place(tenant, "branches", f"{row.of} {encounter}")]

    def decode(self, row: bytes) -> DirectoryRow:
        """A row from its bytes."""
        return _decode(row)


_decode: Final = msgspec.msgpack.Decoder(DirectoryRow).decode


def field_of(stream: StreamId) -> str:
    """The field of an encounter's row."""
    return f"{stream.tenant} {stream.encounter}"


def _read(stretch: FeedSlice) -> DirectoryRow:
    """What a stretch says of its encounter."""
    said = DirectoryRow(stretch.last, damaged=not stretch.whole)
    joined: list[str] = []
    try:
        for record in stretch.records:
            line = _line(split(record)[0])
            said.active = line.time
            _add_line(said, joined, line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        said.damaged = True
    if stretch.sealed:
        said.status = SEALED_STATUS
    if stretch.first == 1 and stretch.records and not said.name and not said.ruleset:
        said.damaged = True
    said.combatants = tuple(joined)
    return said


def _add_line(said: DirectoryRow, joined: list[str], line: _Line) -> None:
    match line.type:
        case EncounterOpened.type:
            opened = _opened(line.data)
            said.name, said.ruleset, said.opened = opened.name, opened.ruleset, line.time
        case CombatantJoined.type:
            joined.append(_joined(line.data).combatant)
        case EncounterClosed.type:
            said.status = "closed"
        case Branched.type:
            branched = _branched(line.data)
            joined += branched.state.joined
            said.of, said.at, said.chain = branched.of, branched.at, branched.chain
            said.name, said.ruleset, said.opened = branched.name, branched.ruleset, line.time
        case _:
            pass
