"""How shared events are told where Century words them itself: what is on the scene, and prompts that lapse."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.core.events import CombatantJoined, PromptLapsed
from domain.core.narrate import combatant_joined as joined_plainly
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.model.event import Event
from domain.rulesets.century.said import ATTACKER
from domain.rulesets.century.sheet import SIDE_OF_ROLE
from domain.text.phrases import Names, RenderEvent, named, recipient_key

_OF_WHO_IS_ASKED: Final = {
    "no longer able to act": "can no longer act",
    "no fate is left": "has no Fate left",
    "not enough fate": "has too little Fate left",
    "no defence is possible any more": "can no longer defend",
}
"""What is said of the combatant asked in place of a recorded reason."""
_REASONS: Final = {
    "no longer able to attack": "{attacker} can no longer attack",
    "fate changes nothing any more": "Fate can change nothing now",
    "it cannot be escaped": "the attack cannot be escaped",
}
"""The clauses said in place of recorded reasons."""
_ENDINGS: Final = {
    " drives no more": " no longer drives",
    " does nothing any more": " can do nothing now",
    " cannot roll any more": " can no longer roll",
}
"""How recorded reasons that begin with a name end as they are said."""


def combatant_joined(event: CombatantJoined, names: Names) -> str:
    """Render who joins, and which vehicle or object is there, which is on no side."""
    if event.side == SIDE_OF_ROLE[None]:
        return f"{named(names, event.combatant)} is on the scene."
    return joined_plainly(event, names)


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Render who need not answer any more, and why."""
    return lapsed_plainly(replace(event, reason=_reason(event, names)), names)


def _reason(event: PromptLapsed, names: Names) -> str:
    """Return a recorded reason as a clause with its subject."""
    if event.reason in _OF_WHO_IS_ASKED:
        asked = names.get(recipient_key(event.prompt))
        return f"{'the one asked' if asked is None else named(names, asked)} {_OF_WHO_IS_ASKED[event.reason]}"
    if event.reason in _REASONS:
        attacker = names.get(ATTACKER)
        return _REASONS[event.reason].format(attacker="the attacker" if attacker is None else named(names, attacker))
    ending = next((one for one in _ENDINGS if event.reason.endswith(one)), "")
    return event.reason.removesuffix(ending) + _ENDINGS.get(ending, "")


SHARED_EVENTS: Final[Mapping[type[Event], RenderEvent]] = {
    CombatantJoined: combatant_joined,
    PromptLapsed: prompt_lapsed,
}
