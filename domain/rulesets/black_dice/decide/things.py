"""Attacks on objects (BD-OBJ)."""

from collections.abc import Mapping

from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.state import Fight, Strike
from domain.table import Table


def strike(table: Table[Fight], attacker: str, strike: Strike, choices: Mapping[str, ask.Choices]) -> None:
    """Attack an object: a combat roll that nobody contests (BD-OBJ-2)."""
    raise NotImplementedError
