"""The witness: remembers the hash of an encounter's chain, and notices when the service shows another history.

Each event is linked to all before it: ``h = SHA-256(h + SHA-256(public line) + SHA-256(private line))``, where for a
private line that is not shown the digest in ``sealed`` is taken. One remembered hash pins everything before it.
"""

import re
from hashlib import sha256
from typing import Final, Self

import msgspec

from yarrow_client.problems import HistoryDiffers
from yarrow_client.shapes import Batch

PREFIX: Final = b"yarrow-chain-1:"
_memory: Final = re.compile("0:|([1-9][0-9]{0,15}):([0-9a-f]{64})").fullmatch


class _Sealed(msgspec.Struct):
    encounter: str
    version: int
    type: str
    data: msgspec.Raw
    sealed: str | None


class _Brought(msgspec.Struct, frozen=True):
    """What ``core.imported`` has to say of all that came before its batch."""

    of: str
    encounter: str
    events: int
    chain: str


_sealed: Final = msgspec.json.Decoder(_Sealed).decode
_brought: Final = msgspec.json.Decoder(_Brought).decode


class Witness:
    """What somebody has seen of an encounter: its events up to ``version``, and the chain's hash there.

    ``str(witness)`` is a line to keep, and ``Witness.recall`` reads it again; ``Encounter.audit`` takes it as well. A
    new one has seen nothing yet. ``encounter`` is the ID in the last event that it saw itself.
    """

    def __init__(self, version: int = 0, hash: bytes = b"") -> None:  # noqa: A002 - the word for it
        self.version = version
        self.hash = hash
        self.encounter: str | None = None
        self._due: _Brought | None = None

    def __str__(self) -> str:
        return f"{self.version}:{self.hash.hex()}"

    @classmethod
    def recall(cls, line: str) -> Self:
        """A witness as it was kept. Raises ValueError for anything else."""
        found = _memory(line.strip())
        if found is None:
            raise ValueError(f"{line!r} is no memory of a witness, which is a version and a hash, 12: and 64 digits.")
        return cls(int(found[1] or 0), bytes.fromhex(found[2] or ""))

    def see(self, line: bytes, private: bytes | None = None) -> None:
        """See the next event: its public line, and its private one where it is shown. Raises HistoryDiffers."""
        event = _sealed(line)
        if event.version != self.version + 1:
            raise HistoryDiffers(f"Event {event.version} of {event.encounter} came behind event {self.version}.")
        digest = sha256(private or b"").digest() if event.sealed is None or private else bytes.fromhex(event.sealed)
        if event.sealed is not None and digest.hex() != event.sealed:
            raise HistoryDiffers(f"The private part of event {event.version} is not the one that was sealed.")
        due = self._name(event)
        before = self.hash or sha256(PREFIX + event.encounter.encode()).digest()
        self.hash = sha256(before + sha256(line).digest() + digest).digest()
        self.version, self.encounter, self._due = event.version, event.encounter, due

    def _name(self, event: _Sealed) -> _Brought | None:
        """What the event behind this one has to say: where its command bears another ID, that it was imported."""
        if self._due is not None and (event.type != "core.imported" or _brought(event.data) != self._due):
            raise HistoryDiffers(f"Event {self.version} is of {self._due.encounter}, those before of {self._due.of}.")
        if self.encounter in {None, event.encounter}:
            return None
        return _Brought(str(self.encounter), event.encounter, self.version, self.hash.hex())

    def see_batch(self, batch: Batch) -> None:
        """See a batch that goes on where this one stands; what was seen already is passed over.

        Raises HistoryDiffers where it does not lead to the hash that the service names.
        """
        for version, line in enumerate(batch.lines, batch.first):
            if version > self.version:
                self.see(bytes(line), bytes(batch.private[version]) if version in batch.private else None)
        if self.version == batch.version and batch.chain:
            self.require(batch.chain)

    def require(self, chain: str) -> None:
        """Raise HistoryDiffers unless ``chain`` is the hash at this version."""
        if self.hash.hex() != chain:
            raise HistoryDiffers(
                f"The service names {chain} as the chain's hash at version {self.version}; "
                f"the events that were seen lead to {self.hash.hex()}."
            )

    def require_of(self, encounter: str) -> None:
        """Raise HistoryDiffers where what was seen is not of the encounter with that ID."""
        if self._due is not None or self.encounter not in {None, encounter}:
            raise HistoryDiffers(
                f"The events up to version {self.version} are of {self.encounter}, not of {encounter}."
            )
