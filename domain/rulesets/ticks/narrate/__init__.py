"""How the facts of Ticks are told: one sentence for each event, from the event and the combatants' names alone."""

from collections.abc import Mapping

from domain.event import Event
from domain.telling import Speak, Teller

TICKS_TELL: Mapping[type[Event], Teller] = {}
TICKS_ASKED: Mapping[str, tuple[str, ...]] = {}
SAID: Mapping[str, Speak] = {}
