"""Projections of one encounter: its story, its numbers, its causes, its audit, its bundle. Each is a speaker's view."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import anyio.to_thread
import msgspec

from domain.core.events import Commanded
from domain.model.encounter import BRANCHED_AT, BranchPoint, Encounter
from events.audit.auditor import Auditor, KnownHash
from events.format.bundle import FORMAT, BundleWriter, Header
from events.format.signing import Signature, Signer, SigningKey, is_signed
from events.projections.timeline import Entry, Timeline
from events.projections.why import why
from service.auth.access import Caller
from service.encounters.ancestry import namesake, parent_of
from service.encounters.encounter_tally import EncounterTallies
from service.encounters.service import EncodedBody, Encounters, VisibleEncounter, encode, store_problems
from service.encounters.state_loader import PIECE
from service.encounters.visibility import view_record
from service.problems.problem import Problem


class TimelinePage(msgspec.Struct, frozen=True):
    """A page of the timeline: where the encounter stands, the version to read on behind, and the entries."""

    version: int
    after: int
    entries: list[Entry]


class Causes(msgspec.Struct, frozen=True):
    """Why the event at ``version`` came about: its causes, from the command that began it to the event itself.

    Where they go back to how a branch began, ``before`` is the encounter in which the story goes on, and from where. It
    is left empty where another encounter has that ID here.
    """

    version: int
    causes: list[Entry]
    before: BranchPoint | None = None


class BundleLines(NamedTuple):
    """A bundle on its way out: where it ends, and its lines piece by piece."""

    stands: EncodedBody
    lines: AsyncIterator[bytes]


class ProjectionQueries:
    """Shows encounters, each as a fold of the events that the speaker may see."""

    def __init__(self, encounters: Encounters, signer: Signer | None = None) -> None:
        self._encounters = encounters
        self._signer = signer
        self._tallies = EncounterTallies(encounters.history)
        self._auditing = asyncio.Lock()

    async def timeline(
        self, encounter: str, caller: Caller, after: int, limit: int, at: int | None = None
    ) -> EncodedBody:
        """A page of the timeline behind a version, told as it is now, or as it was at the version ``at``."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            stood = await self._encounters.state_at(sight, at)
            entries = await self.entries(sight, stood.state, after + 1, min(after + limit, stood.version))
            body = encode(TimelinePage(stood.version, after + len(entries), entries))
            return EncodedBody(body, stood.version, stood.hash)

    async def causes(self, encounter: str, caller: Caller, version: int) -> EncodedBody:
        """Why the event at a version came about."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            if not 1 <= version <= sight.version:
                said = f"The encounter has events 1 to {sight.version}; there is no event {version}."
                raise Problem("not_found", said, field="version", version=sight.version)
            causes = await why(version, lambda first, last: self.entries(sight, sight.state, first, last))
            before: BranchPoint | None = None
            if sight.state.lineage and causes[0].version < BRANCHED_AT:
                branched = sight.state.lineage[0]
                there = await namesake(self._encounters, branched, caller)
                before = branched if there is None or there.is_ancestor else None
            return sight.answered(encode(Causes(version, causes, before)))

    async def tally(self, encounter: str, caller: Caller, at: int | None = None) -> EncodedBody:
        """What is counted of the events that the speaker may see, all of them or those up to the version ``at``."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            version, linked, _ = await self._encounters.state_at(sight, at)
            with store_problems():
                tally = await self._tallies.at(sight.warm.prepared, sight.warm.stream, caller.speaker, version)
            return EncodedBody(encode(tally), version, linked)

    def signing_key(self) -> SigningKey:
        """The public key of the bundles. Raises Problem ``not_found`` where they are not signed."""
        if self._signer is None:
            raise Problem("not_found", "This service signs no bundles; its operator can name YARROW_SIGNING_KEY.")
        return self._signer.public

    async def audit(self, encounter: str, caller: Caller, known: KnownHash | None = None) -> EncodedBody:
        """The audit of what the speaker may see; the seeds that the service keeps prove an open encounter's throws.

        ``known`` is a hash that the chain had, by the memory of whoever asks.
        """
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            warm, state = sight.warm, sight.state
            seeds = warm.seeds if state.status == "open" else {}
            seeds = {epoch: seed for epoch, seed in seeds.items() if epoch <= state.epoch}
            auditor = Auditor(warm.prepared.ruleset, warm.prepared.codec)
            parent = await parent_of(self._encounters, state, caller)
            async with self._auditing:
                records = [record async for piece in self._pieces(sight) for record in piece]
                audit = await anyio.to_thread.run_sync(
                    lambda: auditor.audit(state.id, records, head=sight.hash, known=known, seeds=seeds, parent=parent)
                )
            return sight.answered(encode(audit))

    async def bundle(self, encounter: str, caller: Caller) -> BundleLines:
        """The encounter as one file, as far as the speaker may see it."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            [opening] = await self._records(sight, 0, 1)
            commanded = sight.warm.prepared.codec.decode(opening)[1]
            header = Header(
                format=FORMAT,
                encounter=sight.state.id,  # within what was imported it has its old name
                ruleset=sight.warm.prepared.ruleset.key,
                ruleset_version=commanded.ruleset_version if isinstance(commanded, Commanded) else "",
                events=sight.version,
                chain=sight.hash.hex(),
                seen_by=str(caller.speaker),
            )
            with store_problems():
                restored = await self._encounters.store.restored(sight.warm.stream)
            return BundleLines(sight.answered(b""), self._bundle(sight, header, restored))

    async def _bundle(self, sight: VisibleEncounter, header: Header, restored: bytes | None) -> AsyncIterator[bytes]:
        writer = BundleWriter(header, lambda summed: self._signed(summed, restored))
        yield writer.opening()
        async for records in self._pieces(sight):
            yield writer.records(records)
        yield writer.closing()

    def _signed(self, summed: str, restored: bytes | None) -> Signature | None:
        """The signature of a bundle: of what was played here this service's own, else the one that it came with."""
        if restored is None:
            return None if self._signer is None else self._signer.sign(summed)
        known = msgspec.json.decode(restored, type=Signature) if restored else None
        return known if known is not None and is_signed(known, summed) else None

    async def _pieces(self, sight: VisibleEncounter) -> AsyncIterator[list[bytes]]:
        """All records in view as the speaker sees them, piece by piece."""
        version = 0
        while version < sight.version:
            records = await self._records(sight, version, min(sight.version, version + PIECE))
            version += len(records)
            yield [view_record(record, sight.speaker) for record in records]

    async def entries(self, sight: VisibleEncounter, state: Encounter, first: int, last: int) -> list[Entry]:
        """What is told of the events from one version to another, with the names that ``state`` knows."""
        if last < first:
            return []
        prepared = sight.warm.prepared
        timeline = Timeline(prepared.ruleset.tell, {name: state.name_of(name) for name in state.joined})
        records = await self._records(sight, first - 1, last)
        return list(timeline.entries(prepared.codec, (view_record(record, sight.speaker) for record in records)))

    async def _records(self, sight: VisibleEncounter, after: int, last: int) -> list[bytes]:
        with store_problems():
            return await self._encounters.history.records(sight.warm.stream, after, last)
