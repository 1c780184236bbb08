"""Where seeds come from."""

import secrets

from domain.chance.seeds import SEED_BYTES, EpochSeeds


def fresh_seeds() -> EpochSeeds:
    """The seeds of a new epoch, from the operating system's source of chance."""
    return EpochSeeds(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES))
