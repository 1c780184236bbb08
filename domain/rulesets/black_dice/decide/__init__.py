"""Deciding in Black Dice: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide import (
    checks,
    contests,
    dying,
    fate,
    fouls,
    healing,
    injuries,
    places,
    resting,
    surprise,
    things,
)
from domain.table import Table

BLACK_DICE_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    ask.SurpriseAttack: surprise.surprise_attack,
    ask.StrikeObject: things.strike_object,
    ask.Check: checks.check,
    ask.Contest: contests.contest,
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
    ask.GrantFate: fate.grant_fate,
    ask.PledgeFate: fate.pledge,
    ask.ChangeStory: fate.change_story,
}
