"""The chain: each record is linked to all before it by SHA-256, so that nothing can be changed, left out or moved.

``h(0) = SHA-256("yarrow-chain-1:" + encounter)`` and
``h(v) = SHA-256(h(v-1) + SHA-256(public line) + SHA-256(private line))``, where a record without a private part counts
as one with an empty private line. A redacted record carries the digest of the line that was left out.

``encounter`` is the ID in the first event. Every event of a stream names it, until ``core.imported`` says that the
encounter goes on under another: the events behind name that one, and the links run on.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

from domain.core.events import Commanded, Imported
from events.format.envelope import NEWLINE, NEWLINE_CODE, Envelope, split
from events.format.strict_lines import MalformedRecord, parse_record

GENESIS_PREFIX: Final = b"yarrow-chain-1:"
_NOTHING_SEALED: Final = b'"sealed":null}'
_DIGEST_OF_NOTHING: Final = sha256(b"").digest()
_SEALED_HEX: Final = slice(-66, -2)

_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_decode = msgspec.json.Decoder(Envelope[msgspec.Raw]).decode


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong with a chain: at which version, and what."""

    version: int
    reason: str


class ChainVerdict(msgspec.Struct, frozen=True):
    """How far a chain holds: the last version that does, its hash, and the fault behind it, if any."""

    version: int
    hash: bytes
    fault: Fault | None


class _Change(msgspec.Struct):
    """What an import says of the change of name."""

    of: str
    encounter: str
    events: int
    chain: str


def genesis(encounter: str) -> bytes:
    """The hash before the first event of an encounter."""
    return sha256(GENESIS_PREFIX + encounter.encode()).digest()


def first_encounter_id(opening: bytes) -> str:
    """The ID under which a stream began, by its first record: its chain begins there. ValueError for no record."""
    try:
        return _decode(split(opening)[0]).encounter
    except _UNREADABLE as error:
        raise ValueError(f"the record is no event: {error}") from error


def link(previous: bytes, record: bytes) -> bytes:
    """The hash of a record that follows on ``previous``; ValueError for a redacted record without its digest."""
    return extend(previous, (record,))


def extend(previous: bytes, records: Iterable[bytes]) -> bytes:
    """The hash of the last of ``records``, which follow on ``previous`` in order."""
    for record in records:
        public, sealed = record, _DIGEST_OF_NOTHING
        if NEWLINE_CODE in record:
            public, _, private = record.partition(NEWLINE)
            sealed = sha256(private).digest()
        elif not record.endswith(_NOTHING_SEALED):
            sealed = bytes.fromhex(record[_SEALED_HEX].decode())
        previous = sha256(previous + sha256(public).digest() + sealed).digest()
    return previous


def verify(
    encounter: str,
    records: Iterable[bytes],
    *,
    expected: bytes | None = None,
    after: int = 0,
    previous: bytes | None = None,
) -> ChainVerdict:
    """Check that records form the chain of an encounter, and that it ends in ``expected`` where that is given.

    A chain that is read in parts goes on with ``after`` and ``previous``, version and hash of the part before, where
    ``encounter`` is the name that was in force there.
    """
    linking = ChainVerifier(encounter, after=after, previous=previous)
    for record in records:
        fault = linking.take(record)
        if fault is not None:
            return ChainVerdict(linking.version, linking.hash, fault)
    version, current = linking.version, linking.hash
    fault = linking.unfinished()
    if fault is not None:
        return ChainVerdict(version, current, fault)
    if previous is None and linking.encounter != encounter:
        return ChainVerdict(0, genesis(encounter), Fault(1, f"the event belongs to {linking.encounter}"))
    if expected is not None and current != expected:
        return ChainVerdict(
            version, current, Fault(version, "the events up to here do not lead to the hash of the chain")
        )
    return ChainVerdict(version, current, None)


class ChainVerifier:
    """A chain that is checked record by record; ``version`` and ``hash`` are those of the last one that holds.

    Begins as ``verify`` does.
    """

    def __init__(self, encounter: str, *, after: int = 0, previous: bytes | None = None) -> None:
        self.version = after
        self.hash = genesis(encounter) if previous is None else previous
        self._begins = previous is None and after == 0
        self._names = _Names(encounter)

    @property
    def encounter(self) -> str:
        """Whose the records are, by the last of them."""
        return self._names.now

    def take(self, record: bytes) -> Fault | None:
        """Link the next record; gives what is wrong with it, and then it is not linked."""
        envelope, reason = _read(record, self.version + 1)
        if envelope is not None and reason is None:
            if self._begins:
                self.hash, self._begins = self._names.begin(envelope), False
            reason = self._names.wrong_with(envelope, self.version, self.hash)
        if reason is not None:
            return Fault(self.version + 1, reason)
        self.version, self.hash = self.version + 1, link(self.hash, record)
        return None

    def unfinished(self) -> Fault | None:
        """What is wrong where no record follows any more."""
        if self._names.settled:
            return None
        return Fault(self.version, f"nothing says that {self.encounter} goes on under another name")


class _Names:
    """Whose the events say that they are, one after the other: the name changes at an import alone."""

    def __init__(self, encounter: str) -> None:
        self.now = encounter
        self._coming: _Change | None = None

    @property
    def settled(self) -> bool:
        """Whether no change of name is still to be accounted for."""
        return self._coming is None

    def begin(self, opening: Envelope[dict[str, Any]]) -> bytes:
        """Take over the name of the first event; gives the hash that the chain begins with."""
        self.now = opening.encounter
        return genesis(self.now)

    def wrong_with(self, envelope: Envelope[dict[str, Any]], before: int, linked: bytes) -> str | None:
        """What is wrong with the name that an event bears, given version and hash of the one before it, or None."""
        if self._coming is not None:
            return self._wrong_with_import(envelope, self._coming)
        if envelope.type == Imported.type:
            return f"the event says that {self.now} goes on under another name, but the command before it does not"
        if envelope.encounter == self.now:
            return None
        if envelope.type == Commanded.type and envelope.batch == envelope.version and before:
            self._coming = _Change(self.now, envelope.encounter, before, linked.hex())
            return None
        return f"the event belongs to {envelope.encounter}"

    def _wrong_with_import(self, envelope: Envelope[dict[str, Any]], due: _Change) -> str | None:
        try:
            said = msgspec.convert(envelope.data, _Change) if envelope.type == Imported.type else None
        except msgspec.ValidationError:
            return "the import cannot be read"
        if said is None or envelope.encounter != due.encounter:
            return (
                f"the event before belongs to {due.encounter}, and nothing says that {due.of} goes on under that name"
            )
        if said != due:
            played = f"{due.events} events of {due.of} behind the hash {due.chain}"
            return f"what goes on here as {due.encounter} are {played}, and not what this says"
        self.now, self._coming = due.encounter, None
        return None


def _read(record: bytes, version: int) -> tuple[Envelope[dict[str, Any]] | None, str | None]:
    """The envelope of a record that should have ``version``, and what is wrong with it in itself, or None."""
    try:
        envelope = parse_record(record).envelope
    except MalformedRecord as error:
        return None, str(error)
    return envelope, None if envelope.version == version else f"the event has version {envelope.version}"
