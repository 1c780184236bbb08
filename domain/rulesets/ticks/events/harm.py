"""Facts about wounds, dying and care."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.ticks.said import Quote
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Care, Unconscious
from domain.text.sentences import Spoken

CARES: Final = {None: "without care", "skilled": "in skilled care", "basic": "in basic care", "none": "without care"}
FALLS: Final = {"wounds": "falls unconscious", "chosen": "chooses to pass out"}


class Wounded(Event, frozen=True, kw_only=True):
    """Somebody is wounded (TK-DMG-2, TK-DMG-7): by how much, and how many wounds it has then."""

    type: ClassVar[str] = "ticks.wounded"
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


class ArmourWornDown(Event, frozen=True, kw_only=True):
    """Armour is worn down (TK-ARM-4)."""

    type: ClassVar[str] = "ticks.armour_worn_down"
    says = "{combatant's} armour wears down[ and is {wear:point} weaker now]."
    private: ClassVar[frozenset[str]] = frozenset({"wear"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wear: int | None = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.armour is not None:
            person.armour = replace(person.armour, wear=self.wear)


class Repaired(Event, frozen=True, kw_only=True):
    """Armour is whole again (TK-ARM-6)."""

    type: ClassVar[str] = "ticks.repaired"
    says = "{combatant's} armour is whole again."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.armour is not None:
            person.armour = replace(person.armour, wear=0)


class FellUnconscious(Event, frozen=True, kw_only=True):
    """Somebody is unconscious, by its wounds (TK-KO-1) or because it chose to be (TK-KO-3)."""

    type: ClassVar[str] = "ticks.fell_unconscious"
    says = "{combatant} {cause}."
    combatant: str
    cause: Annotated[Unconscious, Spoken(FALLS)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unconscious = self.cause
        drop_out(person)


class Woke(Event, frozen=True, kw_only=True):
    """Somebody is conscious again (TK-KO-4)."""

    type: ClassVar[str] = "ticks.woke"
    says = "{combatant} is conscious again."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].unconscious = None


class BeganDying(Event, frozen=True, kw_only=True):
    """Somebody is dying since a second of the clock (TK-DYING-1)."""

    type: ClassVar[str] = "ticks.began_dying"
    says = "{combatant} is dying."
    combatant: str
    since: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.dying, person.stabilised = self.since, False


class Stabilised(Event, frozen=True, kw_only=True):
    """Somebody is no longer dying (TK-AID-5)."""

    type: ClassVar[str] = "ticks.stabilised"
    says = "{combatant} is saved from dying by {by}."
    combatant: str
    by: str

    def evolve(self, fight: Fight) -> None:
        """Only wounds from now on are new ones (TK-DYING-5)."""
        person = fight.people[self.combatant]
        person.dying, person.stabilised = None, True
        person.turn = replace(person.turn, wounded=False)


class Died(Event, frozen=True, kw_only=True):
    """Somebody is dead (TK-DYING-3)."""

    type: ClassVar[str] = "ticks.died"
    says = "{combatant} dies."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.dead, person.dying = True, None
        drop_out(person)


class Recovered(Event, frozen=True, kw_only=True):
    """Days of recovery have gone by (TK-REC-1): how many wounds there are then, and the days of care begun."""

    type: ClassVar[str] = "ticks.recovered"
    private: ClassVar[frozenset[str]] = frozenset({"wounds", "care_days"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    days: int
    wounds: int | None = None
    care: Annotated[Care | None, Spoken(CARES)] = None
    care_days: int | None = None

    def says(self) -> str:
        """Days of care that have not healed a wound yet count toward healing the next one."""
        begun = ", {care_days:day} toward healing the next" if self.care_days else ""
        return f"{{combatant}} rests for {{days:day}} {{care}}[: {{wounds:wound}} left{begun}]."

    def evolve(self, fight: Fight) -> None:
        """``stabilised`` has served its time when resilience bears the wounds again (TK-DYING-5)."""
        person = fight.people[self.combatant]
        person.wounds, person.care, person.care_days = self.wounds or 0, self.care or "none", self.care_days or 0
        if person.wounds <= person.statistics["resilience"]:
            person.stabilised = False


HARM_EVENTS: tuple[type[Event], ...] = (
    Wounded,
    ArmourWornDown,
    Repaired,
    FellUnconscious,
    Woke,
    BeganDying,
    Stabilised,
    Died,
    Recovered,
)


def drop_out(person: Person) -> None:
    """What somebody had in mind for the round is lost with it (TK-RES-14)."""
    person.turn = replace(
        person.turn, defence=0, aim=None, triggers=(), attack_used=True, deed_done=True, plan=None, until=None
    )
