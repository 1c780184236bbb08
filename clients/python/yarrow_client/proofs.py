"""What proves something, or says who does: audits, imports, the key that bundles are signed with."""

from typing import Literal

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong: at which version, and what."""

    version: int
    reason: str


class Check(msgspec.Struct, frozen=True):
    """What a check came to."""

    verdict: Literal["proven", "broken", "not_provable"]
    detail: str
    fault: Fault | None = None


class ThrowsCheck(Check, frozen=True):
    """What the check of the throws came to, and how many of them are what.

    ``proven`` ones follow from their seeds, ``supplied`` ones came from the table, ``unrevealed`` ones wait for their
    seed, ``hidden`` ones need private parts that are left out here, and ``elsewhere`` fell those before an import.
    ``left_out`` counts events whose throws are left out altogether.
    """

    proven: int = 0
    supplied: int = 0
    unrevealed: int = 0
    hidden: int = 0
    left_out: int = 0
    elsewhere: int = 0


class Audit(msgspec.Struct, frozen=True):
    """The verdicts on an encounter, and what its table did by hand.

    ``lineage`` is there for a branch alone: whether it begins as its parent stood.
    """

    encounter: str
    version: int
    hash: str
    chain: Check
    throws: ThrowsCheck
    legality: Check
    commands: int
    rulings: int
    rewinds: int
    seeded_throws: int
    supplied_throws: int
    lineage: Check | None = None


class Imported(msgspec.Struct, frozen=True):
    """What an import brought in: the encounter, the ID ``of`` which it came, and where it stands."""

    encounter: str
    of: str
    version: int
    events: int
    status: str
    chain: str


class SigningKey(msgspec.Struct, frozen=True):
    """The public key that the service signs bundles with, in hex and as PEM."""

    algorithm: str
    key: str
    pem: str
