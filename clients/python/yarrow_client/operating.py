"""What whoever runs the service is told: how the projections across encounters stand, and which tokens hold no more."""

from typing import Literal

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """What a generation of a projection turned out to be when it had caught up.

    ``digest`` is the SHA-256 of all its ``rows``; ``differing`` counts the rows, and ``partitions`` names the
    partitions, in which the live generation held something else at the same place.
    """

    generation: int
    purpose: Literal["replace", "verify"]
    batches: int
    rows: int
    digest: str
    differing: int
    partitions: tuple[int, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """How far a generation of a projection has come: ``done`` of ``total`` batches, both of which grow with play.

    ``outcome`` comes at the end; ``given_up`` tells that another generation was begun in its place.
    """

    projection: str
    generation: int
    done: int
    total: int
    outcome: Outcome | None = None
    given_up: bool = False


class ProjectionState(msgspec.Struct, frozen=True):
    """How a projection stands: which generation is live, and of how many ``batches`` it has still ``behind`` to take.

    ``behind`` is None where a service of another version keeps it up. In the ``stuck`` partitions it cannot go on;
    ``building`` is the one that is being built, ``outcome`` what the last one turned out to be.
    """

    projection: str
    generation: int
    batches: int
    behind: int | None
    stuck: tuple[int, ...]
    building: Progress | None
    outcome: Outcome | None


class Revoked(msgspec.Struct, frozen=True):
    """A revoked token, and until when that is remembered: no token lives longer."""

    token: str
    until: str
