"""The decks (YY-DECK): how many cards are left, which were played last, and who draws from them."""

from typing import Final

from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import NARRATOR_DECK
from domain.table.look import Look
from domain.table.shapes import Deck
from domain.text.phrases import as_words, card_name

ON_TOP: Final = 3
"""Played cards that a deck shows."""


def decks(look: Look[Fight]) -> dict[str, Deck]:
    """Return the decks that the speaker knows of, by key."""
    owners: dict[str, list[str]] = {}
    for person in look.state.people.values():
        owners.setdefault(person.deck, []).append(person.id)
    return {
        key: Deck(
            name=_name(look, key),
            played=len(deck.out),
            left=_left(look, key),
            top=tuple([card_name(card) for card in reversed(deck.out[-ON_TOP:])]),
            of=tuple(owners.get(key, ())),
        )
        for key, deck in look.state.decks.items()
    }


def _name(look: Look[Fight], key: str) -> str:
    """Return the name of a deck: the narrator's, that of a combatant, or one of its own."""
    if key == NARRATOR_DECK:
        return look.said("deck_of_narrator")
    return look.said("deck_of", name=look.names[key]) if key in look.names else look.said("deck", name=as_words(key))


def _left(look: Look[Fight], key: str) -> int | None:
    """Return how many cards are left of a deck.

    What a secret sheet has drawn for an open hand would be missing in it, and tell from which deck it draws.
    """
    fight = look.whole
    unseen = fight.options.hand == "open" and not all(look.shows(combatant) for combatant in fight.people)
    return None if unseen else len(fight.decks[key].cards)
