"""Stopping a death: one success of a healer is enough (BD-DYING-4)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.checks import attempt, help_of, record_help
from domain.rulesets.black_dice.decide.healers import HEALING_STAT, require_healer, require_skill
from domain.rulesets.black_dice.decide.pools import action_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events.harm import Stabilised
from domain.rulesets.black_dice.state import Fight


class Stabilising(msgspec.Struct, frozen=True):
    """A try to stop somebody's dying."""

    patient: str
    helper: str


def stabilise(decision: Decision[Fight], command: ask.Stabilise) -> None:
    """Wits + Medicine, or what repairs automata, needed 1, by anybody able in the same zone (BD-DYING-4)."""
    fight = decision.state
    helper = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    require_healer(helper, patient, "BD-DYING-4")
    dying = patient.condition == "dying"
    detail = f"{patient.name} is {patient.condition}; only the dying are stabilised."
    require(dying, "BD-DYING-4", detail, field="command.patient")
    require_skill(patient, command.skill, "BD-DYING-4", shown=fight.shows_sheet(patient.id, decision.speaker))
    helped, crowd = help_of(fight, helper, command.skill, command)
    plan = action_roll(
        fight,
        helper,
        command.skill,
        HEALING_STAT,
        command.skill,
        helped=helped,
        difficulty=command.difficulty,
        black=(("crowd", crowd),),
        choices=command.choices,
    )
    record_help(decision, helper, command)
    attempt(decision, plan, command.difficulty, then=stabilised.continuation(Stabilising(patient.id, helper.id)))


@stages.reply("black_dice.healing.stabilised", Stabilising)
def stabilised(decision: Decision[Fight], stabilising: Stabilising, net: int) -> None:
    """One success is enough: the count stops for good, and nothing heals."""
    if net > 0 and decision.state.people[stabilising.patient].condition == "dying":
        decision.record(Stabilised(combatant=stabilising.patient, by=stabilising.helper))
