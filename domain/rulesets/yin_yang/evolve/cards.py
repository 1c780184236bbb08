"""Folds of cards: decks, hands, grants, sheets."""

from collections import Counter

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.model.cards import PACK, remove_cards, return_cards, sort_cards
from domain.rulesets.yin_yang.events.cards import (
    ActionsReturned,
    ActionsSpent,
    Attempted,
    AttributeSet,
    AttributesGenerated,
    CardsDrawn,
    CardsGranted,
    CardsPlayed,
    ContestDecided,
    DeckMadeWhole,
    DeckReshuffled,
    ExtraActionsGained,
    GrantsUsed,
    HandDealt,
    HandDiscarded,
    HandedOver,
    LimitBroken,
    OppositionDecided,
    ScopeRuled,
    TurnCancelled,
)
from domain.rulesets.yin_yang.evolve.turns import call_heard
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Deck, Fight, Grant, scope_key
from domain.rulesets.yin_yang.words import NARRATOR_DECK

JOKERS = 2


def whole_deck(options: Options, key: str) -> Deck:
    """A deck with all its cards (YY-DECK-1, YY-DECK-2, YY-DECK-4, YY-RUL-13, YY-RUL-14)."""
    pack = PACK if options.jokers else PACK[:-JOKERS]
    return Deck(pack * (options.narrator_decks if key == NARRATOR_DECK else 1))


def bring_deck(fight: Fight, key: str) -> None:
    """A deck is there, whole, from the first who draws from it (YY-DECK-3, YY-DECK-4)."""
    if key not in fight.decks:
        _put(fight, key, whole_deck(fight.options, key))


def _put(fight: Fight, key: str, deck: Deck) -> None:
    fight.decks = {**fight.decks, key: deck}


def none_fresh(fight: Fight) -> None:
    """The cards played until now are no longer those of the present exchange or test (YY-DECK-10)."""
    fight.decks = {key: Deck(deck.cards, deck.out) if deck.fresh else deck for key, deck in fight.decks.items()}


def drawn(fight: Fight, event: CardsDrawn) -> None:
    """Cards that are drawn are out until their deck is made whole (YY-DECK-5)."""
    deck, cards = fight.decks[event.deck], event.draw.cards
    _put(fight, event.deck, Deck(remove_cards(deck.cards, cards), (*deck.out, *cards), (*deck.fresh, *cards)))


def dealt(fight: Fight, event: HandDealt) -> None:
    """Open cards leave the deck for a hand (YY-DECK-14); blind ones are decided when they are played.

    A deck that runs out in between deals twice (YY-DECK-10).
    """
    person = fight.people[event.combatant]
    person.hand += event.actions
    fight.standoff = False
    if event.draw is not None:
        deck = fight.decks[event.deck]
        person.cards, person.cards_of = (*person.cards, *event.draw.cards), event.deck
        _put(fight, event.deck, replace(deck, cards=remove_cards(deck.cards, event.draw.cards)))


def reshuffled(fight: Fight, event: DeckReshuffled) -> None:
    """Played cards go back (YY-DECK-10); fresh are those of the fresh ones that are still out."""
    deck = fight.decks[event.deck]
    out = remove_cards(sort_cards(deck.out), event.cards)
    fresh = sort_cards(tuple((Counter(deck.fresh) & Counter(out)).elements()))
    _put(fight, event.deck, Deck(return_cards(deck.cards, event.cards), out, fresh))


def made_whole(fight: Fight, event: DeckMadeWhole) -> None:
    """All played cards go back (YY-DECK-8); those in open hands stay there."""
    deck, whole = fight.decks[event.deck], whole_deck(fight.options, event.deck)
    complete = len(deck.cards) + len(deck.out) == len(whole.cards)  # as nearly always, and then nothing is sorted
    _put(fight, event.deck, whole if complete else Deck(return_cards(deck.cards, deck.out)))


