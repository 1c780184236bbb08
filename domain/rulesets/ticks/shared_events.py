"""How shared events are told where Ticks words them itself: the beginning and the end, prompts that lapse."""

from collections.abc import Mapping
from typing import Final

from domain.core.events import EncounterClosed, EncounterOpened, PromptLapsed
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.model.event import Event
from domain.text.phrases import Names, RenderEvent, named, recipient_key, sentence, with_full_stop

_LAPSED: Final = {
    "the narrator counts on": "says nothing",
    "nothing can be done any more": "can no longer act on this tick",
    "declares nothing now": "need not declare any more",
    "the plan that has answered is another one now": "is asked again",
}
"""What is told in place of the recorded reason, without its name, why somebody need not answer any more."""


def encounter_opened(event: EncounterOpened, names: Names) -> str:
    """Nothing falls in it, whatever it was opened with (TK-TEST-6)."""
    return "No dice are needed."


def encounter_closed(event: EncounterClosed, names: Names) -> str:
    """Why the encounter is over, without a word of seeds."""
    return with_full_stop(f"The encounter is over{f': “{event.reason}”' if event.reason else ''}")


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Who need not answer any more, and why."""
    who = named(names, names.get(recipient_key(event.prompt), ""))
    told = _LAPSED.get(event.reason.removeprefix(f"{who} "))
    return sentence(f"{who} {told}.") if who and told else lapsed_plainly(event, names)


SHARED_EVENTS: Final[Mapping[type[Event], RenderEvent]] = {
    EncounterOpened: encounter_opened,
    EncounterClosed: encounter_closed,
    PromptLapsed: prompt_lapsed,
}
