"""Imports: a bundle is received, proven, and stored as a whole or not at all.

Under its own ID an encounter is restored as it was. A closed one needs no more; an open one becomes sealed: it can be
read but takes no commands, because its seed is not in the bundle. Under another ID an open encounter continues with a
fresh seed.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import IO, Any, Final, NamedTuple

import msgspec

from domain.core.commands import Import as ImportCommand
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.ruleset.decider import decide
from events.audit.admission import HEADER_LINE, AdmittedBundle, admit, require_lineage
from events.format import bundle, chain
from events.format.bundle import Bundle, Header
from events.format.envelope import current_time
from events.store.protocol import SEALED_STATUS, EncounterMissing, Head, Store, StreamId, StreamImport, VersionConflict
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.auth.uuid7 import uuid7
from service.encounters.branches.ancestry import parent_state
from service.encounters.bundles.upload import NOT_IMPORTED, UploadedBundle, bundle_problems, receive_bundle
from service.encounters.encoding import EncodedBody, encode
from service.encounters.ids import command_id_of, is_encounter_id, new_stream_of
from service.encounters.repetitions import fingerprint, known_command
from service.encounters.seeds import fresh_seeds
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer
from service.problems.problem import Problem, from_refusal, idempotency_mismatch
from service.problems.store_problems import store_problems
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slice, in_slices

ANOTHER_ID: Final = "?as=ID, or --as ID on the command line"


class ImportAnswer(msgspec.Struct, frozen=True):
    """An imported encounter: its ID, the ID ``of`` which it was exported, and its newest version.

    ``status`` is ``open`` for an encounter that continues under another ID, and otherwise ``closed`` or ``sealed``;
    ``events`` is the number of events in the bundle; ``chain`` is the chain's hash at ``version``.
    """

    encounter: str
    of: str
    version: int
    events: int
    status: str
    chain: str


class BundleRequest(NamedTuple):
    """A bundle that has been received, the stream to import it into, and the request's idempotency key."""

    uploaded: UploadedBundle
    stream: StreamId
    key: str | None


class _Arrival(NamedTuple):
    """A bundle that has been read, the stream to import it into, and the identity of the request."""

    found: Bundle
    stream: StreamId
    key: str
    command_id: str
    former_id: str
    fingerprint: bytes

    @property
    def renamed(self) -> bool:
        return self.stream.encounter != self.found.header.encounter


class _End(NamedTuple):
    """The end of an import: the last state and hash, the status of the head, and the records after the bundle's."""

    state: Encounter
    hash: bytes
    status: str
    records: Sequence[bytes] = ()
    seeds: Mapping[int, bytes] = {}


def require_narrator(caller: Caller) -> None:
    """Raise Problem ``not_yours`` for a caller that may not import bundles."""
    if not caller.speaker.is_narrator:
        raise Problem(
            "not_yours",
            "Only the narrator imports bundles: send a narrator's token if the service uses tokens, otherwise send "
            "Yarrow-As: narrator.",
        )


