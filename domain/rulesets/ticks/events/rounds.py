"""Facts about combat, rounds, the count and what is declared."""

from typing import Annotated, Any, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.said import (
    Luck,
    bystanders_said,
    change_said,
    declarations_said,
    own_declaration_said,
    plan_said,
)
from domain.rulesets.ticks.state import Declaration, Fight, Plan, Scheduled, Turn
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

LOST: Final = {
    "strike": "cannot strike: {reason}",
    "step": "cannot step: {reason}",
    "deed": "cannot do what {combatant:they intends}: {reason}",
    "stand": "cannot get up: {reason}",
}
"""What can no longer be done, as a template."""
DEEDS_LOST: Final = {
    "that is not carried": "has nothing like that to draw",
    "that is not in hand": "has nothing like that in hand to stow",
    "there is nothing to load": "has nothing to reload",
    "no hand is free": "has no free hand",
    "it does not lie in reach": "cannot reach what {combatant:they wants} to pick up",
}
"""What is told in place of the recorded reason why a deed can no longer be done, as a template."""


class CombatCalled(Event, frozen=True, kw_only=True):
    """A violent act begins combat (TK-COMBAT-1): whose, against whom, and who hears it."""

    type: ClassVar[str] = "ticks.combat_called"
    combatant: str
    against: str
    earshot: Annotated[tuple[str, ...], SpokenOf(bystanders_said)] = ()

    def says(self) -> str:
        heard = ", in earshot of {earshot}" if {*self.earshot} - {self.combatant, self.against} else ""
        return f"{{combatant}} begins combat against {{against}}{heard}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "between"
        fight.round = 0
        for name in dict.fromkeys((self.combatant, self.against, *self.earshot)):
            fight.people[name].since = 0


class DrawnIn(Event, frozen=True, kw_only=True):
    """Somebody takes part from now on (TK-COMBAT-3); ``late`` declares for the first time in the next round."""

    type: ClassVar[str] = "ticks.drawn_in"
    says = "{combatant} joins the combat[ {late}]."
    combatant: str
    late: Annotated[bool, Spoken({True: "and declares from the next round on"})] = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.since, person.late = fight.round, self.late


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins with its declarations (TK-COMBAT-6)."""

    type: ClassVar[str] = "ticks.round_started"
    says = "Round {round} begins."
    round: int

    def evolve(self, fight: Fight) -> None:
        """Every combatant's record starts empty; what an opening attack has done is a part of round 1 (TK-COMBAT-5)."""
        fight.phase, fight.round, fight.tick, fight.awaited = "declaration", self.round, 0, None
        for person in fight.people.values():
            person.late = False
            kept = person.turn if fight.opening else Turn()
            person.turn = Turn(hit=kept.hit, stopped=kept.stopped, wounded=kept.wounded)
        fight.opening = False


class TickCalled(Event, frozen=True, kw_only=True):
    """A tick is open: of the count up (TK-DECL-1), or of the count down (TK-RES-1)."""

    type: ClassVar[str] = "ticks.tick_called"
    says = "Tick {tick}."
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

    def says(self) -> str:
        then = "continues it at tick {next}" if self.next > 0 else "ends the round"
        return f"The count stops until the narrator {then}."

    def evolve(self, fight: Fight) -> None:
        fight.awaited, fight.closed = self.next, self.closed


class Declared(Event, frozen=True, kw_only=True):
    """Somebody has declared, under seal (TK-DECL-5); ``silent`` says that it said nothing (TK-DECL-9)."""

    type: ClassVar[str] = "ticks.declared"
    private: ClassVar[frozenset[str]] = frozenset({"declaration"})
    combatant: str
    silent: bool = False
    declaration: Annotated[Declaration | None, SpokenOf(own_declaration_said)] = None

    def says(self) -> str:
        """A sealed declaration is told in full to those alone who may see it (TK-DECL-5)."""
        if self.silent:
            return "{combatant} declares nothing and does nothing this round."
        return "{combatant} declares in secret[ that {declaration}]."

    def evolve(self, fight: Fight) -> None:
        """Luck is spent with the declaration (TK-DECL-14), whether its strike comes about or not (TK-MAN-14)."""
        if self.declaration is not None:
            person = fight.people[self.combatant]
            person.luck -= self.declaration.luck.total
            person.turn = replace(person.turn, declared=self.declaration)


