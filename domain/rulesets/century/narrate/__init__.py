"""The sentences of Century for events that all rulesets share, and for commands; its own events declare theirs."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted
from domain.model.event import Event
from domain.rulesets.century.narrate.choices import answered, answered_in_full, prompted
from domain.rulesets.century.narrate.things import BROUGHT, things
from domain.rulesets.century.said import SAID
from domain.text.phrases import RenderEvent

CENTURY_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
}

__all__ = ["BROUGHT", "CENTURY_TELL", "SAID", "answered_in_full", "things"]
