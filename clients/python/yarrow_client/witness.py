"""The witness: remembers the hash of an encounter's chain, and notices when the service shows another history.

Each event is linked to all before it: ``h = SHA-256(h + SHA-256(public line) + SHA-256(private line))``, where for a
private line that is not shown the digest in ``sealed`` is taken. One remembered hash pins everything before it.
"""

from hashlib import sha256
from typing import Self

import msgspec

from yarrow_client.problems import HistoryDiffers
from yarrow_client.shapes import Batch

PREFIX = b"yarrow-chain-1:"


class _Sealed(msgspec.Struct):
    encounter: str
    version: int
    sealed: str | None


_sealed = msgspec.json.Decoder(_Sealed).decode


class Witness:
    """What somebody has seen of an encounter: its events up to ``version``, and the chain's hash there.

    ``str(witness)`` is a line to keep, and ``Witness.recall`` reads it again. A new one has seen nothing yet.
    """

    def __init__(self, version: int = 0, hash: bytes = b"") -> None:  # noqa: A002 - the word for it
        self.version = version
        self.hash = hash

    def __str__(self) -> str:
        return f"{self.version}:{self.hash.hex()}"

    @classmethod
    def recall(cls, line: str) -> Self:
        """A witness as it was kept. Raises ValueError for anything else."""
        version, _, found = line.strip().partition(":")
        return cls(int(version), bytes.fromhex(found))

    def see(self, line: bytes, private: bytes | None = None) -> None:
        """See the next event: its public line, and its private one where it is shown. Raises HistoryDiffers."""
        event = _sealed(line)
        if event.version != self.version + 1:
            raise HistoryDiffers(f"Event {event.version} of {event.encounter} came behind event {self.version}.")
        digest = sha256(private or b"").digest() if event.sealed is None or private else bytes.fromhex(event.sealed)
        if event.sealed is not None and digest.hex() != event.sealed:
            raise HistoryDiffers(f"The private part of event {event.version} is not the one that was sealed.")
        before = self.hash or sha256(PREFIX + event.encounter.encode()).digest()
        self.hash = sha256(before + sha256(line).digest() + digest).digest()
        self.version = event.version

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
