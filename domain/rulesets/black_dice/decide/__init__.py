"""Deciding in Black Dice: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core.commands import Command
from domain.decision.decision import Decision
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide import (
    agenda,
    answers,
    breath,
    calls,
    contests,
    declarations,
    drinking,
    dying,
    fate,
    feats,
    fouls,
    healing,
    injuries,
    perils,
    places,
    resting,
    rounds,
    rulings,
    surprise,
    things,
)

BLACK_DICE_HANDLERS: Mapping[type[Command], Callable[[Decision[Any], Any], None]] = {
    ask.BeginRound: rounds.begin_round,
    ask.Declare: declarations.declare,
    ask.Resolve: agenda.resolve,
    ask.EndRound: rounds.end_round,
    ask.SurpriseAttack: surprise.surprise_attack,
    ask.StrikeObject: things.strike_object,
    ask.Check: calls.check,
    ask.Contest: contests.contest,
    ask.Feat: feats.feat,
    ask.Drink: drinking.drink,
    ask.Tempt: drinking.tempt,
    ask.Peril: perils.peril,
    ask.HoldBreath: breath.hold_breath,
    ask.Place: places.place,
    ask.Distance: places.distance,
    ask.Awareness: places.awareness,
    ask.Treat: healing.treat,
    ask.Stabilise: healing.stabilise,
    ask.Injure: injuries.injure,
    ask.FoulFollows: fouls.foul_effect,
    ask.PassTime: resting.pass_time,
    ask.ExtendLife: dying.extend_life,
    ask.SaveFromDeath: dying.save_from_death,
    ask.Award: rulings.award,
    ask.Modify: rulings.modify,
    ask.GrantFate: fate.grant_fate,
    ask.PledgeFate: fate.pledge,
    ask.ChangeStory: fate.change_story,
    ask.Respond: answers.respond,
    ask.Choose: answers.choose,
    ask.Reroll: answers.reroll,
    ask.Keep: answers.keep,
    ask.ReduceDamage: answers.reduce_damage,
    ask.AvoidInjury: answers.avoid_injury,
    ask.EnsureSuccess: answers.ensure_success,
    ask.Approve: answers.approve,
}
