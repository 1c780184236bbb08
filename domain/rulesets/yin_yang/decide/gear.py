"""Gear: what hands hold, what is worn, what lies about (YY-WPN-10, YY-WPN-31, YY-ARM-12)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def wield(table: Table[Fight], command: ask.Wield) -> None:
    """Say what the hands hold from now on (YY-WPN-10, YY-WPN-31)."""
    raise NotImplementedError


def wear(table: Table[Fight], command: ask.Wear) -> None:
    """Say what is worn from now on (YY-ARM-2, YY-ARM-12)."""
    raise NotImplementedError


def place_item(table: Table[Fight], command: ask.PlaceItem) -> None:
    """Let a weapon or a piece of armour lie about."""
    raise NotImplementedError
