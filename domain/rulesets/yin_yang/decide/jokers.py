"""Jokers: two extra actions, or the end of one's turn (YY-JOKER)."""

from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def cancel(table: Table[Fight], combatant: str) -> None:
    """A kept Coloured Joker ends somebody's turn (YY-JOKER-8 to YY-JOKER-11)."""
    raise NotImplementedError


def reward(table: Table[Fight], combatant: str) -> None:
    """A kept White Joker that has won, or succeeded, gives extra actions (YY-JOKER-2, YY-JOKER-5, YY-JOKER-6)."""
    raise NotImplementedError
