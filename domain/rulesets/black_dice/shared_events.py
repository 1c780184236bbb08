"""How shared events are told where Black Dice words them itself: objects that are there, and prompts that lapse."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.core.events import CombatantJoined, PromptLapsed
from domain.core.narrate import combatant_joined as joined_plainly
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.model.event import Event
from domain.rulesets.black_dice.said import named
from domain.rulesets.black_dice.words import CARRIED_OUT
from domain.text.phrases import Names, RenderEvent, sentence

_REASONS: Final = {"saved": "the life is saved"}
"""The clauses said in place of recorded reasons that are none."""


def combatant_joined(event: CombatantJoined, names: Names) -> str:
    """Who joins, and which object is there, which is on no side."""
    if event.side is None:
        name = named(names, event.combatant)
        are = name.endswith("s") and not name.endswith("ss")
        return sentence(f"{name} {'are' if are else 'is'} on the scene.")
    return joined_plainly(event, names)


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Who need not answer any more, and why; an act that is carried out tells itself."""
    if event.reason == CARRIED_OUT:
        return ""
    return lapsed_plainly(replace(event, reason=_REASONS.get(event.reason, event.reason)), names)


SHARED_EVENTS: Final[Mapping[type[Event], RenderEvent]] = {
    CombatantJoined: combatant_joined,
    PromptLapsed: prompt_lapsed,
}