class DeclarationVoided(Event, frozen=True, kw_only=True):
    """A declaration counts for nothing, and its luck is kept: it is declared anew (TK-DEFER-5, TK-DECL-15)."""

    type: ClassVar[str] = "ticks.declaration_voided"
    says = "{combatant's} declaration is void and costs no luck."
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

    def says(self) -> str:
        """Which it is, and why it was judged, is the narrator's secret until it is revealed (TK-DECL-5)."""
        if not self.combatant:
            return "A sealed declaration stands as it is."
        return "{combatant's} declaration stands[, with a difficulty of {difficulty}]."

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

    def says(self) -> str:
        if self.difficulty is None:
            return "The narrator writes down in secret how hard it is for {combatant}."
        return "The difficulty for {combatant} is {difficulty}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=self.difficulty))


class DeclarationsRevealed(Event, frozen=True, kw_only=True):
    """The declarations of a tick are open to everybody, in the order of joining (TK-DECL-5)."""

    type: ClassVar[str] = "ticks.declarations_revealed"
    tick: int
    declarations: Annotated[dict[str, Declaration], Spoken(declarations_said)]

    def says(self) -> str:
        return "Revealed on tick {tick}: {declarations}." if self.declarations else ""

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

    def says(self) -> str:
        return f"Everyone has declared; {'the count starts at tick {highest}' if self.highest else 'nobody can act'}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "resolution"


class PlanMade(Event, frozen=True, kw_only=True):
    """Somebody has a plan, which is its own secret (TK-PLAN-1)."""

    type: ClassVar[str] = "ticks.plan_made"
    private: ClassVar[frozenset[str]] = frozenset({"plan"})
    combatant: str
    plan: Annotated[Plan | None, Spoken(plan_said)] = None

    def says(self) -> str:
        return "{combatant} makes a secret plan." if self.plan is None else "{combatant} secretly plans to {plan}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, plan=self.plan)


class Hurried(Event, frozen=True, kw_only=True):
    """Luck is spent on quickness after the declaration (TK-LCOMB-4)."""

    type: ClassVar[str] = "ticks.hurried"
    says = "{combatant} hurries for {points}."
    combatant: str
    points: Luck

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.luck -= self.points
        person.turn = replace(person.turn, hurried=person.turn.hurried + self.points)


class Held(Event, frozen=True, kw_only=True):
    """Somebody does nothing down to a lower tick (TK-RES-10)."""

    type: ClassVar[str] = "ticks.held"
    combatant: str
    until: int

    def says(self) -> str:
        return f"{{combatant}} waits {'until tick {until}' if self.until > 0 else 'for the rest of the round'}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, until=self.until)


class Lapsed(Event, frozen=True, kw_only=True):
    """Something that was to be done has become impossible, and costs nothing (TK-TICK-9)."""

    type: ClassVar[str] = "ticks.lapsed"
    combatant: str
    what: str
    reason: Annotated[str, AS_WRITTEN]

    def says(self) -> str:
        lost = DEEDS_LOST.get(self.reason) if self.what == "deed" else None
        return f"{{combatant}} {lost or LOST[self.what]}."


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over, and what lasted as long as it (TK-END-6, TK-END-7)."""

    type: ClassVar[str] = "ticks.round_ended"
    says = "Round {round} is over."
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
    says = "The combat is over."

    def evolve(self, fight: Fight) -> None:
        fight.phase, fight.round, fight.opening = "calm", 0, False
        for person in fight.people.values():
            person.since, person.late, person.awarded, person.turn = None, False, False, Turn()


class TimePassed(Event, frozen=True, kw_only=True):
    """The clock goes on (TK-DYING-6); ``clock`` is how it stands, in seconds."""

    type: ClassVar[str] = "ticks.time_passed"
    seconds: int
    clock: int

    def says(self) -> str:
        total = ", {clock} in all" if self.clock != self.seconds else ""
        return f"{{seconds:second}} {'goes' if self.seconds == 1 else 'go'} by{total}."

    def evolve(self, fight: Fight) -> None:
        fight.clock = self.clock


class ChangeScheduled(Event, frozen=True, kw_only=True):
    """The narrator has a change in store for a tick of the round (TK-POS-6, TK-SIGHT-2); what it is, is a secret."""

    type: ClassVar[str] = "ticks.change_scheduled"
    says = "The narrator has something in store[ for tick {tick}: {change}]."
    private: ClassVar[frozenset[str]] = frozenset({"tick", "change"})
    tick: int = 0
    change: Annotated[dict[str, Any], Spoken(change_said)] = {}

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
