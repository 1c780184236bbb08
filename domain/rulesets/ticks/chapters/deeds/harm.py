"""Wounds, and what they bring at the end of a round or at once (TK-KO, TK-DYING)."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.dropping_out import end_holds_by
from domain.rulesets.ticks.said import Quote
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Unconscious
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

FALLS: Final = {"wounds": "falls unconscious", "chosen": "chooses to faint"}


def drop_out(person: Person) -> None:
    """What somebody had in mind for the round is lost with it (TK-RES-14)."""
    person.turn = replace(
        person.turn, defence=0, aim=None, triggers=(), attack_used=True, deed_done=True, plan=None, until=None
    )


class Died(Event, frozen=True, kw_only=True):
    """Somebody is dead (TK-DYING-3)."""

    type: ClassVar[str] = "ticks.died"
    words = "Death"
    told = Told(brief=AS_SAID, moment="death")
    says = "{combatant} dies."
    example = {"combatant": "bruno"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.dead, person.dying = True, None
        drop_out(person)


class BeganDying(Event, frozen=True, kw_only=True):
    """Somebody is dying since a second of the clock (TK-DYING-1)."""

    type: ClassVar[str] = "ticks.began_dying"
    words = "Dying"
    told = Told(brief=AS_SAID, moment="fall")
    says = "{combatant} is dying."
    example = {"combatant": "sable", "since": 1200}
    combatant: str
    since: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.dying, person.stabilised = self.since, False


class Woke(Event, frozen=True, kw_only=True):
    """Somebody is conscious again (TK-KO-4)."""

    type: ClassVar[str] = "ticks.woke"
    words = "Woken up"
    told = Told(brief=AS_SAID)
    says = "{combatant} is conscious again."
    example = {"combatant": "hanna"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].unconscious = None


class FellUnconscious(Event, frozen=True, kw_only=True):
    """Somebody is unconscious, by its wounds (TK-KO-1) or because it chose to be (TK-KO-3)."""

    type: ClassVar[str] = "ticks.fell_unconscious"
    words = "Unconscious"
    told = Told(brief=AS_SAID, moment="fall")
    says = "{combatant} {cause}."
    example = {"combatant": "bruno", "cause": "chosen"}
    combatant: str
    cause: Annotated[Unconscious, Spoken(FALLS)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unconscious = self.cause
        drop_out(person)


class Wounded(Event, frozen=True, kw_only=True):
    """Somebody is wounded (TK-DMG-2, TK-DMG-7): by how much, and how many wounds it has then."""

    type: ClassVar[str] = "ticks.wounded"
    words = "Wound"
    told = Told(brief=AS_SAID, moment="wound")
    example = {"combatant": "pell", "wounds": 3, "total": 16, "reason": "shoots the lamp"}
    private: ClassVar[frozenset[str]] = frozenset({"total"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wounds: int
    total: int | None = None
    reason: Quote = ""

    def says(self) -> str:
        before = "[, {total} in all]" if self.total != self.wounds else ""
        return f"{{combatant}} takes {{wounds:wound}}{before}[: {{reason}}]."

    def evolve(self, fight: Fight) -> None:
        """A new wound starts the days of care again (TK-REC-5)."""
        person = fight.people[self.combatant]
        person.wounds = self.total or 0
        if self.wounds:
            person.care_days = 0
            person.turn = replace(person.turn, wounded=True)


LAST_CHANCE = 300
"""Seconds within which a dying combatant can be helped (TK-DYING-3, TK-RUL-47)."""


def wound(decision: Decision[Fight], name: str, wounds: int, reason: str = "") -> None:
    """Wounds are added to those that somebody has; in a round what they bring waits for its end (TK-RES-12)."""
    person = decision.state.people[name]
    if wounds:
        decision.record(Wounded(combatant=name, wounds=wounds, total=person.wounds + wounds, reason=reason))


def loses_consciousness(person: Person) -> bool:
    """Whether wounds take consciousness now; equality suffices (TK-KO-1)."""
    return not person.dead and person.unconscious != "wounds" and person.wounds >= person.statistics["willpower"]


def begins_dying(person: Person) -> bool:
    """Whether wounds exceed what can be lived with, now or again; equality is not (TK-DYING-1, -5, TK-RUL-48).

    One may be awake with them (TK-DYING-2); who is dying already keeps the moment of its beginning (TK-DYING-4).
    """
    beyond = person.wounds > person.statistics["resilience"]
    again = not person.stabilised or person.turn.wounded
    return beyond and again and person.dying is None and not person.dead


def check_consciousness(decision: Decision[Fight], person: Person) -> None:
    """Wounds as high as willpower take consciousness, chosen unconsciousness or not (TK-KO-1, TK-KO-4)."""
    if loses_consciousness(person):
        decision.record(FellUnconscious(combatant=person.id, cause="wounds"))
        end_holds_by(decision, person.id)


def check_waking(decision: Decision[Fight], person: Person) -> None:
    """Unconsciousness by wounds ends with fewer wounds than willpower (TK-KO-4)."""
    if person.unconscious == "wounds" and person.wounds < person.statistics["willpower"]:
        decision.record(Woke(combatant=person.id))


def check_dying(decision: Decision[Fight], person: Person) -> None:
    """Wounds beyond resilience, and not stabilised but for a new wound (TK-DYING-1, TK-DYING-5)."""
    if begins_dying(person):
        decision.record(BeganDying(combatant=person.id, since=decision.state.clock))


def check_death(decision: Decision[Fight], person: Person) -> None:
    """A person who has been dying for too long is dead (TK-DYING-3)."""
    if person.dying is not None and decision.state.clock - person.dying > LAST_CHANCE:
        decision.record(Died(combatant=person.id))
        end_holds_by(decision, person.id)


HARM: Chapter[Fight] = Chapter(events=(Died, BeganDying, Woke, FellUnconscious, Wounded))
