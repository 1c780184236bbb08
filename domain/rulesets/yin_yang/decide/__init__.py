"""Deciding in Yin-Yang: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import combining, edge, exchanges, guards, matching, movement, turns
from domain.table import Table

YIN_YANG_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    ask.StartTurn: turns.start_turn,
    ask.EndTurn: turns.end_turn,
    ask.Hold: turns.hold,
    ask.Move: movement.move,
    ask.GiveEdge: edge.give_edge,
    ask.SplitFight: movement.split_fight,
    ask.SetDistance: movement.set_distance,
    ask.Attack: exchanges.attack,
    ask.Act: exchanges.act,
    ask.Combine: combining.combine,
    ask.Guard: guards.guard,
    ask.AllowCounter: matching.allow_counter,
    ask.VetoAction: matching.veto_action,
}
