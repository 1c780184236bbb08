"""Care for the wounded: stabilizing (CE-DOWN-6), Stimpaks (CE-DMG-7), rest (CE-DMG-11)."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.fields.field import among, looked_up, several
from domain.fields.sets import Set, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.downed import Stabilized, after_gain, heal
from domain.rulesets.century.chapters.items.grasping import NEAR, within_reach
from domain.rulesets.century.chapters.movement.distances import distance
from domain.rulesets.century.chapters.rolls.attempts import Setting, set_target
from domain.rulesets.century.chapters.round.move_points import require_step, spend, those_acting
from domain.rulesets.century.items import dice_of
from domain.rulesets.century.parts import Combatants, Step
from domain.rulesets.century.state import Fight, Person, RollOutcome
from domain.rulesets.century.tables import COSTS, STIMPAK_DICE
from domain.rulesets.century.vocabularies import ids
from domain.rulesets.century.words import END_COMBAT, STORY
from domain.story.told import AS_SAID, Told
from domain.text.words import Words

MEDICAL = "Medical"
"""The Skill with which the dying are stabilized; a helper without it may try all the same (CE-SKILL-6)."""


class Rested(Event, frozen=True, kw_only=True):
    """Days of rest go by for these combatants (CE-DMG-11); what that gives them follows."""

    type: ClassVar[str] = "century.rested"
    words = "Rest"
    told = Told(brief=AS_SAID)
    example = {"combatants": ["mulan"], "days": 3}
    combatants: tuple[str, ...]
    days: int

    def says(self) -> str:
        rest = "rests" if len(self.combatants) == 1 else "rest"
        return f"{{combatants}} {rest} for {{days:day}}."


class StimpakUsed(Event, frozen=True, kw_only=True):
    """A Stimpak is used up (CE-DMG-7)."""

    type: ClassVar[str] = "century.stimpak_used"
    words = "Stimpak used"
    example = {"combatant": "eva", "patient": "eva", "left": 1}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    patient: str
    left: int | None = None

    def says(self) -> str:
        on = "{combatant:themselves}" if self.patient == self.combatant else "{patient}"
        return f"{{combatant}} uses a Stimpak on {on}[ and has {{left:Stimpak}} left]."

    def brief(self) -> str:
        on = "{combatant:themselves}" if self.patient == self.combatant else "{patient}"
        return f"{{combatant}} | uses a Stimpak on {on}[ ({{left}} left)]"

    told = Told(brief=brief, target="patient")

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].stimpaks = self.left or 0


class Caring(msgspec.Struct, frozen=True, gc=False):
    """Who tries to keep whom from dying."""

    helper: str
    patient: str


def _is_dying(person: Person) -> bool:
    return "dying" in person.conditions and person.present


def _is_alive(person: Person) -> bool:
    """Return whether a combatant can be healed at all: persons and animals that are there and not dead."""
    return person.throws and person.present and not person.dead


def _near(helpers: Iterable[Person], patients: Sequence[Person]) -> dict[str, tuple[str, ...]]:
    """Return those who are near each helper, as far as that is known; helpers near no one are left out."""
    everybody = ids(patients)
    found = {
        helper.id: everybody
        if helper.place is None
        else ids(patient for patient in patients if within_reach(helper.place, patient.place))
        for helper in helpers
    }
    return {one: near for one, near in found.items() if near}


def _dying(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    patients = [person for person in view.state.people.values() if _is_dying(person)]
    return _near(those_acting(view, COSTS["stabilize"]), patients)


def _to_heal(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    patients = [person for person in view.state.people.values() if _is_alive(person)]
    return _near((one for one in those_acting(view, COSTS["use_stimpak"]) if one.stimpaks), patients)


def _days(view: View[Fight]) -> Set:
    dying = any("dying" in person.conditions for person in view.state.people.values())
    return () if dying else Span(1, 365)


DYING: Final[Vocabulary[Fight]] = Vocabulary("the dying within reach", _dying)
HELPERS: Final[Vocabulary[Fight]] = Vocabulary("who can stabilize", lambda view: tuple(view[DYING]))
TO_HEAL: Final[Vocabulary[Fight]] = Vocabulary("the living within reach", _to_heal)
MEDICS: Final[Vocabulary[Fight]] = Vocabulary("who can use a Stimpak", lambda view: tuple(view[TO_HEAL]))
ALIVE: Final[Vocabulary[Fight]] = Vocabulary(
    "the living", lambda view: ids(person for person in view.state.people.values() if _is_alive(person))
)
DAYS: Final[Vocabulary[Fight]] = Vocabulary("days of rest", _days)


class Stabilize(Step):
    """Try to keep a dying combatant alive; the narrator sets the roll (CE-DOWN-6)."""

    form = {"actor": among(HELPERS), "patient": looked_up(DYING, "actor")}
    says = ("{actor} tries to stabilize {patient}.",)
    example = {"actor": "medic", "patient": "eva"}
    words = Words("Stabilize the dying", "Stabilize {patient}", group="care", prominence="main", costs="5 Move Points")
    told = Told(brief=AS_SAID)
    type: Literal["century.stabilize"] = "century.stabilize"
    patient: CombatantId

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return any("dying" in other.conditions for other in fight.people.values())

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant tries to keep a dying one from death, with a Medical roll that the narrator sets (CE-DOWN-6).

        The reading is that of CE-RUL-91.
        """
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        require(_is_dying(patient), "CE-DOWN-6", f"{patient.name} is not dying.", field="command.patient")
        _require_near(fight, actor, patient, "CE-DOWN-6")
        require_step(fight, actor, COSTS["stabilize"])
        spend(decision, actor.id, COSTS["stabilize"], "stabilize")
        then = stabilized_or_not.continuation(Caring(actor.id, patient.id))
        decision.next(set_target, Setting(actor.id, "stabilize", skill=MEDICAL, target=patient.id, then=then))


