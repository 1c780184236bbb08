"""Importing: an encounter comes in as a bundle, is proven, and is there as a whole or not at all.

Under its own ID it is restored as it was. One that is closed needs no more; one that was open can be read but not
commanded, because its seed stayed where it was. Under another ID an open one goes on with a fresh seed.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import IO, Any, Final, NamedTuple

import anyio.to_thread
import msgspec

from domain.core_commands import Import as GoOn
from domain.deciding import decide
from domain.encounter import Encounter
from domain.faults import sentence
from domain.refusal import Refusal
from events import bundle, chain
from events.admission import HEADER_LINE, Admitted, BrokenBundle, RedactedBundle, admit
from events.bundle import Bundle, NoBundle
from events.envelope import format_time
from events.snapshots import Rebuilt
from events.store import SEALED, EncounterMissing, Import, StreamId, VersionConflict
from service.access import Caller
from service.commanding import fingerprint
from service.encounters import Answered, Encounters, encode, is_encounter_id, store_problems
from service.ids import uuid7
from service.prepared import Prepared
from service.problems import Problem, refused
from service.seeds import fresh_seeds
from service.settings import Settings

BROKEN: Final = "Nothing was brought in."


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
    """A bundle as it was sent: its lines, the SHA-256 of all of them, the ID that was asked for, the key."""

    lines: IO[bytes]
    digest: bytes
    under: str | None
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
        raise Problem("not_yours", "Only the narrator brings bundles in; say Yarrow-As: narrator.")


class Importing:
    """Brings encounters in, one at a time: proving one takes a processor for itself. ``largest`` is in MiB."""

    def __init__(self, encounters: Encounters, settings: Settings) -> None:
        self._encounters = encounters
        self.largest = settings.largest_bundle
        self._store = encounters.store
        self._at_once = asyncio.Lock()

    async def bring_in(self, delivery: Delivery, caller: Caller) -> tuple[str, Answered]:
        """Bring a bundle in; gives the encounter's ID and the answer. Raises Problem, and then nothing was written."""
        require_narrator(caller)
        async with self._at_once:
            arriving = await self._arriving(delivery, caller)
            with store_problems(arriving.command_id):
                before = await self._sent_before(arriving)
            if before is not None:
                return arriving.stream.encounter, before
            prepared = self._prepared(arriving.found)
            admitted = await _admitted(prepared, arriving.found)
            with store_problems(arriving.command_id):
                return arriving.stream.encounter, await self._keep(arriving, prepared, admitted, caller)

    async def _arriving(self, delivery: Delivery, caller: Caller) -> _Arriving:
        """Read the file, and find out under which ID it is to be there."""
        try:
            found = await anyio.to_thread.run_sync(bundle.read, delivery.lines)
        except NoBundle as error:
            raise Problem("bundle_broken", f"{error}. {BROKEN}", line=HEADER_LINE) from error
        encounter = delivery.under or found.header.encounter
        if not is_encounter_id(encounter):
            detail = f"The bundle is of {encounter[:64]!r}, which can be no ID here; name another with ?as=."
            raise Problem("invalid", detail, field="as")
        request = fingerprint(caller.speaker, caller.principal, b"import %s\n" % encounter.encode() + delivery.digest)
        named = delivery.key is not None
        return _Arriving(
            found, self._encounters.fresh(encounter, caller, field="as"), delivery.key or uuid7(), request, named
        )

    async def _sent_before(self, arriving: _Arriving) -> Answered | None:
        """The answer to the same import when it was sent first. Raises Problem where something else has the ID."""
        stream = arriving.stream
        try:
            head = await self._store.head(stream)
        except EncounterMissing:
            return None
        known = await self._store.command(stream, arriving.command_id) if arriving.named else None
        if known is None:
            raise _exists(stream, head.version)
        if known.fingerprint != arriving.fingerprint:
            raise Problem(
                "idempotency_mismatch",
                "The Idempotency-Key was used for another request; choose a new one for a new request.",
            )
        found = arriving.found
        # A known command writes nothing; but what was promised of it is waited for once more.
        await self._store.bring_in(_import(arriving, (), _End(Encounter(), head.hash, head.status)))
        if not arriving.renamed:
            return _answer(arriving, known.last, found.head, head.status)
        then = await self._encounters.history.at(self._prepared(found), stream, known.last)
        return _answer(arriving, known.last, then.hash, "open")

    def _prepared(self, found: Bundle) -> Prepared[Any]:
        key = found.header.ruleset
        if key not in self._encounters.prepared:
            detail = f"The bundle is of the ruleset {key[:40]!r}, which is not installed here; install its package."
            raise Problem("ruleset_missing", f"{detail} {BROKEN}", line=HEADER_LINE)
        return self._encounters.prepared[key]

    async def _keep(self, arriving: _Arriving, prepared: Prepared[Any], admitted: Admitted, caller: Caller) -> Answered:
        """Write what was admitted, all at once."""
        end = _going_on(arriving, prepared, admitted, caller) if arriving.renamed else _restored(admitted)
        try:
            appended = await self._store.bring_in(_import(arriving, admitted.batches, end))
        except VersionConflict as error:
            raise _exists(arriving.stream, error.current) from error
        if appended.repeated and (before := await self._sent_before(arriving)) is not None:
            return before  # another process has brought it in meanwhile
        kept: Rebuilt[Any] = Rebuilt(end.state.version, end.hash, end.state)
        await prepared.snapshots.keep(arriving.stream, 0, kept)
        return _answer(arriving, appended.last, end.hash, end.status)


