"""Projections of one encounter: its story, its numbers, its causes, its audit, its bundle. Each is a speaker's view."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any, Final, NamedTuple

import anyio.to_thread
import msgspec

from domain.core_events import Commanded
from domain.speaker import Speaker
from events.bundle import FORMAT, Header, Writer
from events.projections.tally import Tally
from events.projections.timeline import Entry, Timeline
from events.projections.why import why
from events.store import StreamId
from events.verify import Auditor
from service.encounters import Answered, Encounters, encode, store_problems
from service.history import PIECE
from service.problems import Problem
from service.view import view_record
from service.warm import Warm

MOST_TALLIES: Final = 256


class TimelinePage(msgspec.Struct, frozen=True):
    """A page of the timeline: where the encounter stands, the version to read on behind, and the entries."""

    version: int
    after: int
    entries: list[Entry]


class Causes(msgspec.Struct, frozen=True):
    """Why the event at ``version`` came about: its causes, from the command that began it to the event itself."""

    version: int
    causes: list[Entry]


class BundleLines(NamedTuple):
    """A bundle on its way out: the version that it ends with, and its lines piece by piece."""

    version: int
    lines: AsyncIterator[bytes]


class Projecting:
    """Shows encounters. Tallies go on where they stood; the others are made of the events that they show."""

    def __init__(self, encounters: Encounters) -> None:
        self._encounters = encounters
        self._tallies: OrderedDict[tuple[StreamId, str], Tally] = OrderedDict()
        self._auditing = asyncio.Lock()

    async def timeline(self, encounter: str, speaker: Speaker, after: int, limit: int) -> Answered:
        """A page of the timeline behind a version."""
        warm = await self._encounters.current(encounter)
        version = warm.state.version
        entries = await self._entries(warm, speaker, after + 1, min(after + limit, version))
        return Answered(encode(TimelinePage(version, after + len(entries), entries)), version)

    async def causes(self, encounter: str, speaker: Speaker, version: int) -> Answered:
        """Why the event at a version came about."""
        warm = await self._encounters.current(encounter)
        if not 1 <= version <= warm.state.version:
            raise Problem(
                "not_found",
                f"The encounter has events 1 to {warm.state.version}; there is no event {version}.",
                field="version",
                version=warm.state.version,
            )
        causes = await why(version, lambda first, last: self._entries(warm, speaker, first, last))
        return Answered(encode(Causes(version, causes)), warm.state.version)

    async def tally(self, encounter: str, speaker: Speaker) -> Answered:
        """What is counted of the events that the speaker may see."""
        warm = await self._encounters.current(encounter)
        key, version = (warm.stream, str(speaker)), warm.state.version
        tally = self._tallies.pop(key, None) or Tally()
        while tally.version < version:
            records = await self._records(warm, tally.version, min(version, tally.version + PIECE))
            seen = (view_record(record, speaker) for record in records)
            tally.add(warm.prepared.ruleset.tally, warm.prepared.codec.decode_events(seen))
        self._tallies[key] = tally
        if len(self._tallies) > MOST_TALLIES:
            self._tallies.popitem(last=False)
        return Answered(encode(tally), tally.version)

    async def audit(self, encounter: str, speaker: Speaker) -> Answered:
        """The audit of what the speaker may see; the seeds that the service keeps prove an open encounter's throws."""
        warm = await self._encounters.current(encounter)
        version, head = warm.state.version, warm.hash
        seeds = warm.seeds if warm.state.status == "open" else {}
        auditor = Auditor(warm.prepared.ruleset, warm.prepared.codec)
        async with self._auditing:
            records = [record async for piece in self._pieces(warm, speaker, version) for record in piece]
            audit = await anyio.to_thread.run_sync(
                lambda: auditor.audit(warm.stream.encounter, records, head=head, seeds=seeds)
            )
        return Answered(encode(audit), audit.version)

    async def bundle(self, encounter: str, speaker: Speaker) -> BundleLines:
        """The encounter as one file, as far as the speaker may see it."""
        warm = await self._encounters.current(encounter)
        state, chained = warm.state, warm.hash
        [opening] = await self._records(warm, 0, 1)
        commanded = warm.prepared.codec.decode(opening)[1]
        version = commanded.ruleset_version if isinstance(commanded, Commanded) else ""
        header = Header(FORMAT, state.id, state.ruleset, version, state.version, chained.hex(), str(speaker))
        return BundleLines(state.version, self._bundle(warm, speaker, header))

    async def _bundle(self, warm: Warm, speaker: Speaker, header: Header) -> AsyncIterator[bytes]:
        writer = Writer(header)
        yield writer.opening()
        async for records in self._pieces(warm, speaker, header.events):
            yield writer.records(records)
        yield writer.closing()

    async def _pieces(self, warm: Warm, speaker: Speaker, last: int) -> AsyncIterator[list[bytes]]:
        """All records up to a version as the speaker sees them, piece by piece."""
        version = 0
        while version < last:
            records = await self._records(warm, version, min(last, version + PIECE))
            version += len(records)
            yield [view_record(record, speaker) for record in records]

    async def _entries(self, warm: Warm, speaker: Speaker, first: int, last: int) -> list[Entry]:
        state: Any = warm.state
        timeline = Timeline(warm.prepared.ruleset.tell, {name: state.name_of(name) for name in state.joined})
        if last < first:
            return []
        records = await self._records(warm, first - 1, last)
        return list(timeline.entries(warm.prepared.codec, (view_record(record, speaker) for record in records)))

    async def _records(self, warm: Warm, after: int, last: int) -> list[bytes]:
        with store_problems():
            return await self._encounters.history.records(warm.stream, after, last)
