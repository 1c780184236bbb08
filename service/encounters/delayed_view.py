"""Delayed views: the newest version of an encounter that a spectator with a delay may see.

It is the end of a batch and advances with the stream. When the encounter is closed the whole stream is in view, because
no player can act on it any more. Events that an encounter shares with another one here, as a branch or as an imported
copy does, come into view no sooner than they do there.
"""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import msgspec
from cachetools import LRUCache

from domain.model.encounter import Encounter
from events.format.envelope import redact
from events.store.protocol import StreamId
from events.store.snapshots import StateAt
from service.auth.spectator_delay import Delay
from service.encounters.branches.origins import BranchOrigin, origins, shared_version
from service.encounters.state_loader import RECORDS_PER_READ, CachedEncounter, StateLoader

MAX_CACHED: Final = 1000


class _EventPlace(msgspec.Struct):
    """The type of an event and the first version of its batch."""

    type: str
    batch: int


class _Horizon(NamedTuple):
    """The state in view when the stream ended at version ``head``; None if nothing was in view."""

    head: int
    hash: bytes
    state_at: StateAt[Encounter] | None


class _Rounds(NamedTuple):
    """The versions of commands that began a round, among the events after ``low`` and up to ``high``.

    The first command of all is one of them: the events before the first round count as a round.
    """

    low: int
    high: int
    begins: list[int]


class DelayedViews:
    """Computes delayed views, each from the previous one of the same encounter and delay.

    ``current`` returns the current encounter of a stream, or None if there is none that can be read.
    """

    def __init__(self, loader: StateLoader, current: Callable[[StreamId], Awaitable[CachedEncounter | None]]) -> None:
        self._loader, self._current = loader, current
        self._horizons: LRUCache[tuple[StreamId, Delay], _Horizon] = LRUCache(MAX_CACHED)
        self._rounds: LRUCache[StreamId, _Rounds] = LRUCache(MAX_CACHED)
        self._origins: LRUCache[tuple[StreamId, Delay], list[BranchOrigin]] = LRUCache(MAX_CACHED)
        self._held_back: LRUCache[tuple[StreamId, Delay], StateAt[Encounter]] = LRUCache(MAX_CACHED)

    async def view(self, cached: CachedEncounter, delay: Delay) -> StateAt[Encounter] | None:
        """Return the state that a caller with this delay sees; None if the encounter did not exist yet."""
        return await self._view(cached, delay, {})

    async def _view(
        self, cached: CachedEncounter, delay: Delay, in_view: dict[StreamId, int | None]
    ) -> StateAt[Encounter] | None:
        """Return the same, where ``in_view`` has the versions known of other encounters in this computation.

        It is None for the encounters whose views depend on this one.
        """
        own = await self._own_view(cached, delay)
        state = cached.current.state
        if own is None or (state.prefix is None and not state.lineage):
            return own
        in_view[cached.stream] = None
        last = await self._limited_by_origins(cached, own.version, delay, in_view)
        if not 0 < last < own.version:
            return own if last else None
        key = cached.stream, delay
        held_back = self._held_back[key] = await self._state_at(cached, last, self._held_back.get(key))
        return held_back

    async def _limited_by_origins(
        self, cached: CachedEncounter, last: int, delay: Delay, in_view: dict[StreamId, int | None]
    ) -> int:
        """Return the newest version up to ``last`` of which the encounter's origins hold nothing back."""
        key = cached.stream, delay
        limiting = self._origins.get(key)
        if limiting is None:
            limiting = await origins(self._loader, cached)
        left = []
        for place, origin in enumerate(limiting):
            other = await self._current(origin.stream)
            if other is not None and origin.stream not in in_view:
                seen = await self._view(other, delay, in_view)
                in_view[origin.stream] = 0 if seen is None else seen.version
            known = in_view.get(origin.stream)
            if other is None or known is None:
                left.append(origin)
                continue
            shared = origin.at if known >= origin.at else await shared_version(self._loader, cached, origin, other)
            if known < shared or shared == other.current.version:
                left.append(origin)
            if known < shared:
                last = 0 if origin.carried else min(last, known)
            if last == 0:
                left += limiting[place + 1 :]
                break
        self._origins[key] = left
        return last

    async def _own_view(self, cached: CachedEncounter, delay: Delay) -> StateAt[Encounter] | None:
        """Return the state that would be in view if the encounter had no origins."""
        key = (cached.stream, delay)
        current = cached.current
        if current.state.status == "closed":
            return current
        known = self._horizons.get(key)
        if known is None or (known.head, known.hash) != (current.version, current.hash):
            last = await self._last_in_view(cached, current.version, delay)
            state_at = await self._state_at(cached, last, known and known.state_at) if last else None
            known = self._horizons[key] = _Horizon(current.version, current.hash, state_at)
        return known.state_at

    async def _state_at(
        self, cached: CachedEncounter, version: int, before: StateAt[Encounter] | None
    ) -> StateAt[Encounter]:
        if before is None or not version - RECORDS_PER_READ <= before.version <= version:
            return await self._loader.at(cached.runtime, cached.stream, version)
        return await self._loader.forward(cached.runtime, cached.stream, before, version)

    async def _last_in_view(self, cached: CachedEncounter, current: int, delay: Delay) -> int:
        """Return the end of the last batch in view; 0 if nothing is."""
        if delay.rounds:
            return await self._round_begin(cached, current, delay.rounds) - 1
        first_hidden = current - delay.events + 1
        if first_hidden <= 1:
            return 0
        [place] = await self._places(cached, first_hidden - 1, first_hidden)
        return place.batch - 1

    async def _round_begin(self, cached: CachedEncounter, current: int, rounds: int) -> int:
        """Return the version of the command that began the oldest of the last ``rounds`` rounds."""
        types = {event.type for event in cached.runtime.ruleset.rounds}
        low, high, begins = self._rounds.get(cached.stream, (current, current, []))
        if high > current:
            low, high, begins = current, current, []
        while high < current:
            to = min(high + RECORDS_PER_READ, current)
            begins = [*begins, *await self._begins_of_rounds(cached, types, high, to)]
            high = to
        while low and len(begins) < rounds:
            after = max(0, low - RECORDS_PER_READ)
            begins = [*await self._begins_of_rounds(cached, types, after, low), *begins]
            low = after
        self._rounds[cached.stream] = _Rounds(low, high, begins)
        return begins[-rounds] if len(begins) >= rounds else 1

    async def _begins_of_rounds(self, cached: CachedEncounter, types: set[str], after: int, to: int) -> list[int]:
        places = await self._places(cached, after, to)
        begins = [place.batch for place in places if place.type in types]
        return [1, *begins] if after == 0 else begins

    async def _places(self, cached: CachedEncounter, after: int, to: int) -> list[_EventPlace]:
        records = await self._loader.records(cached.stream, after, to)
        return [_place(redact(record)) for record in records]


_place: Final = msgspec.json.Decoder(_EventPlace).decode
