"""Responses about proofs: audits, imports, and the public key of bundles."""

from typing import Literal

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """The first fault that a check found: its version and the reason."""

    version: int
    reason: str


class Check(msgspec.Struct, frozen=True):
    """The result of a check."""

    verdict: Literal["proven", "broken", "not_provable"]
    detail: str
    fault: Fault | None = None


class ThrowsCheck(Check, frozen=True):
    """The result of checking the throws, and their number by kind.

    ``proven`` follow from their seeds; ``supplied`` came from the table; ``unrevealed`` wait for their seed to be
    revealed; ``hidden`` need private parts that are not visible; ``elsewhere`` were made before an import.
    ``left_out`` counts events whose throws are not visible at all.
    """

    proven: int = 0
    supplied: int = 0
    unrevealed: int = 0
    hidden: int = 0
    left_out: int = 0
    elsewhere: int = 0


class Audit(msgspec.Struct, frozen=True):
    """The verdicts on an encounter, and the number of its manual interventions.

    ``lineage`` exists only for a branch: it checks that the branch begins with its parent's state.
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
    """The result of an import: the encounter, its ID in the bundle (``of``), and its version."""

    encounter: str
    of: str
    version: int
    events: int
    status: str
    chain: str


class SigningKey(msgspec.Struct, frozen=True):
    """The public key that verifies the service's bundles, in hexadecimal and as PEM."""

    algorithm: str
    key: str
    pem: str
