"""Decks: what is drawn from which, and when played cards go back (YY-DECK). All cards fall here."""

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.cards import mask_of, sort_cards
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.events.cards import CardsDrawn, DeckMadeWhole, DeckReshuffled, HandDealt, HandedOver
from domain.rulesets.yin_yang.state import Fight

DeckCard: TypeAlias = tuple[str, str]
"""A card, after the deck that it comes from."""


class Cards(msgspec.Struct, frozen=True):
    """The cards that were drawn, in the order in which they fell, and the versions of the facts that record them."""

    cards: tuple[str, ...] = ()
    draws: tuple[int, ...] = ()


class Drawing(msgspec.Struct, frozen=True):
    """A draw that is being made: whose it is, what a sentence calls it, from which deck, of how many cards.

    ``fact`` makes the event that records what fell, from the mask of what it fell from; ``audience`` may know all of
    it. ``beside`` are cards that belong to the draw already.
    """

    combatant: str
    label: str
    deck: str
    count: int
    fact: Callable[[Draw, str], Event]
    audience: str
    beside: tuple[DeckCard, ...] = ()


def draw_cards(
    decision: Decision[Fight], combatant: str, label: str, count: int, *, beside: tuple[DeckCard, ...] = ()
) -> Cards:
    """Draw so many cards from the combatant's deck (YY-DECK-5, YY-DECK-6).

    ``label`` is what a sentence calls the draw: test, damage, flurry. ``beside`` are cards that belong to it already,
    played from open hands or drawn for it before: those of the same deck do not go back before it is over. What the
    deck cannot give is not drawn (YY-DECK-11): there may be fewer cards, or none.
    """
    fight = decision.state
    key = fight.people[combatant].deck
    audience = NARRATOR_ID if fight.options.hand == "open" else "all"

    def drawn(draw: Draw, pack: str) -> Event:
        return CardsDrawn(combatant=combatant, deck=key, label=label, draw=draw, pack=pack)

    return _draw(decision, Drawing(combatant, label, key, count, drawn, audience, beside))


def deal(decision: Decision[Fight], combatant: str) -> None:
    """Somebody takes as many actions in hand as it has per turn (YY-ACT-3, YY-DECK-13, YY-RUL-12).

    With open hands they are cards, for its own eyes and the narrator's (YY-DECK-14); where its deck gives fewer cards
    it has fewer actions (YY-DECK-11). What they are drawn from would show which cards of the same deck others have:
    then the fact is the narrator's alone, and its owner reads the hand off the state.
    """
    fight = decision.state
    actions, key = fight.people[combatant].derived.actions_per_turn, fight.people[combatant].deck
    if fight.options.hand == "blind":
        decision.record(HandDealt(combatant=combatant, actions=actions, deck=key))
        return

    def dealt(draw: Draw, pack: str) -> Event:
        return HandDealt(combatant=combatant, actions=len(draw.cards), deck=key, draw=draw, pack=pack)

    shared = any(other.cards and other.cards_of == key for other in fight.people.values() if other.id != combatant)
    _draw(decision, Drawing(combatant, "hand", key, actions, dealt, NARRATOR_ID if shared else combatant))


def _draw(decision: Decision[Fight], drawing: Drawing) -> Cards:
    """Draw what is in the deck; if that is too little, let played cards go back and draw the rest (YY-DECK-10).

    Those of the present exchange stay out, and go back only if it is still too little; those of this draw never do. The
    reading is that of YY-RUL-16.
    """
    drawn = _fall(decision, drawing, Cards())
    if len(drawn.cards) < drawing.count:
        _reshuffle(decision, drawing.deck, staying=decision.state.decks[drawing.deck].fresh)
        drawn = _fall(decision, drawing, drawn)
    if len(drawn.cards) < drawing.count:
        beside = [card for deck, card in drawing.beside if deck == drawing.deck]
        _reshuffle(decision, drawing.deck, staying=(*beside, *drawn.cards))
        drawn = _fall(decision, drawing, drawn)
    return drawn


def _fall(decision: Decision[Fight], drawing: Drawing, drawn: Cards) -> Cards:
    """Draw what is missing, as far as the deck has it (YY-DECK-12)."""
    pack = decision.state.decks[drawing.deck].cards
    count = min(drawing.count - len(drawn.cards), len(pack))
    if not count:
        return drawn
    draw = decision.draw(drawing.combatant, drawing.label, count, pack, hidden=drawing.audience != "all")
    version = decision.record(drawing.fact(draw, mask_of(pack)), audience=drawing.audience)
    return Cards((*drawn.cards, *draw.cards), (*drawn.draws, version))


def _reshuffle(decision: Decision[Fight], key: str, *, staying: tuple[str, ...]) -> None:
    """Let the played cards of a deck go back, but for those that stay out."""
    back = Counter(decision.state.decks[key].out) - Counter(staying)
    if back:
        decision.record(DeckReshuffled(deck=key, cards=sort_cards(tuple(back.elements()))))


def settle_decks(decision: Decision[Fight]) -> None:
    """At the end of a test or an exchange: between turns every deck with played cards is made whole (YY-DECK-9).

    The reading is that of YY-RUL-15.
    """
    if decision.state.phase == "between":
        make_all_whole(decision)


def make_all_whole(decision: Decision[Fight]) -> None:
    """Every deck gets its played cards back (YY-DECK-8)."""
    for key, deck in decision.state.decks.items():
        if deck.out:
            decision.record(DeckMadeWhole(deck=key))


def hand_over(decision: Decision[Fight], command: ask.HandOver) -> None:
    """Somebody draws from another deck from now on (YY-DECK-16)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    decision.record(HandedOver(combatant=person.id, deck=command.deck))
