"""Tallies at any version: each goes on from the nearest that was counted before, so that none costs the whole history.

What has been counted is kept in memory alone, every thousand events and where it was asked for last; a service that has
just started counts once from the beginning.
"""

from collections import OrderedDict
from typing import Any, Final, NamedTuple

import msgspec

from domain.model.speaker import Speaker
from events.projections.tally import Tally
from events.store.protocol import StreamId
from service.encounters.state_loader import PIECE, StateLoader
from service.encounters.visibility import view_record
from service.rulesets.runtime import RulesetRuntime

MOST_KEPT: Final = 4096
"""EncounterTallies in memory, some kilobytes each."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Tally).decode


class _Counting(NamedTuple):
    """Whose view of which encounter is counted."""

    stream: StreamId
    speaker: str


class EncounterTallies:
    """Counts what speakers may see of encounters; what was used longest ago is forgotten first."""

    def __init__(self, history: StateLoader, most: int = MOST_KEPT) -> None:
        self._history = history
        self._most = most
        self._milestones: OrderedDict[tuple[_Counting, int], bytes] = OrderedDict()
        self._latest: OrderedDict[_Counting, bytes] = OrderedDict()

    async def at(self, prepared: RulesetRuntime[Any], stream: StreamId, speaker: Speaker, version: int) -> Tally:
        """The tally of the events up to ``version`` that the speaker may see. Raises StoreError."""
        counting = _Counting(stream, str(speaker))
        tally = self._nearest(counting, version)
        while tally.version < version:
            milestone = (tally.version // PIECE + 1) * PIECE
            records = await self._history.records(stream, tally.version, min(milestone, version))
            seen = (view_record(record, speaker) for record in records)
            tally.add(prepared.ruleset.tally, prepared.codec.decode_events(seen))
            if tally.version == milestone:
                _keep(self._milestones, (counting, milestone), tally, self._most)
        _keep(self._latest, counting, tally, self._most)
        return tally

    def _nearest(self, counting: _Counting, version: int) -> Tally:
        """The last tally that was kept at or before a version, to be counted on."""
        latest = self._latest.get(counting)
        found = None if latest is None else _decode(latest)
        if found is not None and version - PIECE < found.version <= version:
            return found
        for milestone in range(version // PIECE * PIECE, 0, -PIECE):
            kept = self._milestones.get((counting, milestone))
            if kept is not None:
                self._milestones.move_to_end((counting, milestone))
                return _decode(kept)
        return Tally()


def _keep(kept: OrderedDict[Any, bytes], key: object, tally: Tally, most: int) -> None:
    kept[key] = _encode(tally)
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)
