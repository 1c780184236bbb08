"""Sentences of commands and of shared events, where Ticks words them itself; its own events declare theirs."""

from collections.abc import Mapping

from domain.core.events import Answered, EncounterClosed, EncounterOpened, Prompted, PromptLapsed
from domain.model.event import Event
from domain.rulesets.ticks.narrate.choices import answered, prompt_lapsed, prompted
from domain.rulesets.ticks.narrate.encounters import encounter_closed, encounter_opened
from domain.rulesets.ticks.narrate.things import things, things_joined
from domain.text.phrases import RenderEvent

TICKS_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
    PromptLapsed: prompt_lapsed,
    EncounterOpened: encounter_opened,
    EncounterClosed: encounter_closed,
}

__all__ = ["TICKS_TELL", "things", "things_joined"]
