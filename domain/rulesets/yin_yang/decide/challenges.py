"""Challenges of the narrator's call, and what they may cost (YY-CHAL)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def challenge(table: Table[Fight], command: ask.Challenge) -> None:
    """Contest a call of the narrator (YY-CHAL-1)."""
    raise NotImplementedError


def judge_challenge(table: Table[Fight], command: ask.JudgeChallenge) -> None:
    """Say whether the narrator is impressed (YY-CHAL-6, YY-CHAL-7)."""
    raise NotImplementedError


def retaliate(table: Table[Fight], command: ask.Retaliate) -> None:
    """Use up an owed retaliation, or waive it (YY-CHAL-8, YY-CHAL-9)."""
    raise NotImplementedError
