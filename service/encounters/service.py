"""The encounters: opening them, branching them, commanding them, and the one way by which anybody comes to see one.

Every answer is a view for the speaker who asks.
"""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from pydantic import Field, StringConstraints, ValidationError

from domain.core.commands import Branch, Name, Open, StrictModel
from domain.model.encounter import ChanceMode, Encounter, Prompt
from domain.model.speaker import Speaker
from domain.text.validation import form_of
from events.store.protocol import EncounterMissing, Store, StoreError, StreamId
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.cache import CachedEncounter, EncounterCache
from service.encounters.command_handler import CommandContext, CommandHandler, CommandResult, fingerprint
from service.encounters.delayed_view import DelayedViews
from service.encounters.ids import encounter_id_from, uuid7
from service.encounters.state_loader import StateLoader
from service.encounters.visibility import view_prompts, view_records
from service.metrics import Metrics
from service.problems import strict_json
from service.problems.problem import Problem, from_store_error, not_batch_end
from service.problems.validation import from_validation_error
from service.rulesets.runtime import RulesetRuntime, prepare_all
from service.settings import Settings

ENCOUNTER_ID: Final = "[a-z0-9][a-z0-9_-]{0,63}"
EncounterId = Annotated[str, StringConstraints(pattern=f"^{ENCOUNTER_ID}$")]
is_encounter_id = re.compile(ENCOUNTER_ID).fullmatch


class OpenRequest(Open):
    """Open an encounter: the fields of ``core.open``, and the ID that it is to have for ever."""

    id: EncounterId | None = Field(default=None, description="chosen by you; without it the service chooses one")


class BranchRequest(StrictModel):
    """Ask what if: open an encounter that goes on from where another one stood.

    Its throws are seeded afresh. The name and the kind of chance are those of the other where nothing else is said.
    """

    at: int | None = Field(default=None, ge=1, le=2**53, description="the last version of a batch; else the newest")
    id: EncounterId | None = Field(default=None, description="chosen by you; without it the service chooses one")
    name: Name | None = None
    chance: ChanceMode | None = None
    entropy: str = Field(default="", max_length=128, description="anything you like, mixed into the draws of epoch 1")


class CommandAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an accepted command caused.

    ``version`` is the last version of its batch and ``first`` the first; ``events`` are the public lines of the batch
    as they are stored, ``private`` the private parts that the speaker may see, by version; ``prompts`` are open now.
    """

    encounter: str
    version: int
    first: int
    events: list[msgspec.Raw]
    prompts: tuple[Prompt, ...]
    private: dict[str, msgspec.Raw] = {}


class EncodedBody(NamedTuple):
    """An answer ready to be sent, the version that it stands for, and the chain's hash there."""

    body: bytes
    version: int
    hash: bytes


class VisibleEncounter(NamedTuple):
    """An encounter as somebody may see it: ``version`` is the newest in view, ``hash`` the chain's there.

    ``state`` is the state there, whole. Every reader asks for the events and states up to that version, and for none
    behind it: what the warm encounter holds may be younger.
    """

    warm: CachedEncounter
    speaker: Speaker
    version: int
    hash: bytes
    state: Encounter

    @property
    def over(self) -> bool:
        """Whether nothing follows on what is in view; what is held back of a branch may come into view with others."""
        whole = self.version == self.warm.state.version
        if self.warm.sealed:
            return whole or not self.warm.state.lineage
        return whole and self.warm.state.status == "closed"

    def answered(self, body: bytes) -> EncodedBody:
        """An answer about the encounter as it stands in view."""
        return EncodedBody(body, self.version, self.hash)


M = TypeVar("M", bound=StrictModel)
encode: Final = msgspec.json.Encoder().encode


