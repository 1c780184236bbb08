"""Damage lands (CE-ARMOR-7): the cover object, worn armour, natural or vehicle resistance, hit points."""

from domain.rulesets.century.state import Fight, Wound
from domain.table import Table


def land(table: Table[Fight], wound: Wound) -> None:
    """What meets the damage on its way, what it costs, and who falls by it. No dice, no questions."""
