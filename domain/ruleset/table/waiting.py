"""The end of a refusal's sentence where nothing is legal instead: the combatant that has to act or to answer."""

from typing import TypeVar

from domain.decision.prompts import has_to_answer
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.table.look import Look
from domain.text.languages import ENGLISH
from domain.text.phrases import all_named

S = TypeVar("S", bound=Encounter)


def waits_for(ruleset: Ruleset[S], state: S, speaker: Speaker, whose: str | None) -> str:
    """Return who has to answer or to act now, other than ``whose``; without anyone else, the narrator continues."""
    for prompt in state.prompts:
        if prompt.id not in state.answers and prompt.to != whose and ruleset.answerable(state, prompt, NARRATOR):
            return has_to_answer(state, ruleset.prompts, prompt)
    seen = ruleset.seen_by(state, speaker)
    names = ruleset.names_seen(state, seen)
    look = Look(seen, state, speaker, names, ruleset.wording(ENGLISH), settled=True)
    acting = ruleset.drawing.to_act(look)
    others = [one for one in acting.who if one != whose]
    if not others:
        return "the narrator has to continue"
    return f"{all_named(names, others)} {'has' if len(others) == 1 else 'have'} {acting.has}"
