"""The hash chain: SHA-256 links each record to all records before it, so that any change, omission or move is detected.

``h(0) = SHA-256("yarrow-chain-1:" + encounter)`` and
``h(v) = SHA-256(h(v-1) + SHA-256(public line) + SHA-256(private line))``. A record without a private part counts as
one with an empty private line. A redacted record carries the digest of the private line that was omitted.

``encounter`` is the ID in the first event. All events of a stream have this ID until a ``core.imported`` event renames
the encounter. Later events have the new ID; the chain continues unchanged.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from domain.core.events import Commanded, Imported
from events.format.envelope import NEWLINE, NEWLINE_CODE, Envelope, split
from events.format.steps import Steps, at_once, parts
from events.format.strict_lines import MalformedRecord, parse_record

GENESIS_PREFIX: Final = b"yarrow-chain-1:"
_NOTHING_SEALED: Final = b'"sealed":null}'
_ENDING: Final = slice(-len(_NOTHING_SEALED), None)
_DIGEST_OF_NOTHING: Final = sha256(b"").digest()
_SEALED_HEX: Final = slice(-66, -2)

_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_decode = msgspec.json.Decoder(Envelope[msgspec.Raw]).decode


class Fault(msgspec.Struct, frozen=True):
    """The first fault in a sequence of records: its version and the reason."""

    version: int
    reason: str


class ChainVerdict(msgspec.Struct, frozen=True):
    """The result of verifying a chain: the last valid version, the hash there, and the fault after it, if any."""

    version: int
    hash: bytes
    fault: Fault | None


class _Rename(msgspec.Struct):
    """The rename that an import event records."""

    of: str
    encounter: str
    events: int
    chain: str


def genesis(encounter: str) -> bytes:
    """Return the hash before the first event of an encounter."""
    return sha256(GENESIS_PREFIX + encounter.encode()).digest()


def first_encounter_id(opening: bytes) -> str:
    """Return the encounter ID in the first record, where the chain starts. ValueError if the record is not an event."""
    try:
        return _decode(split(opening)[0]).encounter
    except _UNREADABLE as error:
        raise ValueError(f"the record is not an event: {error}") from error


def link(previous: bytes, record: bytes) -> bytes:
    """Return the hash of a record that follows ``previous``; ValueError for a redacted record without its digest."""
    return extend(previous, (record,))


def extend(previous: bytes, records: Iterable[bytes]) -> bytes:
    """Return the hash of the last of ``records``, which follow ``previous`` in order."""
    for record in records:
        public, sealed = record, _DIGEST_OF_NOTHING
        if NEWLINE_CODE in record:
            public, _, private = record.partition(NEWLINE)
            sealed = sha256(private).digest()
        elif record[_ENDING] != _NOTHING_SEALED:
            sealed = bytes.fromhex(record[_SEALED_HEX].decode())
        previous = sha256(previous + sha256(public).digest() + sealed).digest()
    return previous


def verify_steps(
    encounter: str,
    records: Sequence[bytes],
    *,
    expected: bytes | None = None,
    after: int = 0,
    previous: bytes | None = None,
) -> Steps[ChainVerdict]:
    """Verify that records form the chain of an encounter and, if ``expected`` is given, that the chain ends in it.

    To verify a chain in parts, pass the version and hash of the part before as ``after`` and ``previous``;
    ``encounter`` is then the ID that was in force there.
    """
    verifier = ChainVerifier(encounter, after=after, previous=previous)
    for part in parts(records):
        for record in part:
            fault = verifier.take(record)
            if fault is not None:
                return ChainVerdict(verifier.version, verifier.hash, fault)
        yield
    version, current = verifier.version, verifier.hash
    fault = verifier.unmatched_rename()
    if fault is not None:
        return ChainVerdict(version, current, fault)
    if previous is None and verifier.encounter != encounter:
        return ChainVerdict(0, genesis(encounter), Fault(1, f"the event belongs to {verifier.encounter}"))
    if expected is not None and current != expected:
        return ChainVerdict(version, current, Fault(version, "the chain ends here in another hash than expected"))
    return ChainVerdict(version, current, None)


verify = at_once(verify_steps)


class ChainVerifier:
    """Verifies a chain record by record; ``version`` and ``hash`` are those of the last valid record.

    The parameters are those of ``verify``.
    """

    def __init__(self, encounter: str, *, after: int = 0, previous: bytes | None = None) -> None:
        self.version = after
        self.hash = genesis(encounter) if previous is None else previous
        self._at_start = previous is None and after == 0
        self._names = _EncounterNames(encounter)

    @property
    def encounter(self) -> str:
        """The encounter ID in the last record."""
        return self._names.now

    def take(self, record: bytes) -> Fault | None:
        """Verify and link the next record. Returns its fault, in which case the record is not linked."""
        envelope, reason = _read(record, self.version + 1)
        if envelope is not None and reason is None:
            if self._at_start:
                self.hash, self._at_start = self._names.begin(envelope), False
            reason = self._names.fault_in(envelope, self.version, self.hash)
        if reason is not None:
            return Fault(self.version + 1, reason)
        self.version, self.hash = self.version + 1, link(self.hash, record)
        return None

    def unmatched_rename(self) -> Fault | None:
        """Return a fault if the records end between a rename and its import event."""
        if self._names.complete:
            return None
        return Fault(self.version, f"{self.encounter} continues under another ID, but the import event is missing")


class _EncounterNames:
    """Tracks the encounter ID from event to event; only an import may change it."""

    def __init__(self, encounter: str) -> None:
        self.now = encounter
        self._pending: _Rename | None = None

    @property
    def complete(self) -> bool:
        """True if every declared rename has been matched by an import event."""
        return self._pending is None

    def begin(self, opening: Envelope[dict[str, Any]]) -> bytes:
        """Adopt the ID of the first event and return the genesis hash of that ID."""
        self.now = opening.encounter
        return genesis(self.now)

    def fault_in(self, envelope: Envelope[dict[str, Any]], before: int, linked: bytes) -> str | None:
        """Return the fault in the encounter ID of an event, or None; ``before`` and ``linked`` are the version and hash
        before it.
        """
        if self._pending is not None:
            return self._fault_in_import(envelope, self._pending)
        if envelope.type == Imported.type:
            return f"the import event renames {self.now}, but the command before it does not"
        if envelope.encounter == self.now:
            return None
        if envelope.type == Commanded.type and envelope.batch == envelope.version and before:
            self._pending = _Rename(self.now, envelope.encounter, before, linked.hex())
            return None
        return f"the event belongs to {envelope.encounter}"

    def _fault_in_import(self, envelope: Envelope[dict[str, Any]], due: _Rename) -> str | None:
        try:
            imported = msgspec.convert(envelope.data, _Rename) if envelope.type == Imported.type else None
        except msgspec.ValidationError:
            return "the import event cannot be read"
        if imported is None or envelope.encounter != due.encounter:
            return f"the event before belongs to {due.encounter}, but no import event renames {due.of} to it"
        if imported != due:
            actual = f"{due.events} events of {due.of} with the hash {due.chain}"
            return f"{due.encounter} continues {actual}, but the import event names others"
        self.now, self._pending = due.encounter, None
        return None


def _read(record: bytes, version: int) -> tuple[Envelope[dict[str, Any]] | None, str | None]:
    """Parse a record that should have ``version``; returns its envelope, and its fault or None."""
    try:
        envelope = parse_record(record).envelope
    except MalformedRecord as error:
        return None, str(error)
    return envelope, None if envelope.version == version else f"the event has version {envelope.version}"
