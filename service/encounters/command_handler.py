"""Commanding: one command on one encounter, from the decision to the appended batch.

The warm state is replaced only after the store has the batch, so that a refusal, a lost race or a failed append leaves
it as it was. Before the answer is a no, the store is asked what this process may have missed: the same command sent
before, or batches that another process appended.
"""

import asyncio
from hashlib import sha256
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.chance.draws import Chance, Sent, Supplied
from domain.chance.seeds import SeedMaterial, disclosed
from domain.core.commands import Branch, Close, Command, Open, Rewind
from domain.core.events import Branched, EncounterOpened
from domain.model.encounter import Encounter, Prompt
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.decider import Decided, decide
from events.format import chain
from events.format.envelope import current_time
from events.store.protocol import Batch, KnownCommand, Sealed, Store, StoreDamaged, StreamId, VersionConflict
from events.store.snapshots import StateAt, crosses_multiple
from service.encounters.cache import CachedEncounter, EncounterCache
from service.encounters.seeds import fresh_seeds
from service.encounters.state_loader import LoadedState, StateLoader
from service.problems.problem import Problem, from_refusal, from_store_error, not_batch_end, version_conflict
from service.rulesets.runtime import CommandRequest, RulesetRuntime

ATTEMPTS: Final = 100  # against another process that decides on the same encounter without a pause


class CommandContext(NamedTuple):
    """How a command was asked for: by whom, under which ID, with which fingerprint, at which version.

    ``named`` says whether the client chose the ID, so that the command may have been sent before; ``principal`` is
    whose token gave it.
    """

    speaker: Speaker
    command_id: str
    fingerprint: bytes
    named: bool
    expected: int | None = None
    principal: str = ""


class CommandResult(NamedTuple):
    """A batch that is in the store: its first version, its records, the chain's hash and the open prompts behind it."""

    first: int
    records: list[bytes]
    hash: bytes
    prompts: tuple[Prompt, ...]
    repeated: bool = False

    @property
    def version(self) -> int:
        return self.first + len(self.records) - 1


