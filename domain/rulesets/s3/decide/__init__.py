"""Deciding in S3: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.deciding import CORE_HANDLERS
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide import attack, turns
from domain.table import Table

S3_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    **CORE_HANDLERS,
    ask.Attack: attack.attack,
    ask.BeginScene: turns.begin_scene,
    ask.BeginRound: turns.begin_round,
    ask.BeginTurn: turns.begin_turn,
    ask.StrikeTurn: turns.strike_turn,
    ask.EndTurn: turns.end_turn,
    ask.EndCombat: turns.end_combat,
}
