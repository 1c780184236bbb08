"""Ancestry of branches: whether the encounter with an ancestor's ID really is that ancestor.

Clients choose the IDs of encounters, so an imported branch may name an ID that belongs to another fight here. The
ancestor is the encounter whose chain has, at the version where the branch began, the hash that the branch records.
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.model.encounter import BranchPoint, Encounter
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem


class Namesake(NamedTuple):
    """An encounter that has an ancestor's ID, and its state where the branch began; None if it is not that long."""

    view: VisibleEncounter
    state_at: StateAt[Encounter] | None
    is_ancestor: bool


async def find_if_visible(viewer: EncounterViewer, encounter: str, caller: Caller) -> VisibleEncounter | None:
    """Return an encounter, or None if the caller cannot see it."""
    try:
        return await viewer.find(encounter, caller)
    except Problem as problem:
        if problem.details.code not in ("not_found", "ruleset_missing"):
            raise
        return None


async def namesake(viewer: EncounterViewer, point: BranchPoint, caller: Caller) -> Namesake | None:
    """Return the encounter that has an ancestor's ID, or None if the caller cannot see one."""
    view = await find_if_visible(viewer, point.encounter, caller)
    if view is None:
        return None
    if not 1 <= point.at <= view.version:
        return Namesake(view, None, is_ancestor=False)
    state_at = await viewer.state_at(view, point.at)
    return Namesake(view, state_at, is_ancestor=state_at.hash.hex() == point.chain)


async def ancestor(viewer: EncounterViewer, point: BranchPoint, caller: Caller) -> VisibleEncounter | None:
    """Return an ancestor, or None if the caller cannot see it or another encounter has its ID."""
    found = await namesake(viewer, point, caller)
    return found.view if found is not None and found.is_ancestor else None


async def parent_state(viewer: EncounterViewer, state: Encounter, caller: Caller) -> StateAt[Encounter] | None:
    """Return the state where a branch began of the encounter that has its parent's ID, even if it is not the parent.

    Returns None for an encounter that is not a branch, and if the caller cannot see such a state.
    """
    found = await namesake(viewer, state.lineage[0], caller) if state.lineage else None
    return None if found is None else found.state_at


async def own_branch_points(
    viewer: EncounterViewer, view: VisibleEncounter, points: Iterable[BranchPoint]
) -> set[BranchPoint]:
    """Return the branch points whose hash is this encounter's own."""
    own: set[BranchPoint] = set()
    known: StateAt[Encounter] | None = None
    for point in sorted({point for point in points if 1 <= point.at <= view.version}, key=lambda point: point.at):
        if known is None or known.version != point.at:
            known = await viewer.state_at(view, point.at)
        if known.hash.hex() == point.chain:
            own.add(point)
    return own
