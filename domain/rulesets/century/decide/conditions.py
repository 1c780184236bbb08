"""Conditions (CE-SHEET-18): how they come and go."""

from domain.rulesets.century.events.rolls import ConditionEnded, ConditionSet
from domain.rulesets.century.state import Condition, Fight
from domain.table import Table


def impose(table: Table[Fight], combatant: str, condition: Condition) -> None:
    """Somebody has a condition from now on; it replaces an older one of its key."""
    table.record(ConditionSet(combatant, condition))


def lift(table: Table[Fight], combatant: str, key: str, reason: str) -> None:
    """A condition is over, if it is there."""
    if key in table.state.people[combatant].conditions:
        table.record(ConditionEnded(combatant, key, reason))


def use_up_penalties(table: Table[Fight], combatant: str) -> None:
    """The penalties on the next action are used up by it (CE-SKILL-17, CE-BLOCK-6)."""
    for key in ("dodge_penalty", "block_penalty"):
        lift(table, combatant, key, "used up")
