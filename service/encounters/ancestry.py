"""The parents of branches, and theirs: whether the encounter that has the ID of one is that one.

IDs are chosen by whoever opens encounters, so a branch that was brought in may name one that is another fight here. An
ancestor is the encounter whose chain has, at the version that the branch left, the hash that the branch names.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.model.encounter import BranchPoint, Encounter
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.service import Encounters, VisibleEncounter
from service.problems.problem import Problem


class Namesake(NamedTuple):
    """An encounter that has the ID of an ancestor, as it stood where the branch left; None where it is not so long."""

    sight: VisibleEncounter
    state_at: StateAt[Encounter] | None
    is_ancestor: bool


async def seen(encounters: Encounters, encounter: str, caller: Caller) -> VisibleEncounter | None:
    """An encounter that others go back to; None where it is not there for the caller."""
    try:
        return await encounters.sight(encounter, caller)
    except Problem as problem:
        if problem.details.code not in ("not_found", "ruleset_missing"):
            raise
        return None


async def namesake(encounters: Encounters, point: BranchPoint, caller: Caller) -> Namesake | None:
    """The encounter that has the ID of an ancestor; None where there is none for the caller."""
    sight = await seen(encounters, point.encounter, caller)
    if sight is None:
        return None
    if not 1 <= point.at <= sight.version:
        return Namesake(sight, None, is_ancestor=False)
    stood = await encounters.state_at(sight, point.at)
    return Namesake(sight, stood, is_ancestor=stood.hash.hex() == point.chain)


async def ancestor(encounters: Encounters, point: BranchPoint, caller: Caller) -> VisibleEncounter | None:
    """An ancestor; None where it is not there for the caller, whoever has its ID."""
    found = await namesake(encounters, point, caller)
    return found.sight if found is not None and found.is_ancestor else None


async def parent_of(encounters: Encounters, state: Encounter, caller: Caller) -> StateAt[Encounter] | None:
    """What stood under the ID of a branch's parent where it left, parent or not; None where nothing did."""
    found = await namesake(encounters, state.lineage[0], caller) if state.lineage else None
    return None if found is None else found.state_at


async def come_from(encounters: Encounters, sight: VisibleEncounter, points: Iterable[BranchPoint]) -> set[BranchPoint]:
    """Those places of branches in an encounter that are indeed its own."""
    own: set[BranchPoint] = set()
    known: StateAt[Encounter] | None = None
    for point in sorted({point for point in points if 1 <= point.at <= sight.version}, key=lambda point: point.at):
        if known is None or known.version != point.at:
            known = await encounters.state_at(sight, point.at)
        if known.hash.hex() == point.chain:
            own.add(point)
    return own
