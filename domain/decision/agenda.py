"""The agenda: the events that a decision has recorded, and the stages that it still has to run."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from domain.chance.draws import NOTHING_DRAWN, Chance, Draw
from domain.core.commands import Join
from domain.decision.prompts import PromptKind
from domain.decision.stages import APART, Continuation, NoData, Stage
from domain.model.encounter import BRANCHED_AT, Encounter, Frame
from domain.model.event import UNCHANGED, Event, Folds, Recorded
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
T = TypeVar("T", bound=msgspec.Struct)


class Rules(Protocol[S]):
    """The part of a ruleset that a decision uses; ``domain.ruleset.ruleset.Ruleset`` documents its members.

    ``option_model`` and ``join`` are used by the commands that open an encounter and add combatants; ``key`` and
    ``seen_by`` by those that carry a state over.
    """

    @property
    def key(self) -> str: ...
    @property
    def option_model(self) -> type[Any]: ...
    @property
    def join(self) -> Callable[[S, Join], tuple[str, list[tuple[Event, str]]]]: ...
    @property
    def templates(self) -> Mapping[str, Any]: ...
    @property
    def sheets(self) -> tuple[str, ...]: ...
    @property
    def redacted_fields(self) -> tuple[str, ...]: ...
    @property
    def stages(self) -> Mapping[str, Stage[Any]]: ...
    @property
    def prompts(self) -> Mapping[str, PromptKind[S]]: ...
    @property
    def settle(self) -> Callable[[Any], None]: ...
    @property
    def long_batch(self) -> int: ...
    @property
    def evolve(self) -> Folds: ...
    def seen_by(self, state: S, speaker: Speaker) -> S: ...


class Agenda(Generic[S]):
    """Base class of ``Decision`` that records and folds events, makes draws, and keeps the stages to run."""

    def __init__(self, ruleset: Rules[S], state: S, speaker: Speaker, chance: Chance) -> None:
        self.ruleset = ruleset
        self._evolve = ruleset.evolve
        self.state: S = state.fork()
        self.speaker = speaker
        self.chance = chance
        self.recorded: list[Recorded] = []
        self.cause: int | None = None
        self._agenda: list[tuple[Stage[Any], Any, int | None]] = []
        self._running: Stage[Any] | None = None
        self._draw_version = 0
        self._draw_index = 0

    @property
    def next_lineage_version(self) -> int:
        """The lineage version of the next recorded event."""
        return self.state.before + self.state.version + 1

    @property
    def drawn(self) -> bool:
        """True if this decision has made a draw. After the first draw, the command can no longer be refused."""
        return self._draw_version > 0

    def record(self, event: Event, *, cause: int | None = None, audience: str = "all") -> int:
        """Record an event and fold it into the state. Return its lineage version, to be named as a cause.

        A cause before the branch point is replaced by the event that begins the branch. If the private fields come
        from a secret sheet, the audience is its players.
        """
        state = self.state
        if cause is None:
            cause = self.cause
        if state.before and cause is not None:
            cause = max(cause - state.before, BRANCHED_AT)
        if state.secret_sheets and event.sheet_of is not None and audience == "all":
            owner = getattr(event, event.sheet_of)
            audience = owner if owner in state.secret_sheets else audience
        version = state.version = state.version + 1  # as ``Ruleset.fold``, without a call for each event
        fold = self._evolve[type(event)]
        if fold is not UNCHANGED:
            fold(event, state)
        self.recorded.append(Recorded(event, cause, audience))
        return state.before + version

    def toss(self, whom: str, what: str, count: int, *, hidden: bool = False) -> Draw:
        """Toss coins for the event that is recorded next; ``hidden`` if that event has an audience."""
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.coins(whom, what, count, self.state.epoch, version, index)

    def roll(self, whom: str, what: str, count: int, sides: int = 6, *, hidden: bool = False) -> Draw:
        """Roll dice for the event that is recorded next; ``hidden`` if that event has an audience.

        Returns ``NOTHING_DRAWN`` for zero dice.
        """
        if count == 0:
            return NOTHING_DRAWN
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.dice(whom, what, count, sides, self.state.epoch, version, index)

    def draw(self, whom: str, what: str, count: int, pack: tuple[str, ...], *, hidden: bool = False) -> Draw:
        """Draw cards for the event that is recorded next, which records in ``pack`` the cards drawn from.

        ``hidden`` if that event has an audience, because of the cards or of the pack. Returns ``NOTHING_DRAWN`` for
        zero cards. Raises ValueError for more cards than the pack has.
        """
        if count == 0:
            return NOTHING_DRAWN
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.cards(whom, what, count, pack, self.state.epoch, version, index)

    def _place(self) -> tuple[int, int]:
        """Return the position of the next draw: the version of its event, and its index within that event."""
        stage = self._running
        if stage is not None and not stage.draws:
            raise RuntimeError(f"The stage {stage.name} draws, but does not say so.")
        version = self.state.version + 1
        if version != self._draw_version:
            self._draw_version, self._draw_index = version, -1
        self._draw_index += 1
        return version, self._draw_index

    def next(self, stage: Stage[T], data: T, *, cause: int | None = None) -> None:
        """Put a stage at the front of the agenda, with its cause."""
        self._agenda.append((stage, data, self.cause if cause is None else cause))

    def steps(self, *steps: tuple[Stage[Any], Any], cause: int | None = None) -> None:
        """Put several stages at the front of the agenda, to run in the given order."""
        follows = self.cause if cause is None else cause
        for stage, data in reversed(steps):
            self._agenda.append((stage, data, follows))

    def apart(self, *steps: tuple[Stage[Any], Any]) -> None:
        """Put several stages on the agenda, to run in the order given, none waiting for the questions of another."""
        for stage, data in reversed(steps):
            self._agenda += ((APART, NoData(), self.cause), (stage, data, self.cause))

    def enter(self, then: Continuation, outcome: object) -> None:
        """Run the reply that a continuation names, with the outcome of the stage that held it."""
        stage = self.ruleset.stages[then.stage]
        data = then.data if isinstance(then.data, stage.data) else msgspec.convert(then.data, stage.data)
        self._reply(stage, data, outcome)

    def _reply(self, reply: Stage[Any], data: Any, outcome: object) -> None:
        """Run a reply, perhaps within a stage; the draws made meanwhile belong to the reply."""
        outer, self._running = self._running, reply
        reply.run(self, data, outcome)
        self._running = outer

    def suspend(self) -> tuple[Frame, ...]:
        """Take off the agenda, as frames to store, what waits for a question: everything above the newest mark."""
        taken = []
        while self._agenda and self._agenda[-1][0] is not APART:
            stage, data, cause = self._agenda.pop()
            taken.append(stage.frame(data, cause or 0))
        return tuple(reversed(taken))

    def resume(self, frames: tuple[Frame, ...]) -> None:
        """Put stored frames back on the agenda, in their original order."""
        for frame in frames:
            stage = self.ruleset.stages[frame.stage]
            self._agenda.append((stage, stage.thaw(frame), frame.cause))
