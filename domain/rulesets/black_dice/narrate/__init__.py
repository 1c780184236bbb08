"""How prompts and answers of Black Dice are told; its commands and events declare their sentences themselves."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted, PromptLapsed
from domain.model.event import Event
from domain.rulesets.black_dice.narrate.choices import answered, prompt_lapsed, prompted
from domain.text.phrases import RenderEvent

BLACK_DICE_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
    PromptLapsed: prompt_lapsed,
}

__all__ = ["BLACK_DICE_TELL"]
