"""Deciding in Black Dice: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide import checks, fate, places
from domain.table import Table

BLACK_DICE_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    ask.Check: checks.check,
    ask.Contest: checks.contest,
    ask.Place: places.place,
    ask.Distance: places.distance,
    ask.Awareness: places.awareness,
    ask.GrantFate: fate.grant_fate,
    ask.PledgeFate: fate.pledge,
    ask.ChangeStory: fate.change_story,
}
