"""Fresh seeds from the operating system."""

import secrets

from domain.chance.seeds import SEED_BYTES, EpochSeeds


def fresh_seeds() -> EpochSeeds:
    """Return the seeds of a new epoch, drawn from the operating system's entropy."""
    return EpochSeeds(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES))
