"""Comparing two branches: where they part, what has happened in each since, and how their states differ."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.core.evolve import NEVER_CARRIED
from domain.model.encounter import BranchPoint, Encounter
from events.projections.json_diff import Difference, differences
from events.projections.timeline import Entry
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.ancestry import ancestor, namesake
from service.encounters.projection_queries import ProjectionQueries
from service.encounters.service import EncodedBody, Encounters, VisibleEncounter, encode
from service.encounters.visibility import view_state
from service.problems.problem import Problem

MOST_DIFFERENCES: Final = 200
ALONE: Final = (*NEVER_CARRIED, "name")
"""Fields of a state that say which encounter it is, and nothing of the fight."""


class Parting(msgspec.Struct, frozen=True):
    """The last version that two encounters have in common: of whose stream, and the chain's hash there in hex."""

    encounter: str
    version: int
    hash: str


class Stretch(msgspec.Struct, frozen=True):
    """What happened in one encounter on the way: its events behind ``after`` up to ``version``, and how they are told.

    Of many, ``entries`` are the first. There are none of an encounter that is not there for whoever asks.
    """

    encounter: str
    after: int
    version: int
    entries: list[Entry]


class Side(msgspec.Struct, frozen=True):
    """One of the two: where it is looked at, how many events have led there from the parting, and which."""

    encounter: str
    version: int
    events: int
    stretches: list[Stretch]


class Comparison(msgspec.Struct, frozen=True):
    """Two branches beside each other. ``more`` is how many differences of their states there are beyond those told."""

    common: Parting
    one: Side
    other: Side
    differences: list[Difference]
    more: int


class _Looked(NamedTuple):
    """An encounter as it is looked at, and the way to it: each encounter with the version up to which it counts."""

    sight: VisibleEncounter
    state_at: StateAt[Encounter]
    way: Sequence[BranchPoint]


class EncounterComparison:
    """Compares encounters as callers see them."""

    def __init__(self, encounters: Encounters, projecting: ProjectionQueries) -> None:
        self._encounters = encounters
        self._projecting = projecting

    async def compare(
        self, encounter: str, other: str, caller: Caller, *, at: int | None, with_at: int | None, limit: int
    ) -> EncodedBody:
        """Compare two encounters, each as it stands or as it stood; of each side ``limit`` events are told.

        Raises Problem ``not_found``, and ``unrelated`` for two that have nothing in common.
        """
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            mine = await self._looked(sight, at, "at")
            theirs = await self._other(other, caller, with_at)
            return EncodedBody(
                await self._compared(mine, theirs, caller, limit), mine.state_at.version, mine.state_at.hash
            )

    async def _compared(self, mine: _Looked, theirs: _Looked, caller: Caller, limit: int) -> bytes:
        places = _parting(mine.way, theirs.way)
        if places is None:
            one, other = mine.way[0].encounter, theirs.way[0].encounter
            raise Problem(
                "unrelated",
                f"Neither of {one} and {other} is a branch of the other, nor are both of a third.",
                field="with",
            )
        ends = mine.way[places[0]], theirs.way[places[1]]
        common = min(ends, key=lambda end: end.at)
        await self._require_one_history(common.encounter, ends, caller)
        found = differences(_comparable(mine, caller), _comparable(theirs, caller))
        told = list(islice(found, MOST_DIFFERENCES))
        comparison = Comparison(
            Parting(common.encounter, common.at, common.chain),
            await self._side(mine, places[0], common.at, caller, limit),
            await self._side(theirs, places[1], common.at, caller, limit),
            told,
            sum(1 for _ in found),
        )
        return encode(comparison)

    async def _other(self, encounter: str, caller: Caller, at: int | None) -> _Looked:
        """The encounter to compare with. Where it stands is not told: an answer names the version of one alone."""
        try:
            return await self._looked(await self._encounters.sight(encounter, caller), at, "with_at")
        except Problem as problem:
            problem.details = replace(problem.details, version=None)
            raise

    async def _looked(self, sight: VisibleEncounter, at: int | None, field: str) -> _Looked:
        stood = await self._encounters.state_at(sight, at, field=field)
        here = BranchPoint(sight.warm.stream.encounter, stood.version, stood.hash.hex())
        return _Looked(sight, stood, (here, *sight.state.lineage))

    async def _require_one_history(self, encounter: str, ends: Sequence[BranchPoint], caller: Caller) -> None:
        """Hold the hashes that both go back to against each other, and against the encounter here that has that ID.

        Where it is the ancestor of neither, it counts as not here, and both are taken at their word.
        """
        hashes = {end.chain for end in ends if end.at == ends[0].at}
        found = [await namesake(self._encounters, end, caller) for end in ends]
        known = {one.is_ancestor for one in found if one is not None and one.state_at is not None}
        if len(hashes) > 1 or len(known) > 1:
            raise Problem(
                "unrelated",
                f"Both go back to an encounter {encounter}, but not to the same: the hashes of its chain differ.",
                field="with",
            )

    async def _side(self, looked: _Looked, place: int, common: int, caller: Caller, limit: int) -> Side:
        """The way from the parting to where one of the two is looked at."""
        stretches: list[Stretch] = []
        left = limit
        for end, after in _steps(looked.way, place, common):
            last = min(end.at, after + left)
            here = end.encounter == looked.way[0].encounter
            sight = looked.sight if here else await ancestor(self._encounters, end, caller)
            entries = [] if sight is None else await self._told(sight, after, last)
            stretches.append(Stretch(end.encounter, after, end.at, entries))
            left -= last - after
        events = sum(one.version - one.after for one in stretches)
        return Side(looked.way[0].encounter, looked.state_at.version, events, stretches)

    async def _told(self, sight: VisibleEncounter, after: int, last: int) -> list[Entry]:
        return await self._projecting.entries(sight, sight.state, after + 1, last)


def _parting(mine: Sequence[BranchPoint], theirs: Sequence[BranchPoint]) -> tuple[int, int] | None:
    """The nearest encounter that is on the way to both, by its place on either way; None where there is none."""
    for place, end in enumerate(mine):
        for their_place, other in enumerate(theirs):
            if end.encounter == other.encounter:
                return place, their_place
    return None


def _steps(way: Sequence[BranchPoint], place: int, common: int) -> Iterator[tuple[BranchPoint, int]]:
    """From a version of an encounter on the way to its end: up to where each encounter counts, and behind which."""
    after = common
    for end in reversed(way[: place + 1]):
        if end.at > after:
            yield end, after
        after = 0


def _comparable(looked: _Looked, caller: Caller) -> dict[str, Any]:
    """The state as the caller sees it, without what says whose it is."""
    state = view_state(looked.sight.warm.prepared.ruleset, looked.state_at.state, caller.speaker)
    plain: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    for prompt in plain["prompts"]:
        del prompt["version"]
    return {name: value for name, value in plain.items() if name not in ALONE}
