"""The encounters: what the world may ask of them, whichever way it comes. Every answer is a view for a speaker."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from pydantic import Field, StringConstraints, ValidationError

from domain.choices import legal_forms
from domain.core_commands import Open
from domain.encounter import Encounter, Prompt
from domain.faults import form_of
from domain.forms import Form
from domain.speaker import Speaker
from events.store import EncounterMissing, Store, StoreDamaged, StoreError, StreamId
from service import strict_json
from service.commanding import Accepted, Asked, Commanding, fingerprint
from service.faults import unvalidated
from service.history import PIECE, History
from service.ids import named_by, uuid7
from service.metrics import Metrics
from service.prepared import Prepared, prepare_all
from service.problems import Problem, of_store
from service.settings import Settings
from service.view import view_prompts, view_record, view_records, view_state
from service.warm import Warm, WarmEncounters

MOST_PAGES: Final = 20
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


class EventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of events: where the encounter stands, the version to read on behind, and the lines as in an answer."""

    version: int
    after: int
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}


class LegalForms(msgspec.Struct, frozen=True):
    """What is legal at a version, as forms."""

    version: int
    forms: list[Form]


class Listed(msgspec.Struct, frozen=True):
    """What the list tells of an encounter: ``opened`` is the time at which it was."""

    id: str
    name: str
    ruleset: str
    status: str
    version: int
    opened: str


class Listing(msgspec.Struct, frozen=True):
    """A page of the list; ``next`` is the cursor of the page behind it, or null."""

    encounters: list[Listed]
    next: str | None


class _OpenedData(msgspec.Struct):
    name: str
    ruleset: str


class _Opened(msgspec.Struct):
    time: str
    data: _OpenedData


class Answered(NamedTuple):
    """An answer ready to be sent, and the version that it stands for."""

    body: bytes
    version: int


encode: Final = msgspec.json.Encoder().encode
_opened: Final = msgspec.json.Decoder(_Opened).decode


