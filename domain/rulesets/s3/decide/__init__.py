"""Deciding in S3: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.deciding import CORE_HANDLERS
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide import attack, checks, fire, gear, movement, rulings, scenes, stealth, turns
from domain.table import Table

S3_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    **CORE_HANDLERS,
    ask.Attack: attack.attack,
    ask.Smoke: stealth.smoke,
    ask.Move: movement.move,
    ask.Climb: movement.climb,
    ask.DropDown: movement.drop_down,
    ask.Flee: movement.flee,
    ask.Chase: movement.chase,
    ask.Hide: stealth.hide,
    ask.Search: stealth.search,
    ask.StandUp: movement.stand_up,
    ask.PickUp: gear.pick_up,
    ask.Extinguish: fire.extinguish,
    ask.Check: checks.check,
    ask.Ready: gear.ready,
    ask.Stow: gear.stow,
    ask.Drop: gear.drop,
    ask.BeginScene: turns.begin_scene,
    ask.BeginRound: turns.begin_round,
    ask.BeginTurn: turns.begin_turn,
    ask.StrikeTurn: turns.strike_turn,
    ask.EndTurn: turns.end_turn,
    ask.EndCombat: turns.end_combat,
    ask.SetScene: scenes.set_scene,
    ask.Place: scenes.place,
    ask.Distract: scenes.distract,
    ask.Hazard: rulings.hazard,
    ask.Impose: rulings.impose,
    ask.Heal: rulings.heal,
    ask.RestoreBreath: rulings.restore_breath,
    ask.Administer: rulings.administer,
    ask.PoisonStrikes: rulings.poison_strikes,
    ask.SetLimbPenalty: rulings.set_limb_penalty,
    ask.SetFate: rulings.set_fate,
    ask.Remove: rulings.remove,
    ask.SetStuntMemory: rulings.set_stunt_memory,
}
