"""Time: recovery between turns, and what lack of care does (YY-NARR-5, YY-VIT-8 to YY-VIT-10, YY-MB-6, YY-STAM-6)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import several, span
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.harm.harm import fall, recover, restore
from domain.rulesets.yin_yang.chapters.out_of_action import require_alive
from domain.rulesets.yin_yang.chapters.vocabularies import LIVING
from domain.rulesets.yin_yang.parts import Combatants
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import HOURS_OF_A_DAY, HOURS_OF_MENTAL_REST, HOURS_OF_REST
from domain.rulesets.yin_yang.words import BETWEEN, END, Track
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words


class Stabilised(Event, frozen=True, kw_only=True):
    """Somebody dying does not die any more of lack of care (YY-VIT-6, YY-VIT-9)."""

    type: ClassVar[str] = "yin_yang.stabilised"
    words = "Stabilised"
    told = Told(brief="{combatant} | is stable", source="by", target="combatant")
    says = "{combatant} is stable[, thanks to {by}]."
    example = {"combatant": "cryptos", "by": "wedge"}
    combatant: str
    by: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Tending resets the count of turns (YY-VIT-8)."""
        person = fight.people[self.combatant]
        person.stabilised, person.turns_dying = True, 0


class DyingCounted(Event, frozen=True, kw_only=True):
    """A turn more without care (YY-VIT-8)."""

    type: ClassVar[str] = "yin_yang.dying_counted"
    words = "Dying"
    told = Told(brief=AS_SAID)
    says = "{combatant} has been dying for {turns:turn}."
    example = {"combatant": "schoolgirl", "turns": 1}
    combatant: str
    turns: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].turns_dying = self.turns


class TimePassed(Event, frozen=True, kw_only=True):
    """Hours have passed between turns (YY-NARR-5), for everybody where ``only`` names nobody."""

    type: ClassVar[str] = "yin_yang.time_passed"
    words = "Time passed"
    told = Told(brief=AS_SAID)
    example = {"hours": 1}
    hours: int
    only: tuple[str, ...] = ()

    def says(self) -> str:
        return f"{{hours:hour}} {'passes' if self.hours == 1 else 'pass'}[ for {{only}}]."


class HoursKept(Event, frozen=True, kw_only=True):
    """The hours towards the next point of a track that somebody has now (YY-VIT-10, YY-NARR-8)."""

    type: ClassVar[str] = "yin_yang.hours_kept"
    words = "Hours of recovery"
    told = Told(level=3)
    example = {"combatant": "hei", "track": "vitality", "hours": 1}
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    hours: int

    def says(self) -> str:
        """No hours are kept once a point has come back, which is told."""
        return "{combatant} has {hours:hour} towards the next point of {track}." if self.hours else ""

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.track == "vitality":
            person.healing_hours = self.hours
        elif self.track == "mental_balance":
            person.mental_rested_hours = self.hours
        else:
            person.rested_hours = self.hours


NO_CARE = "no care"
REST = "rest"


class PassTime(Narrating):
    """Let hours pass between turns (YY-NARR-5).

    Of a crowd badly wounded more may happen than fits into one command; `only` takes it in parts.
    """

    form = {
        "hours": span(1, 100_000),
        "only": several(LIVING, most=200),
        **dict.fromkeys(("resting", "mentally_resting", "cared_for"), several(LIVING, most=200, within="only")),
    }
    during = PhaseRule(BETWEEN, "YY-ACT-5", "Time passes between turns; end this one first.", END)
    says = ()
    example = {"hours": 24, "resting": ["vassili"], "cared_for": ["irons"]}
    words = Words(
        "Let time pass",
        "Let {hours:hour|hours} pass[ for {only}][; resting: {resting}][; resting the mind: {mentally_resting}]"
        "[; cared for: {cared_for}]",
        group="scene",
    )
    type: Literal["yin_yang.pass_time"] = "yin_yang.pass_time"
    hours: int = Field(ge=1, le=100_000)
    only: Combatants = Field(default=(), description="for whom the hours pass; by default for everybody")
    resting: Combatants = ()
    mentally_resting: Combatants = ()
    cared_for: Combatants = ()

    def decide(self, decision: Decision[Fight]) -> None:
        """Let hours pass (YY-NARR-5): deaths, stabilising, Stamina, Vitality, Mental Balance, thresholds."""
        fight = decision.state
        for combatant in self.only:
            require_alive(find_combatant(fight, combatant, "command.only"), "command.only")
        only = tuple([combatant for combatant in fight.people if combatant in self.only])
        concerned = [fight.people[combatant] for combatant in only or fight.people]
        for field in ("resting", "mentally_resting", "cared_for"):
            for combatant in getattr(self, field):
                person = find_combatant(fight, combatant, f"command.{field}")
                require_alive(person, f"command.{field}")
                said = f"No time passes for {person.name}, who is not among those for whom it passes."
                require(not only or combatant in only, "YY-NARR-5", said, field=f"command.{field}")
        decision.cause = decision.record(TimePassed(hours=self.hours, only=only))
        for person in unattended(concerned):
            if person.id in self.cared_for:
                decision.record(Stabilised(combatant=person.id))
            else:
                fall(decision, person.id, "dead", NO_CARE)
        living = [person for person in concerned if person.alive]
        resting = [person for person in living if person.id in self.resting or not person.able]
        at_peace = [person for person in living if person.id in self.mentally_resting]
        steps: tuple[tuple[Track, list[Person], int], ...] = (
            ("stamina", resting, HOURS_OF_REST),
            ("vitality", living, HOURS_OF_A_DAY * fight.options.vitality_days),  # YY-RUL-5
            ("mental_balance", at_peace, HOURS_OF_MENTAL_REST),
        )
        risen = [
            (person.id, track)
            for track, people, period in steps
            for person in people
            if _recover(decision, person, track, self.hours, period)
        ]
        for combatant, track in risen:
            recover(decision, combatant, track)


def unattended(people: Iterable[Person]) -> Iterator[Person]:
    """Those of them who are dying and whom nobody has stabilised."""
    return (person for person in people if "dying" in person.out and not person.stabilised)


def _recover(decision: Decision[Fight], person: Person, track: Track, hours: int, period: int) -> bool:
    """A point for each whole period; the rest of the hours is kept for next time (YY-VIT-10). Whether there was one.

    At the maximum no hours are kept (YY-NARR-8).
    """
    kept = {"vitality": person.healing_hours, "mental_balance": person.mental_rested_hours}.get(track, 0)
    periods, rest = divmod(kept + hours, period)
    points = restore(decision, person.id, track, periods, REST) if periods else 0
    if person.points(track) < person.most(track) and rest != kept:
        decision.record(HoursKept(combatant=person.id, track=track, hours=rest))
    return points > 0


def count_dying(decision: Decision[Fight]) -> None:
    """At the end of a turn, count it for the dying; at the option's number they die (YY-VIT-8, YY-ORD-3, YY-RUL-7).

    Without the option the narrator decides.
    """
    most = decision.state.options.care_within_turns
    if most == "none":
        return
    for person in unattended(decision.state.people.values()):
        counted = decision.record(DyingCounted(combatant=person.id, turns=person.turns_dying + 1))
        if person.turns_dying >= most:
            entered, decision.cause = decision.cause, counted
            fall(decision, person.id, "dead", NO_CARE)
            decision.cause = entered


RESTING: Chapter[Fight] = Chapter(commands=(PassTime,), events=(Stabilised, DyingCounted, TimePassed, HoursKept))
