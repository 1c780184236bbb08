"""Conditions (CE-SHEET-18): how they come and go."""

from domain.rulesets.century.events.rolls import ConditionEnded, ConditionSet
from domain.rulesets.century.state import Condition, Fight, Slot
from domain.table import Table

NEXT_ACTION = ("dodge_penalty", "block_penalty")
"""Conditions on the next action of their bearer."""


def impose(table: Table[Fight], combatant: str, condition: Condition) -> None:
    """Somebody has a condition from now on; it replaces an older one of its key."""
    table.record(ConditionSet(combatant, condition))


def lift(table: Table[Fight], combatant: str, key: str, reason: str) -> None:
    """A condition is over, if it is there."""
    if key in table.state.people[combatant].conditions:
        table.record(ConditionEnded(combatant, key, reason))


def use_up_penalties(table: Table[Fight], combatant: str) -> None:
    """The penalties on the next action are used up by it (CE-SKILL-17, CE-BLOCK-6)."""
    for key in NEXT_ACTION:
        lift(table, combatant, key, "used up")


def lapse_slot(table: Table[Fight], slot: Slot) -> None:
    """Penalties on the next action go with a slot in which their bearer has rolled (CE-DODGE-13, CE-DODGE-20)."""
    for name, turn in slot.members.items():
        for key in NEXT_ACTION:
            penalty = table.state.people[name].conditions.get(key)
            if turn.rolled and penalty is not None and not penalty.fresh:
                lift(table, name, key, "used up")


def lapse_round(table: Table[Fight]) -> None:
    """Conditions that end with this round are over (CE-END-2)."""
    fight = table.state
    for person in list(fight.people.values()):
        for key, condition in list(person.conditions.items()):
            if condition.lasts == "round" and condition.until is not None and condition.until <= fight.round:
                lift(table, person.id, key, "end of the round")
