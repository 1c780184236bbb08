"""Calls: what is checked and spent before an exchange begins (YY-ATK, YY-ORD-1 steps 1 and 2)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def attack(table: Table[Fight], command: ask.Attack) -> None:
    """Call an attack (YY-ATK-1)."""
    raise NotImplementedError


def act(table: Table[Fight], command: ask.Act) -> None:
    """Call an action that is no attack (YY-ATK-18)."""
    raise NotImplementedError
