"""How the projections across encounters stand and go on, as it is told."""

import msgspec

from events.read_models.generations import Outcome


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a generation of a projection has come: ``done`` of ``total`` batches, both of which grow with play.

    ``outcome`` tells what it turned out to be in the end; ``given_up`` that another one was begun in its place.
    """

    projection: str
    generation: int
    done: int
    total: int
    outcome: Outcome | None = None
    given_up: bool = False


class ProjectionState(msgspec.Struct, frozen=True):
    """How a projection stands: which generation is live, and of how many ``batches`` it has still ``behind`` to take.

    ``behind`` is null where a service of another version keeps it up. ``stuck`` are partitions in which it
    cannot go on; ``outcome`` is what the last one that was built turned out to be.
    """

    projection: str
    generation: int
    batches: int
    behind: int | None
    stuck: tuple[int, ...]
    building: Progress | None
    outcome: Outcome | None


class ProjectionList(msgspec.Struct, frozen=True):
    """All projections across encounters."""

    projections: list[ProjectionState]