class CommandHandler:
    """Decides commands and appends their batches."""

    def __init__(self, store: Store, history: StateLoader, warm: EncounterCache) -> None:
        self._store = store
        self._history = history
        self._warm = warm
        self._keeping: dict[StreamId, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Finish the snapshots that are being kept."""
        await asyncio.gather(*self._keeping.values())

    async def begin(
        self,
        prepared: RulesetRuntime[Any],
        stream: StreamId,
        command: Open | Branch,
        asked: CommandContext,
        past: Encounter | None = None,
    ) -> CommandResult:
        """Append the first batch of an encounter, under an ID that nobody has used; a branch goes on from ``past``."""
        fresh = fresh_seeds()
        blank = prepared.blank(stream.encounter)
        chance, lent = fresh.chance(command.entropy), fresh.promised()
        decision = decide(
            prepared.ruleset, blank, command, asked.speaker, chance, secrets=lent, past=past, principal=asked.principal
        )
        if isinstance(decision, Refusal):
            # The fields of the command are those of the body here.
            raise from_refusal(replace(decision, field=(decision.field or "").removeprefix("command.") or None))
        warm = CachedEncounter(stream, LoadedState(prepared, blank, chain.genesis(stream.encounter), {1: fresh.kept}))
        try:
            return await self._append(warm, decision, asked, seeds={1: fresh.kept})
        except VersionConflict as error:
            raise Problem(
                "encounter_exists",
                f"There is an encounter {stream.encounter} already; choose another id, or go on with that one.",
                version=error.current,
            ).about(error.current, error.hash) from error
        finally:
            if warm.state is not blank:
                self._warm.keep(warm)

    async def command(self, warm: CachedEncounter, request: CommandRequest, asked: CommandContext) -> CommandResult:
        """Decide a command and append its batch, or say why not."""
        async with warm.lock:
            for _ in range(ATTEMPTS):
                problem = await self._reasons_against(warm, request.command, asked)
                if problem is None:
                    try:
                        return await self._decide(warm, request, asked)
                    except Problem as refusal:
                        problem = refusal
                    except VersionConflict as error:
                        problem = version_conflict(error.current)
                if asked.named and (before := await self._sent_before(warm, asked, problem)) is not None:
                    return before
                if not await self.catch_up(warm):
                    raise problem
            raise version_conflict(warm.state.version)

    async def catch_up(self, warm: CachedEncounter) -> bool:
        """Fold what others have appended; whether there was anything. The caller holds the lock."""
        news = await self._history.news(warm.prepared, warm.stream, warm.known)
        if news is None:
            return False
        warm.state, warm.hash = news.state, news.hash
        if not warm.has_seed:
            warm.seeds = await self._store.seeds(warm.stream)
        return True

    async def _reasons_against(self, warm: CachedEncounter, command: Command, asked: CommandContext) -> Problem | None:
        """What stands against the command before any rule is asked."""
        current = warm.state.version
        if warm.sealed:
            return from_store_error(Sealed(warm.stream))
        if asked.expected is not None and asked.expected != current:
            return version_conflict(current)
        if isinstance(command, Rewind):
            nearest = await self._history.batch_end(warm.stream, command.to, current)
            if nearest != command.to:
                said = "A rewind goes to"
                return not_batch_end(said, command.to, nearest=nearest, current=current, field="command.to")
        return None

    async def _decide(self, warm: CachedEncounter, request: CommandRequest, asked: CommandContext) -> CommandResult:
        command, faces = request.command, request.faces
        seeds: dict[int, bytes] = {}
        lent = past = None
        if isinstance(command, Rewind):
            fresh = fresh_seeds()
            seeds, lent = {warm.state.epoch + 1: fresh.kept}, fresh.promised()
            past = (await self._history.at(warm.prepared, warm.stream, command.to)).state
        elif isinstance(command, Close) and warm.state.status == "open":
            lent = await self._disclosed(warm)
        decision = decide(
            warm.prepared.ruleset,
            warm.state,
            command,
            asked.speaker,
            chance_of(warm, asked.speaker, faces),
            supplied=faces is not None,
            secrets=lent,
            past=past,
            principal=asked.principal,
        )
        if isinstance(decision, Refusal):
            raise from_refusal(decision)
        return await self._append(warm, decision, asked, seeds=seeds)

    async def _append(
        self, warm: CachedEncounter, decision: Decided[Encounter], asked: CommandContext, *, seeds: dict[int, bytes]
    ) -> CommandResult:
        """Append what was decided, and only then take its state over."""
        stream, state, version = warm.stream, decision.state, warm.state.version
        records = warm.prepared.codec.encode_batch(
            stream.encounter, version + 1, current_time(), str(asked.speaker), decision.events
        )
        linked = chain.extend(warm.hash, records)
        appended = await self._store.append(
            Batch(
                stream=stream,
                command_id=asked.command_id,
                fingerprint=asked.fingerprint,
                expected_version=version,
                expected_hash=warm.hash,
                records=records,
                new_hash=linked,
                status=state.status,
                commitment=state.commitment,
                seeds=seeds,
                discard_seeds=state.status == "closed",
            )
        )
        if appended.repeated:
            return await self._answered_before(warm.prepared, stream, appended.first, appended.last)
        warm.state, warm.hash = state, linked
        if seeds:
            warm.seeds = {**warm.seeds, **seeds}
        snapshots = warm.prepared.snapshots
        if crosses_multiple(version, state.version, min(snapshots.every, snapshots.spacing)):
            self._keep_snapshot(warm, version)
        return CommandResult(version + 1, records, linked, state.prompts)

    async def _sent_before(
        self, warm: CachedEncounter, asked: CommandContext, problem: Problem
    ) -> CommandResult | None:
        """The answer to the same command when it was sent first, once more as safe as was asked for.

        Whose command is refused because it is not theirs to give hears nothing of the keys of others.
        """
        stream = warm.stream
        known = await self._store.command(stream, asked.command_id)
        if known is None:
            return None
        if known.fingerprint == asked.fingerprint:
            await self._wait_again(warm, asked, known)
            return await self._answered_before(warm.prepared, stream, known.first, known.last)
        if problem.details.code == "not_yours":
            return None
        raise Problem(
            "idempotency_mismatch",
            "The Idempotency-Key was used for another request; choose a new one for a new request.",
        )

    async def _wait_again(self, warm: CachedEncounter, asked: CommandContext, known: KnownCommand) -> None:
        """Have the store wait for the disk or the replicas once more: a known command appends nothing."""
        records = await self._history.records(warm.stream, known.first - 1, known.last)
        await self._store.append(
            Batch(
                stream=warm.stream,
                command_id=asked.command_id,
                fingerprint=asked.fingerprint,
                expected_version=known.first - 1,
                expected_hash=warm.hash,
                records=records,
                new_hash=warm.hash,
                status=warm.state.status,
                commitment=warm.state.commitment,
            )
        )

    async def _answered_before(
        self, prepared: RulesetRuntime[Any], stream: StreamId, first: int, last: int
    ) -> CommandResult:
        records = await self._history.records(stream, first - 1, last)
        then = await self._history.at(prepared, stream, last)
        return CommandResult(first, records, then.hash, then.state.prompts, repeated=True)

    async def _disclosed(self, warm: CachedEncounter) -> SeedMaterial:
        """All seeds, with the entropy that clients mixed in when they opened the encounter.

        Raises StoreDamaged where one is gone: a close without it would be final, and nothing ever proven.
        """
        (record,) = await self._history.records(warm.stream, 1, 2)
        _, opened = warm.prepared.codec.decode(record)
        entropy = opened.entropy if isinstance(opened, EncounterOpened | Branched) else ""
        seeds = await self._store.seeds(warm.stream)
        elsewhere = 0 if warm.state.prefix is None else warm.state.prefix.epoch - 1
        due = warm.state.epoch - elsewhere
        if len(seeds) < due:
            raise StoreDamaged(f"Of the seeds of {warm.stream.encounter}, {len(seeds)} of {due} are left.")
        return disclosed(seeds, entropy)

    def _keep_snapshot(self, warm: CachedEncounter, before: int) -> None:
        """Keep the state beside the events, off the way of the answer; one at a time for each encounter."""
        stream = warm.stream
        if stream in self._keeping:
            return
        state: StateAt[Any] = warm.known
        keeping = asyncio.create_task(warm.prepared.snapshots.save_if_due(stream, before, state))
        self._keeping[stream] = keeping
        keeping.add_done_callback(lambda _: self._keeping.pop(stream))


def chance_of(warm: CachedEncounter, speaker: Speaker, faces: tuple[Sent, ...] | None) -> Chance:
    """Where the faces come from: what the encounter was opened with, and who may supply them."""
    mode, ruleset = warm.state.chance, warm.prepared.ruleset
    if faces and not ruleset.draws:
        said = f"Nothing is thrown in {ruleset.title}; send the command without faces."
        raise Problem("faces_refused", said, rule=ruleset.faces_rule, field="faces")
    if faces is None:
        over = warm.state.status == "closed"  # its seeds are kept no more, and nothing is thrown that would need them
        return Supplied(()) if mode == "supplied" or over else warm.seeded()
    if mode == "seeded":
        raise Problem(
            "faces_refused", "The encounter throws by its seed; send the command without faces.", field="faces"
        )
    if mode == "either" and not speaker.is_narrator:
        raise Problem(
            "faces_refused",
            "Only the narrator supplies faces here; send the command without them.",
            field="faces",
        )
    return Supplied(faces)


def fingerprint(speaker: Speaker, principal: str, body: bytes) -> bytes:
    """What tells one request from another under the same ID: who asks, as whom, and the bytes of the body."""
    who = f"{speaker} {len(principal)} {principal}" if principal else str(speaker)
    return sha256(who.encode() + b"\n" + body).digest()
