"""Loading encounters: states folded from stored events, each from the nearest snapshot or checkpoint.

Long folds are done in slices so that they do not block other requests.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.chance.draws import Seeded
from domain.chance.seeds import EpochSeeds
from domain.model.encounter import Encounter
from events.format import chain
from events.format.folding import fold_steps
from events.format.steps import Steps
from events.store.protocol import SEALED_STATUS, EncounterMissing, HistoryLost, Store, StoreDamaged, StreamId
from events.store.snapshots import StateAt
from service.problems.problem import Problem
from service.rulesets.runtime import RulesetRuntime
from service.work.call import shared_work
from service.work.outage_lock import OutageLock
from service.work.slices import in_slices

RECORDS_PER_READ: Final = 1000


class CachedEncounter:
    """One encounter in memory: its ruleset, its newest known state, and its seeds by epoch.

    A caller that reads or changes it for a decision holds ``lock``, on which commands queue. A ``sealed`` encounter was
    restored while it was open, without its seeds, and takes no more commands. ``kept`` is the newest version, with the
    chain's hash there, that a failover must not lose, if it is not the current one.
    """

    __slots__ = ("_chance", "current", "kept", "lock", "runtime", "sealed", "seeds", "stream")

    def __init__(
        self,
        stream: StreamId,
        runtime: RulesetRuntime[Any],
        current: StateAt[Encounter],
        seeds: dict[int, bytes],
        *,
        sealed: bool = False,
    ) -> None:
        self.stream = stream
        self.runtime = runtime
        self.current = current
        self.seeds = seeds
        self.sealed = sealed
        self.kept = (0, b"")
        self.lock = OutageLock()
        self._chance: tuple[int, Seeded] | None = None

    def seeded(self) -> Seeded:
        """Return the draws of the current epoch. Raises StoreDamaged if its seed is missing."""
        state = self.current.state
        epoch = state.epoch
        if epoch not in self.seeds:
            raise StoreDamaged(f"The seed of epoch {epoch} of {self.stream.encounter} is gone.")
        if self._chance is None or self._chance[0] != epoch:
            self._chance = epoch, EpochSeeds.from_bytes(self.seeds[epoch]).chance(state.entropy)
        return self._chance[1]

    def forget_draws(self) -> None:
        """Forget the draws, because the seeds may be others."""
        self._chance = None


class _Opening(msgspec.Struct):
    """The part of the first event that names the ruleset."""

    ruleset: str


class _BatchOf(msgspec.Struct):
    batch: int


_batch_of = msgspec.json.Decoder(_BatchOf).decode


class StateLoader:
    """Reads encounters, their records and their past states from the store."""

    def __init__(self, store: Store, runtimes: Mapping[str, RulesetRuntime[Any]]) -> None:
        self._store = store
        self._runtimes = runtimes

    @property
    def read_is_kept(self) -> bool:
        """False if a failover may lose what was read before it was acknowledged."""
        return self._store.read_is_kept

    async def load(self, stream: StreamId) -> CachedEncounter:
        """Load an encounter from its newest snapshot and the events after it. Raises EncounterMissing.

        If the fold was long enough for another snapshot to be due, for instance because the code that folds has
        changed, the snapshot is stored so that the next load is shorter.
        """
        head, opening, seeds, snapshot, following = await self._store.load(stream)
        runtime = self._runtime_of(opening)
        newest = runtime.snapshots.newest(snapshot, head)
        before, current = 0, None
        if newest is not None:
            before = newest.version
            current = await self.folded(runtime, newest, following[: head.version - before])
            current = await self.forward(runtime, stream, current, head.version)
        if current is None or current.hash != head.hash:
            before = 0
            current = await self.forward(
                runtime, stream, _beginning(runtime, chain.first_encounter_id(opening)), head.version
            )
        if current.hash != head.hash or current.state.id != stream.encounter:
            raise StoreDamaged(f"The events of {stream.encounter} do not lead to the hash of its head.")
        await runtime.snapshots.save_if_due(stream, before, current)
        return CachedEncounter(stream, runtime, current, seeds, sealed=head.status == SEALED_STATUS)

    async def catch_up(self, cached: CachedEncounter) -> bool:
        """Fold batches that other processes have appended, and return whether there were any.

        The caller holds the encounter's lock. Raises HistoryLost if the store was rolled back.
        """
        with shared_work():
            try:
                current = await self._appended_since(cached)
            except HistoryLost:
                if self._store.read_is_kept or not await self._reload(cached):
                    raise
                return True
        if current is None:
            return False
        cached.current = current
        if current.state.epoch not in cached.seeds:
            cached.seeds = await self._store.seeds(cached.stream)
        return True

    async def _reload(self, cached: CachedEncounter) -> bool:
        """Load an encounter again after a failover; return False, without a change, if what it has to keep is lost."""
        try:
            found = await self.load(cached.stream)
        except EncounterMissing:
            return False
        version, linked = cached.kept
        if version:
            if found.current.version < version:
                return False
            beginning = await self.beginning(found.runtime, cached.stream)
            if (await self.forward(found.runtime, cached.stream, beginning, version)).hash != linked:
                return False
        cached.current, cached.seeds = found.current, found.seeds
        cached.forget_draws()
        return True

    async def _appended_since(self, cached: CachedEncounter) -> StateAt[Any] | None:
        known, stream = cached.current, cached.stream
        try:
            head = await self._store.head(stream)
        except EncounterMissing:
            raise HistoryLost(known.version, 0) from None
        if head.version == known.version and head.hash == known.hash:
            return None
        if head.version <= known.version:
            raise HistoryLost(known.version, head.version)
        current = await self.forward(cached.runtime, stream, known, head.version)
        if current.hash != head.hash:
            raise HistoryLost(known.version, head.version)
        return current

    async def at(self, runtime: RulesetRuntime[Any], stream: StreamId, version: int) -> StateAt[Any]:
        """Return the state at a past version, folded from the last checkpoint before it."""
        nearest = await runtime.snapshots.nearest(stream, version)
        found: StateAt[Any] = nearest or await self.beginning(runtime, stream)
        spacing = runtime.snapshots.spacing
        while found.version < version:
            checkpoint = (found.version // spacing + 1) * spacing
            found = await self.forward(runtime, stream, found, min(checkpoint, version))
            if found.version == checkpoint:
                await runtime.snapshots.save_checkpoint(stream, found)
        return found

    async def forward(
        self, runtime: RulesetRuntime[Any], stream: StreamId, known: StateAt[Any], to: int
    ) -> StateAt[Any]:
        """Return the state at version ``to``, folded from an earlier one, which is left unchanged."""
        while known.version < to:
            records = await self.records(stream, known.version, min(known.version + RECORDS_PER_READ, to))
            known = await self.folded(runtime, known, records)
        return known

    @staticmethod
    async def folded(runtime: RulesetRuntime[Any], known: StateAt[Any], records: Sequence[bytes]) -> StateAt[Any]:
        """Return the state after records that follow a known state, which is left unchanged."""
        if not records:
            return known
        return await in_slices(_fold(runtime, known, records), over=records)

    async def records(self, stream: StreamId, after: int, last: int) -> list[bytes]:
        """Return the records of versions ``after + 1`` to ``last``. Raises StoreDamaged if any is missing."""
        records = await self._store.read(stream, after=after, limit=last - after) if last > after else []
        if after + len(records) < last:
            raise StoreDamaged(f"{stream.encounter} ends at version {after + len(records)}, before {last}.")
        return records

    async def batch_end(self, stream: StreamId, version: int, current: int) -> int:
        """Return the last version of a batch that is nearest to ``version``, the later one if two are equally near."""
        if version >= current:
            return current
        (following,) = await self.records(stream, version, version + 1)
        begins = _batch_of(following.partition(b"\n")[0]).batch
        before = begins - 1
        if before == version:
            return version
        ahead = version
        while ahead < current:
            for record in await self.records(stream, ahead, min(ahead + RECORDS_PER_READ, current)):
                if _batch_of(record.partition(b"\n")[0]).batch != begins:
                    return _nearest_end(before, version, ahead)
                ahead += 1
        return _nearest_end(before, version, ahead)

    async def earlier_batch_end(self, stream: StreamId, version: int, current: int) -> int:
        """Return the end of a batch that is nearest to ``version``, but not that of the newest; 0 without another."""
        nearest = await self.batch_end(stream, version, current)
        if nearest < current:
            return nearest
        (newest,) = await self.records(stream, current - 1, current)
        return _batch_of(newest.partition(b"\n")[0]).batch - 1

    async def beginning(self, runtime: RulesetRuntime[Any], stream: StreamId) -> StateAt[Any]:
        """Return the encounter before its first event, under the ID that this event records."""
        [opening] = await self.records(stream, 0, 1)
        try:
            return _beginning(runtime, chain.first_encounter_id(opening))
        except ValueError as error:
            raise StoreDamaged(f"The first event of {stream.encounter} cannot be read: {error}.") from error

    def _runtime_of(self, opening: bytes) -> RulesetRuntime[Any]:
        runtimes = self._runtimes
        any_codec = next(iter(runtimes.values())).codec
        key = msgspec.json.decode(any_codec.decode_envelope(opening).data, type=_Opening).ruleset
        if key not in runtimes:
            raise Problem(
                "ruleset_missing",
                f"The encounter is played by “{key}”, which is not installed here; install its package and restart.",
            )
        return runtimes[key]


def _fold(runtime: RulesetRuntime[Any], known: StateAt[Any], records: Sequence[bytes]) -> Steps[StateAt[Any]]:
    state = yield from fold_steps(runtime.ruleset, runtime.codec, known.state.fork(), records)
    return StateAt(known.version + len(records), chain.extend(known.hash, records), state)


def _nearest_end(before: int, version: int, after: int) -> int:
    """Return the nearer of the two batch ends around a version; there is none before version 1."""
    return after if before < 1 or after - version <= version - before else before


def _beginning(runtime: RulesetRuntime[Any], encounter: str) -> StateAt[Any]:
    """Return an encounter before its first event, under its original ID."""
    return StateAt(0, chain.genesis(encounter), runtime.blank(encounter))
