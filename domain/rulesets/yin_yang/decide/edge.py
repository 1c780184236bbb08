"""The Edge: the only side that may call, and the streaks that win it (YY-EDGE)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def give_edge(table: Table[Fight], command: ask.GiveEdge) -> None:
    """The narrator moves the Edge (YY-EDGE-3)."""
    raise NotImplementedError


def count_matched(table: Table[Fight], winner: str | None, first: str, second: str) -> None:
    """Count a matched action, a contest, a Confrontation: who won it, if anybody did, and both parties (YY-EDGE-4)."""
    raise NotImplementedError


def count_single(table: Table[Fight], combatant: str, success: bool) -> None:
    """Count an unmatched action or an unopposed test (YY-EDGE-4)."""
    raise NotImplementedError
