"""Combined actions: several of one side try one thing together (YY-COMB)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def combine(table: Table[Fight], command: ask.Combine) -> None:
    """Try something together (YY-COMB-1)."""
    raise NotImplementedError
