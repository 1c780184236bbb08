"""The downed (CE-DOWN): unconscious and dying, dead, stabilized, up again."""

from domain.rulesets.century.events.harm import Died
from domain.rulesets.century.state import Fight
from domain.table import Table


def die(table: Table[Fight], combatant: str, reason: str) -> None:
    """Somebody is dead (CE-DOWN-2)."""
    table.record(Died(combatant, reason))
