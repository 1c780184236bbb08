"""Command handling: one command on one encounter, from ``If-Match`` and the decision to the appended batch.

The cached state is replaced only after the store has the batch, so a refusal, a lost race or a failed append leaves it
unchanged. Before a command is refused, the store is asked for anything that this process may have missed: the same
command sent before, or batches that another process appended.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, Self, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from domain.chance.draws import Chance, SentFaces, Supplied
from domain.chance.seeds import EpochSeeds, SeedMaterial, reveal_seeds
from domain.core.commands import Branch, Close, Command, Open, Rewind
from domain.core.events import Branched, EncounterOpened
from domain.model.encounter import Encounter, Prompt
from domain.model.refusal import NeededThrow, Refusal
from domain.model.speaker import Speaker
from domain.ruleset.check import Asked, First, Foreseen, check
from domain.ruleset.decider import Decided, decide
from domain.story.shapes import Entry
from events.format import chain
from events.format.envelope import current_time
from events.store.protocol import (
    MAX_BATCH,
    Batch,
    BatchTooLarge,
    EncounterMissing,
    HistoryLost,
    KnownCommand,
    Sealed,
    Store,
    StoreDamaged,
    StoreUnavailable,
    StreamId,
    VersionConflict,
)
from events.store.snapshots import StateAt, crosses_multiple
from service.auth.access import Caller
from service.auth.uuid7 import uuid7
from service.encounters.cache import EncounterCache
from service.encounters.encoding import EncodedBody, encode
from service.encounters.ids import command_id_of
from service.encounters.refusals import command_refused, encounter_exists, opening_refused, scene_refused
from service.encounters.repetitions import fingerprint, known_command
from service.encounters.seeds import fresh_seeds
from service.encounters.state_loader import CachedEncounter, StateLoader
from service.encounters.visibility import view_prompts, view_records
from service.metrics import Metrics
from service.problems.problem import (
    Problem,
    about_rule,
    from_store_error,
    idempotency_mismatch,
    not_batch_end,
    version_conflict,
)
from service.rulesets.runtime import CommandRequest, RulesetRuntime
from service.work.slices import MAX_SMALL_BODY, in_slice

T = TypeVar("T")
Decision: TypeAlias = Decided[Encounter] | Refusal
FAILOVER: Final = "The primary of the store is being replaced."
MAX_ATTEMPTS: Final = 100  # against another process that appends to the same encounter without a pause


class CommandContext(NamedTuple):
    """How a command was sent: by which speaker, under which ID, with which body, at which version, and when.

    ``key`` is its idempotency key, from which the ID follows; ``named`` says whether the client chose it, so that the
    command may be a repetition. ``principal`` is the holder of the token; ``arrived`` is a reading of ``perf_counter``.
    A ``large`` command is decided in slices: it has a large body, or carries a whole state.
    """

    speaker: Speaker
    key: str
    command_id: str
    body: bytes
    named: bool
    expected: int | None
    principal: str
    arrived: float
    large: bool = False

    @classmethod
    def of(cls, caller: Caller, body: bytes, key: str | None, expected: int | None = None) -> Self:
        """Return the context of a request that has just arrived; ``body`` distinguishes requests under the same key."""
        used, arrived, large = key or uuid7(), perf_counter(), len(body) > MAX_SMALL_BODY
        command_id = command_id_of(caller, used)
        return cls(caller.speaker, used, command_id, body, key is not None, expected, caller.principal, arrived, large)

    @property
    def fingerprint(self) -> bytes:
        """The fingerprint, which tells the request from others under the same ID."""
        return fingerprint(self.speaker, self.principal, self.body)

    @property
    def former_id(self) -> str:
        """The ID under which an earlier version has stored the command, if it may be a repetition."""
        return self.key if self.named else ""


class CommandAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The batch that an accepted command appended.

    ``first`` and ``version`` are the batch's first and last version; ``events`` are its public lines as stored,
    ``private`` the private parts that the speaker may see, by version; ``prompts`` are the prompts that are open now.
    ``story`` has its entries of the story, up to level 2, if the request prefers them.
    """

    encounter: str
    version: int
    first: int
    events: list[msgspec.Raw]
    prompts: tuple[Prompt, ...]
    private: dict[str, msgspec.Raw] = {}
    story: tuple[Entry, ...] = ()


class CheckAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first effect that an accepted command would have at ``version``; nothing is recorded or thrown.

    ``first`` is ``asks`` if the prompts in ``asks`` open before any throw, ``throw`` if ``throw`` comes before any
    prompt, and ``records`` if there is neither. It is ``untold`` if it could reveal something that the speaker does not
    see. Standing answers of others count as not set, unless the speaker is the narrator.
    """

    version: int
    first: First
    asks: tuple[Asked, ...] = ()
    throw: NeededThrow | None = None


class CommandHandler:
    """Decides commands, appends their batches, and counts those that it accepts."""

    def __init__(self, store: Store, loader: StateLoader, cache: EncounterCache, metrics: Metrics) -> None:
        self._store = store
        self._loader = loader
        self._cache = cache
        self._metrics = metrics
        self._snapshots: dict[StreamId, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Wait until the snapshots in progress are stored."""
        await asyncio.gather(*self._snapshots.values())

    async def begin(
        self,
        runtime: RulesetRuntime[Any],
        stream: StreamId,
        command: Open | Branch,
        context: CommandContext,
        past: Encounter | None = None,
        following: Sequence[Command] = (),
    ) -> EncodedBody:
        """Append the first batch of a new encounter, and one for each of the commands ``following``, all or none.

        A branch continues from the state ``past``. Raises Problem ``encounter_exists`` if the ID is taken.
        """
        fresh = fresh_seeds()
        decisions = await self._beginning(runtime, stream, command, context, fresh, past, following)
        seeds = {1: fresh.as_bytes}
        beginning = StateAt(0, chain.genesis(stream.encounter), runtime.blank(stream.encounter))
        cached = CachedEncounter(stream, runtime, beginning, seeds)
        try:
            return await self._append(cached, decisions, context, seeds=seeds)
        except VersionConflict as error:
            raise encounter_exists(stream, error.current, error.hash) from error
        finally:
            if cached.current is not beginning:
                self._cache.add(cached)

    async def _beginning(
        self,
        runtime: RulesetRuntime[Any],
        stream: StreamId,
        command: Open | Branch,
        context: CommandContext,
        fresh: EpochSeeds,
        past: Encounter | None,
        following: Sequence[Command],
    ) -> list[Decided[Encounter]]:
        """Decide the commands that begin an encounter. Raises Problem if one is refused."""
        state = runtime.blank(stream.encounter)
        decisions: list[Decided[Encounter]] = []
        for place, one in enumerate((command, *following)):
            supplied = bool(place) and state.chance == "supplied"
            work = partial(
                decide,
                runtime.ruleset,
                state,
                one,
                context.speaker,
                Supplied(()) if supplied else fresh.chance(command.entropy),
                secrets=None if place else fresh.commitments(),
                past=None if place else past,
                principal=context.principal,
            )
            decision: Decision = await in_slice(work) if context.large else work()
            if isinstance(decision, Refusal):
                raise scene_refused(decision, runtime, place, one) if place else opening_refused(decision, runtime)
            decisions.append(decision)
            state = decision.state
        return decisions

    async def check_beginning(
        self,
        runtime: RulesetRuntime[Any],
        stream: StreamId,
        command: Open | Branch,
        context: CommandContext,
        past: Encounter | None = None,
        following: Sequence[Command] = (),
    ) -> EncodedBody:
        """Return what ``begin`` would cause first. Raises Problem if it would be refused or if the ID is taken."""
        states, events = [runtime.blank(stream.encounter)], 0
        if following:
            fresh = fresh_seeds()
            decisions = await self._beginning(runtime, stream, command, context, fresh, past, following)
            states += [one.state for one in decisions[:-1]]
            events = sum(len(one.events) for one in decisions)
        foreseen = Foreseen("records")
        for place, (state, one) in enumerate(zip(states, (command, *following), strict=True)):
            work = partial(check, runtime.ruleset, state, one, context.speaker, past=None if place else past)
            found: Foreseen | Refusal = await in_slice(work) if context.large else work()
            if isinstance(found, Refusal):
                raise scene_refused(found, runtime, place, one) if place else opening_refused(found, runtime)
            foreseen = replace(found, events=max(events, found.events))
            if foreseen.first != "records":
                break
        try:
            head = await self._store.head(stream)
        except EncounterMissing:
            return self._checked(foreseen, context, 0, chain.genesis(stream.encounter))
        raise encounter_exists(stream, head.version, head.hash)

    async def formerly_opened(self, stream: StreamId, context: CommandContext) -> bool:
        """Return whether an earlier version has opened an encounter by this request, when its key was its ID."""
        known = await self._store.command(stream, context.key) if context.named else None
        return known is not None and known.fingerprint == context.fingerprint

    async def command(self, cached: CachedEncounter, request: CommandRequest, context: CommandContext) -> EncodedBody:
        """Decide a command and append its batch. Raises Problem if it is refused."""
        async with cached.lock:
            for _ in range(MAX_ATTEMPTS):
                problem = _precondition_problem(cached, context)
                if problem is None and isinstance(request.command, Rewind):
                    problem = await self._rewind_problem(cached, request.command)
                if problem is None:
                    try:
                        return await self._decide(cached, request, context)
                    except Problem as refusal:
                        problem = refusal
                    except VersionConflict:
                        # It is raised only if nothing new can be read: reads and writes are at different servers.
                        problem = from_store_error(StoreUnavailable(FAILOVER), command_id=context.key)
                    except HistoryLost as error:
                        problem = from_store_error(error)
                if context.named and (before := await self._original(cached, context, problem)) is not None:
                    return before
                if not await self._loader.catch_up(cached):
                    raise problem
            raise version_conflict(cached.current.version)

    async def check(self, cached: CachedEncounter, request: CommandRequest, context: CommandContext) -> EncodedBody:
        """Return what a command would cause first, at the newest version. Raises Problem if it would be refused."""
        async with cached.lock:
            await self._loader.catch_up(cached)
            problem = _precondition_problem(cached, context)
            if problem is None and isinstance(request.command, Rewind):
                problem = await self._rewind_problem(cached, request.command)
            if problem is not None:
                raise problem
            past = None
            if isinstance(request.command, Rewind | Close):
                past = (await self._prepared(cached, request.command))[2]
                context = context if past is None else context._replace(large=True)
            version, linked, state = cached.current
            chance = chance_of(cached, context.speaker, request.faces)
            supplied = chance if isinstance(chance, Supplied) else None
            ruleset = cached.runtime.ruleset
            work = partial(check, ruleset, state, request.command, context.speaker, supplied=supplied, past=past)
            foreseen: Foreseen | Refusal = await in_slice(work) if context.large else work()
        if isinstance(foreseen, Refusal):
            raise command_refused(foreseen, cached, request.command, context.speaker)
        return self._checked(foreseen, context, version, linked)

    def _checked(self, foreseen: Foreseen, context: CommandContext, version: int, linked: bytes) -> EncodedBody:
        """Return the response to a check, and count it. Raises BatchTooLarge if the store would reject the batch."""
        if foreseen.events > MAX_BATCH:
            raise BatchTooLarge
        self._metrics.command("checked", context.arrived)
        answer = CheckAnswer(version, foreseen.first, foreseen.asks, foreseen.throw)
        return EncodedBody(encode(answer), version, linked)

    async def _rewind_problem(self, cached: CachedEncounter, command: Rewind) -> Problem | None:
        """Return the problem with a rewind to a version that is not the end of an earlier batch."""
        current = cached.current.version
        nearest = await self._loader.earlier_batch_end(cached.stream, command.to, current)
        if nearest == command.to:
            return None
        if nearest == 0:
            detail = "There is nothing to rewind: no command was given since the encounter began."
            return Problem("invalid", detail, field="command.to", version=current)
        return not_batch_end(
            "A rewind goes to",
            command.to,
            "an earlier batch",
            nearest=nearest,
            current=current,
            field="command.to",
        )

    async def _decide(self, cached: CachedEncounter, request: CommandRequest, context: CommandContext) -> EncodedBody:
        command, faces = request.command, request.faces
        seeds: dict[int, bytes] = {}
        secrets, past = None, None
        if isinstance(command, Rewind | Close):
            seeds, secrets, past = await self._prepared(cached, command)
            context = context if past is None else context._replace(large=True)
        chance = chance_of(cached, context.speaker, faces)

        def work() -> Decision:
            return decide(
                cached.runtime.ruleset,
                cached.current.state,
                command,
                context.speaker,
                chance,
                supplied=faces is not None,
                secrets=secrets,
                past=past,
                principal=context.principal,
            )

        decision: Decision = await in_slice(work) if context.large else work()
        if isinstance(decision, Refusal):
            raise command_refused(decision, cached, command, context.speaker)
        return await self._append(cached, (decision,), context, seeds=seeds)

    async def _prepared(
        self, cached: CachedEncounter, command: Rewind | Close
    ) -> tuple[dict[int, bytes], SeedMaterial | None, Encounter | None]:
        """Return what a rewind or close needs: new seeds by epoch, the seed data to publish, the state to rewind to."""
        state = cached.current.state
        if isinstance(command, Rewind):
            fresh = fresh_seeds()
            past = (await self._loader.at(cached.runtime, cached.stream, command.to)).state
            return {state.epoch + 1: fresh.as_bytes}, fresh.commitments(), past
        return {}, await self._disclosed(cached) if state.status == "open" else None, None

    async def _append(
        self,
        cached: CachedEncounter,
        decisions: Sequence[Decided[Encounter]],
        context: CommandContext,
        *,
        seeds: dict[int, bytes],
    ) -> EncodedBody:
        """Append what was decided, a batch for each decision, and only then replace the cached state."""
        stream, state, before = cached.stream, decisions[-1].state, cached.current
        parts = cached, decisions, context.speaker
        records, after, encoded = await in_slice(_encoded, *parts) if context.large else _encoded(*parts)
        appended = await self._store.append(
            Batch(
                stream=stream,
                command_id=context.command_id,
                former_id=context.former_id,
                fingerprint=context.fingerprint,
                expected_version=before.version,
                expected_hash=before.hash,
                records=records,
                new_hash=after.hash,
                status=state.status,
                commitment=state.commitment,
                seeds=seeds,
                discard_seeds=state.status == "closed",
                ends=[one.state.version for one in decisions[:-1]],
            )
        )
        if appended.repeated:
            return await self._repeated(cached, context, appended.first, appended.last)
        cached.current, cached.kept = after, (after.version, after.hash)
        if seeds:
            cached.seeds = {**cached.seeds, **seeds}
        snapshots = cached.runtime.snapshots
        if crosses_multiple(before.version, state.version, min(snapshots.every, snapshots.spacing)):
            self._store_snapshot(cached, before.version)
        self._metrics.command("accepted", context.arrived, len(records))
        return encoded

    async def _original(self, cached: CachedEncounter, context: CommandContext, problem: Problem) -> EncodedBody | None:
        """Return the original result of a repeated command, after waiting again for the configured durability.

        A caller refused with ``not_yours`` learns nothing about other callers' idempotency keys.
        """
        known = await known_command(self._store, cached.stream, context)
        if known is None:
            return None
        if known.fingerprint == context.fingerprint:
            await self._await_durability(cached, context, known)
            return await self._repeated(cached, context, known.first, known.last)
        if problem.details.code == "not_yours":
            return None
        raise idempotency_mismatch()

    async def original_opening(self, stream: StreamId, context: CommandContext, problem: Problem) -> EncodedBody | None:
        """Return the original result of a repeated request to open an encounter, which now leads to a problem."""
        if not context.named:
            return None
        try:
            cached = await self._cache.get(stream)
        except EncounterMissing:
            return None
        return await self._original(cached, context, problem)

    async def _await_durability(self, cached: CachedEncounter, context: CommandContext, known: KnownCommand) -> None:
        """Let the store wait for the disk or the replicas again: appending a known command appends nothing."""
        records = await self._loader.records(cached.stream, known.first - 1, known.last)
        current = cached.current
        await self._store.append(
            Batch(
                stream=cached.stream,
                command_id=context.command_id,
                former_id=context.former_id,
                fingerprint=context.fingerprint,
                expected_version=known.first - 1,
                expected_hash=current.hash,
                records=records,
                new_hash=current.hash,
                status=current.state.status,
                commitment=current.state.commitment,
            )
        )

    async def _repeated(self, cached: CachedEncounter, context: CommandContext, first: int, last: int) -> EncodedBody:
        """Return the result of a command whose batch was appended before."""
        stream = cached.stream
        records = await self._loader.records(stream, first - 1, last)
        then = await self._loader.at(cached.runtime, stream, last)
        work = partial(_answer, cached, context.speaker, first, records, then)
        encoded = await in_slice(work) if context.large else work()
        self._metrics.command("repeated", context.arrived)
        return encoded

    async def _disclosed(self, cached: CachedEncounter) -> SeedMaterial:
        """Return all seeds, with the entropy that clients mixed in when they opened the encounter.

        Raises StoreDamaged if a seed is missing: a close without it would be final, and nothing could be proven.
        """
        (record,) = await self._loader.records(cached.stream, 1, 2)
        _, opened = cached.runtime.codec.decode(record)
        entropy = opened.entropy if isinstance(opened, EncounterOpened | Branched) else ""
        seeds = await self._store.seeds(cached.stream)
        state = cached.current.state
        elsewhere = 0 if state.prefix is None else state.prefix.epoch - 1
        due = state.epoch - elsewhere
        if len(seeds) < due:
            raise StoreDamaged(f"Only {len(seeds)} of {due} seeds of {cached.stream.encounter} are left.")
        return reveal_seeds(seeds, entropy)

    def _store_snapshot(self, cached: CachedEncounter, before: int) -> None:
        """Store the state in the background, one snapshot at a time for each encounter."""
        stream = cached.stream
        if stream in self._snapshots:
            return
        state: StateAt[Any] = cached.current
        storing = asyncio.create_task(cached.runtime.snapshots.save_if_due(stream, before, state))
        self._snapshots[stream] = storing
        storing.add_done_callback(lambda _: self._snapshots.pop(stream))


