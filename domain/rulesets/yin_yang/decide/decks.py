"""Decks: what is drawn from which, and when played cards go back (YY-DECK)."""

import msgspec

from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


class Cards(msgspec.Struct, frozen=True):
    """The cards that were drawn, in the order in which they fell, and the versions of the facts that record them."""

    cards: tuple[str, ...]
    draws: tuple[int, ...]


def draw_cards(
    table: Table[Fight],
    combatant: str,
    label: str,
    count: int,
    *,
    deck: str | None = None,
    beside: tuple[str, ...] = (),
) -> Cards:
    """Draw so many cards from a deck, by default from the combatant's own (YY-DECK-5, YY-DECK-6).

    ``label`` is what a sentence calls the draw: test, damage, flurry. ``beside`` are cards that belong to it already,
    played from open hands: they do not go back before it is over. What the deck cannot give is not drawn
    (YY-DECK-11): there may be fewer cards, or none.
    """
    raise NotImplementedError


def settle_decks(table: Table[Fight]) -> None:
    """At the end of a test or an exchange: between turns every deck with played cards is made whole (YY-DECK-9)."""
    raise NotImplementedError


def make_all_whole(table: Table[Fight]) -> None:
    """Every deck gets its played cards back (YY-DECK-8)."""
    raise NotImplementedError
