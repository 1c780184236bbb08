"""Decks: what is drawn from which, and when played cards go back (YY-DECK). All cards fall here."""

from collections import Counter
from collections.abc import Callable
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from pydantic import Field

from domain.chance.draws import Draw
from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import AnyText, Either, Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.cards import PACK, mask_of, remove_cards, return_cards, sort_cards
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.throws import faces_of
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.parts import KEY_PATTERN, LONGEST_KEY, PEOPLE, Key
from domain.rulesets.yin_yang.state import Deck, Fight
from domain.rulesets.yin_yang.words import NARRATOR_DECK
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, as_words, names_in
from domain.text.sentences import Spoken
from domain.text.words import Label, Words

JOKERS = 2


def whole_deck(options: Options, key: str) -> Deck:
    """A deck with all its cards (YY-DECK-1, YY-DECK-2, YY-DECK-4, YY-RUL-13, YY-RUL-14)."""
    pack = PACK if options.jokers else PACK[:-JOKERS]
    return Deck(pack * (options.narrator_decks if key == NARRATOR_DECK else 1))


def _put(fight: Fight, key: str, deck: Deck) -> None:
    fight.decks = {**fight.decks, key: deck}


def bring_deck(fight: Fight, key: str) -> None:
    """A deck is there, whole, from the first who draws from it (YY-DECK-3, YY-DECK-4)."""
    if key not in fight.decks:
        _put(fight, key, whole_deck(fight.options, key))


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Cards were drawn (YY-DECK-5): whose draw it is, from which deck, for what, and the faces.

    ``pack`` are the cards that could be drawn, as a mask; where hands are open it is the narrator's secret, since it
    would show what is in them.
    """

    type: ClassVar[str] = "yin_yang.cards_drawn"
    words = "Cards drawn"
    says = ""  # the test, the Damage Draw or the flurry tells the cards with what they come to
    example = {"combatant": "hei", "deck": "hei", "label": "act", "draw": {"faces": ["7D"]}, "pack": "3fffffffffffff"}
    private: ClassVar[frozenset[str]] = frozenset({"pack"})
    combatant: str
    deck: str
    label: str
    draw: Draw
    pack: str = ""

    def thrown(self) -> tuple[Throw, ...]:
        """Leave the cards to the test, the Damage Draw or the flurry, which says what they come to."""
        return ()

    told = Told(throws=thrown)

    def evolve(self, fight: Fight) -> None:
        """Cards that are drawn are out until their deck is made whole (YY-DECK-5)."""
        deck, cards = fight.decks[self.deck], self.draw.cards
        _put(fight, self.deck, Deck(remove_cards(deck.cards, cards), (*deck.out, *cards), (*deck.fresh, *cards)))


class HandDealt(Event, frozen=True, kw_only=True):
    """A combatant takes a number of actions in hand (YY-DECK-13); open ones are cards that only their owner knows."""

    type: ClassVar[str] = "yin_yang.hand_dealt"
    words = "Hand taken"
    says = "{combatant} takes a hand of {actions:action}[: {cards}]."
    example = {
        "combatant": "hei",
        "actions": 2,
        "deck": "hei",
        "draw": {"faces": ["7H", "6D"]},
        "pack": "3fffffffffffff",
    }
    private: ClassVar[frozenset[str]] = frozenset({"draw", "pack"})
    combatant: str
    actions: int
    deck: str
    draw: Draw | None = None
    pack: str = ""

    @property
    def cards(self) -> Annotated[tuple[str, ...], Spoken(said.cards)]:
        return () if self.draw is None else self.draw.cards

    def thrown(self) -> tuple[Throw, ...]:
        if self.draw is None:
            return ()
        return (Throw("cards", self.combatant, "the hand", faces=faces_of(self.cards), source=self.draw.source),)

    told = Told(throws=thrown)

    def evolve(self, fight: Fight) -> None:
        """Open cards leave the deck for a hand (YY-DECK-14); blind ones are decided when they are played.

        A deck that runs out in between deals twice (YY-DECK-10).
        """
        person = fight.people[self.combatant]
        person.hand += self.actions
        fight.standoff = False
        if self.draw is not None:
            deck = fight.decks[self.deck]
            person.cards, person.cards_of = (*person.cards, *self.draw.cards), self.deck
            _put(fight, self.deck, replace(deck, cards=remove_cards(deck.cards, self.draw.cards)))


class DeckReshuffled(Event, frozen=True, kw_only=True):
    """A deck ran out in mid-draw: these of its played cards went back (YY-DECK-10)."""

    type: ClassVar[str] = "yin_yang.deck_reshuffled"
    words = "Deck reshuffled"
    told = Told(level=3)
    example = {
        "deck": "narrator",
        "cards": ["AH", "9H", "JH", "5D", "8D", "9D", "JD", "5C", "8C", "9C", "10C", "QC", "AS", "3S", "7S", "QS"],
    }
    deck: Annotated[str, Spoken(said.deck)]
    cards: tuple[str, ...]

    def says(self) -> str:
        return f"{{deck}} runs out; {{cards:card}} {'goes' if len(self.cards) == 1 else 'go'} back into it."

    def evolve(self, fight: Fight) -> None:
        """Played cards go back (YY-DECK-10); fresh are those of the fresh ones that are still out."""
        deck = fight.decks[self.deck]
        out = remove_cards(sort_cards(deck.out), self.cards)
        fresh = sort_cards(tuple((Counter(deck.fresh) & Counter(out)).elements()))
        _put(fight, self.deck, Deck(return_cards(deck.cards, self.cards), out, fresh))


class DeckMadeWhole(Event, frozen=True, kw_only=True):
    """All played cards of a deck went back (YY-DECK-8, YY-DECK-9)."""

    type: ClassVar[str] = "yin_yang.deck_made_whole"
    words = "Deck made whole"
    says = ""  # so it is after every test between turns, and at the end of every turn, which tells it
    example = {"deck": "hei"}
    deck: str

    def evolve(self, fight: Fight) -> None:
        """All played cards go back (YY-DECK-8); those in open hands stay there."""
        deck, whole = fight.decks[self.deck], whole_deck(fight.options, self.deck)
        complete = len(deck.cards) + len(deck.out) == len(whole.cards)  # as nearly always, and then nothing is sorted
        _put(fight, self.deck, whole if complete else Deck(return_cards(deck.cards, deck.out)))


class HandedOver(Event, frozen=True, kw_only=True):
    """Somebody has come into other hands and draws from another deck from now on (YY-DECK-16)."""

    type: ClassVar[str] = "yin_yang.handed_over"
    words = "Deck changed"
    told = Told(brief=AS_SAID)
    says = "{combatant} is played by another player and now draws from {deck}."
    example = {"combatant": "thug", "deck": "bill"}
    combatant: str
    deck: Annotated[str, Spoken(said.deck)]

    def evolve(self, fight: Fight) -> None:
        """Cards in hand stay cards of the old deck (YY-DECK-16)."""
        fight.people[self.combatant].deck = self.deck
        bring_deck(fight, self.deck)


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
    """Draw a number of cards from the combatant's deck (YY-DECK-5, YY-DECK-6).

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


