"""History: states folded from stored events, each from the nearest state that was kept.

Every fold is cut into pieces, so that a long one keeps nobody else waiting.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.model.encounter import Encounter
from events.format import chain
from events.store.protocol import SEALED_STATUS, EncounterMissing, HistoryLost, Store, StoreDamaged, StreamId
from events.store.snapshots import StateAt
from service.problems.problem import Problem
from service.rulesets.runtime import RulesetRuntime

PIECE: Final = 1000


class LoadedState(NamedTuple):
    """An encounter as it stands: its ruleset, its state, the chain's hash there, and its seeds by epoch.

    One that is ``sealed`` was restored while it was open, without its seeds: nothing follows.
    """

    prepared: RulesetRuntime[Any]
    state: Encounter
    hash: bytes
    seeds: dict[int, bytes]
    sealed: bool = False


class _Opening(msgspec.Struct):
    """What the first event tells of an encounter."""

    ruleset: str


class _BatchOf(msgspec.Struct):
    batch: int


_batch_of = msgspec.json.Decoder(_BatchOf).decode


class StateLoader:
    """Reads encounters out of the store."""

    def __init__(self, store: Store, prepared: Mapping[str, RulesetRuntime[Any]]) -> None:
        self._store = store
        self._prepared = prepared

    async def present(self, stream: StreamId) -> LoadedState:
        """The encounter from its newest snapshot and the events behind it. Raises EncounterMissing.

        Where it had to be folded so far that another snapshot is due, as after a change of the code that folds, that
        snapshot is kept: the next reader has it shorter.
        """
        head, opening, seeds, snapshot, behind = await self._store.load(stream)
        prepared = self._ruleset_of(opening)
        newest = prepared.snapshots.newest(snapshot, head)
        before, rebuilt = 0, None
        if newest is not None:
            before = newest.version
            at_hand = self.folded(prepared, newest, behind[: head.version - before])
            rebuilt = await self.forward(prepared, stream, at_hand, head.version)
        if rebuilt is None or rebuilt.hash != head.hash:
            before = 0
            rebuilt = await self.forward(
                prepared, stream, _beginning(prepared, chain.first_encounter_id(opening)), head.version
            )
        if rebuilt.hash != head.hash or rebuilt.state.id != stream.encounter:
            raise StoreDamaged(f"The events of {stream.encounter} do not lead to the hash of its head.")
        await prepared.snapshots.save_if_due(stream, before, rebuilt)
        return LoadedState(prepared, rebuilt.state, rebuilt.hash, seeds, head.status == SEALED_STATUS)

    async def news(self, prepared: RulesetRuntime[Any], stream: StreamId, known: StateAt[Any]) -> StateAt[Any] | None:
        """The present state, where it is not the one that is known. Raises HistoryLost where the store went back."""
        try:
            head = await self._store.head(stream)
        except EncounterMissing:
            raise HistoryLost(known.version, 0) from None
        if head.version == known.version and head.hash == known.hash:
            return None
        if head.version <= known.version:
            raise HistoryLost(known.version, head.version)
        rebuilt = await self.forward(prepared, stream, known, head.version)
        if rebuilt.hash != head.hash:
            raise HistoryLost(known.version, head.version)
        return rebuilt

    async def at(self, prepared: RulesetRuntime[Any], stream: StreamId, version: int) -> StateAt[Any]:
        """The state at a version of the past, folded on from the last checkpoint before it."""
        nearest = await prepared.snapshots.nearest(stream, version)
        rebuilt: StateAt[Any] = nearest or await self.beginning(prepared, stream)
        spacing = prepared.snapshots.spacing
        while rebuilt.version < version:
            milestone = (rebuilt.version // spacing + 1) * spacing
            rebuilt = await self.forward(prepared, stream, rebuilt, min(milestone, version))
            if rebuilt.version == milestone:
                await prepared.snapshots.save_checkpoint(stream, rebuilt)
        return rebuilt

    async def forward(
        self, prepared: RulesetRuntime[Any], stream: StreamId, known: StateAt[Any], to: int
    ) -> StateAt[Any]:
        """The state at version ``to``, folded on from an earlier one, which stays as it is."""
        while known.version < to:
            records = await self.records(stream, known.version, min(known.version + PIECE, to))
            known = self.folded(prepared, known, records)
        return known

    @staticmethod
    def folded(prepared: RulesetRuntime[Any], known: StateAt[Any], records: Sequence[bytes]) -> StateAt[Any]:
        """The state behind records that follow on one that is known, which stays as it is."""
        if not records:
            return known
        state = known.state.fork()
        prepared.ruleset.fold_all(state, prepared.codec.decode_events(records))
        return StateAt(known.version + len(records), chain.extend(known.hash, records), state)

    async def records(self, stream: StreamId, after: int, last: int) -> list[bytes]:
        """The records behind version ``after`` up to ``last``, all of them. Raises StoreDamaged where some are gone."""
        records = await self._store.read(stream, after=after, limit=last - after) if last > after else []
        if after + len(records) < last:
            raise StoreDamaged(f"{stream.encounter} ends at version {after + len(records)}, before {last}.")
        return records

    async def batch_end(self, stream: StreamId, version: int, current: int) -> int:
        """The last version of a batch that is nearest to ``version``; the later one of two."""
        if version >= current:
            return current
        (following,) = await self.records(stream, version, version + 1)
        begins = _batch_of(following.partition(b"\n")[0]).batch
        before = begins - 1
        if before == version:
            return version
        ahead = version
        while ahead < current:
            for record in await self.records(stream, ahead, min(ahead + PIECE, current)):
                if _batch_of(record.partition(b"\n")[0]).batch != begins:
                    return ahead if before < 1 or ahead - version <= version - before else before
                ahead += 1
        return ahead if before < 1 or ahead - version <= version - before else before

    async def beginning(self, prepared: RulesetRuntime[Any], stream: StreamId) -> StateAt[Any]:
        """The encounter before its first event, which alone knows the ID under which it began."""
        [opening] = await self.records(stream, 0, 1)
        try:
            return _beginning(prepared, chain.first_encounter_id(opening))
        except ValueError as error:
            raise StoreDamaged(f"The first event of {stream.encounter} cannot be read: {error}.") from error

    def _ruleset_of(self, opening: bytes) -> RulesetRuntime[Any]:
        prepared = self._prepared
        any_codec = next(iter(prepared.values())).codec
        key = msgspec.json.decode(any_codec.decode_envelope(opening).data, type=_Opening).ruleset
        if key not in prepared:
            raise Problem(
                "ruleset_missing",
                f"The encounter is played by {key!r}, which is not installed here; install its package and restart.",
            )
        return prepared[key]


def _beginning(prepared: RulesetRuntime[Any], encounter: str) -> StateAt[Any]:
    """An encounter before its first event, under the ID that it began with."""
    return StateAt(0, chain.genesis(encounter), prepared.blank(encounter))