class Encounters:
    """The application service on one store."""

    def __init__(self, store: Store, rulesets: Mapping[str, Any], settings: Settings) -> None:
        self.store = store
        self._tenant = settings.tenant
        self.prepared = prepare_all(rulesets, store, settings)
        self.history = StateLoader(store, self.prepared)
        self.warm = EncounterCache(self.history, settings.warm)
        self.metrics = Metrics(lambda: len(self.warm))
        self._horizons = DelayedViews(self.history, self._if_there)
        self._commanding = CommandHandler(store, self.history, self.warm)

    async def close(self) -> None:
        """Finish what goes on beside the answers."""
        await self._commanding.close()

    def stream(self, encounter: str, caller: Caller) -> StreamId:
        """The stream of an encounter that the caller means.

        Raises Problem ``not_found`` for what cannot be one, and for those that the caller's token is not for: whether
        they are there is not even looked up.
        """
        if not is_encounter_id(encounter):
            raise Problem("not_found", f"There is no encounter {encounter[:64]!r}; IDs {form_of(ENCOUNTER_ID)}.")
        stream = StreamId(caller.tenant, encounter)
        if not caller.may_access(encounter):
            raise from_store_error(EncounterMissing(stream))
        return stream

    def fresh(self, encounter: str, caller: Caller, *, field: str = "id") -> StreamId:
        """The stream of an encounter to begin. Raises Problem ``not_yours`` for one that the token is not for."""
        if not caller.may_access(encounter):
            allowed = f"Only encounters that the token names may be opened with it: send one of their IDs as {field}."
            raise Problem("not_yours", allowed, field=field)
        return StreamId(caller.tenant, encounter)

    async def open(self, body: bytes, caller: Caller, key: str | None) -> tuple[str, EncodedBody]:
        """Open an encounter; gives its ID and the answer."""
        began = perf_counter()
        with _CountingProblems(self.metrics, began):
            caller.require_size(len(body))
            if not caller.speaker.is_narrator:
                said = "Only a narrator opens encounters: ask with a narrator's token where tokens are asked for, "
                raise Problem("not_yours", said + "elsewhere say Yarrow-As: narrator.")
            request = _validated(OpenRequest, body)
            prepared = self.ruleset(request.ruleset, field="ruleset")
            asked = _asked(caller, body, key)
            stream = self.fresh(request.id or encounter_id_from(asked.command_id), caller)
            command = Open.model_validate(request.model_dump(exclude={"id"}))
            with store_problems(asked.command_id):
                accepted = await self._commanding.begin(prepared, stream, command, asked)
        self._count(accepted, began)
        return stream.encounter, _answer(stream, accepted, caller.speaker)

    async def branch(self, encounter: str, body: bytes, caller: Caller, key: str | None) -> tuple[str, EncodedBody]:
        """Open an encounter where another one stands, or stood behind a batch; gives its ID and the answer."""
        began = perf_counter()
        with _CountingProblems(self.metrics, began):
            caller.require_size(len(body))
            asked = _asked(caller, encounter.encode() + b"\n" + body, key)
            async with self.visible_encounter(encounter, caller) as sight:
                stream, accepted = await self._branched(sight, caller, body, asked)
        self._count(accepted, began)
        return stream.encounter, _answer(stream, accepted, caller.speaker)

    async def _branched(
        self, sight: VisibleEncounter, caller: Caller, body: bytes, asked: CommandContext
    ) -> tuple[StreamId, CommandResult]:
        if not caller.speaker.is_narrator:
            raise Problem("not_yours", "Only a narrator asks what if: a branch carries what is hidden from others.")
        request = _validated(BranchRequest, body)
        at, linked, past = await self.state_at_batch_end(sight, request.at, "A branch begins at")
        stream = self.fresh(request.id or encounter_id_from(asked.command_id), caller)
        command = Branch(
            of=sight.warm.stream.encounter,
            at=at,
            chain=linked.hex(),
            name=request.name or past.name,
            chance=request.chance or past.chance,
            entropy=request.entropy,
        )
        with store_problems(asked.command_id):
            return stream, await self._commanding.begin(sight.warm.prepared, stream, command, asked, past)

    async def command(
        self, encounter: str, body: bytes, caller: Caller, *, key: str | None = None, expected: int | None = None
    ) -> EncodedBody:
        """Decide a command and append its batch; the answer tells the batch and the prompts that are open."""
        began = perf_counter()
        stream = self.stream(encounter, caller)
        asked = _asked(caller, body, key, expected)
        with _CountingProblems(self.metrics, began), store_problems(asked.command_id):
            caller.require_size(len(body))
            if caller.speaker.role == "spectator":
                await self._watched(encounter, caller)
            warm = await self.warm.get(stream)
            try:
                request = _validated(warm.prepared.request, body)
                accepted = await self._commanding.command(warm, request, asked)
            except Problem as problem:
                problem.about(warm.state.version, warm.hash)
                raise
        answered = _answer(stream, accepted, caller.speaker)
        self._count(accepted, began)
        return answered

    async def _watched(self, encounter: str, caller: Caller) -> None:
        """Refuse a command of somebody who only watches, before anything tells what others have sent."""
        said = (
            "A spectator watches. To command, ask with a token of a narrator or a player where tokens are asked for; "
            "elsewhere say Yarrow-As: narrator or Yarrow-As: player:<combatant>."
        )
        async with self.visible_encounter(encounter, caller):
            raise Problem("not_yours", said)

    def _count(self, accepted: CommandResult, began: float) -> None:
        """Count an accepted command."""
        if accepted.repeated:
            self.metrics.command("repeated", began)
        else:
            self.metrics.command("accepted", began, len(accepted.records))

    async def ready(self) -> None:
        """Raise Problem ``store_away`` unless the store answers."""
        with store_problems():
            await self.store.encounters(self._tenant, limit=1)

    async def sight(self, encounter: str, caller: Caller) -> VisibleEncounter:
        """The encounter as it stands in the store at this moment, as far as the caller may see it.

        For a caller with a delay it lies at its horizon, and an encounter that was not there so long ago is not found.
        """
        with store_problems():
            warm = await self._current(self.stream(encounter, caller))
            seen = warm.known if caller.delay is None else await self._horizons.behind(warm, caller.delay)
        if seen is None:
            raise from_store_error(EncounterMissing(warm.stream))
        return VisibleEncounter(warm, caller.speaker, *seen)

    @asynccontextmanager
    async def visible_encounter(self, encounter: str, caller: Caller) -> AsyncIterator[VisibleEncounter]:
        """``sight``, for an answer about this encounter: a problem that comes up from here on says where it stands.

        Whatever else is looked at on the way, a problem says nothing of where that stands.
        """
        sight = await self.sight(encounter, caller)
        try:
            yield sight
        except Problem as problem:
            problem.about(sight.version, sight.hash)
            raise

    async def state_at(
        self, sight: VisibleEncounter, at: int | None = None, *, field: str = "at"
    ) -> StateAt[Encounter]:
        """The encounter as it stood at a version in view; without one, at the newest.

        Raises Problem ``not_found`` for a version that is not there; ``field`` is where it was asked for.
        """
        version = sight.version if at is None else at
        if not 1 <= version <= sight.version:
            name = sight.warm.stream.encounter
            said = f"The encounter {name} has versions 1 to {sight.version}; there is no version {at}."
            raise Problem("not_found", said, field=field, version=sight.version)
        warm = sight.warm
        if version == sight.version:
            return StateAt(version, sight.hash, sight.state)
        with store_problems():
            return await self.history.at(warm.prepared, warm.stream, version)

    async def state_at_batch_end(self, sight: VisibleEncounter, at: int | None, said: str) -> StateAt[Encounter]:
        """The encounter as it stood behind a whole batch; ``said`` is what begins there alone.

        Raises Problem ``not_found`` as ``state_at`` does, and ``not_batch_end`` for a version within a batch.
        """
        stood = await self.state_at(sight, at)
        with store_problems():
            nearest = await self.history.batch_end(sight.warm.stream, stood.version, sight.version)
        if nearest != stood.version:
            raise not_batch_end(said, stood.version, nearest=nearest, current=sight.version, field="at")
        return stood

    async def _current(self, stream: StreamId) -> CachedEncounter:
        warm = self.warm.at_hand(stream)
        if warm is None and not self.warm.is_loading(stream):
            return await self.warm.load(stream)  # read for this very question, so that nothing can be newer
        warm = warm or await self.warm.load(stream)
        async with warm.lock:
            await self._commanding.catch_up(warm)
        return warm

    async def _if_there(self, stream: StreamId) -> CachedEncounter | None:
        """The encounter as it stands; None where there is none that is played by rules which are installed."""
        try:
            return await self._current(stream)
        except EncounterMissing:
            return None
        except Problem as problem:
            if problem.details.code != "ruleset_missing":
                raise
            return None

    def ruleset(self, key: str, *, field: str | None = None) -> RulesetRuntime[Any]:
        """A ruleset by its key. Raises Problem ``invalid`` where the key is a field, and otherwise ``not_found``."""
        try:
            return self.prepared[key]
        except KeyError:
            detail = f"There is no ruleset {key[:40]!r}; there are {', '.join(self.prepared)}."
            raise Problem("invalid" if field else "not_found", detail, field=field) from None


