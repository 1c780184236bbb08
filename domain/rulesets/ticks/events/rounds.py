"""Facts about combat, rounds, the count and what is declared."""

from typing import Any, ClassVar

from domain.model.event import Event
from domain.rulesets.ticks.state import Declaration, Plan


class CombatCalled(Event, frozen=True):
    """A violent act begins combat (TK-COMBAT-1): whose, against whom, and who hears it."""

    type: ClassVar[str] = "ticks.combat_called"
    combatant: str
    against: str
    earshot: tuple[str, ...] = ()


class DrawnIn(Event, frozen=True):
    """Somebody takes part from now on (TK-COMBAT-3); ``late`` declares for the first time in the next round."""

    type: ClassVar[str] = "ticks.drawn_in"
    combatant: str
    late: bool = False


class RoundStarted(Event, frozen=True):
    """A round begins with its declarations (TK-COMBAT-6)."""

    type: ClassVar[str] = "ticks.round_started"
    round: int


class TickCalled(Event, frozen=True):
    """A tick is open: of the count up (TK-DECL-1), or of the count down (TK-RES-1)."""

    type: ClassVar[str] = "ticks.tick_called"
    tick: int


class CountAwaited(Event, frozen=True):
    """The count waits for the narrator: nobody is asked (TK-RES-8), or much has happened at once (TK-RES-13).

    ``next`` is the tick that comes when he counts on; ``closed`` says that the one before it is over.
    """

    type: ClassVar[str] = "ticks.count_awaited"
    next: int
    closed: bool = False


class Declared(Event, frozen=True):
    """Somebody has declared, under seal (TK-DECL-5); ``silent`` says that it said nothing (TK-DECL-9)."""

    type: ClassVar[str] = "ticks.declared"
    private: ClassVar[frozenset[str]] = frozenset({"declaration"})
    combatant: str
    silent: bool = False
    declaration: Declaration | None = None


class DeclarationVoided(Event, frozen=True):
    """A declaration counts for nothing, and its luck is kept: it is declared anew (TK-DEFER-5, TK-DECL-15)."""

    type: ClassVar[str] = "ticks.declaration_voided"
    combatant: str


class DeclarationUpheld(Event, frozen=True):
    """The narrator has judged a sealed declaration, and it stands: its condition is simple enough (TK-DEFER-5), or its
    trick has the ``difficulty`` (TK-TRICK-1).

    Whose it is would tell others what it holds (TK-DECL-5).
    """

    type: ClassVar[str] = "ticks.declaration_upheld"
    private: ClassVar[frozenset[str]] = frozenset({"combatant", "difficulty"})
    combatant: str = ""
    difficulty: int | None = None


class DifficultySet(Event, frozen=True):
    """The difficulty of a deed with a skill (TK-OTHER-7). Until version 2 that of a trick shot too, under seal."""

    type: ClassVar[str] = "ticks.difficulty_set"
    private: ClassVar[frozenset[str]] = frozenset({"difficulty"})
    combatant: str
    difficulty: int | None = None


class DeclarationsRevealed(Event, frozen=True):
    """The declarations of a tick are open to everybody, in the order of joining (TK-DECL-5)."""

    type: ClassVar[str] = "ticks.declarations_revealed"
    tick: int
    declarations: dict[str, Declaration]


class ResolutionStarted(Event, frozen=True):
    """The count down begins, at the highest start (TK-RES-1)."""

    type: ClassVar[str] = "ticks.resolution_started"
    highest: int


class PlanMade(Event, frozen=True):
    """Somebody has a plan, which is its own secret (TK-PLAN-1)."""

    type: ClassVar[str] = "ticks.plan_made"
    private: ClassVar[frozenset[str]] = frozenset({"plan"})
    combatant: str
    plan: Plan | None = None


class Hurried(Event, frozen=True):
    """Luck is spent on quickness after the declaration (TK-LCOMB-4)."""

    type: ClassVar[str] = "ticks.hurried"
    combatant: str
    points: int


class Held(Event, frozen=True):
    """Somebody does nothing down to a lower tick (TK-RES-10)."""

    type: ClassVar[str] = "ticks.held"
    combatant: str
    until: int


class Lapsed(Event, frozen=True):
    """Something that was to be done has become impossible, and costs nothing (TK-TICK-9)."""

    type: ClassVar[str] = "ticks.lapsed"
    combatant: str
    what: str
    reason: str


class RoundEnded(Event, frozen=True):
    """A round is over, and what lasted as long as it (TK-END-6, TK-END-7)."""

    type: ClassVar[str] = "ticks.round_ended"
    round: int


class CombatEnded(Event, frozen=True):
    """Combat is over, and nobody a participant (TK-COMBAT-7)."""

    type: ClassVar[str] = "ticks.combat_ended"


class TimePassed(Event, frozen=True):
    """The clock goes on (TK-DYING-6); ``clock`` is how it stands, in seconds."""

    type: ClassVar[str] = "ticks.time_passed"
    seconds: int
    clock: int


class ChangeScheduled(Event, frozen=True):
    """The narrator has a change in store for a tick of the round (TK-POS-6, TK-SIGHT-2); what it is, is a secret."""

    type: ClassVar[str] = "ticks.change_scheduled"
    private: ClassVar[frozenset[str]] = frozenset({"tick", "change"})
    tick: int = 0
    change: dict[str, Any] = {}


ROUND_EVENTS: tuple[type[Event], ...] = (
    CombatCalled,
    DrawnIn,
    RoundStarted,
    TickCalled,
    CountAwaited,
    Declared,
    DeclarationVoided,
    DeclarationUpheld,
    DifficultySet,
    DeclarationsRevealed,
    ResolutionStarted,
    PlanMade,
    Hurried,
    Held,
    Lapsed,
    RoundEnded,
    CombatEnded,
    TimePassed,
    ChangeScheduled,
)
