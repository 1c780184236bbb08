"""Deciding Ticks: one handler for each command, one module a chapter."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.commands import Command, Join
from domain.decision.decision import Decision
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide import (
    answers,
    calls,
    care,
    changes,
    count_down,
    ending,
    meanwhile,
    rounds,
    rulings,
)

TICKS_HANDLERS: Mapping[type[Command], Callable[[Decision[Any], Any], None]] = {
    Join: rounds.join,
    ask.CallCombat: rounds.call_combat,
    ask.DrawIn: rounds.draw_in,
    ask.StartRound: rounds.start_round,
    ask.Count: count_down.count,
    ask.EndCombat: ending.end_combat,
    ask.Declare: answers.declare,
    ask.Act: answers.act,
    ask.Hold: answers.hold,
    ask.Oppose: answers.oppose,
    ask.Soak: answers.soak,
    ask.HoldBack: answers.hold_back,
    ask.Commit: answers.commit,
    ask.SetDifficulty: answers.set_difficulty,
    ask.JudgeCondition: answers.judge_condition,
    ask.Hurry: meanwhile.hurry,
    ask.MakePlan: meanwhile.make_plan,
    ask.Drop: meanwhile.drop,
    ask.Release: meanwhile.release,
    ask.Faint: meanwhile.faint,
    ask.Wake: meanwhile.wake,
    ask.CallTest: calls.call_test,
    ask.CallContest: calls.call_contest,
    ask.Award: calls.award,
    ask.GrantLuck: calls.grant_luck,
    ask.FirstAid: care.first_aid,
    ask.PassTime: care.pass_time,
    ask.Recover: care.recover,
    ask.Repair: rulings.repair,
    ask.Restock: rulings.restock,
    ask.Wound: rulings.wound_somebody,
    ask.PlaceCombatant: rulings.place,
    ask.SetSight: rulings.set_sight,
    ask.TriggerCondition: rulings.trigger,
    ask.DefineArea: changes.define_area,
}
