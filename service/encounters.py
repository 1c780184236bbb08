"""The encounters: what the world may ask of them, whichever way it comes. Every answer is a view for a speaker."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from domain.choices import legal_forms
from domain.core_commands import Open
from domain.encounter import Encounter, Prompt
from domain.speaker import Speaker
from events.store import Store, StoreError, StreamId
from service import strict_json
from service.commanding import Accepted, Asked, Commanding, fingerprint
from service.history import History
from service.ids import named_by, uuid7
from service.prepared import Prepared, prepare_all
from service.problems import Problem, of_store, unvalidated
from service.settings import Settings
from service.view import Lines, view_records, view_state
from service.warm import Warm, WarmEncounters

ENCOUNTER_ID: Final = "[a-z0-9][a-z0-9_-]{0,63}"
EncounterId = Annotated[str, StringConstraints(pattern=f"^{ENCOUNTER_ID}$")]
_is_encounter_id = re.compile(ENCOUNTER_ID).fullmatch


class OpenRequest(Open):
    """Open an encounter: the fields of ``core.open``, and the ID that it is to have for ever."""

    id: EncounterId | None = Field(default=None, description="chosen by you; without it the service chooses one")


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


class Answered(NamedTuple):
    """An answer ready to be sent, and the version that it stands for."""

    body: bytes
    version: int


encode: Final = msgspec.json.Encoder().encode
_open_request: Final = TypeAdapter(OpenRequest)


class Encounters:
    """The application service on one store and one tenant."""

    def __init__(self, store: Store, rulesets: Mapping[str, Any], settings: Settings) -> None:
        self.store = store
        self.tenant = settings.tenant
        self.prepared = prepare_all(rulesets, store, settings)
        self.history = History(store, self.prepared)
        self.warm = WarmEncounters(self.history, settings.warm)
        self._commanding = Commanding(store, self.history, self.warm)

    async def close(self) -> None:
        """Finish what goes on beside the answers."""
        await self._commanding.close()

    def stream(self, encounter: str) -> StreamId:
        """The stream of an encounter. Raises Problem ``not_found`` for what cannot be one."""
        if not _is_encounter_id(encounter):
            raise Problem("not_found", f"There is no encounter {encounter[:64]!r}; IDs match {ENCOUNTER_ID}.")
        return StreamId(self.tenant, encounter)

    async def open(self, body: bytes, speaker: Speaker, key: str | None) -> tuple[str, Answered]:
        """Open an encounter; gives its ID and the answer."""
        strict_json.check(body)
        try:
            request = _open_request.validate_json(body)
        except ValidationError as error:
            raise unvalidated(error) from None
        prepared = self.ruleset(request.ruleset, field="ruleset")
        stream = self.stream(request.id or (named_by(key) if key else uuid7()))
        asked = Asked(speaker, key or uuid7(), fingerprint(speaker, body), key is not None)
        command = Open.model_validate(request.model_dump(exclude={"id"}))
        try:
            accepted = await self._commanding.open(prepared, stream, command, asked)
        except StoreError as error:
            raise of_store(error, command_id=asked.command_id) from error
        return stream.encounter, _answer(stream, accepted, speaker)

    async def command(
        self, encounter: str, body: bytes, speaker: Speaker, *, key: str | None = None, expected: int | None = None
    ) -> Answered:
        """Decide a command and append its batch; the answer tells the batch and the prompts that are open."""
        stream = self.stream(encounter)
        command_id = key or uuid7()
        try:
            warm = await self.warm.get(stream)
            request = _read(warm.prepared, body)
            asked = Asked(speaker, command_id, fingerprint(speaker, body), key is not None, expected)
            return _answer(stream, await self._commanding.command(warm, request, asked), speaker)
        except StoreError as error:
            raise of_store(error, command_id=command_id) from error

    async def state(self, encounter: str, speaker: Speaker, at: int | None = None) -> Answered:
        """The state now, or as it was at a version."""
        warm = await self.current(encounter)
        state: Encounter = warm.state
        if at is not None and at != state.version:
            if not 1 <= at <= state.version:
                raise Problem(
                    "not_found",
                    f"The encounter has versions 1 to {state.version}; there is no version {at}.",
                    field="at",
                    version=state.version,
                )
            try:
                state = await self.history.at(warm.prepared, warm.stream, at)
            except StoreError as error:
                raise of_store(error) from error
        return Answered(encode(view_state(state, speaker)), state.version)

    async def options(self, encounter: str, speaker: Speaker, combatant: str | None = None) -> Answered:
        """What the speaker may command now, as forms; only those of one combatant where one is named."""
        warm = await self.current(encounter)
        state = warm.state
        if combatant is not None and combatant not in state.joined:
            raise Problem(
                "not_found",
                f"Nobody is called {combatant!r} here; there are {', '.join(state.joined) or 'nobody yet'}.",
                field="combatant",
            )
        forms = [
            form
            for form in legal_forms(warm.prepared.ruleset, state, speaker)
            if combatant is None or combatant in (form.settled.get("actor"), form.settled.get("of"))
        ]
        return Answered(encode({"version": state.version, "forms": forms}), state.version)

    async def events(self, encounter: str, speaker: Speaker, after: int, limit: int) -> tuple[Lines, int]:
        """Events behind a version as the speaker sees them, and the version where the encounter stands."""
        warm = await self.current(encounter)
        try:
            records = await self.store.read(warm.stream, after=after, limit=limit)
        except StoreError as error:
            raise of_store(error) from error
        return view_records(records, after + 1, speaker), max(warm.state.version, after + len(records))

    async def current(self, encounter: str) -> Warm:
        """The encounter as it stands in the store at this moment."""
        try:
            warm = await self.warm.get(self.stream(encounter))
            async with warm.lock:
                await self._commanding.catch_up(warm)
        except StoreError as error:
            raise of_store(error) from error
        return warm

    def ruleset(self, key: str, *, field: str | None = None) -> Prepared[Any]:
        """A ruleset by its key. Raises Problem ``invalid`` where the key is a field, and otherwise ``not_found``."""
        try:
            return self.prepared[key]
        except KeyError:
            detail = f"There is no ruleset {key[:40]!r}; there are {', '.join(self.prepared)}."
            raise Problem("invalid" if field else "not_found", detail, field=field) from None


def _read(prepared: Prepared[Any], body: bytes) -> Any:
    """The typed request of a command."""
    strict_json.check(body)
    try:
        return prepared.request.validate_json(body)
    except ValidationError as error:
        raise unvalidated(error, tags=prepared.tags) from None


def _answer(stream: StreamId, accepted: Accepted, speaker: Speaker) -> Answered:
    lines = view_records(accepted.records, accepted.first, speaker)
    answer = CommandAnswer(
        stream.encounter, accepted.version, accepted.first, lines.events, accepted.prompts, lines.private
    )
    return Answered(encode(answer), accepted.version)
