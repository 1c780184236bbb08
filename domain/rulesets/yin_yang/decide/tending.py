"""Tending: somebody looks after the dying (YY-VIT-6)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def tend(table: Table[Fight], command: ask.Tend) -> None:
    """Tend somebody dying: success sets it stable (YY-VIT-6)."""
    raise NotImplementedError
