"""The end of a refusal's sentence where nothing is legal instead: the combatant that has to act or to answer."""

from typing import Final, TypeVar

from domain.decision.prompts import has_to_answer
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import all_named

S = TypeVar("S", bound=Encounter)
LISTED: Final = "GET …/options lists what is possible"
ADD_COMBATANTS: Final = "add combatants with core.join"


def waits_for(ruleset: Ruleset[S], state: S, speaker: Speaker, whose: str | None) -> str:
    """Return who has to answer or to act now, other than ``whose``; without anyone else, the narrator continues.

    The narrator hears where all that is possible is listed.
    """
    for prompt in state.prompts:
        if prompt.id not in state.answers and prompt.to != whose and ruleset.answerable(state, prompt, NARRATOR):
            return has_to_answer(state, ruleset.prompts, prompt)
    look = ruleset.look(state, speaker)
    acting = ruleset.drawing.to_act(look)
    others = [one for one in acting.who if one != whose]
    if others:
        return f"{all_named(look.names, others)} {'has' if len(others) == 1 else 'have'} {acting.has}"
    if not state.joined:
        return ADD_COMBATANTS
    return LISTED if speaker.is_narrator else "the narrator has to continue"
