"""Facts about combat, rounds, the count and what is declared."""

from typing import Any, ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.state import Declaration, Fight, Plan, Scheduled, Turn


class CombatCalled(Event, frozen=True, kw_only=True):
    """A violent act begins combat (TK-COMBAT-1): whose, against whom, and who hears it."""

    type: ClassVar[str] = "ticks.combat_called"
    combatant: str
    against: str
    earshot: tuple[str, ...] = ()

    def evolve(self, fight: Fight) -> None:
        fight.phase = "between"
        fight.round = 0
        for name in dict.fromkeys((self.combatant, self.against, *self.earshot)):
            fight.people[name].since = 0


class DrawnIn(Event, frozen=True, kw_only=True):
    """Somebody takes part from now on (TK-COMBAT-3); ``late`` declares for the first time in the next round."""

    type: ClassVar[str] = "ticks.drawn_in"
    combatant: str
    late: bool = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.since, person.late = fight.round, self.late


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins with its declarations (TK-COMBAT-6)."""

    type: ClassVar[str] = "ticks.round_started"
    round: int

    def evolve(self, fight: Fight) -> None:
        """Everybody's record begins anew; what an opening attack has done is a part of round 1 (TK-COMBAT-5)."""
        fight.phase, fight.round, fight.tick, fight.awaited = "declaration", self.round, 0, None
        for person in fight.people.values():
            person.late = False
            kept = person.turn if fight.opening else Turn()
            person.turn = Turn(hit=kept.hit, stopped=kept.stopped, wounded=kept.wounded)
        fight.opening = False


class TickCalled(Event, frozen=True, kw_only=True):
    """A tick is open: of the count up (TK-DECL-1), or of the count down (TK-RES-1)."""

    type: ClassVar[str] = "ticks.tick_called"
    tick: int

    def evolve(self, fight: Fight) -> None:
        fight.tick, fight.awaited, fight.closed = self.tick, None, False
        for person in fight.people.values():
            if person.turn.answered_by is not None:
                person.turn = replace(person.turn, answered_by=None)


class CountAwaited(Event, frozen=True, kw_only=True):
    """The count waits for the narrator: nobody is asked (TK-RES-8), or much has happened at once (TK-RES-13).

    ``next`` is the tick that comes when he counts on; ``closed`` says that the one before it is over.
    """

    type: ClassVar[str] = "ticks.count_awaited"
    next: int
    closed: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.awaited, fight.closed = self.next, self.closed


class Declared(Event, frozen=True, kw_only=True):
    """Somebody has declared, under seal (TK-DECL-5); ``silent`` says that it said nothing (TK-DECL-9)."""

    type: ClassVar[str] = "ticks.declared"
    private: ClassVar[frozenset[str]] = frozenset({"declaration"})
    combatant: str
    silent: bool = False
    declaration: Declaration | None = None

    def evolve(self, fight: Fight) -> None:
        """Luck is spent with the declaration (TK-DECL-14), whether its strike comes about or not (TK-MAN-14)."""
        if self.declaration is not None:
            person = fight.people[self.combatant]
            person.luck -= self.declaration.luck.total
            person.turn = replace(person.turn, declared=self.declaration)


class DeclarationVoided(Event, frozen=True, kw_only=True):
    """A declaration counts for nothing, and its luck is kept: it is declared anew (TK-DEFER-5, TK-DECL-15)."""

    type: ClassVar[str] = "ticks.declaration_voided"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.luck += person.turn.declared.luck.total
            person.turn = replace(person.turn, declared=None, plan=None)


class DeclarationUpheld(Event, frozen=True, kw_only=True):
    """The narrator has judged a sealed declaration, and it stands: its condition is simple enough (TK-DEFER-5), or its
    trick has the ``difficulty`` (TK-TRICK-1).

    Whose it is would tell others what it holds (TK-DECL-5).
    """

    type: ClassVar[str] = "ticks.declaration_upheld"
    private: ClassVar[frozenset[str]] = frozenset({"combatant", "difficulty"})
    combatant: str = ""
    difficulty: int | None = None

    def evolve(self, fight: Fight) -> None:
        """A trick has its difficulty from now on; a condition in words stands as it was declared."""
        if self.difficulty is None:
            return
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=self.difficulty))


