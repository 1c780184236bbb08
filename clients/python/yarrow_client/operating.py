"""Responses for operators: the state of the projections across encounters, tickets, and revoked tokens."""

from typing import Literal

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The result of building a generation of a projection.

    ``digest`` is the SHA-256 of all its ``rows``. ``differing`` is the number of rows in which the live generation
    differed, and ``partitions`` are their partitions.
    """

    generation: int
    purpose: Literal["replace", "verify"]
    batches: int
    rows: int
    digest: str
    differing: int
    partitions: tuple[int, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """The progress of building a generation of a projection: ``done`` of ``total`` batches, both of which grow.

    ``outcome`` is its result once it is complete; ``given_up`` is true if another build replaced it.
    """

    projection: str
    generation: int
    done: int
    total: int
    outcome: Outcome | None = None
    given_up: bool = False


class ProjectionState(msgspec.Struct, frozen=True):
    """The state of a projection: its live generation, and how many of all ``batches`` it is ``behind``.

    ``behind`` is None if a service of another version maintains it. ``stuck`` lists the partitions in which it cannot
    continue; ``building`` is the build in progress, ``outcome`` the result of the last one.
    """

    projection: str
    generation: int
    batches: int
    behind: int | None
    stuck: tuple[int, ...]
    building: Progress | None
    outcome: Outcome | None


class ProjectionList(msgspec.Struct, frozen=True):
    """The state of each projection."""

    projections: list[ProjectionState]


class Ticket(msgspec.Struct, frozen=True):
    """A ticket for one live connection until it ``expires``: the parameter ``ticket`` of its address.

    ``speaker`` and ``encounters``, IDs or ``all``, are what the connection may see.
    """

    ticket: str
    expires: str
    speaker: str
    encounters: tuple[str, ...] | Literal["all"]


class Revoked(msgspec.Struct, frozen=True):
    """A revoked token, and the time until which the revocation is kept: no token is valid longer."""

    token: str
    until: str
