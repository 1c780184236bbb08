"""The narrator's hand on tracks and conditions (YY-NARR-1, YY-NARR-3, YY-NARR-4)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def adjust(table: Table[Fight], command: ask.Adjust) -> None:
    """Take points off a track or give some back (YY-NARR-1)."""
    raise NotImplementedError


def set_condition(table: Table[Fight], command: ask.SetCondition) -> None:
    """Set or end a condition (YY-NARR-3)."""
    raise NotImplementedError


def declare_dead(table: Table[Fight], command: ask.DeclareDead) -> None:
    """Say that somebody dying has died (YY-NARR-4)."""
    raise NotImplementedError
