"""Projections of one encounter: its tally, causes, audit and bundle, as a speaker sees them."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import msgspec

from domain.core.events import Commanded
from domain.model.encounter import BRANCHED_AT, BranchPoint, Encounter
from domain.model.speaker import Speaker
from events.audit.auditor import Auditor, KnownHash
from events.format.bundle import FORMAT, BundleWriter, Header
from events.format.codec import Codec
from events.format.signing import Signature, Signer, SigningKey, is_signed
from events.format.steps import Steps, parts
from events.projections.told_events import EventTeller, ToldEvent
from events.projections.why import why
from events.store.protocol import Store
from service.auth.access import Caller
from service.encounters.branches.ancestry import namesake, parent_state
from service.encounters.encoding import NO_TAGS, EncodedBody, KnownTags, encode, is_known
from service.encounters.reading.encounter_tally import EncounterTallies
from service.encounters.state_loader import RECORDS_PER_READ
from service.encounters.visibility import view_each, view_record
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem
from service.problems.store_problems import store_problems
from service.work.slices import in_slice, in_slices


class Causes(msgspec.Struct, frozen=True):
    """The causes of the event at ``version``, from the command that began them to the event itself.

    If they lead back to the beginning of a branch, ``before`` is where the branch left its parent; the causes continue
    there. It is null if another encounter has the parent's ID here.
    """

    version: int
    causes: list[ToldEvent]
    before: BranchPoint | None = None


class BundleLines(NamedTuple):
    """A bundle to be sent: the encounter's position, as an empty body, and the bundle's lines in pieces."""

    position: EncodedBody
    lines: AsyncIterator[bytes]


class ProjectionQueries:
    """Projects encounters, each from the events that the speaker may see."""

    def __init__(
        self, store: Store, viewer: EncounterViewer, tallies: EncounterTallies, signer: Signer | None = None
    ) -> None:
        self._store = store
        self._viewer = viewer
        self._tallies = tallies
        self._signer = signer

    async def causes(self, encounter: str, caller: Caller, version: int) -> EncodedBody:
        """Return the causes of the event at a version."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            if not 1 <= version <= view.version:
                detail = f"The encounter has events 1 to {view.version}; there is no event {version}."
                raise Problem("not_found", detail, field="version", version=view.version)
            causes = await why(version, lambda first, last: self.told(view, view.state, first, last))
            before: BranchPoint | None = None
            if view.state.lineage and causes[0].version < BRANCHED_AT:
                branched = view.state.lineage[0]
                found = await namesake(self._viewer, branched, caller)
                before = branched if found is None or found.is_ancestor else None
            answer = view.encoded(encode(Causes(version, causes, before)), "why")
            return answer.by_content()  # ``before`` depends on others

    async def tally(
        self, encounter: str, caller: Caller, at: int | None = None, known: KnownTags = NO_TAGS
    ) -> EncodedBody:
        """Return the tally of the events that the speaker may see, of all or of those up to version ``at``.

        The body is empty if the client has it.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, _ = await self._viewer.state_at(view, at)
            unchanged = view.encoded(b"", "tally", at=(version, linked))
            if is_known(unchanged.tag, known):
                return unchanged
            with store_problems():
                tally = await self._tallies.at(view.cached.runtime, view.cached.stream, caller.speaker, version)
            return unchanged._replace(body=encode(tally))

    def signing_key(self) -> SigningKey:
        """Return the public key of the bundles. Raises Problem ``not_found`` if this service does not sign them."""
        if self._signer is None:
            raise Problem("not_found", "This service does not sign bundles; its operator can set YARROW_SIGNING_KEY.")
        return self._signer.public

    async def audit(self, encounter: str, caller: Caller, known: KnownHash | None = None) -> EncodedBody:
        """Audit the events that the speaker may see; the service's seeds prove the throws of an open encounter.

        ``known`` is a hash that the chain had according to the caller.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            cached, state = view.cached, view.state
            seeds = cached.seeds if state.status == "open" else {}
            seeds = {epoch: seed for epoch, seed in seeds.items() if epoch <= state.epoch}
            auditor = Auditor(cached.runtime.ruleset, cached.runtime.codec)
            parent = await parent_state(self._viewer, state, caller)
            records = [record async for piece in self._visible_records(view) for record in piece]
            steps = auditor.audit_steps(state.id, records, head=view.hash, known=known, seeds=seeds, parent=parent)
            answer = view.encoded(encode(await in_slices(steps)), "audit")
            return answer.by_content()  # it proves what the store has now

    async def bundle(self, encounter: str, caller: Caller) -> BundleLines:
        """Return the encounter as one file, as far as the speaker may see it."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            [opening] = await self._viewer.records(view, 0, 1)
            runtime = view.cached.runtime
            commanded = runtime.codec.decode(opening)[1]
            header = Header(
                format=FORMAT,
                encounter=view.state.id,  # the original ID of an imported encounter
                ruleset=runtime.ruleset.key,
                ruleset_version=commanded.ruleset_version if isinstance(commanded, Commanded) else "",
                events=view.version,
                chain=view.hash.hex(),
                seen_by=str(caller.speaker),
            )
            with store_problems():
                restored = await self._store.restored(view.cached.stream)
            return BundleLines(view.encoded(b"", "bundle"), self._bundle(view, header, restored))

    async def _bundle(self, view: VisibleEncounter, header: Header, restored: bytes | None) -> AsyncIterator[bytes]:
        writer = BundleWriter(header, lambda digest: self._signature(digest, restored))
        yield writer.opening()
        async for records in self._visible_records(view):
            yield await in_slice(writer.records, records)
        yield writer.closing()

    def _signature(self, digest: str, restored: bytes | None) -> Signature | None:
        """Return the service's signature, or for a restored encounter the one that its bundle was imported with."""
        if restored is None:
            return None if self._signer is None else self._signer.sign(digest)
        known = msgspec.json.decode(restored, type=Signature) if restored else None
        return known if known is not None and is_signed(known, digest) else None

    async def _visible_records(self, view: VisibleEncounter) -> AsyncIterator[list[bytes]]:
        """Yield all records in view in pieces, as the speaker sees them."""
        version = 0
        while version < view.version:
            records = await self._viewer.records(view, version, min(view.version, version + RECORDS_PER_READ))
            version += len(records)
            yield await in_slice(view_each, records, view.speaker)

    async def told(self, view: VisibleEncounter, state: Encounter, first: int, last: int) -> list[ToldEvent]:
        """Return the events of the versions ``first`` to ``last`` with their sentences.

        The names are those known before the first of the events, and others that are in ``state``.
        """
        if last < first:
            return []
        runtime = view.cached.runtime
        before = await self._names_before(view, first)
        teller = EventTeller(runtime.ruleset, {**runtime.ruleset.names(state, view.speaker), **before})
        records = await self._viewer.records(view, first - 1, last)
        return await in_slices(_tell(teller, runtime.codec, view.speaker, records), over=records)

    async def _names_before(self, view: VisibleEncounter, version: int) -> dict[str, str]:
        """Return the names known before an event; a branch begins with those of its parent."""
        before = max(version - 1, min(BRANCHED_AT, view.version) if view.state.lineage else 0)
        if before == 0:
            return {}
        _, _, state = await self._viewer.state_at(view, before)
        return view.cached.runtime.ruleset.names(state, view.speaker)


def _tell(teller: EventTeller, codec: Codec, speaker: Speaker, records: Sequence[bytes]) -> Steps[list[ToldEvent]]:
    """Return records, as the speaker sees them, with their sentences."""
    told: list[ToldEvent] = []
    for part in parts(records):
        told += teller.told_all(codec, (view_record(record, speaker) for record in part))
        yield
    return told
