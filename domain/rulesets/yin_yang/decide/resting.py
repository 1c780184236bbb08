"""Time: recovery between turns, and what lack of care does (YY-NARR-5, YY-VIT-8 to YY-VIT-10, YY-MB-6, YY-STAM-6)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def pass_time(table: Table[Fight], command: ask.PassTime) -> None:
    """Let hours pass (YY-NARR-5)."""
    raise NotImplementedError


def count_dying(table: Table[Fight]) -> None:
    """At the end of a turn, count it for the dying; at the option's number they die (YY-VIT-8, YY-ORD-3)."""
    raise NotImplementedError
