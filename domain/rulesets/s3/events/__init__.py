"""The facts of S3, by chapter: throws, turns, places, harm."""

from domain.model.event import Event
from domain.rulesets.s3.events.harm import HARM_EVENTS
from domain.rulesets.s3.events.places import PLACE_EVENTS
from domain.rulesets.s3.events.throws import THROW_EVENTS
from domain.rulesets.s3.events.turns import TURN_EVENTS

S3_EVENTS: tuple[type[Event], ...] = (*THROW_EVENTS, *TURN_EVENTS, *PLACE_EVENTS, *HARM_EVENTS)