class BundleImport:
    """Imports encounters, one at a time: proving one takes a whole processor core.

    ``largest`` is the size of the largest bundle in MiB.
    """

    def __init__(
        self,
        store: Store,
        loader: StateLoader,
        viewer: EncounterViewer,
        runtimes: Mapping[str, RulesetRuntime[Any]],
        largest: int,
    ) -> None:
        self.largest = largest
        self._store = store
        self._loader = loader
        self._viewer = viewer
        self._runtimes = runtimes
        self._one_at_a_time = asyncio.Lock()

    async def receive(
        self, pieces: AsyncIterator[bytes], file: IO[bytes], under: str | None, key: str | None, caller: Caller
    ) -> BundleRequest:
        """Receive a bundle into a file. Raises Problem as soon as it is known that it cannot be imported."""
        require_narrator(caller)

        def check_header(header: Header) -> None:
            self._runtime_of(header)
            _stream_for(header, under, caller)

        uploaded = await receive_bundle(pieces, file, self.largest, check_header, caller.require_size)
        return BundleRequest(uploaded, _stream_for(uploaded.header, under, caller), key)

    async def bring_in(self, request: BundleRequest, caller: Caller) -> tuple[str, EncodedBody]:
        """Import a bundle; return the encounter's ID and the response. Raises Problem, and then nothing was stored."""
        require_narrator(caller)
        async with self._one_at_a_time:
            arrival = await _read(request, caller)
            encounter = arrival.stream.encounter
            with store_problems(arrival.key):
                existing = await self._head(arrival)
                if existing is not None and (before := await self._original(arrival, existing)) is not None:
                    return encounter, before
            runtime = self._runtime_of(arrival.found.header)
            with bundle_problems():
                admitted = await in_slices(admit(runtime.ruleset, runtime.codec, arrival.found))
            await self._require_lineage(arrival, runtime, admitted, caller)
            if existing is not None:
                raise _exists(arrival, existing.version, existing.hash, admitted.state)
            with store_problems(arrival.key):
                return encounter, await self._store_import(arrival, runtime, admitted, caller)

    async def _head(self, arrival: _Arrival) -> Head | None:
        """Return the head of the encounter that has the ID already."""
        try:
            return await self._store.head(arrival.stream)
        except EncounterMissing:
            return None

    async def _original(self, arrival: _Arrival, head: Head) -> EncodedBody | None:
        """Return the original response to a repeated import. Raises Problem if the same events are stored already."""
        stream, found = arrival.stream, arrival.found
        known = await known_command(self._store, stream, arrival) if arrival.former_id else None
        if known is None:
            if (head.version, head.hash) == (len(found.records), found.head):
                detail = f"{stream.encounter} already has exactly these events; there is nothing to import."
                raise Problem("encounter_exists", detail, version=head.version).about(head.version, head.hash)
            return None
        if known.fingerprint != arrival.fingerprint:
            raise idempotency_mismatch()
        # A known command writes nothing, but the store waits again for the configured durability.
        await self._store.import_stream(_import(arrival, (), _End(Encounter(), head.hash, head.status)))
        if not arrival.renamed:
            return _answer(arrival, known.last, found.head, head.status)
        then = await self._loader.at(self._runtime_of(found.header), stream, known.last)
        return _answer(arrival, known.last, then.hash, "open")

    async def _require_lineage(
        self, arrival: _Arrival, runtime: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller
    ) -> None:
        """Raise Problem if a branch's parent exists here and contradicts the branch's record of it."""
        parent = await parent_state(self._viewer, admitted.state, caller)
        if parent is not None:
            with bundle_problems():
                await in_slice(require_lineage, runtime.ruleset, runtime.codec, arrival.found, parent)

    def _runtime_of(self, header: Header) -> RulesetRuntime[Any]:
        key = header.ruleset
        if key not in self._runtimes:
            detail = f"The bundle is of the ruleset “{key[:40]}”, which is not installed here; install its package."
            raise Problem("ruleset_missing", f"{detail} {NOT_IMPORTED}", line=HEADER_LINE)
        return self._runtimes[key]

    async def _store_import(
        self, arrival: _Arrival, runtime: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller
    ) -> EncodedBody:
        """Store an admitted bundle atomically."""
        end = _continued(arrival, runtime, admitted, caller) if arrival.renamed else _restored(admitted)
        try:
            appended = await self._store.import_stream(_import(arrival, admitted.batches, end))
        except VersionConflict as error:
            raise _exists(arrival, error.current, error.hash, admitted.state) from error
        if appended.repeated and (existing := await self._head(arrival)) is not None:
            before = await self._original(arrival, existing)  # another process has imported it meanwhile
            if before is not None:
                return before
        imported: StateAt[Any] = StateAt(end.state.version, end.hash, end.state)
        await runtime.snapshots.save_if_due(arrival.stream, 0, imported)
        return _answer(arrival, appended.last, end.hash, end.status)


