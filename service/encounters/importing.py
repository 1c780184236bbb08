"""Importing: an encounter comes in as a bundle, is proven, and is there as a whole or not at all.

Under its own ID it is restored as it was. One that is closed needs no more; one that was open can be read but not
commanded, because its seed stayed where it was. Under another ID an open one goes on with a fresh seed.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import IO, Any, Final, NamedTuple

import anyio.to_thread
import msgspec

from domain.core.commands import Import as GoOn
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.ruleset.decider import decide
from events.audit.admission import HEADER_LINE, AdmittedBundle, admit, require_lineage
from events.format import bundle, chain
from events.format.bundle import Bundle, Header
from events.format.envelope import current_time
from events.store.protocol import SEALED_STATUS, EncounterMissing, Head, StreamId, StreamImport, VersionConflict
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.ancestry import parent_of
from service.encounters.bundle_upload import NOTHING, Received, bundle_problems, receive
from service.encounters.command_handler import fingerprint
from service.encounters.ids import uuid7
from service.encounters.seeds import fresh_seeds
from service.encounters.service import EncodedBody, Encounters, encode, is_encounter_id, store_problems
from service.problems.problem import Problem, from_refusal
from service.rulesets.runtime import RulesetRuntime
from service.settings import Settings

ANOTHER_ID: Final = "?as=ID, or --as ID on the command line"


class ImportAnswer(msgspec.Struct, frozen=True):
    """What an import brought in: the encounter, the ID ``of`` which it came, and where it stands.

    ``status`` is ``open`` for one that goes on under another ID, and otherwise ``closed`` or ``sealed``; so many
    ``events`` came out of the bundle; ``chain`` is the chain's hash at ``version``.
    """

    encounter: str
    of: str
    version: int
    events: int
    status: str
    chain: str


class Delivery(NamedTuple):
    """A bundle as it was sent, where it is to go, and the key of the request."""

    received: Received
    stream: StreamId
    key: str | None


class _Arriving(NamedTuple):
    """A bundle that has been read, on its way to a stream, and how it was asked for."""

    found: Bundle
    stream: StreamId
    command_id: str
    fingerprint: bytes
    named: bool

    @property
    def renamed(self) -> bool:
        return self.stream.encounter != self.found.header.encounter


class _End(NamedTuple):
    """Where an import ends: its last state, the records behind those of the bundle, and what the head says."""

    state: Encounter
    hash: bytes
    status: str
    records: Sequence[bytes] = ()
    seeds: Mapping[int, bytes] = {}


def require_narrator(caller: Caller) -> None:
    """Raise Problem ``not_yours`` for anybody who may not bring bundles in, before anything of one is taken."""
    if not caller.speaker.is_narrator:
        raise Problem(
            "not_yours",
            "Only the narrator brings bundles in: ask with a narrator's token where tokens are asked for, elsewhere "
            "say Yarrow-As: narrator.",
        )


class BundleImport:
    """Brings encounters in, one at a time: proving one takes a processor for itself. ``largest`` is in MiB."""

    def __init__(self, encounters: Encounters, settings: Settings) -> None:
        self._encounters = encounters
        self.largest = settings.largest_bundle
        self._store = encounters.store
        self._at_once = asyncio.Lock()

    async def receive(
        self, pieces: AsyncIterator[bytes], file: IO[bytes], under: str | None, key: str | None, caller: Caller
    ) -> Delivery:
        """Take a bundle into a file. Raises Problem as soon as it is known that it cannot be brought in."""
        require_narrator(caller)

        def expect(header: Header) -> None:
            self._prepared(header)
            self._stream(header, under, caller)

        received = await receive(pieces, file, self.largest, expect, caller.require_size)
        return Delivery(received, self._stream(received.header, under, caller), key)

    async def bring_in(self, delivery: Delivery, caller: Caller) -> tuple[str, EncodedBody]:
        """Bring a bundle in; gives the encounter's ID and the answer. Raises Problem, and then nothing was written."""
        require_narrator(caller)
        async with self._at_once:
            arriving = await _arriving(delivery, caller)
            with store_problems(arriving.command_id):
                there = await self._there(arriving)
                if there is not None and (before := await self._sent_before(arriving, there)) is not None:
                    return arriving.stream.encounter, before
            prepared = self._prepared(arriving.found.header)
            with bundle_problems():
                admitted = await anyio.to_thread.run_sync(admit, prepared.ruleset, prepared.codec, arriving.found)
            await self._require_lineage(arriving, prepared, admitted, caller)
            if there is not None:
                raise _exists(arriving, there.version, there.hash, admitted.state)
            with store_problems(arriving.command_id):
                return arriving.stream.encounter, await self._keep(arriving, prepared, admitted, caller)

    def _stream(self, header: Header, under: str | None, caller: Caller) -> StreamId:
        """Where a bundle is to go."""
        encounter = under or header.encounter
        if not is_encounter_id(encounter):
            detail = f"The bundle is of {encounter[:64]!r}, which can be no ID here; name another: {ANOTHER_ID}."
            raise Problem("invalid", detail, field="as")
        return self._encounters.fresh(encounter, caller, field="as")

    async def _there(self, arriving: _Arriving) -> Head | None:
        """What has the ID already."""
        try:
            return await self._store.head(arriving.stream)
        except EncounterMissing:
            return None

    async def _sent_before(self, arriving: _Arriving, head: Head) -> EncodedBody | None:
        """The answer to the same import when it was sent first. Raises Problem where the same events are there."""
        stream, found = arriving.stream, arriving.found
        known = await self._store.command(stream, arriving.command_id) if arriving.named else None
        if known is None:
            if (head.version, head.hash) == (len(found.records), found.head):
                detail = f"The very same events of {stream.encounter} are here already; there is nothing to bring in."
                raise Problem("encounter_exists", detail, version=head.version).about(head.version, head.hash)
            return None
        if known.fingerprint != arriving.fingerprint:
            raise Problem(
                "idempotency_mismatch",
                "The Idempotency-Key was used for another request; choose a new one for a new request.",
            )
        # A known command writes nothing; but what was promised of it is waited for once more.
        await self._store.import_stream(_import(arriving, (), _End(Encounter(), head.hash, head.status)))
        if not arriving.renamed:
            return _answer(arriving, known.last, found.head, head.status)
        then = await self._encounters.history.at(self._prepared(found.header), stream, known.last)
        return _answer(arriving, known.last, then.hash, "open")

    async def _require_lineage(
        self, arriving: _Arriving, prepared: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller
    ) -> None:
        """Raise Problem where the parent of a branch is there as well, and did not stand as the branch says."""
        parent = await parent_of(self._encounters, admitted.state, caller)
        if parent is not None:
            with bundle_problems():
                require_lineage(prepared.ruleset, prepared.codec, arriving.found, parent)

    def _prepared(self, header: Header) -> RulesetRuntime[Any]:
        key = header.ruleset
        if key not in self._encounters.prepared:
            detail = f"The bundle is of the ruleset {key[:40]!r}, which is not installed here; install its package."
            raise Problem("ruleset_missing", f"{detail} {NOTHING}", line=HEADER_LINE)
        return self._encounters.prepared[key]

    async def _keep(
        self, arriving: _Arriving, prepared: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller
    ) -> EncodedBody:
        """Write what was admitted, all at once."""
        end = _going_on(arriving, prepared, admitted, caller) if arriving.renamed else _restored(admitted)
        try:
            appended = await self._store.import_stream(_import(arriving, admitted.batches, end))
        except VersionConflict as error:
            raise _exists(arriving, error.current, error.hash, admitted.state) from error
        if appended.repeated and (there := await self._there(arriving)) is not None:
            before = await self._sent_before(arriving, there)  # another process has brought it in meanwhile
            if before is not None:
                return before
        kept: StateAt[Any] = StateAt(end.state.version, end.hash, end.state)
        await prepared.snapshots.save_if_due(arriving.stream, 0, kept)
        return _answer(arriving, appended.last, end.hash, end.status)