class DifficultySet(Event, frozen=True, kw_only=True):
    """The difficulty of a deed with a skill (TK-OTHER-7). Until version 2 that of a trick shot too, under seal."""

    type: ClassVar[str] = "ticks.difficulty_set"
    private: ClassVar[frozenset[str]] = frozenset({"difficulty"})
    combatant: str
    difficulty: int | None = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=self.difficulty))


class DeclarationsRevealed(Event, frozen=True, kw_only=True):
    """The declarations of a tick are open to everybody, in the order of joining (TK-DECL-5)."""

    type: ClassVar[str] = "ticks.declarations_revealed"
    tick: int
    declarations: dict[str, Declaration]

    def evolve(self, fight: Fight) -> None:
        """Defence points are there from the first tick on (TK-DEF-1, TK-DEF-4), but of the unconscious (TK-DEF-6)."""
        for name, declaration in self.declarations.items():
            person = fight.people[name]
            defends = declaration.action == "defend" and person.conscious
            weapon = person.owned(declaration.weapon) if defends else None
            points = 0 if weapon is None else weapon.base + person.level(weapon.skill)
            person.turn = replace(person.turn, revealed=True, defence=points)


class ResolutionStarted(Event, frozen=True, kw_only=True):
    """The count down begins, at the highest start (TK-RES-1)."""

    type: ClassVar[str] = "ticks.resolution_started"
    highest: int

    def evolve(self, fight: Fight) -> None:
        fight.phase = "resolution"


class PlanMade(Event, frozen=True, kw_only=True):
    """Somebody has a plan, which is its own secret (TK-PLAN-1)."""

    type: ClassVar[str] = "ticks.plan_made"
    private: ClassVar[frozenset[str]] = frozenset({"plan"})
    combatant: str
    plan: Plan | None = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, plan=self.plan)


class Hurried(Event, frozen=True, kw_only=True):
    """Luck is spent on quickness after the declaration (TK-LCOMB-4)."""

    type: ClassVar[str] = "ticks.hurried"
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.luck -= self.points
        person.turn = replace(person.turn, hurried=person.turn.hurried + self.points)


class Held(Event, frozen=True, kw_only=True):
    """Somebody does nothing down to a lower tick (TK-RES-10)."""

    type: ClassVar[str] = "ticks.held"
    combatant: str
    until: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, until=self.until)


class Lapsed(Event, frozen=True, kw_only=True):
    """Something that was to be done has become impossible, and costs nothing (TK-TICK-9)."""

    type: ClassVar[str] = "ticks.lapsed"
    combatant: str
    what: str
    reason: str


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over, and what lasted as long as it (TK-END-6, TK-END-7)."""

    type: ClassVar[str] = "ticks.round_ended"
    round: int

    def evolve(self, fight: Fight) -> None:
        """What lasts as long as a round is over (TK-END-6): an unused attack is lost (TK-ATK-5).

        So are defence points (TK-DEF-5), deferrals (TK-DEFER-15) and holds (TK-GRAP-4, TK-RUL-36).
        """
        fight.phase, fight.tick, fight.awaited, fight.scheduled = "between", 0, None, ()
        fight.closed = False
        for person in fight.people.values():
            person.held_by = {}
            if fight.options.stand_up == "free":
                person.prone = False
            person.turn = Turn()


class CombatEnded(Event, frozen=True, kw_only=True):
    """Combat is over, and nobody a participant (TK-COMBAT-7)."""

    type: ClassVar[str] = "ticks.combat_ended"

    def evolve(self, fight: Fight) -> None:
        fight.phase, fight.round, fight.opening = "calm", 0, False
        for person in fight.people.values():
            person.since, person.late, person.awarded, person.turn = None, False, False, Turn()


class TimePassed(Event, frozen=True, kw_only=True):
    """The clock goes on (TK-DYING-6); ``clock`` is how it stands, in seconds."""

    type: ClassVar[str] = "ticks.time_passed"
    seconds: int
    clock: int

    def evolve(self, fight: Fight) -> None:
        fight.clock = self.clock


class ChangeScheduled(Event, frozen=True, kw_only=True):
    """The narrator has a change in store for a tick of the round (TK-POS-6, TK-SIGHT-2); what it is, is a secret."""

    type: ClassVar[str] = "ticks.change_scheduled"
    private: ClassVar[frozenset[str]] = frozenset({"tick", "change"})
    tick: int = 0
    change: dict[str, Any] = {}

    def evolve(self, fight: Fight) -> None:
        fight.scheduled = (*fight.scheduled, Scheduled(self.tick, self.change))


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
