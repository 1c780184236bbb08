"""The seeds of an epoch: an open one, revealed to everybody at the close, and a hidden one, for the narrator alone.

What is recorded for everybody draws from the open seed; an event that keeps something for an audience draws from the
hidden one, so that nobody can compute from the open seed what was thrown or dealt out of sight. An epoch that began
before there were hidden seeds has only the open one, and draws everything from it.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, Self

import msgspec

from domain.chance.draws import Seeded, commitment, draw_key

SEED_BYTES: Final = 32


class RevealedSeed(msgspec.Struct, frozen=True):
    """The seed of an epoch, in hex, with the entropy that was mixed in."""

    epoch: int
    seed: str
    entropy: str


class SeedMaterial(msgspec.Struct, frozen=True):
    """What the keeper of the seeds lends a decision: the hashes of fresh seeds; at the close, the seeds themselves.

    ``hidden_seeds`` is None where no epoch has a hidden seed.
    """

    fresh_commitment: str = ""
    seeds: tuple[RevealedSeed, ...] = ()
    hidden_commitment: str = ""
    hidden_seeds: tuple[RevealedSeed, ...] | None = None


class EpochSeeds(NamedTuple):
    """The two seeds of an epoch, 32 bytes each; ``hidden`` is empty in an epoch without one."""

    open: bytes
    hidden: bytes = b""

    @classmethod
    def read(cls, kept: bytes) -> Self:
        """The seeds as a store keeps them, one behind the other."""
        return cls(kept[:SEED_BYTES], kept[SEED_BYTES:])

    @property
    def kept(self) -> bytes:
        """The seeds one behind the other, for a store to keep."""
        return self.open + self.hidden

    def chance(self, entropy: str) -> Seeded:
        """The draws of the epoch, with the entropy that clients mixed in."""
        return Seeded(draw_key(self.open, entropy), draw_key(self.hidden, entropy) if self.hidden else None)

    def promised(self) -> SeedMaterial:
        """What a decision publishes that begins an epoch under these seeds: their hashes."""
        return SeedMaterial(commitment(self.open), hidden_commitment=commitment(self.hidden) if self.hidden else "")


def disclosed(kept: Mapping[int, bytes], entropy: str) -> SeedMaterial:
    """What a close reveals: the seeds of all epochs as a store keeps them; ``entropy`` was mixed into the first."""
    epochs = [(epoch, EpochSeeds.read(kept[epoch]), entropy if epoch == 1 else "") for epoch in sorted(kept)]
    hidden = tuple([RevealedSeed(epoch, seeds.hidden.hex(), mixed) for epoch, seeds, mixed in epochs if seeds.hidden])
    return SeedMaterial(
        seeds=tuple([RevealedSeed(epoch, seeds.open.hex(), mixed) for epoch, seeds, mixed in epochs]),
        hidden_seeds=hidden or None,
    )