class Encounters:
    """The application service on one store and one tenant."""

    def __init__(self, store: Store, rulesets: Mapping[str, Any], settings: Settings) -> None:
        self.store = store
        self.tenant = settings.tenant
        self.prepared = prepare_all(rulesets, store, settings)
        self.history = History(store, self.prepared)
        self.warm = WarmEncounters(self.history, settings.warm)
        self.metrics = Metrics(lambda: len(self.warm))
        self._commanding = Commanding(store, self.history, self.warm)

    async def close(self) -> None:
        """Finish what goes on beside the answers."""
        await self._commanding.close()

    def stream(self, encounter: str) -> StreamId:
        """The stream of an encounter. Raises Problem ``not_found`` for what cannot be one."""
        if not _is_encounter_id(encounter):
            raise Problem("not_found", f"There is no encounter {encounter[:64]!r}; IDs {form_of(ENCOUNTER_ID)}.")
        return StreamId(self.tenant, encounter)

    async def open(self, body: bytes, speaker: Speaker, key: str | None) -> tuple[str, Answered]:
        """Open an encounter; gives its ID and the answer."""
        began = perf_counter()
        with self._counting_problems(began):
            value = strict_json.check(body)
            try:
                request = OpenRequest.model_validate_json(body)
            except ValidationError as error:
                raise unvalidated(error, value, OpenRequest) from None
            prepared = self.ruleset(request.ruleset, field="ruleset")
            stream = self.stream(request.id or (named_by(key) if key else uuid7()))
            asked = Asked(speaker, key or uuid7(), fingerprint(speaker, body), key is not None)
            command = Open.model_validate(request.model_dump(exclude={"id"}))
            with store_problems(asked.command_id):
                accepted = await self._commanding.open(prepared, stream, command, asked)
        self._count(accepted, began)
        return stream.encounter, _answer(stream, accepted, speaker)

    async def command(
        self, encounter: str, body: bytes, speaker: Speaker, *, key: str | None = None, expected: int | None = None
    ) -> Answered:
        """Decide a command and append its batch; the answer tells the batch and the prompts that are open."""
        began = perf_counter()
        stream = self.stream(encounter)
        command_id = key or uuid7()
        with self._counting_problems(began), store_problems(command_id):
            warm = await self.warm.get(stream)
            request = _read(warm.prepared, body)
            asked = Asked(speaker, command_id, fingerprint(speaker, body), key is not None, expected)
            accepted = await self._commanding.command(warm, request, asked)
        answered = _answer(stream, accepted, speaker)
        self._count(accepted, began)
        return answered

    @contextmanager
    def _counting_problems(self, began: float) -> Iterator[None]:
        """Count what a command is answered with, where it is not accepted."""
        try:
            yield
        except Problem as problem:
            self.metrics.command(problem.details.code, began)
            raise
        except Exception:
            self.metrics.command("internal", began)
            raise

    def _count(self, accepted: Accepted, began: float) -> None:
        """Count an accepted command."""
        if accepted.repeated:
            self.metrics.command("repeated", began)
        else:
            self.metrics.command("accepted", began, len(accepted.records))

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
            with store_problems():
                state = await self.history.at(warm.prepared, warm.stream, at)
        return Answered(encode(view_state(warm.prepared.ruleset, state, speaker)), state.version)

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
        asked = {prompt.id: prompt.to for prompt in state.prompts}
        forms = [
            form
            for form in legal_forms(warm.prepared.ruleset, state, speaker)
            if combatant is None
            or combatant
            in (form.settled.get("actor"), form.settled.get("of"), asked.get(str(form.settled.get("prompt"))))
        ]
        return Answered(encode(LegalForms(state.version, forms)), state.version)

    async def events(self, encounter: str, speaker: Speaker, after: int, limit: int) -> Answered:
        """A page of events behind a version."""
        warm = await self.current(encounter)
        version = warm.state.version
        with store_problems():
            records = await self.history.records(warm.stream, after, min(after + limit, version))
        lines = view_records(records, after + 1, speaker)
        return Answered(encode(EventPage(version, after + len(records), lines.events, lines.private)), version)

    async def lines(
        self, encounter: str, speaker: Speaker, after: int, limit: int | None
    ) -> tuple[int, AsyncIterator[bytes]]:
        """The version where the encounter stands, and its records behind ``after`` as lines, read piece by piece."""
        warm = await self.current(encounter)
        version = warm.state.version
        last = version if limit is None else min(version, after + limit)
        return version, self._lines(warm.stream, speaker, after, last)

    async def _lines(self, stream: StreamId, speaker: Speaker, after: int, last: int) -> AsyncIterator[bytes]:
        while after < last:
            records = await self.history.records(stream, after, min(after + PIECE, last))
            after += len(records)
            yield b"".join(view_record(record, speaker) + b"\n" for record in records)

    async def ready(self) -> None:
        """Raise Problem ``store_away`` unless the store answers."""
        with store_problems():
            await self.store.encounters(self.tenant, limit=1)

    async def listed(self, *, after: str, limit: int, status: str | None, ruleset: str | None) -> bytes:
        """A page of the encounters in the order of their IDs, those that fit the filters."""
        found: list[Listed] = []
        with store_problems():
            for _ in range(MOST_PAGES):
                page = await self.store.encounters(self.tenant, after=after, limit=limit)
                for encounter in page:
                    one = await self._listed(encounter)
                    if status in (None, one.status) and ruleset in (None, one.ruleset):
                        found.append(one)
                    after = encounter
                    if len(found) == limit:
                        return encode(Listing(found, after))
                if len(page) < limit:
                    return encode(Listing(found, None))
        return encode(Listing(found, after))

    async def _listed(self, encounter: str) -> Listed:
        stream = StreamId(self.tenant, encounter)
        try:
            head = await self.store.head(stream)
        except EncounterMissing:
            raise StoreDamaged(f"{encounter} stands in the list, but there is nothing else of it.") from None
        (record,) = await self.history.records(stream, 1, 2)
        opened = _opened(record)
        return Listed(encounter, opened.data.name, opened.data.ruleset, head.status, head.version, opened.time)

    async def current(self, encounter: str) -> Warm:
        """The encounter as it stands in the store at this moment."""
        with store_problems():
            stream = self.stream(encounter)
            warm = self.warm.at_hand(stream)
            if warm is None and not self.warm.is_loading(stream):
                return await self.warm.load(stream)  # read for this very question, so that nothing can be newer
            warm = warm or await self.warm.load(stream)
            async with warm.lock:
                await self._commanding.catch_up(warm)
        return warm

    def ruleset(self, key: str, *, field: str | None = None) -> Prepared[Any]:
        """A ruleset by its key. Raises Problem ``invalid`` where the key is a field, and otherwise ``not_found``."""
        try:
            return self.prepared[key]
        except KeyError:
            detail = f"There is no ruleset {key[:40]!r}; there are {', '.join(self.prepared)}."
            raise Problem("invalid" if field else "not_found", detail, field=field) from None


@contextmanager
def store_problems(command_id: str | None = None) -> Iterator[None]:
    """Raise what the store cannot do as a Problem; ``command_id`` is the key by which a command may be sent again."""
    try:
        yield
    except StoreError as error:
        raise of_store(error, command_id=command_id) from error


def _read(prepared: Prepared[Any], body: bytes) -> Any:
    """The typed request of a command."""
    value = strict_json.check(body)
    try:
        return prepared.request.model_validate_json(body)
    except ValidationError as error:
        raise unvalidated(error, value, prepared.request) from None


def _answer(stream: StreamId, accepted: Accepted, speaker: Speaker) -> Answered:
    lines = view_records(accepted.records, accepted.first, speaker)
    answer = CommandAnswer(
        stream.encounter,
        accepted.version,
        accepted.first,
        lines.events,
        view_prompts(accepted.prompts, speaker),
        lines.private,
    )
    return Answered(encode(answer), accepted.version)
