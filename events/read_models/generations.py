"""The status of each projection: which generation is live, and which one is being built beside it.

One hash has an entry for each projection, changed by compare and set, so that concurrent processes do not overwrite
each other. Reads use the live generation. A generation that is being built reads the feeds from their start and
replaces the live one when it has caught up; the old generation is then removed.
"""

from typing import Final, Literal

import msgspec

PROJECTIONS: Final = "yarrow:projections"

COMPARE_AND_SET: Final = """#!lua
-- KEYS the hash of projections; ARGV name, the expected value ('' for none), the new value.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

Purpose = Literal["replace", "verify"]
"""The purpose of a build: to replace the live one, or to be compared with it and removed."""


class Generation(msgspec.Struct, frozen=True):
    """One generation: its number, the fingerprint of the code that builds it, and the schema of its rows."""

    number: int
    code: str
    schema: int
    purpose: Purpose = "replace"


class Outcome(msgspec.Struct, frozen=True):
    """The result of a completed build.

    ``rows`` is its number of rows and ``digest`` the SHA-256 of its contents. ``differing`` counts the rows, and
    ``partitions`` the partitions, in which the live generation had other contents at the same checkpoint.
    """

    generation: int
    purpose: Purpose
    batches: int
    rows: int
    digest: str
    differing: int
    partitions: tuple[int, ...] = ()


class ProjectionStatus(msgspec.Struct, frozen=True):
    """The generations of a projection.

    ``last`` is the highest number ever used; ``retired`` are to be removed; ``failed`` is the code that could not
    complete its last build.
    """

    live: Generation
    last: int
    building: Generation | None = None
    retired: tuple[int, ...] = ()
    outcome: Outcome | None = None
    failed: str | None = None

    def starting(self, code: str, schema: int, purpose: Purpose = "replace") -> "ProjectionStatus":
        """Return the status with a new build, in place of the current one if any."""
        abandoned = () if self.building is None else (self.building.number,)
        new = Generation(self.last + 1, code, schema, purpose)
        return msgspec.structs.replace(self, building=new, last=new.number, retired=(*self.retired, *abandoned))

    def replacing(self) -> "ProjectionStatus":
        """Return the status with the current build set to replace the live generation."""
        assert self.building is not None
        return msgspec.structs.replace(self, building=msgspec.structs.replace(self.building, purpose="replace"))

    def finished(self, outcome: Outcome) -> "ProjectionStatus":
        """Return the status after a completed build, which becomes live or, if built to verify, is retired."""
        assert self.building is not None
        replaces = self.building.purpose == "replace"
        return msgspec.structs.replace(
            self,
            live=self.building if replaces else self.live,
            building=None,
            retired=(*self.retired, self.live.number if replaces else self.building.number),
            outcome=outcome,
            failed=None,
        )

    def abandoned(self) -> "ProjectionStatus":
        """Return the status with the current build retired, because it failed."""
        if self.building is None:
            return self
        retired = (*self.retired, self.building.number)
        return msgspec.structs.replace(self, building=None, retired=retired, failed=self.building.code)

    def without(self, number: int) -> "ProjectionStatus":
        """Return the status after a generation was removed."""
        return msgspec.structs.replace(self, retired=tuple(one for one in self.retired if one != number))


def initial_status(code: str, schema: int, before: ProjectionStatus | None = None) -> ProjectionStatus:
    """Return the status of a projection whose first readable generation is live at once and reads the feeds from their
    start.
    """
    if before is None:
        return ProjectionStatus(Generation(1, code, schema), 1)
    number = before.last + 1
    abandoned = (before.live.number, *(() if before.building is None else (before.building.number,)))
    return ProjectionStatus(Generation(number, code, schema), number, None, (*before.retired, *abandoned))


encode_status: Final = msgspec.json.Encoder().encode
decode_status: Final = msgspec.json.Decoder(ProjectionStatus).decode
