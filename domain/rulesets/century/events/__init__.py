"""The facts of Century, by chapter: rolls, rounds, places, attacks, harm."""

from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.rulesets.century.events.attacks import ATTACK_EVENTS
from domain.rulesets.century.events.harm import HARM_EVENTS
from domain.rulesets.century.events.places import PLACE_EVENTS
from domain.rulesets.century.events.rolls import ROLL_EVENTS
from domain.rulesets.century.events.rounds import ROUND_EVENTS

CENTURY_EVENTS: tuple[type[Event], ...] = (
    *CORE_EVENTS,
    *ROLL_EVENTS,
    *ROUND_EVENTS,
    *PLACE_EVENTS,
    *ATTACK_EVENTS,
    *HARM_EVENTS,
)
