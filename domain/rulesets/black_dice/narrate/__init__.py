"""How prompts, answers and commands of Black Dice are told; its own events declare their sentences themselves."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted, PromptLapsed
from domain.model.event import Event
from domain.rulesets.black_dice.narrate.choices import answered, prompt_lapsed, prompted
from domain.rulesets.black_dice.narrate.commands import BLACK_DICE_ASKED
from domain.text.phrases import RenderEvent

BLACK_DICE_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
    PromptLapsed: prompt_lapsed,
}

__all__ = ["BLACK_DICE_ASKED", "BLACK_DICE_TELL"]
