"""Response bodies: the state of the projections across encounters, and the progress of a build."""

import msgspec

from events.read_models.generations import Outcome


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
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

    ``behind`` is null if a service of another version maintains it. ``stuck`` lists the partitions in which it cannot
    continue; ``outcome`` is the result of the last build.
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
