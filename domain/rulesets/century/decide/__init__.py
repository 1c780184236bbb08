"""Deciding in Century: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide import calls, fate
from domain.table import Table

CENTURY_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    ask.Attempt: calls.attempt,
    ask.CallRoll: calls.call_roll,
    ask.CallRolls: calls.call_rolls,
    ask.WithdrawRoll: calls.withdraw_roll,
    ask.GrantFate: fate.grant_fate,
}
