"""Origins: the encounters that a branch, or a copy under another ID, goes back to, and what both have in common."""

from typing import NamedTuple

from events.store.protocol import StreamId
from service.encounters.cache import CachedEncounter
from service.encounters.state_loader import StateLoader


class Origin(NamedTuple):
    """Another encounter up to version ``at``, where its chain had the hash ``chain``, in hex.

    What was ``carried`` into a branch is the state there, all at once; otherwise the events up to there are the same.
    """

    stream: StreamId
    at: int
    chain: str
    carried: bool


async def origins(history: StateLoader, warm: CachedEncounter) -> list[Origin]:
    """All that an encounter goes back to, as far as its own events tell."""
    tenant, prefix = warm.stream.tenant, warm.state.prefix
    found = [Origin(StreamId(tenant, one.encounter), one.at, one.chain, carried=True) for one in warm.state.lineage]
    while prefix is not None:
        found.append(Origin(StreamId(tenant, prefix.of), prefix.events, prefix.chain, carried=False))
        prefix = (await history.at(warm.prepared, warm.stream, prefix.events)).state.prefix
    return found


async def common(history: StateLoader, warm: CachedEncounter, origin: Origin, there: CachedEncounter) -> int:
    """Up to which version an encounter tells what happened in ``there``, the one that has the ID of its origin.

    Of what a branch carries it is all or nothing. Where ``there`` is not so long yet, that cannot be told: it counts as
    the branch's origin.
    """
    length = there.state.version
    if length >= origin.at and (await history.at(there.prepared, origin.stream, origin.at)).hash.hex() == origin.chain:
        return origin.at
    if origin.carried:
        return origin.at if length < origin.at else 0
    same, differs = 0, min(length, origin.at) + 1
    while differs - same > 1:
        place = (same + differs) // 2
        mine = await history.at(warm.prepared, warm.stream, place)
        theirs = await history.at(there.prepared, origin.stream, place)
        same, differs = (place, differs) if mine.hash == theirs.hash else (same, place)
    return same
