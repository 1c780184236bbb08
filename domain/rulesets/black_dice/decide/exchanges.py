"""Exchanges: from two parts to the hits that they bring (BD-ATK)."""

from collections.abc import Mapping

from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.state import Exchange, Fight
from domain.table import Table


def begin(table: Table[Fight], exchange: Exchange, choices: Mapping[str, ask.Choices]) -> None:
    """Carry out an exchange, with the choices that were given for it by combatant (BD-ATK-7)."""
    raise NotImplementedError
