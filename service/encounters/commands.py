"""Commands on encounters: opening, branching and commanding them on behalf of a caller."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from pydantic import Field, ValidationError
from pydantic.config import JsonDict

from domain.core.commands import (
    Branch,
    Command,
    Name,
    Open,
    SentAnswer,
    StrictModel,
)
from domain.model.encounter import ChanceMode
from domain.model.integers import MAX_INTEGER
from domain.model.refusal import FieldError
from domain.model.speaker import Speaker
from domain.ruleset.staging import opening_of
from events.store.protocol import StreamId
from service.auth.access import Caller
from service.encounters.advice import CommandAdvice
from service.encounters.cache import EncounterCache
from service.encounters.command_handler import CommandContext, CommandHandler
from service.encounters.encoding import EncodedBody
from service.encounters.ids import EncounterId, encounter_id_from, former_encounter_id_from, new_stream_of, stream_of
from service.encounters.state_loader import CachedEncounter
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.metrics import Metrics
from service.problems import strict_json
from service.problems.problem import Problem
from service.problems.store_problems import store_problems
from service.problems.validation import from_validation_error, invalid
from service.rulesets.runtime import CommandRequest, RulesetRuntime, require_ruleset
from service.rulesets.scenes import Scenes
from service.work.slices import in_slice, parsed

ID_DESCRIPTION: Final = "the ID of the new encounter, chosen by you; by default the service chooses one"
NO_ANSWERS: Final = "Opening an encounter asks nothing; send answers with the command that asks, or core.set_policy."


def _without_default(schema: JsonDict) -> None:
    del schema["default"]


class OpenRequest(Open):
    """Open an encounter of a ``ruleset`` or from a ``scene``: the fields of ``core.open``, and its permanent ID.

    A scene has its own combatants, and commands that follow the opening; all of it is recorded, or nothing.
    """

    ruleset: str = Field(
        default="",
        description="key of the ruleset; with a scene that of the scene, or left out",
        examples=["s3"],
        max_length=40,
        json_schema_extra=_without_default,
    )
    scene: str | None = Field(
        default=None, description="ID of a scene of `GET /v1/scenes`", examples=["jailbreak"], max_length=64
    )
    id: EncounterId | None = Field(default=None, description=ID_DESCRIPTION)


class BranchRequest(StrictModel):
    """Open an encounter that continues from a past version of another one, to find out what if.

    The branch draws from fresh seeds. It takes its name and its kind of chance from the other encounter by default.
    """

    at: int | None = Field(
        default=None,
        ge=1,
        le=MAX_INTEGER,
        description="the version to branch from, the last of a batch; by default the newest",
    )
    id: EncounterId | None = Field(default=None, description=ID_DESCRIPTION)
    name: Name | None = None
    chance: ChanceMode | None = None
    entropy: str = Field(default="", max_length=128, description="any text, mixed into the draws of epoch 1")


M = TypeVar("M", bound=StrictModel)


class EncounterCommands:
    """Validates the commands of callers and passes them to the command handler."""

    def __init__(
        self,
        handler: CommandHandler,
        cache: EncounterCache,
        viewer: EncounterViewer,
        runtimes: Mapping[str, RulesetRuntime[Any]],
        scenes: Scenes,
        metrics: Metrics,
    ) -> None:
        self._handler = handler
        self._cache = cache
        self._viewer = viewer
        self._runtimes = runtimes
        self._scenes = scenes
        self._metrics = metrics

    async def open(
        self, body: bytes, caller: Caller, key: str | None, *, check: bool = False
    ) -> tuple[str, EncodedBody]:
        """Open an encounter; return its ID and the response. With ``check``, the command is checked instead."""
        context = CommandContext.of(caller, body, None if check else key)
        with _CountedProblems(self._metrics, context, check=check):
            caller.require_size(len(body))
            if not caller.speaker.is_narrator:
                raise Problem(
                    "not_yours",
                    "Only a narrator opens encounters: send a narrator's token if the service uses tokens, otherwise "
                    "send Yarrow-As: narrator.",
                )
            request = await parsed(_parsed, OpenRequest, body=body)
            stream = await self._new_stream(request.id, caller, context)
            try:
                return stream.encounter, await self._begin(request, stream, context, check=check)
            except Problem as problem:
                # A scene of the operator may be gone since the first request of this key.
                before = None if check else await self._handler.original_opening(stream, context, problem)
                if before is None:
                    raise
                return stream.encounter, before

    async def _begin(
        self, request: OpenRequest, stream: StreamId, context: CommandContext, *, check: bool
    ) -> EncodedBody:
        command, following = self._opening(request)
        runtime = require_ruleset(self._runtimes, command.ruleset)
        begin = self._handler.check_beginning if check else self._handler.begin
        return await begin(
            runtime, stream, command, context._replace(large=context.large or bool(following)), following=following
        )

    def _opening(self, request: OpenRequest) -> tuple[Open, Sequence[Command]]:
        """Return the commands of a request to open an encounter. Raises Problem ``invalid``."""
        given = request.model_fields_set
        if asked := [path for path, answers in _answers_in(request) if answers]:
            raise invalid([FieldError(path, NO_ANSWERS) for path in asked])
        if request.scene is None:
            if not request.ruleset:
                raise invalid([FieldError("ruleset", "This field is required, or else the ID of a scene as `scene`.")])
            return Open(**{name: getattr(request, name) for name in given & Open.model_fields.keys()}), ()
        found = self._scenes.staged(request.scene, "scene")
        content = found.scene.content
        if request.ruleset not in ("", content.ruleset):
            detail = f"The scene is one of {content.ruleset}; leave the ruleset out."
            raise invalid([FieldError("ruleset", detail)])
        if request.combatants:
            detail = "The scene has its own combatants; leave them out, and send core.join when it is open."
            raise invalid([FieldError("combatants", detail)])
        if taken := sorted(request.options.keys() & content.options.keys()):
            detail = "The scene sets this option; leave it out."
            raise invalid([FieldError(f"options.{one}", detail) for one in taken])
        changes = {name: getattr(request, name) for name in given & {"name", "chance", "entropy", "metadata"}}
        return opening_of(found.scene, options={**request.options, **content.options}, **changes), found.commands

    async def branch(
        self, encounter: str, body: bytes, caller: Caller, key: str | None, *, check: bool = False
    ) -> tuple[str, EncodedBody]:
        """Open a branch of another encounter at the end of one of its batches; return its ID and the response.

        With ``check``, the command is checked instead.
        """
        context = CommandContext.of(caller, encounter.encode() + b"\n" + body, None if check else key)
        with _CountedProblems(self._metrics, context, check=check):
            caller.require_size(len(body))
            async with self._viewer.visible_encounter(encounter, caller) as view:
                return await self._branch(view, caller, body, context, check=check)

    async def _branch(
        self, view: VisibleEncounter, caller: Caller, body: bytes, context: CommandContext, *, check: bool
    ) -> tuple[str, EncodedBody]:
        if not caller.speaker.is_narrator:
            raise Problem("not_yours", "Only a narrator opens branches: a branch carries what is hidden from others.")
        request = await parsed(_parsed, BranchRequest, body=body)
        at, linked, past = await self._viewer.state_at_batch_end(view, request.at, "A branch begins at")
        command = Branch(
            of=view.cached.stream.encounter,
            at=at,
            chain=linked.hex(),
            name=request.name or past.name,
            chance=request.chance or past.chance,
            entropy=request.entropy,
        )
        begin = self._handler.check_beginning if check else self._handler.begin
        with store_problems(None if check else context.key):
            stream = await self._new_stream(request.id, caller, context)
            large = context._replace(large=True)
            return stream.encounter, await begin(view.cached.runtime, stream, command, large, past)

    async def _new_stream(self, chosen: str | None, caller: Caller, context: CommandContext) -> StreamId:
        """Return the stream of an encounter to be opened, which has the chosen ID or one that follows from the key.

        A request that an earlier version has executed has the stream that was opened then.
        """
        former = StreamId(caller.tenant, former_encounter_id_from(context.key))
        is_possible = chosen is None and caller.may_access(former.encounter)
        if is_possible and await self._handler.formerly_opened(former, context):
            return former
        return new_stream_of(chosen or encounter_id_from(context.command_id), caller)

    async def command(
        self,
        encounter: str,
        body: bytes,
        caller: Caller,
        *,
        key: str | None = None,
        expected: int | None = None,
        check: bool = False,
    ) -> EncodedBody:
        """Decide a command and append its batch; the response has the batch and the open prompts.

        With ``check``, the command is checked instead, and its key is not used.
        """
        stream = stream_of(encounter, caller)
        context = CommandContext.of(caller, body, None if check else key, expected)
        with _CountedProblems(self._metrics, context, check=check):
            caller.require_size(len(body))
            if caller.speaker.role == "spectator":
                await self._refuse_spectator(encounter, caller)
            cached = self._cache.peek(stream) or await self._cache.load(stream)
            try:
                handle = self._handler.check if check else self._handler.command
                parts = cached, caller.speaker, body
                request = await in_slice(self._request, *parts) if context.large else self._request(*parts)
                return await handle(cached, request, context)
            except Problem as problem:
                problem.about(cached.current.version, cached.current.hash)
                raise

    def _request(self, cached: CachedEncounter, speaker: Speaker, body: bytes) -> CommandRequest:
        """Parse a command. Raises Problem as ``_parsed`` does, and ``refused`` if it could not be given now."""
        strict_json.require(body)
        try:
            return cached.runtime.request.from_json(body)
        except ValidationError as error:
            raise CommandAdvice(self._runtimes, cached, speaker).on(error, strict_json.parse(body)) from None

    async def _refuse_spectator(self, encounter: str, caller: Caller) -> None:
        """Refuse a spectator's command before any check that could reveal the commands of others."""
        async with self._viewer.visible_encounter(encounter, caller):
            raise Problem(
                "not_yours",
                "A spectator cannot command: send a narrator's or a player's token if the service uses tokens, "
                "otherwise send Yarrow-As: narrator or Yarrow-As: player:<combatant>.",
            )


