"""What the answers to prompts cost or are made with, and the match that takes a card of an open hand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.rulesets.yin_yang.chapters.decks.hands import costs_card
from domain.rulesets.yin_yang.chapters.exchanges.matching import strikes_back_plainly
from domain.rulesets.yin_yang.chapters.vocabularies import usual_weapon
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.table.pending import weapon_name
from domain.table.look import Look
from domain.table.shapes import Choice


def _matching(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return what a match is made with (YY-ATK-3); letting a call pass spends nothing (YY-ATK-10)."""
    return look.said("keeps_cards") if answer == "let_pass" else _with_usual(look, prompt.to)


def _with_usual(look: Look[Fight], combatant: str) -> str:
    weapon = usual_weapon(look.state.people[combatant], pulled=False)
    return "" if weapon is None else weapon_name(look, combatant, weapon)


def _following(look: Look[Fight], prompt: Prompt, answer: Json) -> str:
    """Return what a follow-up is made with, which is what the King was drawn for (YY-KING-3)."""
    follow_up = look.state.follow_up
    if not isinstance(answer, dict) or follow_up is None or follow_up.weapon is None:
        return ""
    return weapon_name(look, prompt.to, follow_up.weapon)


def _strike_back_with_card(look: Look[Fight], prompt: Prompt) -> Iterator[Choice]:
    """Yield to strike back with the default attack, by a card of an open hand (YY-DECK-14)."""
    fight, person = look.state, look.state.people[prompt.to]
    if strikes_back_plainly(person) and costs_card(fight, person):
        yield Choice({"mode": "attack"}, look.said("chooses_to_strike_back"), _with_usual(look, prompt.to), "card")


DETAILS: Final[Mapping[str, Callable[[Look[Fight], Prompt, Json], str]]] = {
    "match": _matching,
    "follow_up": _following,
}
"""What an answer costs or is made with, by the kind of the prompt."""
LACKING: Final[Mapping[str, Callable[[Look[Fight], Prompt], Iterator[Choice]]]] = {"match": _strike_back_with_card}
"""The choices that lack a card."""
