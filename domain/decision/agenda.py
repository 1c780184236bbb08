"""What a decision has recorded, and what it still has to do."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from domain.chance.draws import NOTHING_DRAWN, Chance, Draw
from domain.core.commands import Join
from domain.decision.prompts import PromptKind
from domain.decision.stages import Later, Stage, Stages
from domain.model.encounter import BRANCHED_AT, Encounter, Frame
from domain.model.event import Event, Recorded
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
T = TypeVar("T", bound=msgspec.Struct)


class Rules(Protocol[S]):
    """What a decision needs of a ruleset: how facts change its state, its stages and prompts, and what falls due.

    ``option_model`` and ``join`` serve the commands by which an encounter opens and combatants join, ``key`` and
    ``seen_by`` those that carry a state to where it goes on.
    """

    @property
    def key(self) -> str: ...
    @property
    def option_model(self) -> type[Any]: ...
    @property
    def join(self) -> Callable[[S, Join], tuple[str, list[tuple[Event, str]]]]: ...
    @property
    def sheets(self) -> tuple[str, ...]: ...
    @property
    def veiled(self) -> tuple[str, ...]: ...
    @property
    def stages(self) -> Stages: ...
    @property
    def prompts(self) -> Mapping[str, PromptKind[S]]: ...
    @property
    def settle(self) -> Callable[[Any], None]: ...
    @property
    def long_batch(self) -> int: ...
    @property
    def evolve(self) -> Mapping[type[Event], Callable[[S, Any], None]]: ...
    def seen_by(self, state: S, speaker: Speaker) -> S: ...


class Agenda(Generic[S]):
    """The half of the table that acts: facts are recorded and folded, throws made, stages run in a stated order."""

    def __init__(self, ruleset: Rules[S], state: S, speaker: Speaker, chance: Chance) -> None:
        self.ruleset = ruleset
        self.state: S = state.fork()
        self.speaker = speaker
        self.chance = chance
        self.recorded: list[Recorded] = []
        self.cause: int | None = None
        self._agenda: list[tuple[Stage[Any], Any, int | None]] = []
        self._draw_version = 0
        self._draw_index = 0

    @property
    def next_moment(self) -> int:
        """The moment of the fact that is recorded next."""
        return self.state.before + self.state.version + 1

    @property
    def drawn(self) -> bool:
        """Whether chance has spoken in this decision; from then on nothing may be refused for what fell."""
        return self._draw_version > 0

    def record(self, event: Event, *, cause: int | None = None, audience: str = "all") -> int:
        """Write a fact down and fold it into the state; gives its moment, for later facts to name as their cause.

        What follows from something before the encounter branched off has the event of the branch as its cause. What
        comes out of a secret sheet is for its players.
        """
        state = self.state
        cause = self.cause if cause is None else cause
        if state.before and cause is not None:
            cause = max(cause - state.before, BRANCHED_AT)
        if state.secret_sheets and event.sheet_of is not None and audience == "all":
            owner = getattr(event, event.sheet_of)
            audience = owner if owner in state.secret_sheets else audience
        state.version += 1  # what ``Ruleset.fold`` does, without a call for each fact
        self.ruleset.evolve[type(event)](state, event)
        self.recorded.append(Recorded(event, cause, audience))
        return state.before + state.version

    def toss(self, whom: str, what: str, count: int, *, hidden: bool = False) -> Draw:
        """Toss coins for the event that is recorded next; ``hidden`` where that is not recorded for everybody."""
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.coins(whom, what, count, self.state.epoch, version, index)

    def roll(self, whom: str, what: str, count: int, sides: int = 6, *, hidden: bool = False) -> Draw:
        """Roll dice for the event that is recorded next; ``hidden`` where that is not recorded for everybody.

        Of no dice it is ``NOTHING_DRAWN``.
        """
        if count == 0:
            return NOTHING_DRAWN
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.dice(whom, what, count, sides, self.state.epoch, version, index)

    def draw(self, whom: str, what: str, count: int, pack: tuple[str, ...], *, hidden: bool = False) -> Draw:
        """Draw cards for the event that is recorded next, which says in ``pack`` what they were drawn from.

        ``hidden`` where that event is not recorded for everybody, be it for the cards or for the pack. Of no cards it
        is ``NOTHING_DRAWN``. Raises ValueError for more cards than the pack has.
        """
        if count == 0:
            return NOTHING_DRAWN
        version, index = self._place()
        chance = self.chance.hidden if hidden else self.chance
        return chance.cards(whom, what, count, pack, self.state.epoch, version, index)

    def _place(self) -> tuple[int, int]:
        """Where the next draw stands: the version of the event that will record it, and how many it has before it."""
        version = self.state.version + 1
        if version != self._draw_version:
            self._draw_version, self._draw_index = version, -1
        self._draw_index += 1
        return version, self._draw_index

    def next(self, stage: Stage[T], data: T, *, cause: int | None = None) -> None:
        """Put a stage on the agenda, before everything that waits there; it follows from ``cause``."""
        self._agenda.append((stage, data, self.cause if cause is None else cause))

    def steps(self, *steps: tuple[Stage[Any], Any], cause: int | None = None) -> None:
        """Put several stages on the agenda, to run in the order given."""
        follows = self.cause if cause is None else cause
        for stage, data in reversed(steps):
            self._agenda.append((stage, data, follows))

    def enter(self, later: Later, outcome: object) -> None:
        """Run the reply that a stage was told to hand its outcome to."""
        stage = self.ruleset.stages[later.stage]
        data = later.data if isinstance(later.data, stage.data) else msgspec.convert(later.data, stage.data)
        stage.run(self, data, outcome)

    def suspend(self) -> tuple[Frame, ...]:
        """Take everything off the agenda, as frames to store."""
        frames = tuple(stage.frame(data, cause or 0) for stage, data, cause in self._agenda)
        self._agenda.clear()
        return frames

    def resume(self, frames: tuple[Frame, ...]) -> None:
        """Put stored frames on the agenda, in their old order."""
        for frame in frames:
            stage = self.ruleset.stages[frame.stage]
            self._agenda.append((stage, stage.thaw(frame), frame.cause))
