"""Care for the wounded: stabilizing (CE-DOWN-6) and Stimpaks (CE-DMG-7)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.calls import Setting, set_target
from domain.rulesets.century.decide.downed import heal
from domain.rulesets.century.decide.handling import NEAR
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.decide.positions import distance
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.harm import Stabilized, StimpakUsed
from domain.rulesets.century.items import dice_of
from domain.rulesets.century.state import Fight, Person, RollOutcome
from domain.rulesets.century.tables import COSTS, STIMPAK_DICE

MEDICAL = "Medical"
"""The Skill with which the dying are stabilized; whoever lacks it may try all the same (CE-SKILL-6)."""


class Caring(msgspec.Struct, frozen=True, gc=False):
    """Who tries to keep whom from dying."""

    helper: str
    patient: str


def stabilize(decision: Decision[Fight], command: ask.Stabilize) -> None:
    """Somebody tries to keep a dying one from death, with a Medical roll that the narrator sets (CE-DOWN-6).

    The reading is that of CE-RUL-91.
    """
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    dying = "dying" in patient.conditions and patient.present
    require(dying, "CE-DOWN-6", f"{patient.name} is not dying.", field="command.patient")
    _require_near(fight, actor, patient, "CE-DOWN-6")
    require_step(fight, actor, COSTS["stabilize"])
    spend(decision, actor.id, COSTS["stabilize"], "stabilize")
    then = stabilized_or_not.continuation(Caring(actor.id, patient.id))
    decision.next(set_target, Setting(actor.id, "stabilize", skill=MEDICAL, target=patient.id, then=then))


@stages.reply("century.care.stabilized", Caring)
def stabilized_or_not(decision: Decision[Fight], caring: Caring, outcome: RollOutcome) -> None:
    """Success stabilizes whoever is still dying (CE-DOWN-7)."""
    if outcome.success and "dying" in decision.state.people[caring.patient].conditions:
        decision.record(Stabilized(caring.patient, caring.helper))


def use_stimpak(decision: Decision[Fight], command: ask.UseStimpak) -> None:
    """A Stimpak gives HP to its user or to somebody near, and is used up (CE-DMG-7, CE-RUL-92)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    require(actor.stimpaks, "CE-DMG-7", f"{actor.name} has no Stimpak.", field="command.actor")
    alive = patient.throws and patient.present and not patient.dead
    require(alive, "CE-DMG-7", f"No Stimpak helps {patient.name}.", field="command.patient")
    _require_near(fight, actor, patient, "CE-DMG-7")
    require_step(fight, actor, COSTS["use_stimpak"])
    spend(decision, actor.id, COSTS["use_stimpak"], "use_stimpak")
    decision.cause = decision.record(StimpakUsed(actor.id, patient.id, actor.stimpaks - 1))
    dice = dice_of(STIMPAK_DICE)
    thrown = decision.roll(actor.id, "stimpak", dice.dice, dice.sides)
    heal(decision, patient.id, sum(thrown.dice), "stimpak", by=actor.id, dice=thrown)


def _require_near(fight: Fight, actor: Person, patient: Person, rule: str) -> None:
    """Within a metre, if positions say how far it is."""
    metres = distance(fight, actor.id, patient.id)
    said = f"{patient.name} is {metres} metres away; {NEAR} is within reach."
    require(metres is None or metres <= NEAR, rule, said, field="command.patient")
