"""The horizon: how far callers see who watch with a delay.

It lies at the end of a batch, moves with the stream, and is where the stream ends once the encounter is closed: nothing
follows then that anybody could play by. What an encounter has in common with one that it comes from, and that is here
as well, is in view no sooner than there, however either goes on.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import msgspec

from domain.model.encounter import Encounter
from events.format.envelope import redact
from events.store.protocol import StreamId
from events.store.snapshots import StateAt
from service.auth.spectator_delay import Delay
from service.encounters.cache import CachedEncounter
from service.encounters.origins import Origin, common, origins
from service.encounters.state_loader import PIECE, StateLoader

MOST: Final = 1000


class _Place(msgspec.Struct):
    """Where an event stands, and what it is."""

    type: str
    batch: int


class _Horizon(NamedTuple):
    """What was in view when the stream ended at a version; None before anything was."""

    head: int
    hash: bytes
    state_at: StateAt[Encounter] | None


class _Rounds(NamedTuple):
    """At which versions the commands stand that began a round, of all events behind ``low`` and up to ``high``.

    The first command of all counts as one: what comes before the first round is a round as well.
    """

    low: int
    high: int
    begins: list[int]


class DelayedViews:
    """Finds horizons, each from the one before. ``current`` gives an encounter as it stands; None for none."""

    def __init__(self, history: StateLoader, current: Callable[[StreamId], Awaitable[CachedEncounter | None]]) -> None:
        self._history, self._current = history, current
        self._horizons: OrderedDict[tuple[StreamId, Delay], _Horizon] = OrderedDict()
        self._rounds: OrderedDict[StreamId, _Rounds] = OrderedDict()
        self._bounds: OrderedDict[tuple[StreamId, Delay], list[Origin]] = OrderedDict()
        self._held: OrderedDict[tuple[StreamId, Delay], StateAt[Encounter]] = OrderedDict()

    async def behind(self, warm: CachedEncounter, delay: Delay) -> StateAt[Encounter] | None:
        """The encounter as a caller with this delay sees it; None where it was not there so long ago."""
        return await self._behind(warm, delay, {})

    async def _behind(
        self, warm: CachedEncounter, delay: Delay, shown: dict[StreamId, int | None]
    ) -> StateAt[Encounter] | None:
        """The same, where so much of other encounters is ``shown``; None of those for which this one is looked at."""
        seen = await self._alone(warm, delay)
        if seen is None or (warm.state.prefix is None and not warm.state.lineage):
            return seen
        shown[warm.stream] = None
        last = await self._let_through(warm, seen.version, delay, shown)
        if not 0 < last < seen.version:
            return seen if last else None
        key = warm.stream, delay
        held = await self._stood(warm, last, self._held.get(key))
        _keep(self._held, key, held)
        return held

    async def _let_through(
        self, warm: CachedEncounter, last: int, delay: Delay, shown: dict[StreamId, int | None]
    ) -> int:
        """The newest version up to ``last`` of which nothing is held back where the encounter comes from."""
        key = warm.stream, delay
        bounds = self._bounds.get(key)
        if bounds is None:
            bounds = await origins(self._history, warm)
        left = []
        for place, origin in enumerate(bounds):
            there = await self._current(origin.stream)
            if there is not None and origin.stream not in shown:
                seen = await self._behind(there, delay, shown)
                shown[origin.stream] = 0 if seen is None else seen.version
            known = shown.get(origin.stream)
            if there is None or known is None:
                left.append(origin)
                continue
            same = origin.at if known >= origin.at else await common(self._history, warm, origin, there)
            if known < same or same == there.state.version:
                left.append(origin)
            if known < same:
                last = 0 if origin.carried else min(last, known)
            if last == 0:
                left += bounds[place + 1 :]
                break
        _keep(self._bounds, key, left)
        return last

    async def _alone(self, warm: CachedEncounter, delay: Delay) -> StateAt[Encounter] | None:
        """What would be in view if the encounter came from nowhere."""
        key = (warm.stream, delay)
        current = warm.known
        if current.state.status == "closed":
            return current
        known = self._horizons.get(key)
        if known is None or (known.head, known.hash) != (current.version, current.hash):
            last = await self._last_in_view(warm, current.version, delay)
            stood = await self._stood(warm, last, known and known.state_at) if last else None
            known = _Horizon(current.version, current.hash, stood)
        _keep(self._horizons, key, known)
        return known.state_at

    async def _stood(
        self, warm: CachedEncounter, version: int, before: StateAt[Encounter] | None
    ) -> StateAt[Encounter]:
        if before is None or not version - PIECE <= before.version <= version:
            return await self._history.at(warm.prepared, warm.stream, version)
        return await self._history.forward(warm.prepared, warm.stream, before, version)

    async def _last_in_view(self, warm: CachedEncounter, current: int, delay: Delay) -> int:
        """The end of the last batch in view; 0 where nothing is."""
        if delay.rounds:
            return await self._round_begun(warm, current, delay.rounds) - 1
        first_hidden = current - delay.events + 1
        if first_hidden <= 1:
            return 0
        [place] = await self._places(warm, first_hidden - 1, first_hidden)
        return place.batch - 1

    async def _round_begun(self, warm: CachedEncounter, current: int, rounds: int) -> int:
        """The version of the command that began the round which so many rounds back begin with, counted from now."""
        kinds = {event.type for event in warm.prepared.ruleset.rounds}
        low, high, begins = self._rounds.get(warm.stream, (current, current, []))
        if high > current:
            low, high, begins = current, current, []
        while high < current:
            to = min(high + PIECE, current)
            begins = [*begins, *await self._begun(warm, kinds, high, to)]
            high = to
        while low and len(begins) < rounds:
            after = max(0, low - PIECE)
            begins = [*await self._begun(warm, kinds, after, low), *begins]
            low = after
        _keep(self._rounds, warm.stream, _Rounds(low, high, begins))
        return begins[-rounds] if len(begins) >= rounds else 1

    async def _begun(self, warm: CachedEncounter, kinds: set[str], after: int, to: int) -> list[int]:
        places = await self._places(warm, after, to)
        begun = [place.batch for place in places if place.type in kinds]
        return [1, *begun] if after == 0 else begun

    async def _places(self, warm: CachedEncounter, after: int, to: int) -> list[_Place]:
        records = await self._history.records(warm.stream, after, to)
        return [_place(redact(record)) for record in records]


_place: Final = msgspec.json.Decoder(_Place).decode


def _keep(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    """Keep a value, and no more than there is room for; those that nobody has asked for in the longest time go."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST:
        kept.popitem(last=False)
