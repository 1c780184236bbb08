"""Tallies of one encounter at any version, each counted on from the nearest cached one.

Tallies are cached in memory only, at every thousandth event and at the version requested last. After a restart the
first request counts from the beginning.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache

from domain.model.speaker import Speaker
from events.format.steps import Steps, parts
from events.projections.tally import Tally
from events.store.protocol import StreamId
from service.encounters.state_loader import RECORDS_PER_READ, StateLoader
from service.encounters.visibility import view_record
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slices

MAX_CACHED: Final = 4096
"""Number of tallies in memory, some kilobytes each."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Tally).decode


class _View(NamedTuple):
    """The view of an encounter that is counted."""

    stream: StreamId
    speaker: str


class EncounterTallies:
    """Counts the events of encounters that speakers may see, and caches up to ``size`` tallies of either kind."""

    def __init__(self, loader: StateLoader, size: int = MAX_CACHED) -> None:
        self._loader = loader
        self._milestones: LRUCache[tuple[_View, int], bytes] = LRUCache(size)
        self._latest: LRUCache[_View, bytes] = LRUCache(size)

    async def at(self, runtime: RulesetRuntime[Any], stream: StreamId, speaker: Speaker, version: int) -> Tally:
        """Return the tally of the events up to ``version`` that the speaker may see. Raises StoreError."""
        view = _View(stream, str(speaker))
        tally = self._nearest(view, version)
        while tally.version < version:
            milestone = (tally.version // RECORDS_PER_READ + 1) * RECORDS_PER_READ
            records = await self._loader.records(stream, tally.version, min(milestone, version))
            await in_slices(_count(runtime, speaker, tally, records), over=records)
            if tally.version == milestone:
                self._milestones[view, milestone] = _encode(tally)
        self._latest[view] = _encode(tally)
        return tally

    def _nearest(self, view: _View, version: int) -> Tally:
        """Return a copy of the last cached tally at or before a version, to be counted on."""
        latest = self._latest.get(view)
        found = None if latest is None else _decode(latest)
        if found is not None and version - RECORDS_PER_READ < found.version <= version:
            return found
        for milestone in range(version // RECORDS_PER_READ * RECORDS_PER_READ, 0, -RECORDS_PER_READ):
            cached = self._milestones.get((view, milestone))
            if cached is not None:
                return _decode(cached)
        return Tally()


def _count(runtime: RulesetRuntime[Any], speaker: Speaker, tally: Tally, records: Sequence[bytes]) -> Steps[None]:
    """Count the events that the speaker may see."""
    for part in parts(records):
        visible = (view_record(record, speaker) for record in part)
        tally.add(runtime.ruleset.tally, runtime.codec.decode_events(visible))
        yield
