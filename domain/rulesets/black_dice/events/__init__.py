"""The facts of Black Dice, by chapter: throws, rounds, places, harm, perils."""

from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.rulesets.black_dice.events.harm import HARM_EVENTS
from domain.rulesets.black_dice.events.perils import PERIL_EVENTS
from domain.rulesets.black_dice.events.places import PLACE_EVENTS
from domain.rulesets.black_dice.events.rounds import ROUND_EVENTS
from domain.rulesets.black_dice.events.throws import THROW_EVENTS

BLACK_DICE_EVENTS: tuple[type[Event], ...] = (
    *CORE_EVENTS,
    *THROW_EVENTS,
    *ROUND_EVENTS,
    *PLACE_EVENTS,
    *HARM_EVENTS,
    *PERIL_EVENTS,
)
