"""How the prompts, answers and commands of Yin-Yang are told; its events declare their sentences themselves."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted
from domain.model.event import Event
from domain.rulesets.yin_yang.narrate.choices import answered, prompted
from domain.rulesets.yin_yang.narrate.commands import YIN_YANG_ASKED
from domain.rulesets.yin_yang.narrate.things import BROUGHT, things
from domain.text.phrases import RenderEvent

YIN_YANG_TELL: Mapping[type[Event], RenderEvent] = {
    Prompted: prompted,
    Answered: answered,
}

__all__ = ["BROUGHT", "YIN_YANG_ASKED", "YIN_YANG_TELL", "things"]
