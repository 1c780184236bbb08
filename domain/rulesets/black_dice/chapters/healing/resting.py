"""Time that goes by outside rounds: natural healing, sobering up, waking (BD-HEAL-13 to BD-HEAL-16, BD-GREY-8)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.core.commands import Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.fields.field import span
from domain.model.event import Event
from domain.model.refusal import require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.perils.drinking import sober_up
from domain.rulesets.black_dice.chapters.wounds.consciousness import recover
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.said import (
    Who,
    time_passes,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import IDLE, TO_END
from domain.story.told import AS_SAID, Told
from domain.text.phrases import listed
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

MINUTES_AN_HOUR = 60
MINUTES_A_DAY = 24 * MINUTES_AN_HOUR
MINUTES_TO_WAKE = 10
REST = "rest"


class Healed(Event, frozen=True, kw_only=True):
    """Marks are gone (BD-HEAL): how many of each kind, and the health now. ``by`` is a healer, or ``rest``."""

    type: ClassVar[str] = "black_dice.healed"
    words = "Healing"
    example = {"combatant": "brass_tom", "normal": 2, "bruise": 0, "health": 1, "by": "brass_tom"}
    private: ClassVar[frozenset[str]] = frozenset({"health"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    normal: int
    bruise: int
    health: int | None = None
    by: Who = ""

    def says(self) -> str:
        kinds = [(self.normal, "{normal:mark}"), (self.bruise, "{bruise:bruise}")]
        marks = listed([slot for count, slot in kinds if count])
        healer = "rest" if self.by == "rest" else "{by}"
        whom = "{by:themselves}" if self.by == self.combatant else "{combatant}"
        whose = "{combatant:their}" if self.by in ("rest", self.combatant) else "{combatant's}"
        return f"{healer} heals {whom} of {marks}[; {whose} health is now {{health}}]."

    def brief(self) -> str:
        marks = [slot for count, slot in ((self.normal, "{normal:mark}"), (self.bruise, "{bruise:bruise}")) if count]
        healer = "rest" if self.by == REST else "{by}"
        whom = "{by:themselves}" if self.by == self.combatant else "{combatant}"
        return f"{healer} | heals | {whom} of {listed(marks)}[ (health {{health}})]"

    told = Told(brief=brief, source="by", target="combatant")

    def evolve(self, fight: Fight) -> None:
        """A dying or stabilised combatant with a healed pip is only unconscious (BD-DYING-5, BD-DYING-7)."""
        person = fight.people[self.combatant]
        person.normal -= self.normal
        person.bruise -= self.bruise
        ends = person.condition == "stabilised" or (person.condition == "dying" and self.normal > 0)
        if ends:
            person.condition = "unconscious"
            person.rounds_left = 0
            person.dying_since = None


class TimePassed(Event, frozen=True, kw_only=True):
    """Minutes go by outside rounds, in which ``pass_time`` or a treatment is spent."""

    type: ClassVar[str] = "black_dice.time_passed"
    words = "Time passed"
    told = Told(brief=AS_SAID)
    says = "{minutes}."
    example = {"minutes": 1440}
    minutes: Annotated[int, Spoken(time_passes)]

    def evolve(self, fight: Fight) -> None:
        fight.minutes += self.minutes


MOST_MINUTES, MOST_HOURS, MOST_DAYS = MINUTES_A_DAY, 24 * 7, 366


class PassTime(Narrating):
    """Let time pass outside rounds: combatants heal, sober up and wake (BD-HEAL-13, BD-DRINK-14, BD-GREY-8)."""

    variants = {
        "days": {"days": span(1, MOST_DAYS, required=True)},
        "hours": {"days": None, "hours": span(1, MOST_HOURS, required=True)},
        "minutes": {**dict.fromkeys(("days", "hours")), "minutes": span(1, MOST_MINUTES, required=True)},
    }
    during = PhaseRule(IDLE, "BD-ROUND-10", "Time passes outside rounds; the round has to end first.", TO_END)
    says = ()
    example = {"days": 1, "hours": 8}
    words = Words(
        "Let time pass",
        group="scene",
        variants={
            "days": Variant(
                "Let days pass", "Let {days:day|days}[ and {hours:hour|hours}][ and {minutes:minute|minutes}] pass"
            ),
            "hours": Variant("Let hours pass", "Let {hours:hour|hours}[ and {minutes:minute|minutes}] pass"),
            "minutes": Variant("Let minutes pass", "Let {minutes:minute|minutes} pass"),
        },
    )
    type: Literal["black_dice.pass_time"] = "black_dice.pass_time"
    minutes: int = Field(default=0, ge=0, le=MOST_MINUTES)
    hours: int = Field(default=0, ge=0, le=MOST_HOURS)
    days: int = Field(default=0, ge=0, le=MOST_DAYS)

    @model_validator(mode="after")
    def some_time(self) -> Self:
        if not (self.minutes or self.hours or self.days):
            raise ValueError("Name some minutes, hours or days")
        return self

    @classmethod
    def offered(cls, fight: Fight, speaker: Speaker) -> bool:
        """Return whether no one is dying (BD-HEAL-16)."""
        return not dying_besides(fight, None)

    def decide(self, decision: Decision[Fight]) -> None:
        """Whole days heal, and those not in the grey wake; refused while anyone is dying (BD-HEAL-16)."""
        fight = decision.state
        require_none_dying(fight)
        minutes = self.minutes + MINUTES_AN_HOUR * self.hours + MINUTES_A_DAY * self.days
        pass_minutes(decision, minutes)
        for person in fight.people.values():
            if heals(fight.options, person):
                _heal(decision, person, minutes // MINUTES_A_DAY)
            if minutes >= MINUTES_TO_WAKE and person.knocked_out and person.alive and person.health >= 0:
                recover(decision, person, "wounds")


def heals(options: Options, person: Person) -> bool:
    """The dead do not heal, and automata do not by themselves (BD-HEAL-15)."""
    return person.alive and (person.kind == "person" or options.automata_heal)


def _heal(decision: Decision[Fight], person: Person, days: int) -> None:
    """Each whole day a pip and one for each point of Fortitude (BD-HEAL-13), bruises at their rate (BD-HEAL-14)."""
    pips = days * (1 + max(0, person.stats["fortitude"]))
    normal = min(person.normal, pips)
    bruise = min(person.bruise, pips * decision.state.options.bruise_heal_factor)
    if normal or bruise:
        decision.record(
            Healed(combatant=person.id, normal=normal, bruise=bruise, health=person.health + normal + bruise, by=REST)
        )


def dying_besides(fight: Fight, person: Person | None) -> list[str]:
    """Return the names of those who are dying, besides one."""
    return [one.name for one in fight.people.values() if one.condition == "dying" and one is not person]


def require_none_dying(fight: Fight, *, but: Person | None = None) -> None:
    """Refuse to let time pass while a combatant is dying (BD-HEAL-16), other than the patient ``but``."""
    dying = dying_besides(fight, but)
    said = f"No time passes while somebody is dying: {listed(dying)}; stabilise them first."
    require(not dying, "BD-HEAL-16", said)


def pass_minutes(decision: Decision[Fight], minutes: int) -> None:
    """Time goes by for everyone, and sobers up who is alive (BD-DRINK-14)."""
    decision.cause = decision.record(TimePassed(minutes=minutes))
    for person in decision.state.people.values():
        if person.alive:
            sober_up(decision, person, minutes)


RESTING: Chapter[Fight] = Chapter(
    commands=(PassTime,),
    events=(Healed, TimePassed),
    labels={"days": "Days", "hours": "Hours", "minutes": "Minutes"},
)