def spent(fight: Fight, event: ActionsSpent) -> None:
    """Actions are gone, and whoever spends them has called or matched (YY-ACT-6)."""
    person = fight.people[event.combatant]
    person.hand -= event.hand
    person.extra -= event.extra
    if event.cards:
        person.cards = _less(person.cards, event.cards)
    call_heard(fight)


def _less(hand: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """A hand keeps the order in which it was dealt (YY-PROM-15)."""
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)


def returned(fight: Fight, event: ActionsReturned) -> None:
    person = fight.people[event.combatant]
    person.hand += event.hand
    person.extra += event.extra
    person.cards = (*person.cards, *event.cards)


def played(fight: Fight, event: CardsPlayed) -> None:
    """Cards from a hand lie among the played cards of the deck that they came from."""
    deck = fight.decks[event.deck]
    _put(fight, event.deck, replace(deck, out=(*deck.out, *event.cards), fresh=(*deck.fresh, *event.cards)))


def discarded(fight: Fight, event: HandDiscarded) -> None:
    """What is left of a hand is gone; open cards go to the played ones, or unseen into their deck (YY-COND-1)."""
    person = fight.people[event.combatant]
    if person.cards_of is not None and event.cards:
        deck = fight.decks[person.cards_of]
        unseen = event.deck is None
        back = Deck(return_cards(deck.cards, event.cards), deck.out, deck.fresh)
        _put(fight, person.cards_of, back if unseen else replace(deck, out=(*deck.out, *event.cards)))
    person.hand = person.extra = 0
    person.cards = ()


def gained(fight: Fight, event: ExtraActionsGained) -> None:
    fight.people[event.combatant].extra += event.actions
    fight.standoff = False


def cancelled(fight: Fight, event: TurnCancelled) -> None:
    fight.people[event.combatant].cancelled = True


def handed_over(fight: Fight, event: HandedOver) -> None:
    """Cards in hand stay cards of the old deck (YY-DECK-16)."""
    fight.people[event.combatant].deck = event.deck
    bring_deck(fight, event.deck)


def granted(fight: Fight, event: CardsGranted) -> None:
    person = fight.people[event.combatant]
    person.granted = (*person.granted, Grant(event.cards, event.on, event.lasting, event.reason))


def used(fight: Fight, event: GrantsUsed) -> None:
    """What was granted for the next draw of this kind is used up (YY-BONUS-6)."""
    person = fight.people[event.combatant]
    person.granted = tuple([grant for grant in person.granted if (grant.on, grant.lasting) != (event.on, "next_test")])


def scope_ruled(fight: Fight, event: ScopeRuled) -> None:
    """The latest ruling holds (YY-SCOPE-4)."""
    key = scope_key(event.combatant, event.ability, event.task)
    fight.scope_rulings = {**fight.scope_rulings, key: event.within}


def generated(fight: Fight, event: AttributesGenerated) -> None:
    fight.generated = {**fight.generated, event.combatant: event.scores}


def attribute_set(fight: Fight, event: AttributeSet) -> None:
    """What follows from an attribute follows anew; tracks are cut to lowered maxima (YY-DERIV-7)."""
    person = fight.people[event.combatant]
    if event.attribute is not None:
        person.attributes = {**person.attributes, event.attribute: event.score}
    derive(person)


CARD_FOLDS: Folds = {
    CardsDrawn: drawn,
    HandDealt: dealt,
    DeckReshuffled: reshuffled,
    DeckMadeWhole: made_whole,
    ActionsSpent: spent,
    ActionsReturned: returned,
    CardsPlayed: played,
    HandDiscarded: discarded,
    ExtraActionsGained: gained,
    TurnCancelled: cancelled,
    HandedOver: handed_over,
    Attempted: no_change,
    CardsGranted: granted,
    GrantsUsed: used,
    ScopeRuled: scope_ruled,
    AttributesGenerated: generated,
    LimitBroken: no_change,
    AttributeSet: attribute_set,
    OppositionDecided: no_change,
    ContestDecided: no_change,
}