def _restored(admitted: Admitted) -> _End:
    """The encounter as it was; without its seeds an open one is sealed."""
    state = admitted.state
    return _End(state, admitted.hash, "closed" if state.status == "closed" else SEALED)


def _going_on(arriving: _Arriving, prepared: Prepared[Any], admitted: Admitted, caller: Caller) -> _End:
    """The encounter under its other ID, with a fresh seed. Raises Problem where nothing can follow."""
    found, encounter = arriving.found, arriving.stream.encounter
    of, version = found.header.encounter, admitted.state.version
    if admitted.state.status == "closed":
        detail = f"{of} is closed, and nothing follows on a close; bring it in under its own ID, without ?as=. {BROKEN}"
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
        raise refused(decision)
    state, now = decision.state, format_time(datetime.now(UTC))
    records = prepared.codec.encode_batch(encounter, version + 1, now, str(caller.speaker), decision.events)
    return _End(state, chain.extend(admitted.hash, records), state.status, records, {state.epoch: fresh.kept})


def _import(arriving: _Arriving, batches: Sequence[int], end: _End) -> Import:
    return Import(
        stream=arriving.stream,
        command_id=arriving.command_id,
        fingerprint=arriving.fingerprint,
        prefix=arriving.found.records,
        batches=batches,
        records=end.records,
        new_hash=end.hash,
        status=end.status,
        commitment=end.state.commitment,
        seeds=end.seeds,
    )


def _answer(arriving: _Arriving, version: int, linked: bytes, status: str) -> Answered:
    header = arriving.found.header
    answer = ImportAnswer(arriving.stream.encounter, header.encounter, version, header.events, status, linked.hex())
    return Answered(encode(answer), version, linked)


def _exists(stream: StreamId, version: int) -> Problem:
    detail = f"There is an encounter {stream.encounter} already; bring the bundle in under another ID, with ?as=."
    return Problem("encounter_exists", f"{detail} {BROKEN}", version=version)


async def _admitted(prepared: Prepared[Any], found: Bundle) -> Admitted:
    """Prove a bundle, beside everything else that goes on. Raises Problem."""
    try:
        return await anyio.to_thread.run_sync(admit, prepared.ruleset, prepared.codec, found)
    except RedactedBundle as error:
        seen = f"The bundle is what {found.header.seen_by[:80]} saw, and leaves out what that may not see"
        detail = f"{seen}: its commands cannot be decided again. Bring in the narrator's. {BROKEN}"
        raise Problem("bundle_redacted", detail, line=HEADER_LINE) from error
    except BrokenBundle as error:
        place = f"Line {error.line}" + (f" (event {error.version})" if error.version else "")
        detail = f"{place}: {sentence(error.reason)} {BROKEN}"
        raise Problem("bundle_broken", detail, line=error.line, version=error.version) from error
