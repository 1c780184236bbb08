"""Breath: holding it, and rounds without air (BD-DROWN). The first two steps of the end of a round (BD-ROUND-8)."""

from typing import Annotated, ClassVar, Final, Literal, Self

import msgspec
from msgspec.structs import replace
from pydantic import model_validator

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.fields.field import among, listed, looked_up
from domain.fields.vocabulary import Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.pools import effect_throw
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.rounds.ending import Ending
from domain.rulesets.black_dice.chapters.vocabularies import everybody
from domain.rulesets.black_dice.chapters.wounds.damage import ASPHYXIA, Blow, land
from domain.rulesets.black_dice.said import (
    Who,
)
from domain.rulesets.black_dice.state import Breath, Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

POINTS_OF_FORTITUDE = 8
CALM, STRENUOUS = 1, 4


class BreathHeld(Event, frozen=True, kw_only=True):
    """A combatant begins to hold its breath, with ``points`` (BD-DROWN-4)."""

    type: ClassVar[str] = "black_dice.breath_held"
    words = "Breath held"
    told = Told(brief=AS_SAID)
    says = "{combatant} takes a deep breath and holds it: {points:point of breath|points of breath}."
    example = {"combatant": "kestrel", "points": 8}
    combatant: Who
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points)


class BreathReleased(Event, frozen=True, kw_only=True):
    """A combatant breathes again (BD-DROWN-8)."""

    type: ClassVar[str] = "black_dice.breath_released"
    words = "Breathing again"
    told = Told(brief=AS_SAID)
    says = "{combatant} breathes again."
    example = {"combatant": "vane"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = None


class BreathSpent(Event, frozen=True, kw_only=True):
    """A round of held breath is over (BD-DROWN-4): points left; ``airless`` rounds without air so far (BD-DROWN-6)."""

    type: ClassVar[str] = "black_dice.breath_spent"
    words = "Breath spent"
    example = {"combatant": "kestrel", "points": 0, "airless": 3, "strenuous": True}
    combatant: Who
    points: int
    airless: int = 0
    strenuous: bool = False

    def says(self) -> str:
        if self.airless:
            return "{combatant} has been without air for {airless:round}."
        how = " after a strenuous round" if self.strenuous else ""
        return f"{{combatant}} has {self._left} left{how}."

    def brief(self) -> str:
        return AS_SAID if self.airless else f"{{combatant}} | has {self._left} left"

    def lends(self) -> str:
        """The lack of air is told with the damage that it does."""
        return "{combatant} |  | after {airless:round} without air" if self.airless else ""

    @property
    def _left(self) -> str:
        return "{points:point} of breath" if self.points else "no breath"

    told = Told(brief=brief, lends=lends, unless=("black_dice.health_lost", "black_dice.damage_counted"))

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points, self.airless)


class StrenuousRuled(Event, frozen=True, kw_only=True):
    """The narrator says whether this round is strenuous for a combatant who holds its breath (BD-DROWN-5)."""

    type: ClassVar[str] = "black_dice.strenuous_ruled"
    words = "Strenuous round ruled"
    told = Told(brief=AS_SAID)
    says = "This round is {strenuous} for {combatant}."
    example = {"combatant": "kestrel", "strenuous": False}
    combatant: Who
    strenuous: Annotated[bool, Spoken({True: "strenuous", False: "calm"})]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.breath is not None:
            person.breath = replace(person.breath, strenuous=self.strenuous)


class Airless(msgspec.Struct, frozen=True):
    """A combatant without air at the end of a round."""

    combatant: str


BREATH_TO_CHANGE: Final = Vocabulary[Fight](
    "breath to hold or to release",
    lambda view: {
        one.id: ("start",) if one.breath is None else ("end",) for one in view.state.people.values() if one.breathes
    },
)
HOLDING: Final = everybody("who holds the breath", lambda fight, person: person.breathes and person.breath is not None)