class _CountedProblems(store_problems):
    """Context manager that raises a StoreError as a Problem, and counts a command that is not accepted by its code.

    The problem names the idempotency key for a retry, unless the command is only checked.
    """

    def __init__(self, metrics: Metrics, context: CommandContext, *, check: bool) -> None:
        super().__init__(None if check else context.key)
        self._metrics = metrics
        self._context = context

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        try:
            super().__exit__(kind, error, trace)
        except Problem as problem:
            error = problem
            raise
        finally:
            if isinstance(error, Exception):
                code = error.details.code if isinstance(error, Problem) else "internal"
                self._metrics.command(code, self._context.arrived)


def _answers_in(request: OpenRequest) -> Iterator[tuple[str, tuple[SentAnswer, ...]]]:
    """Yield the answers that a request to open an encounter has, each list with its path."""
    yield "answers", request.answers
    for place, newcomer in enumerate(request.combatants):
        yield f"combatants[{place}].answers", newcomer.answers


def _parsed(model: type[M], body: bytes) -> M:
    """Parse a body. Raises Problem ``too_large``, ``malformed`` or ``invalid``."""
    strict_json.require(body)
    try:
        return model.from_json(body)
    except ValidationError as error:
        raise from_validation_error(error, strict_json.parse(body), model) from None
