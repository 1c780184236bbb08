"""The list of encounters."""

from typing import Final

import msgspec

from events.store import EncounterMissing, StoreDamaged, StreamId
from service.access import Caller
from service.encounters import Encounters, encode, store_problems

MOST_PAGES: Final = 20


class Listed(msgspec.Struct, frozen=True):
    """What the list tells of an encounter: ``opened`` is the time at which it was."""

    id: str
    name: str
    ruleset: str
    status: str
    version: int
    opened: str


class Listing(msgspec.Struct, frozen=True):
    """A page of the list; ``next`` is the cursor of the page behind it, or null."""

    encounters: list[Listed]
    next: str | None


class _OpenedData(msgspec.Struct):
    name: str
    ruleset: str


class _Opened(msgspec.Struct):
    time: str
    data: _OpenedData


_opened: Final = msgspec.json.Decoder(_Opened).decode


async def listed(
    encounters: Encounters, caller: Caller, *, after: str, limit: int, status: str | None, ruleset: str | None
) -> bytes:
    """A page of the caller's encounters in the order of their IDs, those that fit the filters."""
    found: list[Listed] = []
    with store_problems():
        for _ in range(MOST_PAGES):
            page = await _page(encounters, caller, after, limit)
            for encounter in page:
                one = await _listed(encounters, caller, encounter)
                if one and status in (None, one.status) and ruleset in (None, one.ruleset):
                    found.append(one)
                after = encounter
                if len(found) == limit:
                    return encode(Listing(found, after))
            if len(page) < limit:
                return encode(Listing(found, None))
    return encode(Listing(found, after))


async def _page(encounters: Encounters, caller: Caller, after: str, limit: int) -> list[str]:
    """IDs of encounters behind ``after``: all that there are, or those that the caller's token names."""
    if caller.encounters is None:
        return await encounters.store.encounters(caller.tenant, after=after, limit=limit)
    return sorted(encounter for encounter in caller.encounters if encounter > after)[:limit]


async def _listed(encounters: Encounters, caller: Caller, encounter: str) -> Listed | None:
    """What the list tells the caller of an encounter; None of one that its token names before it is there."""
    stream = StreamId(caller.tenant, encounter)
    try:
        head = await encounters.store.head(stream)
    except EncounterMissing:
        if caller.encounters is not None:
            return None
        raise StoreDamaged(f"{encounter} stands in the list, but there is nothing else of it.") from None
    (record,) = await encounters.history.records(stream, 1, 2)
    opened = _opened(record)
    return Listed(encounter, opened.data.name, opened.data.ruleset, head.status, head.version, opened.time)
