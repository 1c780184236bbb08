"""Comparing two branches: where they part, what has happened in each since, and how their states differ."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.model.encounter import NEVER_CARRIED, BranchPoint, Encounter
from domain.table.differences import Operation, at_pointer, differences
from events.projections.told_events import ToldEvent
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.branches.ancestry import ancestor, namesake
from service.encounters.encoding import EncodedBody, encode
from service.encounters.reading.projection_queries import ProjectionQueries
from service.encounters.visibility import view_state
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem
from service.work.slices import in_slice

MAX_DIFFERENCES: Final = 200
IDENTITY_FIELDS: Final = (*NEVER_CARRIED, "name")
"""Fields of a state that identify the encounter and describe nothing of the fight."""


class Parting(msgspec.Struct, frozen=True):
    """The last version that two encounters have in common: the encounter, and its chain's hash there in hex."""

    encounter: str
    version: int
    hash: str


class Stretch(msgspec.Struct, frozen=True):
    """The events of one encounter after version ``after`` up to ``version``, with their sentences.

    ``entries`` may be only the first of them. It is empty for an encounter that the caller cannot see.
    """

    encounter: str
    after: int
    version: int
    entries: list[ToldEvent]


class Side(msgspec.Struct, frozen=True):
    """One of the two: the encounter and version compared, and the number and stretches of events since the parting."""

    encounter: str
    version: int
    events: int
    stretches: list[Stretch]


class Comparison(msgspec.Struct, frozen=True):
    """Two branches side by side.

    ``differences`` are the operations (RFC 6902) that make the state of ``other`` of that of ``one``, each with what
    ``was`` in ``one``; ``more`` is the number of those that are not listed.
    """

    common: Parting
    one: Side
    other: Side
    differences: list[Operation]
    more: int


class _Compared(NamedTuple):
    """An encounter at the version compared, and its path: each encounter on it with the version where it was left."""

    view: VisibleEncounter
    state_at: StateAt[Encounter]
    path: Sequence[BranchPoint]


class EncounterComparison:
    """Compares encounters as callers see them."""

    def __init__(self, viewer: EncounterViewer, projections: ProjectionQueries) -> None:
        self._viewer = viewer
        self._projections = projections

    async def compare(
        self, encounter: str, other: str, caller: Caller, *, at: int | None, with_at: int | None, limit: int
    ) -> EncodedBody:
        """Compare two encounters, each now or at a past version, with up to ``limit`` events of each side.

        Raises Problem ``not_found``, and ``unrelated`` for two encounters without a common ancestor.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            mine = await self._compared(view, at, "at")
            theirs = await self._other(other, caller, with_at)
            compared = await self._comparison(mine, theirs, caller, limit)
            return view.encoded(compared, "compare", at=(mine.state_at.version, mine.state_at.hash)).by_content()

    async def _comparison(self, mine: _Compared, theirs: _Compared, caller: Caller, limit: int) -> bytes:
        places = _parting(mine.path, theirs.path)
        if places is None:
            one, other = mine.path[0].encounter, theirs.path[0].encounter
            raise Problem(
                "unrelated",
                f"Neither of {one} and {other} is a branch of the other, nor are both branches of a third.",
                field="with",
            )
        ends = mine.path[places[0]], theirs.path[places[1]]
        common = min(ends, key=lambda end: end.at)
        await self._require_one_history(common.encounter, ends, caller)
        states = [await in_slice(_comparable, one, caller) for one in (mine, theirs)]
        listed, more = await in_slice(_differences, *states)
        comparison = Comparison(
            Parting(common.encounter, common.at, common.chain),
            await self._side(mine, places[0], common.at, caller, limit),
            await self._side(theirs, places[1], common.at, caller, limit),
            listed,
            more,
        )
        return encode(comparison)

    async def _other(self, encounter: str, caller: Caller, at: int | None) -> _Compared:
        """Return the encounter to compare with; its problems name no version, because a response is about one."""
        try:
            return await self._compared(await self._viewer.find(encounter, caller), at, "with_at")
        except Problem as problem:
            problem.details = replace(problem.details, version=None)
            raise

    async def _compared(self, view: VisibleEncounter, at: int | None, field: str) -> _Compared:
        state_at = await self._viewer.state_at(view, at, field=field)
        here = BranchPoint(view.cached.stream.encounter, state_at.version, state_at.hash.hex())
        return _Compared(view, state_at, (here, *view.state.lineage))

    async def _require_one_history(self, encounter: str, ends: Sequence[BranchPoint], caller: Caller) -> None:
        """Compare the hashes that both record of their common ancestor, also with the encounter here that has its ID.

        If that encounter is the ancestor of neither, it is ignored and both records are trusted.
        """
        hashes = {end.chain for end in ends if end.at == ends[0].at}
        found = [await namesake(self._viewer, end, caller) for end in ends]
        known = {one.is_ancestor for one in found if one is not None and one.state_at is not None}
        if len(hashes) > 1 or len(known) > 1:
            raise Problem(
                "unrelated",
                f"Both come from an encounter {encounter}, but not from the same one: the hashes of its chain differ.",
                field="with",
            )

    async def _side(self, compared: _Compared, place: int, common: int, caller: Caller, limit: int) -> Side:
        """Return the events of one side since the parting."""
        stretches: list[Stretch] = []
        left = limit
        for end, after in _steps(compared.path, place, common):
            last = min(end.at, after + left)
            here = end.encounter == compared.path[0].encounter
            view = compared.view if here else await ancestor(self._viewer, end, caller)
            entries = [] if view is None else await self._projections.told(view, view.state, after + 1, last)
            stretches.append(Stretch(end.encounter, after, end.at, entries))
            left -= last - after
        events = sum(one.version - one.after for one in stretches)
        return Side(compared.path[0].encounter, compared.state_at.version, events, stretches)


def _parting(mine: Sequence[BranchPoint], theirs: Sequence[BranchPoint]) -> tuple[int, int] | None:
    """Return the places on either path of the nearest encounter that is on both, or None."""
    for place, end in enumerate(mine):
        for their_place, other in enumerate(theirs):
            if end.encounter == other.encounter:
                return place, their_place
    return None


def _steps(path: Sequence[BranchPoint], place: int, common: int) -> Iterator[tuple[BranchPoint, int]]:
    """Yield each encounter on the path from a version of one of them, with the version after which it counts."""
    after = common
    for end in reversed(path[: place + 1]):
        if end.at > after:
            yield end, after
        after = 0


def _differences(one: dict[str, Any], other: dict[str, Any]) -> tuple[list[Operation], int]:
    """Return the first differences of two states, and the number of all others."""
    found = differences(one, other)
    listed = [
        operation if operation.op == "add" else replace(operation, was=at_pointer(one, operation.path))
        for operation in found[:MAX_DIFFERENCES]
    ]
    return listed, len(found) - len(listed)


def _comparable(compared: _Compared, caller: Caller) -> dict[str, Any]:
    """Return the state as the caller sees it, without the fields that identify the encounter."""
    state = view_state(compared.view.cached.runtime.ruleset, compared.state_at.state, caller.speaker)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    for prompt in plain["prompts"]:
        del prompt["version"]
    return {name: value for name, value in plain.items() if name not in IDENTITY_FIELDS}
