"""Witness of a history: remembers the hash of an encounter's chain, and detects if the service shows another history.

Each event is linked to all earlier ones: ``h = SHA-256(h + SHA-256(public line) + SHA-256(private line))``; for a
private line that is not visible, the digest in ``sealed`` is used. One remembered hash fixes everything before it.
"""

import re
from hashlib import sha256
from typing import Annotated, Final, Self

import msgspec

from yarrow_client.problems import HistoryDiffers, read_json
from yarrow_client.shapes import Batch

PREFIX: Final = b"yarrow-chain-1:"
_memory: Final = re.compile("0:|([1-9][0-9]{0,15}):([0-9a-f]{64})").fullmatch


class _Sealed(msgspec.Struct):
    encounter: str
    version: int
    type: str
    data: msgspec.Raw
    sealed: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None


class _Imported(msgspec.Struct, frozen=True):
    """The data of ``core.imported``: the origin of all events before its batch."""

    of: str
    encounter: str
    events: int
    chain: str


class Witness:
    """A record of an encounter's history: the version up to which it was seen, and the chain's hash there.

    ``str(witness)`` is text to save, which ``Witness.recall`` and ``Encounter.audit`` read. A new witness has seen
    nothing. ``encounter`` is the ID in the last event that it has seen itself.
    """

    def __init__(self, version: int = 0, hash: bytes = b"") -> None:  # noqa: A002 - the usual name
        self.version = version
        self.hash = hash
        self.encounter: str | None = None
        self._due: _Imported | None = None

    def __str__(self) -> str:
        return f"{self.version}:{self.hash.hex()}"

    @classmethod
    def recall(cls, line: str) -> Self:
        """Return a witness from its saved text. Raises ValueError if the text is invalid."""
        found = _memory(line.strip())
        if found is None:
            raise ValueError(
                f"{line!r} is not a saved witness: a version and a hash, like 12: and 64 hexadecimal digits."
            )
        return cls(int(found[1] or 0), bytes.fromhex(found[2] or ""))

    def see(self, line: bytes, private: bytes | None = None) -> None:
        """See the next event: its public line, and its private line if it is visible.

        Raises HistoryDiffers, and OtherVersion if it is not an event.
        """
        event = read_json(line, _Sealed, "An event")
        if event.version != self.version + 1:
            raise HistoryDiffers(f"Event {event.version} of {event.encounter} follows event {self.version}.")
        digest = sha256(private or b"").digest() if event.sealed is None or private else bytes.fromhex(event.sealed)
        if event.sealed is not None and digest.hex() != event.sealed:
            raise HistoryDiffers(f"The private part of event {event.version} does not match its digest.")
        due = self._import_due(event)
        before = self.hash or sha256(PREFIX + event.encounter.encode()).digest()
        self.hash = sha256(before + sha256(line).digest() + digest).digest()
        self.version, self.encounter, self._due = event.version, event.encounter, due

    def _import_due(self, event: _Sealed) -> _Imported | None:
        """Return the import that the next event must record, if this event has another encounter ID; else None."""
        if self._due is not None and (event.type != "core.imported" or _imported(event) != self._due):
            raise HistoryDiffers(
                f"Event {self.version} is of {self._due.encounter}, but the events before it are of {self._due.of}."
            )
        if self.encounter in {None, event.encounter}:
            return None
        return _Imported(str(self.encounter), event.encounter, self.version, self.hash.hex())

    def see_batch(self, batch: Batch) -> None:
        """See a batch that continues the history; events already seen are skipped.

        Raises HistoryDiffers if it does not lead to the hash that the service states.
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
                f"The service states the hash {chain} at version {self.version}, "
                f"but the events seen lead to {self.hash.hex()}."
            )

    def require_of(self, encounter: str) -> None:
        """Raise HistoryDiffers if the events seen are not of the encounter with that ID."""
        if self._due is not None or self.encounter not in {None, encounter}:
            raise HistoryDiffers(
                f"The events up to version {self.version} are of {self.encounter}, not of {encounter}."
            )


def _imported(event: _Sealed) -> _Imported:
    return read_json(event.data, _Imported, f"Event {event.version}")