def _in_play(view: View[Fight]) -> tuple[Labelled, ...]:
    """Return the decks in play, each with the name that it has at the table."""
    fight = view.state
    names = names_in(fight)
    return tuple([Labelled(key, _name(names, key)) for key in fight.decks])


def _name(names: Names, key: str) -> Label:
    if key == NARRATOR_DECK:
        return Label("deck_of_narrator")
    if key in names:
        return Label.filled("deck_of", name=names[key])
    return Label.filled("deck", name=as_words(key))


IN_PLAY: Final = Vocabulary[Fight]("decks in play", _in_play)


class HandOver(Narrating):
    """Say which deck a combatant draws from, now that another player plays it (YY-DECK-16)."""

    form = {"combatant": among(PEOPLE), "deck": among(Either((IN_PLAY, AnyText(LONGEST_KEY, 1, KEY_PATTERN))))}
    says = ()
    example = {"combatant": "wedge", "deck": "julian"}
    words = Words(
        "Hand a combatant over", "Hand {combatant} to another player: {deck}", group="table", prominence="seldom"
    )
    type: Literal["yin_yang.hand_over"] = "yin_yang.hand_over"
    combatant: CombatantId
    deck: Key = Field(description="key of the deck; a new deck is whole")

    def decide(self, decision: Decision[Fight]) -> None:
        """Somebody draws from another deck from now on (YY-DECK-16)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        decision.record(HandedOver(combatant=person.id, deck=self.deck))


DECKS: Chapter[Fight] = Chapter(
    commands=(HandOver,), events=(CardsDrawn, HandDealt, DeckReshuffled, DeckMadeWhole, HandedOver)
)
