"""Origins: the encounters that a branch or an imported copy comes from, and the history that it shares with them."""

from typing import NamedTuple

from events.store.protocol import StreamId
from service.encounters.state_loader import CachedEncounter, StateLoader


class BranchOrigin(NamedTuple):
    """Another encounter up to version ``at``, where its chain had the hash ``chain``, in hex.

    A branch has ``carried`` the origin's state at that version; otherwise the events up to that version are the same.
    """

    stream: StreamId
    at: int
    chain: str
    carried: bool


async def origins(loader: StateLoader, cached: CachedEncounter) -> list[BranchOrigin]:
    """Return all origins that the encounter's own events name."""
    tenant, state = cached.stream.tenant, cached.current.state
    found = [BranchOrigin(StreamId(tenant, one.encounter), one.at, one.chain, carried=True) for one in state.lineage]
    prefix = state.prefix
    while prefix is not None:
        found.append(BranchOrigin(StreamId(tenant, prefix.of), prefix.events, prefix.chain, carried=False))
        prefix = (await loader.at(cached.runtime, cached.stream, prefix.events)).state.prefix
    return found


async def shared_version(
    loader: StateLoader, cached: CachedEncounter, origin: BranchOrigin, other: CachedEncounter
) -> int:
    """Return the version up to which an encounter reveals the history of ``other``, which has its origin's ID.

    A carried state reveals all of it or nothing. If ``other`` has not reached the origin's version yet, it cannot be
    compared and counts as the origin.
    """
    length = other.current.version
    if length >= origin.at and (await loader.at(other.runtime, origin.stream, origin.at)).hash.hex() == origin.chain:
        return origin.at
    if origin.carried:
        return origin.at if length < origin.at else 0
    same, differs = 0, min(length, origin.at) + 1
    while differs - same > 1:
        middle = (same + differs) // 2
        mine = await loader.at(cached.runtime, cached.stream, middle)
        theirs = await loader.at(other.runtime, origin.stream, middle)
        same, differs = (middle, differs) if mine.hash == theirs.hash else (same, middle)
    return same
