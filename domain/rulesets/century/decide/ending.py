"""The end of a round and of combat (CE-END), and who leaves the field."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.century.commands import EndCombat, LeaveField
from domain.rulesets.century.decide.conditions import lapse_round
from domain.rulesets.century.decide.downed import die
from domain.rulesets.century.decide.held import close_slot
from domain.rulesets.century.decide.jams import break_off, clear_jams
from domain.rulesets.century.decide.rolls_judging import close_unthrown
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events.places import CircumstanceEnded, LeftField, SeatTaken
from domain.rulesets.century.events.rounds import CombatEnded, RoundEnded
from domain.rulesets.century.state import Fight


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How combat ends, and why."""

    outcome: str
    reason: str


def end_round(decision: Decision[Fight]) -> None:
    """What the end of a round brings, in its order (CE-END-2); all that is not named here stays (CE-END-3)."""
    fight = decision.state
    number = fight.round
    if fight.options.bleed_out == "end_of_next_round":  # CE-RUL-90
        for person in list(fight.people.values()):
            if person.dies_in_round is not None and person.dies_in_round <= number:
                die(decision, person.id, "bled out")
    clear_jams(decision)
    _lapse(decision)
    decision.record(RoundEnded(round=number, standing=decision.state.sides_standing()))


def _lapse(decision: Decision[Fight]) -> None:
    """What lasts no longer than this round lapses (CE-END-2)."""
    lapse_round(decision)
    for circumstance in list(decision.state.circumstances.values()):
        if circumstance.until is not None and circumstance.until <= decision.state.round:
            decision.record(CircumstanceEnded(circumstance=circumstance))


def end_combat(decision: Decision[Fight], command: EndCombat) -> None:
    """Nothing but the narrator's word ends combat (CE-END-4, CE-RUL-99); the dying stay dying (CE-END-6).

    The round is over by that, as combat taken up again goes on with the next (CE-END-7).
    """
    require(decision.state.in_combat, "CE-END-4", "No combat is being fought; begin_round begins one.")
    slot = decision.state.slot
    decision.next(combat_over, Ending(command.outcome, command.reason))
    if slot is not None:
        close_slot(decision, slot)


@stages.stage("century.ending.combat", Ending)
def combat_over(decision: Decision[Fight], ending: Ending) -> None:
    """When all that the last slot has held back has come about, combat is over."""
    break_off(decision)
    _lapse(decision)
    decision.record(CombatEnded(outcome=ending.outcome, reason=ending.reason))


def leave_field(decision: Decision[Fight], command: LeaveField) -> None:
    """Whoever leaves is out of the order at once (CE-END-8); its open roll is void, its seat is free.

    Nobody is aboard of a vehicle that has left: whoever has gone with it leaves as well.
    """
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    require(person.present, "CE-END-8", f"{person.name} has left already.", field="command.combatant")
    decision.cause = decision.record(LeftField(combatant=person.id, reason=command.reason))
    seated = () if fight.vehicle_of(person.id) is None else (person,)
    for one in (*seated, *fight.aboard(person)):
        decision.record(SeatTaken(combatant=one.id))
    roll = decision.state.roll_of(person.id)
    if roll is not None and roll.number is None:
        close_unthrown(decision, roll, "void")
