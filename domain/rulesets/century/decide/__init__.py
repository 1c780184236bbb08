"""Deciding in Century: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide import (
    attacks,
    calls,
    care,
    cover,
    downed,
    ending,
    fate,
    handling,
    inflicting,
    initiative,
    loading,
    movement,
    other_actions,
    placing,
    slots,
    turning,
    vehicles,
)
from domain.table import Table

CENTURY_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    ask.Attempt: calls.attempt,
    ask.CallRoll: calls.call_roll,
    ask.CallRolls: calls.call_rolls,
    ask.WithdrawRoll: calls.withdraw_roll,
    ask.GrantFate: fate.grant_fate,
    ask.BeginRound: initiative.begin_round,
    ask.EndAction: slots.end_action,
    ask.FinishRound: slots.finish_round,
    ask.Hold: slots.hold,
    ask.AllowLongAction: slots.allow_long_action,
    ask.EndCombat: ending.end_combat,
    ask.LeaveField: ending.leave_field,
    ask.Move: movement.move,
    ask.Turn: turning.turn,
    ask.ControlCheck: vehicles.control_check,
    ask.TakeSeat: vehicles.take_seat,
    ask.SetPosition: placing.set_position,
    ask.DrawWeapon: handling.draw_weapon,
    ask.DiscardWeapon: handling.discard_weapon,
    ask.ExchangeWeapon: handling.exchange_weapon,
    ask.PickUp: handling.pick_up,
    ask.LoadWeapon: loading.load_weapon,
    ask.OtherAction: other_actions.other_action,
    ask.Hide: other_actions.hide,
    ask.Stabilize: care.stabilize,
    ask.UseStimpak: care.use_stimpak,
    ask.Attack: attacks.attack,
    ask.SetCover: cover.set_cover,
    ask.SetDowned: downed.set_downed,
    ask.InflictDamage: inflicting.inflict_damage,
}
