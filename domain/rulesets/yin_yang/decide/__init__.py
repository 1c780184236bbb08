"""Deciding in Yin-Yang: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command, Join
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import (
    combining,
    conditions,
    decks,
    edge,
    exchanges,
    gear,
    guards,
    matching,
    movement,
    resting,
    tending,
    turns,
)
from domain.table import Table

YIN_YANG_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    Join: turns.join,
    ask.StartTurn: turns.start_turn,
    ask.EndTurn: turns.end_turn,
    ask.Hold: turns.hold,
    ask.Move: movement.move,
    ask.GiveEdge: edge.give_edge,
    ask.HandOver: decks.hand_over,
    ask.SplitFight: movement.split_fight,
    ask.SetDistance: movement.set_distance,
    ask.Attack: exchanges.attack,
    ask.Act: exchanges.act,
    ask.Combine: combining.combine,
    ask.Guard: guards.guard,
    ask.AllowCounter: matching.allow_counter,
    ask.VetoAction: matching.veto_action,
    ask.Wield: gear.wield,
    ask.Wear: gear.wear,
    ask.PlaceItem: gear.place_item,
    ask.Tend: tending.tend,
    ask.Adjust: conditions.adjust,
    ask.SetCondition: conditions.set_condition,
    ask.DeclareDead: conditions.declare_dead,
    ask.PassTime: resting.pass_time,
}