def _precondition_problem(cached: CachedEncounter, context: CommandContext) -> Problem | None:
    """Return the problem with a command that is refused whatever it is."""
    if cached.sealed:
        return from_store_error(Sealed(cached.stream))
    current = cached.current.version
    if context.expected is not None and context.expected != current:
        return version_conflict(current)
    return None


def _encoded(
    cached: CachedEncounter, decisions: Sequence[Decided[Encounter]], speaker: Speaker
) -> tuple[list[bytes], StateAt[Any], EncodedBody]:
    """Return the records of decisions, the state after them, and the response, as the speaker may see it."""
    before, encounter, now, state = cached.current, cached.stream.encounter, current_time(), decisions[-1].state
    encode_batch = cached.runtime.codec.encode_batch
    records: list[bytes] = []
    for one in decisions:
        records += encode_batch(encounter, before.version + len(records) + 1, now, str(speaker), one.events)
    after = StateAt(state.version, chain.extend(before.hash, records), state)
    return records, after, _answer(cached, speaker, before.version + 1, records, after)


def _answer(
    cached: CachedEncounter, speaker: Speaker, first: int, records: list[bytes], after: StateAt[Any]
) -> EncodedBody:
    """Return the response to the command that led to a state by these records, as the speaker may see it."""
    lines = view_records(records, first, speaker)
    prompts = view_prompts(after.state, speaker)
    answer = CommandAnswer(cached.stream.encounter, after.version, first, lines.events, prompts, lines.private)
    return EncodedBody(encode(answer), after.version, after.hash)


def chance_of(cached: CachedEncounter, speaker: Speaker, faces: tuple[SentFaces, ...] | None) -> Chance:
    """Return the source of the faces: the encounter's seed, or the faces that the speaker supplies.

    Raises Problem ``faces_refused`` if the speaker may not supply them.
    """
    state, ruleset = cached.current.state, cached.runtime.ruleset
    if faces and not ruleset.draws:
        detail = f"Nothing is thrown in {ruleset.title}; send the command without faces."
        raise Problem("faces_refused", detail, **about_rule(ruleset, ruleset.faces_rule), field="faces")
    if faces is None:
        closed = state.status == "closed"  # its seeds are discarded, and no command on it throws anything
        return Supplied(()) if state.chance == "supplied" or closed else cached.seeded()
    if state.chance == "seeded":
        raise Problem(
            "faces_refused", "The encounter throws by its seed; send the command without faces.", field="faces"
        )
    if state.chance == "either" and not speaker.is_narrator:
        raise Problem(
            "faces_refused",
            "Only the narrator supplies faces here; send the command without them.",
            field="faces",
        )
    return Supplied(faces)
