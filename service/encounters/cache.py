"""Warm encounters: those that are kept in memory, the least recently used going first.

Of those that went, version and hash are remembered: a store that comes back from a failover with less than this
process has answered for does not pass for the present.
"""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from domain.chance.draws import Seeded
from domain.chance.seeds import EpochSeeds
from domain.model.encounter import Encounter
from events.store.protocol import EncounterMissing, HistoryLost, StoreDamaged, StreamId
from events.store.snapshots import StateAt
from service.encounters.state_loader import LoadedState, StateLoader

REMEMBERED: Final = 50_000  # encounters that went, a few hundred bytes each


class CachedEncounter:
    """One encounter in memory. Whoever reads or writes it for a decision holds ``lock``: commands queue there."""

    __slots__ = ("_chance", "hash", "lock", "prepared", "sealed", "seeds", "state", "stream")

    def __init__(self, stream: StreamId, present: LoadedState) -> None:
        self.stream = stream
        self.prepared = present.prepared
        self.state = present.state
        self.hash = present.hash
        self.seeds = present.seeds
        self.sealed = present.sealed
        self.lock = asyncio.Lock()
        self._chance: tuple[int, Seeded] | None = None

    @property
    def known(self) -> StateAt[Encounter]:
        """The state with its version and hash."""
        return StateAt(self.state.version, self.hash, self.state)

    @property
    def has_seed(self) -> bool:
        return self.state.epoch in self.seeds

    def seeded(self) -> Seeded:
        """The draws of the current epoch. Raises StoreDamaged where its seed is gone."""
        epoch = self.state.epoch
        if epoch not in self.seeds:
            raise StoreDamaged(f"The seed of epoch {epoch} of {self.stream.encounter} is gone.")
        if self._chance is None or self._chance[0] != epoch:
            self._chance = epoch, EpochSeeds.read(self.seeds[epoch]).chance(self.state.entropy)
        return self._chance[1]


class EncounterCache:
    """Keeps up to ``most`` encounters; those that somebody works with are not counted out."""

    def __init__(self, history: StateLoader, most: int) -> None:
        self._history = history
        self._most = most
        self._kept: OrderedDict[StreamId, CachedEncounter] = OrderedDict()
        self._gone: OrderedDict[StreamId, tuple[int, bytes]] = OrderedDict()
        self._loading: dict[StreamId, asyncio.Task[CachedEncounter]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    async def get(self, stream: StreamId) -> CachedEncounter:
        """The encounter, from memory or from the store. Raises EncounterMissing."""
        return self.at_hand(stream) or await self.load(stream)

    def at_hand(self, stream: StreamId) -> CachedEncounter | None:
        """The encounter, if it is in memory."""
        warm = self._kept.get(stream)
        if warm is not None:
            self._kept.move_to_end(stream)
        return warm

    def is_loading(self, stream: StreamId) -> bool:
        """Whether the encounter is being read for somebody."""
        return stream in self._loading

    async def load(self, stream: StreamId) -> CachedEncounter:
        """The encounter out of the store, read once for all who ask at the same time. Raises EncounterMissing."""
        joined = self._loading.get(stream)
        if joined is not None:
            with suppress(EncounterMissing):  # the encounter may have been opened after that read began
                return await asyncio.shield(joined)
        loading = self._loading.get(stream)
        if loading is None:
            loading = self._loading[stream] = asyncio.create_task(self._load(stream))
            loading.add_done_callback(lambda done: self._loaded(stream, done))
        return await asyncio.shield(loading)

    def _loaded(self, stream: StreamId, done: asyncio.Task[CachedEncounter]) -> None:
        """Nobody may be waiting any more for what could not be read."""
        self._loading.pop(stream)
        done.cancelled() or done.exception()

    def keep(self, warm: CachedEncounter) -> None:
        """Keep an encounter that has just been opened."""
        self._kept[warm.stream] = warm
        self._trim()

    async def _load(self, stream: StreamId) -> CachedEncounter:
        version, hash_ = self._gone.get(stream, (0, b""))
        try:
            present = await self._history.present(stream)
        except EncounterMissing:
            if version:
                raise HistoryLost(version, 0) from None
            raise
        current = present.state.version
        if current < version or (current == version and present.hash != hash_):
            raise HistoryLost(version, current)
        self._gone.pop(stream, None)
        warm = CachedEncounter(stream, present)
        self.keep(warm)
        return warm

    def _trim(self) -> None:
        surplus = len(self._kept) - self._most
        if surplus <= 0:
            return
        idle = (stream for stream, warm in list(self._kept.items()) if not warm.lock.locked())
        for _, stream in zip(range(surplus), idle, strict=False):
            warm = self._kept.pop(stream)
            self._gone[stream] = warm.state.version, warm.hash
        while len(self._gone) > REMEMBERED:
            self._gone.popitem(last=False)
