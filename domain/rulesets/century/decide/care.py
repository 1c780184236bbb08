"""Care for the wounded: stabilizing (CE-DOWN-6), Stimpaks (CE-DMG-7), rest (CE-DMG-11)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require, require_distinct
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.attempts import Setting, set_target
from domain.rulesets.century.decide.downed import after_gain, heal
from domain.rulesets.century.decide.handling import NEAR
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.decide.positions import distance
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.harm import Rested, Stabilized, StimpakUsed
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
        decision.record(Stabilized(combatant=caring.patient, by=caring.helper))


def use_stimpak(decision: Decision[Fight], command: ask.UseStimpak) -> None:
    """A Stimpak gives HP to its user or to somebody near, and is used up (CE-DMG-7, CE-RUL-92)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
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


def rest(decision: Decision[Fight], command: ask.Rest) -> None:
    """Days go by, and each whole one gives HP to those who rest (CE-DMG-11, CE-RUL-101)."""
    fight = decision.state
    require_distinct(command.combatants, "command.combatants")
    for place, name in enumerate(command.combatants):
        field = f"command.combatants[{place}]"
        person = find_combatant(fight, name, field)
        require(_is_alive(person), "CE-DMG-11", f"Rest does not heal {person.name}.", field=field)
    dying = [person.name for person in fight.people.values() if "dying" in person.conditions]
    require(not dying, "CE-DMG-11", f"There is no time to rest: {', '.join(dying)} would die.")
    resting = command.combatants or tuple([person.id for person in fight.people.values() if _is_alive(person)])
    decision.cause = decision.record(Rested(combatants=resting, days=command.days))
    points = command.days * fight.options.rest_hp
    if points:
        decision.steps(*[(rested, Resting(name, points)) for name in resting])


@stages.stage("century.care.rested", Resting, pausable=True)
def rested(decision: Decision[Fight], resting: Resting) -> None:
    """HP come back as by a Stimpak (CE-DMG-6, CE-DOWN-9, CE-HC-4); who has them all may still wake up by it."""
    person = decision.state.people[resting.combatant]
    if person.hp < person.hp_max:
        heal(decision, person.id, resting.points, "rest")
    else:
        after_gain(decision, person.id, person.hp)


def _is_alive(person: Person) -> bool:
    """Whether somebody can be healed at all: persons and animals that are there and not dead."""
    return person.throws and person.present and not person.dead


def _require_near(fight: Fight, actor: Person, patient: Person, rule: str) -> None:
    """Within a metre, if positions say how far it is."""
    metres = distance(fight, actor.id, patient.id)
    said = f"{patient.name} is {metres} metres away; {NEAR} is within reach."
    require(metres is None or metres <= NEAR, rule, said, field="command.patient")
