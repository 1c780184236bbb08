"""The end of a round and of combat (CE-END), and who leaves the field."""

from domain.decision.decision import Table
from domain.model.people import somebody
from domain.model.refusal import require
from domain.rulesets.century.commands import EndCombat, LeaveField
from domain.rulesets.century.decide.conditions import lapse_round
from domain.rulesets.century.decide.downed import die
from domain.rulesets.century.decide.held import close_slot
from domain.rulesets.century.decide.jams import break_off, clear_jams
from domain.rulesets.century.decide.rolls import close_unthrown
from domain.rulesets.century.decide.vehicles import aboard
from domain.rulesets.century.events.places import CircumstanceEnded, LeftField, SeatTaken
from domain.rulesets.century.events.rounds import CombatEnded, RoundEnded
from domain.rulesets.century.state import Fight


def end_round(table: Table[Fight]) -> None:
    """What the end of a round brings, in its order (CE-END-2); all that is not named here stays (CE-END-3)."""
    fight = table.state
    number = fight.round
    if fight.options.bleed_out == "end_of_next_round":  # CE-RUL-90
        for person in list(fight.people.values()):
            if person.dies_in_round is not None and person.dies_in_round <= number:
                die(table, person.id, "bled out")
    clear_jams(table)
    _lapse(table)
    table.record(RoundEnded(number, table.state.sides_standing()))


def _lapse(table: Table[Fight]) -> None:
    """What lasts no longer than this round lapses (CE-END-2)."""
    lapse_round(table)
    for circumstance in list(table.state.circumstances.values()):
        if circumstance.until is not None and circumstance.until <= table.state.round:
            table.record(CircumstanceEnded(circumstance))


def end_combat(table: Table[Fight], command: EndCombat) -> None:
    """Nothing but the narrator's word ends combat (CE-END-4, CE-RUL-99); the dying stay dying (CE-END-6).

    The round is over by that, as combat taken up again goes on with the next (CE-END-7).
    """
    require(table.state.in_combat, "CE-END-4", "No combat is being fought; begin_round begins one.")
    slot = table.state.slot
    if slot is not None:
        close_slot(table, slot)
    break_off(table)
    _lapse(table)
    table.record(CombatEnded(command.outcome, command.reason))


def leave_field(table: Table[Fight], command: LeaveField) -> None:
    """Whoever leaves is out of the order at once (CE-END-8); its open roll is void, its seat is free.

    Nobody is aboard of a vehicle that has left: whoever has gone with it leaves as well.
    """
    fight = table.state
    person = somebody(fight, command.combatant, "command.combatant")
    require(person.present, "CE-END-8", f"{person.name} has left already.", field="command.combatant")
    table.cause = table.record(LeftField(person.id, command.reason))
    seated = () if fight.vehicle_of(person.id) is None else (person,)
    for one in (*seated, *aboard(fight, person)):
        table.record(SeatTaken(one.id))
    roll = table.state.roll_of(person.id)
    if roll is not None and roll.number is None:
        close_unthrown(table, roll, "void")
