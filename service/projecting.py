"""Projections of one encounter: its story, its numbers, its causes, its audit, its bundle. Each is a speaker's view."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

import anyio.to_thread
import msgspec

from domain.core_events import Commanded
from events.bundle import FORMAT, Header, Writer
from events.projections.tally import Tally
from events.projections.timeline import Entry, Timeline
from events.projections.why import why
from events.store import StreamId
from events.verify import Auditor
from service.access import Caller
from service.encounters import Answered, Encounters, Sight, encode, store_problems
from service.history import PIECE
from service.problems import Problem
from service.view import view_record

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
    """A bundle on its way out: where it ends, and its lines piece by piece."""

    stands: Answered
    lines: AsyncIterator[bytes]


class Projecting:
    """Shows encounters. Tallies go on where they stood; the others are made of the events that they show."""

    def __init__(self, encounters: Encounters) -> None:
        self._encounters = encounters
        self._tallies: OrderedDict[tuple[StreamId, str], Tally] = OrderedDict()
        self._auditing = asyncio.Lock()

    async def timeline(self, encounter: str, caller: Caller, after: int, limit: int) -> Answered:
        """A page of the timeline behind a version."""
        sight = await self._encounters.sight(encounter, caller)
        entries = await self._entries(sight, after + 1, min(after + limit, sight.version))
        return sight.answered(encode(TimelinePage(sight.version, after + len(entries), entries)))

    async def causes(self, encounter: str, caller: Caller, version: int) -> Answered:
        """Why the event at a version came about."""
        sight = await self._encounters.sight(encounter, caller)
        if not 1 <= version <= sight.version:
            raise Problem(
                "not_found",
                f"The encounter has events 1 to {sight.version}; there is no event {version}.",
                field="version",
                version=sight.version,
            )
        causes = await why(version, lambda first, last: self._entries(sight, first, last))
        return sight.answered(encode(Causes(version, causes)))

    async def tally(self, encounter: str, caller: Caller) -> Answered:
        """What is counted of the events that the speaker may see."""
        sight = await self._encounters.sight(encounter, caller)
        key, prepared = (sight.warm.stream, str(caller.speaker)), sight.warm.prepared
        tally = self._tallies.pop(key, None) or Tally()
        while tally.version < sight.version:
            records = await self._records(sight, tally.version, min(sight.version, tally.version + PIECE))
            seen = (view_record(record, caller.speaker) for record in records)
            tally.add(prepared.ruleset.tally, prepared.codec.decode_events(seen))
        self._tallies[key] = tally
        if len(self._tallies) > MOST_TALLIES:
            self._tallies.popitem(last=False)
        return sight.answered(encode(tally))

    async def audit(self, encounter: str, caller: Caller) -> Answered:
        """The audit of what the speaker may see; the seeds that the service keeps prove an open encounter's throws."""
        sight = await self._encounters.sight(encounter, caller)
        warm = sight.warm
        seeds = warm.seeds if warm.state.status == "open" else {}
        auditor = Auditor(warm.prepared.ruleset, warm.prepared.codec)
        async with self._auditing:
            records = [record async for piece in self._pieces(sight) for record in piece]
            audit = await anyio.to_thread.run_sync(
                lambda: auditor.audit(warm.stream.encounter, records, head=sight.hash, seeds=seeds)
            )
        return sight.answered(encode(audit))

    async def bundle(self, encounter: str, caller: Caller) -> BundleLines:
        """The encounter as one file, as far as the speaker may see it."""
        sight = await self._encounters.sight(encounter, caller)
        [opening] = await self._records(sight, 0, 1)
        commanded = sight.warm.prepared.codec.decode(opening)[1]
        header = Header(
            format=FORMAT,
            encounter=sight.warm.stream.encounter,
            ruleset=sight.warm.prepared.ruleset.key,
            ruleset_version=commanded.ruleset_version if isinstance(commanded, Commanded) else "",
            events=sight.version,
            chain=sight.hash.hex(),
            seen_by=str(caller.speaker),
        )
        return BundleLines(sight.answered(b""), self._bundle(sight, header))

    async def _bundle(self, sight: Sight, header: Header) -> AsyncIterator[bytes]:
        writer = Writer(header)
        yield writer.opening()
        async for records in self._pieces(sight):
            yield writer.records(records)
        yield writer.closing()

    async def _pieces(self, sight: Sight) -> AsyncIterator[list[bytes]]:
        """All records in view as the speaker sees them, piece by piece."""
        version = 0
        while version < sight.version:
            records = await self._records(sight, version, min(sight.version, version + PIECE))
            version += len(records)
            yield [view_record(record, sight.speaker) for record in records]

    async def _entries(self, sight: Sight, first: int, last: int) -> list[Entry]:
        if last < first:
            return []
        prepared, state = sight.warm.prepared, sight.warm.state
        timeline = Timeline(prepared.ruleset.tell, {name: state.name_of(name) for name in state.joined})
        records = await self._records(sight, first - 1, last)
        return list(timeline.entries(prepared.codec, (view_record(record, sight.speaker) for record in records)))

    async def _records(self, sight: Sight, after: int, last: int) -> list[bytes]:
        with store_problems():
            return await self._encounters.history.records(sight.warm.stream, after, last)
