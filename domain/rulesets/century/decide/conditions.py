"""Conditions (CE-SHEET-18): how they come and go."""

from typing import Literal

from domain.rulesets.century.events.rolls import ConditionEnded, ConditionSet
from domain.rulesets.century.state import Condition, Fight, Slot
from domain.table import Table

PenaltyName = Literal["dodge_penalty", "block_penalty"]
NEXT_ACTION: tuple[PenaltyName, ...] = ("dodge_penalty", "block_penalty")
"""Conditions on the next action of their bearer."""


def impose(table: Table[Fight], combatant: str, condition: Condition) -> None:
    """Somebody has a condition from now on; it replaces an older one of its key."""
    table.record(ConditionSet(combatant, condition))


def lift(table: Table[Fight], combatant: str, key: str, reason: str) -> None:
    """A condition is over, if it is there."""
    if key in table.state.people[combatant].conditions:
        table.record(ConditionEnded(combatant, key, reason))


def penalise(table: Table[Fight], combatant: str, name: PenaltyName, amount: int) -> None:
    """The next action of somebody suffers, once however often it comes (CE-DODGE-13, CE-DODGE-14).

    After the first step of its own slot it is the action after this one that suffers (CE-DODGE-20).
    """
    fight = table.state
    part = fight.part_of(combatant)
    begun = part is not None and part.touched
    before = fight.people[combatant].conditions.get(name)
    counts = before is not None and not before.fresh
    penalty = Condition(name, amount, lasts="next_action", fresh=begun and not counts, renewed=begun and counts)
    impose(table, combatant, penalty)


def use_up_penalties(table: Table[Fight], combatant: str) -> None:
    """The penalties on the next action are used up by it (CE-SKILL-17, CE-BLOCK-6)."""
    for key in NEXT_ACTION:
        lift(table, combatant, key, "used up")


def lapse_slot(table: Table[Fight], slot: Slot) -> None:
    """Penalties on the next action go with a slot in which their bearer has rolled (CE-DODGE-13, CE-DODGE-20)."""
    for name, turn in slot.members.items():
        for key in NEXT_ACTION:
            penalty = table.state.people[name].conditions.get(key)
            if turn.rolled and penalty is not None and not (penalty.fresh or penalty.renewed):
                lift(table, name, key, "used up")


def lapse_round(table: Table[Fight]) -> None:
    """Conditions that end with this round are over (CE-END-2)."""
    fight = table.state
    for person in list(fight.people.values()):
        for key, condition in list(person.conditions.items()):
            if condition.lasts == "round" and condition.until is not None and condition.until <= fight.round:
                lift(table, person.id, key, "end of the round")
