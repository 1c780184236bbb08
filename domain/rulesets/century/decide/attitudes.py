"""What NPCs feel about others (CE-NPC)."""

from domain.rulesets.century.events.rolls import AttitudeSet
from domain.rulesets.century.state import Fight, Turning
from domain.table import Table


def turn_attitude(table: Table[Fight], npc: str, turning: Turning) -> None:
    """An NPC feels so from now on, and may change sides (CE-CRIT-13, CE-CRIT-20)."""
    table.record(AttitudeSet(npc, turning.toward, turning.attitude))
