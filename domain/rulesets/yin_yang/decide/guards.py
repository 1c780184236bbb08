"""Guards: those who watch over others, and may match what is aimed at them (YY-ATK-15)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def guard(table: Table[Fight], command: ask.Guard) -> None:
    """Watch over somebody, or stop it (YY-ATK-15)."""
    raise NotImplementedError
