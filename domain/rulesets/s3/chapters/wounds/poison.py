"""Poison: doses by coatings and by the narrator, and when they strike (S3-POIS)."""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.throws.weapons import LEFT
from domain.rulesets.s3.chapters.turns.actions import Whose
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.state import Dose, Fight, Person
from domain.rulesets.s3.tables import POISONS
from domain.rulesets.s3.words import Intent, Route
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken, SpokenOf


class DoseGiven(Event, frozen=True, kw_only=True):
    """Poison is on its way (S3-POIS-1)."""

    type: ClassVar[str] = "s3.dose_given"
    words = "Poisoned"
    example = {
        "combatant": "bell_1",
        "dose": {
            "id": "dose-40-1",
            "poison": "black_lotus",
            "coins": 5,
            "route": "blade",
            "given_round": 1,
            "given_version": 40,
            "source": "doctor_hu",
            "intent": "subdue",
        },
    }
    combatant: str
    dose: Annotated[Dose, Spoken(said.poison)]

    def says(self) -> str:
        if self.dose.source is None:
            return "{combatant} is poisoned with {dose} ({dose.coins:coin})."
        if self.dose.source == self.combatant:
            return "{combatant} poisons {combatant:themselves} with {dose} ({dose.coins:coin})."
        return "{dose.source} poisons {combatant} with {dose} ({dose.coins:coin})."

    def brief(self) -> str:
        """Tell whom it is given to, so that one line has all who get the same."""
        if self.dose.source is None:
            return "{combatant} | is poisoned with {dose} ({dose.coins:coin})"
        whom = "{combatant:themselves}" if self.dose.source == self.combatant else "{combatant}"
        if self.dose.route == "ingested":
            return f"{{dose.source}} | gives {{dose}} ({{dose.coins:coin}}) to | {whom}"
        return f"{{dose.source}} | poisons {whom} with | {{dose}} ({{dose.coins:coin}})"

    told = Told(brief=brief, source="dose.source", target="combatant")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = (*person.doses, self.dose)


class DoseStruck(Event, frozen=True, kw_only=True):
    """A dose took effect and is used up (S3-POIS-4)."""

    type: ClassVar[str] = "s3.dose_struck"
    words = "Poison strikes"
    told = Told(brief=AS_SAID, unless=("s3.damage_suffered",))
    says = "The poison in {combatant} takes effect."
    example = {"combatant": "bell_1", "dose": "dose-40-1"}
    combatant: str
    dose: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = tuple(dose for dose in person.doses if dose.id != self.dose)


class CoatingUsed(Event, frozen=True, kw_only=True):
    """One dose of an item's poison was used (S3-POIS-5)."""

    type: ClassVar[str] = "s3.coating_used"
    words = "Poison used"
    told = Told(brief="a dose of poison comes off {combatant's} {item}[ ({left} left)]")
    says = "A dose of poison comes off {combatant's} {item}[; {left} left]."
    example = {"combatant": "doctor_hu", "item": "poison_needle", "left": 1}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[str, SpokenOf(said.item_name)]
    left: Annotated[int | None, Spoken(LEFT)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        item = person.items[self.item]
        coating = replace(item.coating, doses=self.left) if item.coating is not None and self.left else None
        person.items = {**person.items, self.item: replace(item, coating=coating)}


def new_dose(
    decision: Decision[Fight], poison: str, route: Route, source: str | None, intent: Intent | None, place: int = 1
) -> Dose:
    """Return a dose of a poison, given now by this route; ingested ones wait for the narrator (S3-POIS-6)."""
    entry = POISONS[poison]
    return Dose(
        f"dose-{decision.next_lineage_version}-{place}",
        poison,
        entry["coins"],
        route,
        decision.state.round_number,
        decision.next_lineage_version,
        entry.get("effect"),
        entry.get("lasts"),
        source,
        intent,
        waits_for_narrator=route == "ingested",
    )


def give_dose(decision: Decision[Fight], target: Person, dose: Dose, *, cause: int | None = None) -> None:
    """Record that the dose is given."""
    decision.record(DoseGiven(combatant=target.id, dose=dose), cause=cause)


def coating_dose(
    decision: Decision[Fight], attacker: str, item_id: str, route: Route, intent: Intent | None
) -> Dose | None:
    """Take one dose from an item's coating, by the route of the weapon (S3-POIS-5); None if there is none."""
    item = decision.state.people[attacker].items.get(item_id)
    if item is None or item.coating is None or item.coating.doses < 1:
        return None
    decision.cause = decision.record(CoatingUsed(combatant=attacker, item=item_id, left=item.coating.doses - 1))
    return new_dose(decision, item.coating.poison, route, attacker, intent)


class Portion(msgspec.Struct, frozen=True, gc=False):
    """A dose of a combatant."""

    combatant: str
    dose: str


@stage("s3.effect.doses", Whose)
def doses_at_turn_end(decision: Decision[Fight], whose: Whose) -> None:
    """Let doses of an earlier round strike at the end of the first turn in a later one (S3-POIS-2)."""
    fight = decision.state
    person = fight.people[whose.combatant]
    turn = fight.turn
    if turn is not None:
        due = [d for d in person.doses if not d.waits_for_narrator and d.given_round < fight.round_number]
        strike_doses(decision, person, due)


def strike_doses(decision: Decision[Fight], person: Person, due: list[Dose]) -> None:
    """Let doses strike one by one, oldest first (S3-POIS-10)."""
    if due:
        oldest_first = sorted(due, key=lambda dose: dose.given_round)
        decision.steps(*[(dose_strikes, Portion(person.id, dose.id)) for dose in oldest_first])


@stage("s3.effect.dose", Portion, draws=True)
def dose_strikes(decision: Decision[Fight], portion: Portion) -> None:
    """Throw the coins of a dose as damage; armour does not help (S3-POIS-4, S3-POIS-7)."""
    person = decision.state.people[portion.combatant]
    dose = next((dose for dose in person.doses if dose.id == portion.dose), None)
    if dose is None or not person.able:
        return
    decision.cause = decision.record(DoseStruck(combatant=person.id, dose=dose.id))
    suffer.run(decision, poison_harm(decision.state, person, dose))


def poison_harm(fight: Fight, person: Person, dose: Dose) -> Harm:
    """Return the damage of a dose."""
    return Harm(
        person.id,
        "poison",
        (("poison", dose.coins),),
        source=dose.source,
        intent=dose.intent,
        flat=fight.options.damage_throw == "flat",
        armour=False,
        aim=dose.effect,
        lasts=dose.lasts,
    )


@stage("s3.effect.late_doses", NoData)
def late_doses(decision: Decision[Fight], _: NoData) -> None:
    """Let doses strike by the end of the round after the one they were given in (S3-POIS-2)."""
    for person in reversed(decision.state.able()):
        due = [d for d in person.doses if not d.waits_for_narrator and d.given_round < decision.state.round_number]
        strike_doses(decision, person, due)


POISON: Chapter[Fight] = Chapter(
    events=(DoseGiven, DoseStruck, CoatingUsed), stages=(doses_at_turn_end, dose_strikes, late_doses)
)
