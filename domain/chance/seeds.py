"""The seeds of an epoch: an open seed, revealed to every speaker at the close, and a hidden seed for the narrator.

Public events draw from the open seed. Events with an audience draw from the hidden seed, so that secret throws and
deals cannot be computed from the open seed. Epochs recorded before hidden seeds existed have only an open seed, and
make all draws from it.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

import msgspec

from domain.chance.draws import Seeded, commitment, draw_key

SEED_BYTES: Final = 32


class RevealedSeed(msgspec.Struct, frozen=True):
    """The seed of an epoch, in hex, with the entropy that clients mixed in."""

    epoch: int
    seed: str
    entropy: str


class SeedMaterial(msgspec.Struct, frozen=True):
    """The seed data that a decision publishes: hashes of new seeds, or at the close the seeds themselves.

    ``hidden_seeds`` is None if no epoch has a hidden seed.
    """

    fresh_commitment: str = ""
    seeds: tuple[RevealedSeed, ...] = ()
    hidden_commitment: str = ""
    hidden_seeds: tuple[RevealedSeed, ...] | None = None


class EpochSeeds(NamedTuple):
    """The two seeds of an epoch, 32 bytes each; ``hidden`` is empty for an epoch without a hidden seed."""

    open: bytes
    hidden: bytes = b""

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """Split stored bytes into the open and the hidden seed."""
        return cls(stored[:SEED_BYTES], stored[SEED_BYTES:])

    @property
    def as_bytes(self) -> bytes:
        """The open seed followed by the hidden seed, for storage."""
        return self.open + self.hidden

    def chance(self, entropy: str) -> Seeded:
        """Return the draws of the epoch, with the entropy that clients mixed in."""
        return Seeded(draw_key(self.open, entropy), draw_key(self.hidden, entropy) if self.hidden else None)

    def commitments(self) -> SeedMaterial:
        """Return the hashes of the seeds, which a decision publishes when it begins their epoch."""
        return SeedMaterial(commitment(self.open), hidden_commitment=commitment(self.hidden) if self.hidden else "")


def reveal_seeds(stored: Mapping[int, bytes], entropy: str) -> SeedMaterial:
    """Return the seeds that a close reveals: ``stored`` by epoch; ``entropy`` was mixed into epoch 1."""
    epochs = [(epoch, EpochSeeds.from_bytes(stored[epoch]), entropy if epoch == 1 else "") for epoch in sorted(stored)]
    hidden = tuple([RevealedSeed(epoch, seeds.hidden.hex(), mixed) for epoch, seeds, mixed in epochs if seeds.hidden])
    return SeedMaterial(
        seeds=tuple([RevealedSeed(epoch, seeds.open.hex(), mixed) for epoch, seeds, mixed in epochs]),
        hidden_seeds=hidden or None,
    )
