"""How shared events are told where Black Dice words them itself: prompts that lapse."""

from collections.abc import Mapping
from typing import Final

from domain.core.events import PromptLapsed
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.model.event import Event
from domain.rulesets.black_dice.words import CARRIED_OUT
from domain.text.phrases import Names, RenderEvent


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Who need not answer any more, and why; an act that is carried out tells itself."""
    return "" if event.reason == CARRIED_OUT else lapsed_plainly(event, names)


SHARED_EVENTS: Final[Mapping[type[Event], RenderEvent]] = {PromptLapsed: prompt_lapsed}