def _restored(admitted: AdmittedBundle) -> _End:
    """The encounter as it was; without its seeds an open one is sealed."""
    state = admitted.state
    return _End(state, admitted.hash, "closed" if state.status == "closed" else SEALED_STATUS)


def _going_on(arriving: _Arriving, prepared: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller) -> _End:
    """The encounter under its other ID, with a fresh seed. Raises Problem where nothing can follow."""
    found, encounter = arriving.found, arriving.stream.encounter
    of, version = found.header.encounter, admitted.state.version
    if admitted.state.status == "closed":
        detail = f"{of} is closed, and nothing follows on a close; bring it in under its own ID alone. {NOTHING}"
        raise Problem("closed", detail, field="as")
    fresh = fresh_seeds()
    command = GoOn(of=of, encounter=encounter, events=version, chain=admitted.hash.hex(), sha256=found.sha256)
    decision = decide(
        prepared.ruleset,
        admitted.state,
        command,
        caller.speaker,
        fresh.chance(""),
        secrets=fresh.promised(),
        principal=caller.principal,
    )
    if isinstance(decision, Refusal):
        raise from_refusal(decision)
    state, now = decision.state, current_time()
    records = prepared.codec.encode_batch(encounter, version + 1, now, str(caller.speaker), decision.events)
    return _End(state, chain.extend(admitted.hash, records), state.status, records, {state.epoch: fresh.kept})


def _import(arriving: _Arriving, batches: Sequence[int], end: _End) -> StreamImport:
    signature = arriving.found.signature
    return StreamImport(
        stream=arriving.stream,
        command_id=arriving.command_id,
        fingerprint=arriving.fingerprint,
        prefix=arriving.found.records,
        batches=batches,
        records=end.records,
        new_hash=end.hash,
        status=end.status,
        commitment=end.state.commitment,
        signature=b"" if signature is None else encode(signature),
        seeds=end.seeds,
    )


def _answer(arriving: _Arriving, version: int, linked: bytes, status: str) -> EncodedBody:
    header = arriving.found.header
    answer = ImportAnswer(arriving.stream.encounter, header.encounter, version, header.events, status, linked.hex())
    return EncodedBody(encode(answer), version, linked)


def _exists(arriving: _Arriving, version: int, linked: bytes, state: Encounter) -> Problem:
    encounter, closed = arriving.stream.encounter, state.status == "closed"
    detail = f"There is an encounter {encounter} already, and it holds something else"
    if closed:
        detail += "; a closed one comes in under its own ID alone, where that is free."
    else:
        detail += f"; bring the bundle in under another ID: {ANOTHER_ID}."
    return Problem("encounter_exists", f"{detail} {NOTHING}", version=version).about(version, linked)


async def _arriving(delivery: Delivery, caller: Caller) -> _Arriving:
    """Read what was received; it fits into memory by now, because every line of it is an event."""
    received, stream, key = delivery
    found = await anyio.to_thread.run_sync(bundle.read, received.lines)
    request = fingerprint(
        caller.speaker, caller.principal, b"import %s\n" % stream.encounter.encode() + received.digest
    )
    return _Arriving(found, stream, key or uuid7(), request, key is not None)