def _stream_for(header: Header, under: str | None, caller: Caller) -> StreamId:
    """Return the stream to import a bundle into."""
    encounter = under or header.encounter
    if not is_encounter_id(encounter):
        detail = f"The bundle is of “{encounter[:64]}”, which is not a valid ID here; choose another: {ANOTHER_ID}."
        raise Problem("invalid", detail, field="as")
    return new_stream_of(encounter, caller, field="as")


def _restored(admitted: AdmittedBundle) -> _End:
    """Return the end of an encounter restored as it was; an open one is sealed because its seeds are missing."""
    state = admitted.state
    return _End(state, admitted.hash, "closed" if state.status == "closed" else SEALED_STATUS)


def _continued(arrival: _Arrival, runtime: RulesetRuntime[Any], admitted: AdmittedBundle, caller: Caller) -> _End:
    """Return the end of an encounter that continues under another ID, with a fresh seed. Raises Problem."""
    found, encounter = arrival.found, arrival.stream.encounter
    of, version = found.header.encounter, admitted.state.version
    if admitted.state.status == "closed":
        detail = f"{of} is closed, and a closed encounter cannot continue; import it under its own ID. {NOT_IMPORTED}"
        raise Problem("closed", detail, field="as")
    fresh = fresh_seeds()
    command = ImportCommand(of=of, encounter=encounter, events=version, chain=admitted.hash.hex(), sha256=found.sha256)
    decision = decide(
        runtime.ruleset,
        admitted.state,
        command,
        caller.speaker,
        fresh.chance(""),
        secrets=fresh.commitments(),
        principal=caller.principal,
    )
    if isinstance(decision, Refusal):
        raise from_refusal(decision, runtime.ruleset)
    state, now = decision.state, current_time()
    records = runtime.codec.encode_batch(encounter, version + 1, now, str(caller.speaker), decision.events)
    return _End(state, chain.extend(admitted.hash, records), state.status, records, {state.epoch: fresh.as_bytes})


def _import(arrival: _Arrival, batches: Sequence[int], end: _End) -> StreamImport:
    signature = arrival.found.signature
    return StreamImport(
        stream=arrival.stream,
        command_id=arrival.command_id,
        former_id=arrival.former_id,
        fingerprint=arrival.fingerprint,
        prefix=arrival.found.records,
        batches=batches,
        records=end.records,
        new_hash=end.hash,
        status=end.status,
        commitment=end.state.commitment,
        signature=b"" if signature is None else encode(signature),
        seeds=end.seeds,
    )


def _answer(arrival: _Arrival, version: int, linked: bytes, status: str) -> EncodedBody:
    header = arrival.found.header
    answer = ImportAnswer(arrival.stream.encounter, header.encounter, version, header.events, status, linked.hex())
    return EncodedBody(encode(answer), version, linked)


def _exists(arrival: _Arrival, version: int, linked: bytes, state: Encounter) -> Problem:
    encounter, closed = arrival.stream.encounter, state.status == "closed"
    detail = f"The encounter {encounter} already exists and has other events"
    if closed:
        detail += "; a closed encounter can be imported only under its own ID, where that is free."
    else:
        detail += f"; import the bundle under another ID: {ANOTHER_ID}."
    return Problem("encounter_exists", f"{detail} {NOT_IMPORTED}", version=version).about(version, linked)


async def _read(request: BundleRequest, caller: Caller) -> _Arrival:
    """Read a received bundle; it fits into memory by now, because every line of it is an event."""
    uploaded, stream, key = request
    found = await in_slices(bundle.read_steps(uploaded.lines))
    known = fingerprint(caller.speaker, caller.principal, b"import %s\n" % stream.encounter.encode() + uploaded.digest)
    used = key or uuid7()
    return _Arrival(found, stream, used, command_id_of(caller, used), key or "", known)
