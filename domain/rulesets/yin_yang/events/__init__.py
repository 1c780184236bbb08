"""The facts of Yin-Yang, by chapter: cards, turns, exchanges, harm, places."""

from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.rulesets.yin_yang.events.cards import CARD_EVENTS
from domain.rulesets.yin_yang.events.exchanges import EXCHANGE_EVENTS
from domain.rulesets.yin_yang.events.harm import HARM_EVENTS
from domain.rulesets.yin_yang.events.places import PLACE_EVENTS
from domain.rulesets.yin_yang.events.turns import TURN_EVENTS

YIN_YANG_EVENTS: tuple[type[Event], ...] = (
    *CORE_EVENTS,
    *CARD_EVENTS,
    *TURN_EVENTS,
    *EXCHANGE_EVENTS,
    *HARM_EVENTS,
    *PLACE_EVENTS,
)
