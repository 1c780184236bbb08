"""Which generation of a projection is live, and which one is being built beside it.

One hash holds a word for each projection; it is changed by compare and set, so that of two processes that want to
change it one looks again. The live generation is answered from. A generation that is being built follows the feeds from
their beginning, beside the live one, and takes its place when it has caught up; the one before is then removed.
"""

from typing import Final, Literal

import msgspec

PROJECTIONS: Final = "yarrow:projections"

COMPARE_AND_SET: Final = """#!lua
-- KEYS the hash of projections; ARGV name, what stands there ('' for nothing), what is to stand there.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then
    return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
"""

Purpose = Literal["replace", "verify"]
"""What a generation is built for: to take the place of the live one, or to be compared with it and removed."""


class Generation(msgspec.Struct, frozen=True):
    """One generation: its number, the fingerprint of the code that builds it, the schema of its rows."""

    number: int
    code: str
    schema: int
    purpose: Purpose = "replace"


class Outcome(msgspec.Struct, frozen=True):
    """What a generation turned out to be when it had caught up.

    ``rows`` is how many rows it has and ``digest`` the SHA-256 of all that it holds; ``differing`` counts the rows, and
    ``partitions`` names those partitions, in which the live generation held something else at the same checkpoints.
    """

    generation: int
    purpose: Purpose
    batches: int
    rows: int
    digest: str
    differing: int
    partitions: tuple[int, ...] = ()


class ProjectionStatus(msgspec.Struct, frozen=True):
    """How a projection stands.

    ``last`` is the highest number that was ever given; ``retired`` are to be removed; ``failed`` is the code that could
    not build the generation that it began last.
    """

    live: Generation
    last: int
    building: Generation | None = None
    retired: tuple[int, ...] = ()
    outcome: Outcome | None = None
    failed: str | None = None

    def starting(self, code: str, schema: int, purpose: Purpose = "replace") -> "ProjectionStatus":
        """With a new generation to build; what was being built is given up."""
        given_up = () if self.building is None else (self.building.number,)
        new = Generation(self.last + 1, code, schema, purpose)
        return msgspec.structs.replace(self, building=new, last=new.number, retired=(*self.retired, *given_up))

    def replacing(self) -> "ProjectionStatus":
        """With what is being built, whatever for, to take the place of the live one."""
        assert self.building is not None
        return msgspec.structs.replace(self, building=msgspec.structs.replace(self.building, purpose="replace"))

    def finished(self, outcome: Outcome) -> "ProjectionStatus":
        """With what was being built in the place of the live one, or, where it was to verify, removed."""
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

    def given_up(self) -> "ProjectionStatus":
        """With what was being built removed, because it cannot be built."""
        if self.building is None:
            return self
        retired = (*self.retired, self.building.number)
        return msgspec.structs.replace(self, building=None, retired=retired, failed=self.building.code)

    def without(self, number: int) -> "ProjectionStatus":
        """With a generation removed."""
        return msgspec.structs.replace(self, retired=tuple(one for one in self.retired if one != number))


def initial_status(code: str, schema: int, before: ProjectionStatus | None = None) -> ProjectionStatus:
    """A projection whose first readable generation is live from the beginning, and follows the feeds from there."""
    if before is None:
        return ProjectionStatus(Generation(1, code, schema), 1)
    number = before.last + 1
    given_up = (before.live.number, *(() if before.building is None else (before.building.number,)))
    return ProjectionStatus(Generation(number, code, schema), number, None, (*before.retired, *given_up))


encode_status: Final = msgspec.json.Encoder().encode
decode_status: Final = msgspec.json.Decoder(ProjectionStatus).decode