class HoldBreath(Narrating):
    """Let a combatant hold their breath or breathe again, or rule on a strenuous round (BD-DROWN-4, BD-DROWN-5)."""

    variants = {
        "breath": {
            "combatant": among(keys_of("who breathes", BREATH_TO_CHANGE)),
            "breath": looked_up(BREATH_TO_CHANGE, "combatant", required=True),
            "strenuous": listed(True, False, when={"breath": ("start",)}, seldom=True),
        },
        "strenuous": {
            "combatant": among(HOLDING),
            "breath": None,
            "strenuous": listed(True, False, required=True),
        },
    }
    says = ()
    example = {"combatant": "vane", "breath": "start"}
    words = Words(
        "Hold breath",
        "{combatant}: {breath}[. {strenuous}]",
        group="scene",
        variants={
            "strenuous": Variant(
                "Rule on a strenuous round",
                "{strenuous} for {combatant}",
                help="Say whether the round is strenuous for a combatant who holds their breath.",
            ),
            "breath": Variant("Hold breath, or breathe", help="Let a combatant hold their breath or breathe again."),
        },
    )
    type: Literal["black_dice.breath"] = "black_dice.breath"
    combatant: CombatantId
    breath: Literal["start", "end"] | None = None
    strenuous: bool | None = None

    @model_validator(mode="after")
    def says_something(self) -> Self:
        if self.breath is None and self.strenuous is None:
            raise ValueError("Name breath or strenuous")
        return self

    def decide(self, decision: Decision[Fight]) -> None:
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        require(person.breathes, "BD-DROWN-9", f"{person.name} does not breathe.", field="command.combatant")
        field = "command.breath"
        if self.breath == "start":
            said = f"{person.name} has taken a deep breath already."
            require(person.breath is None, "BD-DROWN-8", said, field=field)
            decision.record(BreathHeld(combatant=person.id, points=breath_points(decision.state, person)))
        elif self.breath == "end":
            require(person.breath is not None, "BD-DROWN-8", f"{person.name} breathes already.", field=field)
            decision.record(BreathReleased(combatant=person.id))
        if self.strenuous is not None:
            require(
                person.breath is not None,
                "BD-DROWN-5",
                f"{person.name} breathes freely; a round is strenuous or calm only for those who hold their breath.",
                field="command.strenuous",
            )
            decision.record(StrenuousRuled(combatant=person.id, strenuous=self.strenuous))


def breath_points(fight: Fight, person: Person) -> int:
    """Eight points for each point of Fortitude, which counts as one at least (BD-DROWN-1, BD-DROWN-3)."""
    return POINTS_OF_FORTITUDE * max(fight.options.breath_minimum, person.stats["fortitude"])


@stage("black_dice.breath.spend", Ending)
def spend_breath(decision: Decision[Fight], ending: Ending) -> None:
    """Step 1 of the end of a round: a calm round costs one point, a strenuous one four (BD-DROWN-2, -4).

    A round that began without points has no air; nor has the next one for those who fell unconscious in this one, who
    then have no points either (BD-DROWN-6, BD-DROWN-7).
    """
    fight = decision.state
    for person in fight.in_order():
        breath = person.breath
        if breath is None or not person.alive:
            continue
        strenuous = is_strenuous(fight, person, breath)
        if breath.points:
            points = max(0, breath.points - (STRENUOUS if strenuous else CALM))
            decision.record(
                BreathSpent(combatant=person.id, points=points, airless=breath.airless, strenuous=strenuous)
            )
        elif not breath.emptied:
            decision.record(BreathSpent(combatant=person.id, points=0, airless=breath.airless + 1, strenuous=strenuous))


def is_strenuous(fight: Fight, person: Person, breath: Breath) -> bool:
    """Return whether this round was strenuous: by what one did in it, unless the narrator has said so (BD-DROWN-5)."""
    return person.id in fight.strenuous if breath.strenuous is None else breath.strenuous


@stage("black_dice.breath.lack_air", Ending)
def lack_air(decision: Decision[Fight], ending: Ending) -> None:
    """Step 2 of the end of a round: those who had no air in it suffer, one after the other (BD-DROWN-6)."""
    airless = [
        person for person in decision.state.in_order() if person.breath and person.breath.airless and person.alive
    ]
    decision.steps(*((suffocate, Airless(person.id)) for person in airless))


@stage("black_dice.breath.suffocate", Airless, draws=True)
def suffocate(decision: Decision[Fight], airless: Airless) -> None:
    """Throw the dice of each round without air (BD-DROWN-6)."""
    fight = decision.state
    person = fight.people[airless.combatant]
    if person.breath is not None:
        dice = fight.options.asphyxia_dice * person.breath.airless
        throw(decision, (effect_throw(ASPHYXIA, dice, against=person.id),), suffocated.continuation(airless))


@reply("black_dice.breath.suffocated", Airless)
def suffocated(decision: Decision[Fight], airless: Airless, casts: tuple[Cast, ...]) -> None:
    """The successes are normal damage; neither armour nor avoidance helps (BD-DROWN-6)."""
    land(decision, Blow(airless.combatant, ((ASPHYXIA, casts[0].net),), armoured=False))


BREATH: Chapter[Fight] = Chapter(
    commands=(HoldBreath,),
    events=(BreathHeld, BreathReleased, BreathSpent, StrenuousRuled),
    stages=(spend_breath, lack_air, suffocate, suffocated),
    labels={
        "breath": "Breath",
        "start": "Holds their breath",
        "end": "Breathes again",
        "strenuous": "Strenuous round",
        "strenuous.true": "A strenuous round",
        "strenuous.false": "A calm round",
    },
)
