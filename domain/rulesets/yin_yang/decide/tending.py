"""Tending: somebody looks after the dying (YY-VIT-6)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.decks import settle_decks
from domain.rulesets.yin_yang.decide.drawing import plan_test
from domain.rulesets.yin_yang.decide.hands import spend
from domain.rulesets.yin_yang.decide.tests import draw_alone, require_alone
from domain.rulesets.yin_yang.events.harm import Stabilised
from domain.rulesets.yin_yang.state import Fight, Person

TEND = "tend"


def tend(decision: Decision[Fight], command: ask.Tend) -> None:
    """Tend somebody dying by an unopposed test: success sets it stable, and no points return (YY-VIT-6, YY-RUL-8)."""
    fight = decision.state
    healer = find_combatant(fight, command.actor, "command.actor")
    patient = find_combatant(fight, command.patient, "command.patient")
    plan = plan_test(
        fight,
        healer.id,
        command.attributes,
        command.ability,
        label=TEND,
        bonus=command.bonus,
        penalty=command.penalty,
        hand_card=command.hand_card,
    )
    _require_patient(fight, healer, patient)
    require_alone(fight, healer, command.hand_card)
    spend(decision, healer.id, command.hand_card)
    if draw_alone(decision, plan).success:
        decision.record(Stabilised(combatant=patient.id, by=healer.id))
    settle_decks(decision)


def _require_patient(fight: Fight, healer: Person, patient: Person) -> None:
    """Only the dying whom nobody has stabilised are tended, by somebody who is with them."""
    ill = "dying" in patient.out
    why = "stabilised already" if ill and patient.stabilised else "in another sub-fight" if ill else "not dying"
    fits = ill and not patient.stabilised and fight.together(healer.id, patient.id)
    require(fits, "YY-VIT-6", f"{patient.name} is {why} and cannot be tended.", field="command.patient")
