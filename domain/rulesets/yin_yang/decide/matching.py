"""Matches: who is asked to meet a call, in which order, and how (YY-ATK-6 to YY-ATK-9, YY-PROM-1)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def allow_counter(table: Table[Fight], command: ask.AllowCounter) -> None:
    """The narrator admits somebody else to match the open exchange (YY-ATK-6)."""
    raise NotImplementedError


def veto_action(table: Table[Fight], command: ask.VetoAction) -> None:
    """The narrator voids the call that waits for a match (YY-ATK-14)."""
    raise NotImplementedError
