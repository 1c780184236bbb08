"""The parent of a branch: the encounter that it left, as far as whoever asks may see it."""

from domain.encounter import Encounter
from events.snapshots import Rebuilt
from service.access import Caller
from service.encounters import Encounters
from service.problems import Problem


async def parent_of(encounters: Encounters, state: Encounter, caller: Caller) -> Rebuilt[Encounter] | None:
    """The encounter that a branch left, as it stood there; None where it is not there for the caller."""
    if not state.lineage:
        return None
    origin = state.lineage[0]
    try:
        return await encounters.stood(await encounters.sight(origin.encounter, caller), origin.at)
    except Problem as problem:
        if problem.details.code not in ("not_found", "ruleset_missing"):
            raise
        return None
