"""Stopping a death: one success of a healer is enough (BD-DYING-4)."""

from typing import Final, Literal

import msgspec

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, listed, looked_up
from domain.fields.vocabulary import keys_of
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.checks import attempt, help_of, helped, record_help
from domain.rulesets.black_dice.chapters.dice.pools import action_roll
from domain.rulesets.black_dice.chapters.healing.healers import (
    HEALING_SKILLS,
    HEALING_STAT,
    healing_choices,
    patients,
    require_healer,
    require_skill,
)
from domain.rulesets.black_dice.chapters.vocabularies import carrying_out
from domain.rulesets.black_dice.chapters.wounds.deathbed import Stabilised
from domain.rulesets.black_dice.parts import (
    CarryingOut,
    Choices,
    Helped,
    Key,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import DIFFICULTIES
from domain.rulesets.black_dice.words import DECLARE, IDLE, Act, Difficulty
from domain.story.told import Told
from domain.text.words import Words


class Stabilising(msgspec.Struct, frozen=True):
    """An attempt to stabilise a dying combatant."""

    patient: str
    helper: str


STABILISE: Final[frozenset[Act]] = frozenset({"stabilise"})
PATIENTS: Final = patients(
    "whom to stabilise",
    lambda view: carrying_out(view, STABILISE),
    lambda fight, person: person.condition == "dying",
)


class Stabilise(CarryingOut, Acting, Helped):
    """Keep a dying combatant from dying (BD-DYING-4).

    The difficulty and the help are the narrator's to give.
    """

    form = {
        "actor": among(keys_of("who may stabilise", PATIENTS)),
        "patient": looked_up(PATIENTS, "actor"),
        "skill": HEALING_SKILLS,
        "difficulty": listed(*DIFFICULTIES, seldom=True, narrators=True),
        **helped("actor"),
        "choices": healing_choices("trades in stabilising", lambda fight, healer, skill: "average"),
    }
    carries_out = STABILISE
    during = PhaseRule(
        IDLE, "BD-DYING-4", "In a round to stabilise is an act to be declared, and to come due.", DECLARE
    )
    says = ("{actor} tries to keep {patient} alive with {skill}.",)
    example = {"actor": "lark", "patient": "vane", "skill": "medicine", "difficulty": "difficult"}
    words = Words(
        "Tend the dying",
        "Tend {patient}, who is dying, with {skill}",
        group="care",
        costs="the action, in a round",
    )
    told = Told(brief=("{actor} | tries to keep {patient} alive",), unless=("black_dice.stabilised",), target="patient")
    type: Literal["black_dice.stabilise"] = "black_dice.stabilise"
    patient: CombatantId
    skill: Key
    difficulty: Difficulty = "average"
    choices: Choices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Roll Wits + Medicine, or what repairs automata; one success is needed (BD-DYING-4)."""
        fight = decision.state
        helper = find_combatant(fight, self.actor, "command.actor")
        patient = find_combatant(fight, self.patient, "command.patient")
        require_healer(helper, patient, "BD-DYING-4")
        dying = patient.condition == "dying"
        detail = f"{patient.name} is {patient.condition}; only the dying are stabilised."
        require(dying, "BD-DYING-4", detail, field="command.patient")
        require_skill(patient, self.skill, "BD-DYING-4", shown=fight.shows_sheet(patient.id, decision.speaker))
        helping, crowd = help_of(fight, helper, self.skill, self)
        plan = action_roll(
            fight,
            helper,
            self.skill,
            HEALING_STAT,
            self.skill,
            helped=helping,
            difficulty=self.difficulty,
            black=(("crowd", crowd),),
            choices=self.choices,
        )
        record_help(decision, helper, self)
        attempt(decision, plan, self.difficulty, then=stabilised.continuation(Stabilising(patient.id, helper.id)))


@reply("black_dice.healing.stabilised", Stabilising)
def stabilised(decision: Decision[Fight], stabilising: Stabilising, net: int) -> None:
    """One success is enough: the count stops for good, and nothing heals."""
    if net > 0 and decision.state.people[stabilising.patient].condition == "dying":
        decision.record(Stabilised(combatant=stabilising.patient, by=stabilising.helper))


STABILISING: Chapter[Fight] = Chapter(commands=(Stabilise,), stages=(stabilised,))
