"""How the facts of Black Dice are told: one sentence for each event, from the event and the combatants' names alone."""

from collections.abc import Mapping

from domain.event import Event
from domain.rulesets.black_dice.narrate.throws import THROWS_TOLD
from domain.telling import Teller

BLACK_DICE_TELL: Mapping[type[Event], Teller] = {**THROWS_TOLD}