@reply("century.care.stabilized", Caring)
def stabilized_or_not(decision: Decision[Fight], caring: Caring, outcome: RollOutcome) -> None:
    """Success stabilizes a patient that is still dying (CE-DOWN-7)."""
    if outcome.success and "dying" in decision.state.people[caring.patient].conditions:
        decision.record(Stabilized(combatant=caring.patient, by=caring.helper))


class UseStimpak(Step):
    """Use a Stimpak on yourself or on a combatant nearby, to give hit points back (CE-DMG-7)."""

    form = {"actor": among(MEDICS), "patient": looked_up(TO_HEAL, "actor")}
    says = ()
    example = {"actor": "medic", "patient": "eva"}
    words = Words(
        "Use a Stimpak",
        "Use a Stimpak on {patient}",
        group="care",
        prominence="main",
        costs="4 Move Points and the Stimpak",
    )
    type: Literal["century.use_stimpak"] = "century.use_stimpak"
    patient: CombatantId

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return person.stimpaks > 0

    def decide(self, decision: Decision[Fight]) -> None:
        """A Stimpak gives HP to its user or to a combatant near, and is used up (CE-DMG-7, CE-RUL-92)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        require(actor.stimpaks, "CE-DMG-7", f"{actor.name} has no Stimpak.", field="command.actor")
        require(_is_alive(patient), "CE-DMG-7", f"No Stimpak helps {patient.name}.", field="command.patient")
        _require_near(fight, actor, patient, "CE-DMG-7")
        require_step(fight, actor, COSTS["use_stimpak"])
        spend(decision, actor.id, COSTS["use_stimpak"], "use_stimpak")
        decision.cause = decision.record(StimpakUsed(combatant=actor.id, patient=patient.id, left=actor.stimpaks - 1))
        dice = dice_of(STIMPAK_DICE)
        thrown = decision.roll(actor.id, "stimpak", dice.dice, dice.sides)
        heal(decision, patient.id, sum(thrown.dice), "stimpak", by=actor.id, dice=thrown)


class Resting(msgspec.Struct, frozen=True, gc=False):
    """Who has rested, and the hit points that it gives."""

    combatant: str
    points: int


class Rest(Narrating):
    """Let days of rest pass, which give hit points back (CE-DMG-11)."""

    form = {"days": among(DAYS), "combatants": several(ALIVE, distinct=True)}
    during = PhaseRule(STORY, "CE-DMG-11", "Combat is being fought; no one can rest.", END_COMBAT)
    says = ()
    example = {"combatants": ["sam"], "days": 3}
    words = Words(
        "Let days of rest pass",
        "Let {days:day|days} of rest pass[ for {combatants}]",
        group="care",
        fields={"combatants": "Who rests", "days": "Days"},
    )
    type: Literal["century.rest"] = "century.rest"
    combatants: Combatants = Field(default=(), description="who rests; by default all living persons and animals")
    days: int = Field(ge=1, le=365)

    def decide(self, decision: Decision[Fight]) -> None:
        """Days go by, and each whole one gives HP to those who rest (CE-DMG-11, CE-RUL-101)."""
        fight = decision.state
        require_distinct(self.combatants, "command.combatants")
        for place, name in enumerate(self.combatants):
            field = f"command.combatants[{place}]"
            person = find_combatant(fight, name, field)
            require(_is_alive(person), "CE-DMG-11", f"Rest does not heal {person.name}.", field=field)
        dying = [person.name for person in fight.people.values() if "dying" in person.conditions]
        require(not dying, "CE-DMG-11", f"There is no time to rest: {', '.join(dying)} would die.")
        resting = self.combatants or tuple([person.id for person in fight.people.values() if _is_alive(person)])
        decision.cause = decision.record(Rested(combatants=resting, days=self.days))
        points = self.days * fight.options.rest_hp
        if points:
            decision.steps(*[(rested, Resting(name, points)) for name in resting])


@stage("century.care.rested", Resting, pausable=True)
def rested(decision: Decision[Fight], resting: Resting) -> None:
    """HP come back as by a Stimpak (CE-DMG-6, CE-DOWN-9, CE-HC-4); who has them all may still wake up by it."""
    person = decision.state.people[resting.combatant]
    if person.hp < person.hp_max:
        heal(decision, person.id, resting.points, "rest")
    else:
        after_gain(decision, person.id, person.hp)


def _require_near(fight: Fight, actor: Person, patient: Person, rule: str) -> None:
    """Refuse a patient farther away than a metre, if the distance is known."""
    metres = distance(fight, actor.id, patient.id)
    said = f"{patient.name} is {metres} metres away; {NEAR} is within reach."
    require(within_reach(actor.place, patient.place), rule, said, field="command.patient")


CARE: Chapter[Fight] = Chapter(
    commands=(Stabilize, UseStimpak, Rest),
    events=(Rested, StimpakUsed),
    stages=(stabilized_or_not, rested),
    labels={"patient": "Patient"},
)
