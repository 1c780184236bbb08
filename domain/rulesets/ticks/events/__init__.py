"""The facts of Ticks: rounds and declarations, places and things, strikes, harm, tests."""

from domain.model.event import Event
from domain.rulesets.ticks.events.harm import HARM_EVENTS
from domain.rulesets.ticks.events.places import PLACE_EVENTS
from domain.rulesets.ticks.events.rounds import ROUND_EVENTS
from domain.rulesets.ticks.events.strikes import STRIKE_EVENTS
from domain.rulesets.ticks.events.trials import TRIAL_EVENTS

TICKS_EVENTS: tuple[type[Event], ...] = (*ROUND_EVENTS, *PLACE_EVENTS, *STRIKE_EVENTS, *HARM_EVENTS, *TRIAL_EVENTS)

__all__ = ["TICKS_EVENTS"]
