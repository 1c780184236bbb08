"""The replay check: deciding each recorded command again, with the draws on record, gives the same events."""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple, NoReturn

from msgspec.structs import replace

from domain.chance.draws import Repeated
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Branch, Command, Rewind, type_of
from domain.core.events import Branched, Commanded, EncounterClosed, EncounterOpened, Imported, Rewound
from domain.model.encounter import BRANCHED_AT, Encounter
from domain.model.event import Event, Recorded
from domain.model.refusal import Refusal
from domain.model.speaker import parse_speaker
from domain.ruleset.decider import Decided, decide
from domain.ruleset.ruleset import Ruleset
from events.audit.canonical import CanonicalWriter, DecodedRecord
from events.audit.verify_draws import draws_of
from events.format import chain
from events.format.carried_state import CARRYING, carried_by
from events.format.chain import Fault
from events.format.codec import Codec, encode_json
from events.format.envelope import EVERYBODY
from events.format.steps import Steps, parts
from events.format.upcasters import Upcasters

MAX_STEP_EVENTS: Final = 20
"""Events after which a step of the replay ends, with the command that caused the last of them."""
MAX_SHOWN_CHARACTERS: Final = 200
"""Maximum length of an excerpt of a value that differs."""


class _Diverged(Exception):
    """Carries the first fault out of the check."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


class DifferentDecision(NamedTuple):
    """A command that another version of the ruleset recorded, and that the installed version decides differently."""

    recorded_version: str
    first_difference: Fault


class ReplayResult(NamedTuple):
    """The result of a replay: the first fault, if any, and the commands that another version decided differently."""

    fault: Fault | None
    differing: tuple[DifferentDecision, ...]


def replay(
    ruleset: Ruleset[Any],
    codec: Codec,
    upcasters: Upcasters,
    encounter: str,
    records: Sequence[bytes],
    on_progress: Callable[[int], None] | None = None,
) -> Steps[ReplayResult]:
    """Decide every command again and compare the events with those on record, in steps.

    Stops at the first fault. A difference is not a fault if another version of the ruleset recorded the command: the
    replay then continues from the recorded events of that command.
    """
    stream = _Replay(ruleset, codec, upcasters, encounter, records)
    fault = None
    try:
        yield from stream.run(on_progress)
    except _Diverged as diverged:
        fault = diverged.fault
    return ReplayResult(fault, tuple(stream.differing))


class _Replay:
    def __init__(
        self, ruleset: Ruleset[Any], codec: Codec, upcasters: Upcasters, encounter: str, records: Sequence[bytes]
    ) -> None:
        self._ruleset = ruleset
        self._codec = codec
        self._upcasters = upcasters
        self._records = records
        self._commands = {type_of(kind): kind for kind in ruleset.commands}
        self._state: Encounter = ruleset.state(id=_first_encounter_id(records) or encounter)
        self._returned_to: frozenset[int] = frozenset()
        self._rewind_states: dict[int, Encounter] = {}
        self._writer = CanonicalWriter(ruleset, codec)
        self._version = 0
        self.differing: list[DifferentDecision] = []

    def run(self, on_progress: Callable[[int], None] | None) -> Steps[None]:
        """Decide batch after batch. Raises _Diverged."""
        try:
            self._returned_to = yield from self._rewind_targets()
            done = stepped = 0
            for batch in self._batches():
                self._decide_again(batch)
                self._require_canonical(self._records[done : done + len(batch)], batch)
                done += len(batch)
                if on_progress is not None:
                    on_progress(self._state.version)
                if done - stepped >= MAX_STEP_EVENTS:
                    stepped = done
                    yield
        except _Diverged:
            raise
        except Exception as error:  # an error of a fold or a decision is caused by a damaged record
            self._diverge(self._version, f"the record cannot be replayed: {type(error).__name__}: {error}")

    def _rewind_targets(self) -> Steps[frozenset[int]]:
        """Return the versions that rewinds return to, whose states are kept."""
        targets = set()
        for part in parts(self._records):
            for record in part:
                self._version += 1
                if Rewound.type.encode() in record:
                    event = self._codec.decode(record)[1]
                    if isinstance(event, Rewound):
                        targets.add(event.to)
            yield
        return frozenset(targets)

    def _batches(self) -> Iterator[list[DecodedRecord]]:
        batch: list[DecodedRecord] = []
        for version, record in enumerate(self._records, 1):
            self._version = version
            fact = DecodedRecord(*self._codec.decode(record))
            if isinstance(fact.event, Commanded) and batch:
                yield batch
                batch = []
            batch.append(fact)
            self._check_place(batch)
        if batch:
            yield batch

    def _check_place(self, batch: list[DecodedRecord]) -> None:
        """Check that a batch begins with its command, and that all its events name that command and its speaker."""
        head, last = batch[0].envelope, batch[-1].envelope
        if not isinstance(batch[0].event, Commanded):
            self._diverge(head.version, "the batch does not begin with a command")
        if (last.batch, last.speaker) != (head.version, head.speaker):
            self._diverge(last.version, f"the event names batch {last.batch} and speaker {last.speaker}, not its own")

    def _decide_again(self, batch: list[DecodedRecord]) -> None:
        head, commanded = batch[0]
        assert isinstance(commanded, Commanded)
        self._version = head.version
        if commanded.ruleset_version == self._ruleset.version:
            self._state = self._decided_as_recorded(batch, commanded)
        else:
            self._state = self._decided_by_another_version(batch, commanded)
        if self._state.version in self._returned_to:
            self._rewind_states[self._state.version] = self._state

    def _decided_by_another_version(self, batch: list[DecodedRecord], commanded: Commanded) -> Encounter:
        """Return the state after a batch that another version recorded; note a decision that differs."""
        before = self._state
        try:
            return self._decided_as_recorded(batch, commanded)
        except _Diverged as diverged:
            difference = diverged.fault
        except Exception as error:  # what the other version left to do may name stages that are gone
            difference = Fault(self._version, f"the command cannot be decided: {type(error).__name__}: {error}")
        self.differing.append(DifferentDecision(commanded.ruleset_version, difference))
        state = before.fork()
        self._ruleset.fold_all(state, (event for _, event in batch))
        return state

    def _decided_as_recorded(self, batch: list[DecodedRecord], commanded: Commanded) -> Encounter:
        """Return the state after a batch whose command the rules decide as it is on record. Raises _Diverged."""
        head = batch[0].envelope
        command = self._command(commanded)
        decision = decide(
            self._ruleset,
            self._state,
            command,
            parse_speaker(head.speaker),
            Repeated(draw for fact in batch for draw in draws_of(fact.event)),
            supplied=commanded.supplied,
            secrets=_seed_material_of(batch),
            past=self._past_of(command, batch),
            principal=commanded.principal,
            replayed=True,
        )
        if isinstance(decision, Refusal):
            rule = f" ({decision.rule})" if decision.rule else ""
            self._diverge(head.version, f"{command.type} is refused: {decision.detail.rstrip('.')}{rule}")
        self._compare(batch, decision)
        state: Encounter = decision.state
        return state

    def _require_canonical(self, records: Sequence[bytes], batch: list[DecodedRecord]) -> None:
        """Check that the records of a batch are in canonical form, with nothing that the rules do not read."""
        self._version = batch[0].envelope.version
        version = self._writer.first_difference(records, batch)
        if version is not None:
            self._diverge(version, "the event is not in canonical form")

    def _past_of(self, command: Command, batch: list[DecodedRecord]) -> Encounter | None:
        """Return the state that a command returns to or begins with; a branch begins with the state that it carries."""
        if isinstance(command, Rewind):
            return self._rewind_states.get(command.to)
        carrying = [event for _, event in batch if isinstance(event, Branched)]
        if not (isinstance(command, Branch) and carrying):
            return None
        self._version = BRANCHED_AT
        past: Encounter = carried_by(carrying[0], self._ruleset)
        return past

    def _command(self, commanded: Commanded) -> Command:
        body = {**commanded.command, **commanded.secret}
        name = str(body["type"])
        kind = self._commands[name]
        lifted = self._upcasters.lift(name, commanded.command_schema, body, to=kind.schema_version)
        return kind.model_validate(lifted)

    def _compare(self, batch: list[DecodedRecord], decision: Decided[Any]) -> None:
        for fact, decided in zip(batch, decision.events, strict=False):
            difference = _difference(fact, decided)
            if difference is not None:
                self._diverge(fact.envelope.version, difference)
        missing = len(decision.events) - len(batch)
        if missing:
            much = f"{abs(missing)} events {'more' if missing > 0 else 'fewer'} than are on record"
            self._diverge(batch[-1].envelope.version, f"the rules give {much}")

    def _diverge(self, version: int, reason: str) -> NoReturn:
        raise _Diverged(Fault(version, reason))


def _first_encounter_id(records: Sequence[bytes]) -> str | None:
    """Return the encounter ID in the first record, or None if it cannot be read."""
    try:
        return chain.first_encounter_id(records[0]) if records else None
    except ValueError:
        return None


def _seed_material_of(batch: list[DecodedRecord]) -> SeedMaterial:
    """Return the seed material that the decision used, as its events show it."""
    secrets = SeedMaterial()
    for envelope, event in batch:
        if isinstance(event, EncounterOpened | Rewound | Imported | Branched):
            secrets = SeedMaterial(event.commitment, hidden_commitment=event.hidden_commitment)
        elif isinstance(event, EncounterClosed):
            hidden = None if envelope.audience == EVERYBODY else event.hidden_seeds
            secrets = SeedMaterial(seeds=event.seeds, hidden_seeds=hidden)
    return secrets


def _difference(fact: DecodedRecord, decided: Recorded) -> str | None:
    """Return how an event on record differs from the one that the rules give, or None."""
    envelope, recorded = fact
    if type(recorded) is not type(decided.event):
        return f"the rules give {decided.event.type} where {envelope.type} is on record"
    if envelope.cause != decided.cause:
        return f"the rules give {decided.cause} as the cause where {envelope.cause} is on record"
    if envelope.audience != decided.audience:
        return f"the rules give {decided.audience} as the audience where {envelope.audience} is on record"
    event = decided.event
    if envelope.schema != recorded.schema and isinstance(recorded, CARRYING):
        recorded, event = _carrying_openly(recorded), _carrying_openly(event)
    if recorded == event:
        return None
    not_compared = _not_compared(recorded, event)
    for name in recorded.__struct_fields__:
        known, given = (encode_json(getattr(one, name)).decode() for one in (recorded, event))
        if known != given and name not in not_compared:
            expected, stored = excerpts_at_difference(given, known)
            return f"in {envelope.type}, {name} is {expected} by the rules and {stored} on record"
    return None


def _carrying_openly(event: Any) -> Any:
    """Return a rewind or a branch with all that it carries in ``state``, in order of the names.

    A field may have been private because of a part that an upcaster has removed.
    """
    return replace(event, state=dict(sorted({**event.state, **event.hidden}.items())), hidden={})


def excerpts_at_difference(first: str, second: str) -> Iterator[str]:
    """Yield excerpts of two texts around their first difference; a whole state would fill pages."""
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    begin = max(0, common - MAX_SHOWN_CHARACTERS // 4)
    for text in (first, second):
        before, after = "…" if begin else "", "…" if len(text) > begin + MAX_SHOWN_CHARACTERS else ""
        yield (
            text
            if len(text) <= MAX_SHOWN_CHARACTERS
            else f"{before}{text[begin : begin + MAX_SHOWN_CHARACTERS]}{after}"
        )


def _not_compared(recorded: Event, decided: Event) -> frozenset[str]:
    """Return the fields that another version of the rules, or an upcaster, may have changed in a recorded command."""
    if not isinstance(recorded, Commanded) or not isinstance(decided, Commanded):
        return frozenset()
    if recorded.command_schema == decided.command_schema:
        return frozenset({"ruleset_version"})
    return frozenset({"ruleset_version", "command_schema", "command", "secret"})