class _CountingProblems:
    """Counts what a command that began at a moment is answered with, where it is not accepted."""

    def __init__(self, metrics: Metrics, began: float) -> None:
        self._metrics = metrics
        self._began = began

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            self._metrics.command(error.details.code if isinstance(error, Problem) else "internal", self._began)


class store_problems:  # noqa: N801  # it is used as a function is
    """Raise what the store cannot do as a Problem; ``command_id`` is the key by which a command may be sent again."""

    def __init__(self, command_id: str | None = None) -> None:
        self._command_id = command_id

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StoreError):
            raise from_store_error(error, command_id=self._command_id) from error


def _asked(caller: Caller, said: bytes, key: str | None, expected: int | None = None) -> CommandContext:
    """How something was asked for; ``said`` tells this request from another one under the same key."""
    known = fingerprint(caller.speaker, caller.principal, said)
    return CommandContext(caller.speaker, key or uuid7(), known, key is not None, expected, caller.principal)


def _validated(model: type[M], body: bytes) -> M:
    """A body as its model has it. Raises Problem ``too_large``, ``malformed`` or ``invalid``."""
    value = strict_json.parse(body)
    try:
        return model.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise from_validation_error(error, value, model) from None


def _answer(stream: StreamId, accepted: CommandResult, speaker: Speaker) -> EncodedBody:
    lines = view_records(accepted.records, accepted.first, speaker)
    answer = CommandAnswer(
        stream.encounter,
        accepted.version,
        accepted.first,
        lines.events,
        view_prompts(accepted.prompts, speaker),
        lines.private,
    )
    return EncodedBody(encode(answer), accepted.version, accepted.hash)
