"""Facts about cards: decks, draws, hands, and what a test comes to."""

from collections import Counter
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.cards import PACK, remove_cards, return_cards, sort_cards
from domain.model.event import Event
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.events.turns import call_heard
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Deck, Fight, Grant, scope_key
from domain.rulesets.yin_yang.words import NARRATOR_DECK, Attribute, Grade, GrantedOn, Lasting, TestAttribute
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

Terms = tuple[tuple[str, int], ...]
"""Where cards come from, and how many."""
LASTING: Final = {
    "this_turn": "for this turn",
    "next_turn": "for the next turn",
    "encounter": "for the rest of the fight",
}
GRANTED_ON: Final = {"tests": "test", "damage": "Damage Draw"}
"""What cards that are granted for the next draw are for."""
WHY_DECIDED: Final = {
    "success": "only one of them succeeds",
    "better": "the better card wins",
    "ability": "the cards are equal, and the better ability wins",
    "caller": "cards and abilities are equal, and the caller has the advantage",
}
LIMITS: Final = {
    "attribute_points": "points in attributes",
    "highest_attribute": "for the highest attribute",
    "ability_points": "points in abilities",
    "highest_rating": "for the highest rating",
}
"""What a limit of the campaign counts, after its number."""


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Cards were drawn (YY-DECK-5): whose draw it is, from which deck, for what, and the faces.

    ``pack`` are the cards that could be drawn, as a mask; where hands are open it is the narrator's secret, since it
    would show what is in them.
    """

    type: ClassVar[str] = "yin_yang.cards_drawn"
    says = ""  # the test, the Damage Draw or the flurry tells the cards with what they come to
    private: ClassVar[frozenset[str]] = frozenset({"pack"})
    combatant: str
    deck: str
    label: str
    draw: Draw
    pack: str = ""

    def evolve(self, fight: Fight) -> None:
        """Cards that are drawn are out until their deck is made whole (YY-DECK-5)."""
        deck, cards = fight.decks[self.deck], self.draw.cards
        _put(fight, self.deck, Deck(remove_cards(deck.cards, cards), (*deck.out, *cards), (*deck.fresh, *cards)))


class HandDealt(Event, frozen=True, kw_only=True):
    """Somebody takes so many actions in hand (YY-DECK-13); open ones are cards that only their owner knows."""

    type: ClassVar[str] = "yin_yang.hand_dealt"
    says = "{combatant} takes a hand of {actions:action}[: {cards}]."
    private: ClassVar[frozenset[str]] = frozenset({"draw", "pack"})
    combatant: str
    actions: int
    deck: str
    draw: Draw | None = None
    pack: str = ""

    @property
    def cards(self) -> Annotated[tuple[str, ...], Spoken(said.cards)]:
        return () if self.draw is None else self.draw.cards

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
    says = ""  # so it is after every test between turns, and at the end of every turn, which tells it
    deck: str

    def evolve(self, fight: Fight) -> None:
        """All played cards go back (YY-DECK-8); those in open hands stay there."""
        deck, whole = fight.decks[self.deck], whole_deck(fight.options, self.deck)
        complete = len(deck.cards) + len(deck.out) == len(whole.cards)  # as nearly always, and then nothing is sorted
        _put(fight, self.deck, whole if complete else Deck(return_cards(deck.cards, deck.out)))


class ActionsSpent(Event, frozen=True, kw_only=True):
    """Actions were spent (YY-ACT-4): extra ones first. ``cards`` were played from an open hand, or laid down.

    They are a secret of whoever plays them until the cards are turned up: then ``CardsPlayed`` shows them.
    """

    type: ClassVar[str] = "yin_yang.actions_spent"
    says = "{combatant} spends {hand}[: {cards}, face down]."
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: Annotated[int, SpokenOf(said.actions)] = 0
    extra: int = 0
    cards: Annotated[tuple[str, ...], Spoken(said.cards)] = ()

    def evolve(self, fight: Fight) -> None:
        """Actions are gone, and the combatant that spends them has called or matched (YY-ACT-6)."""
        person = fight.people[self.combatant]
        person.hand -= self.hand
        person.extra -= self.extra
        if self.cards:
            person.cards = _less(person.cards, self.cards)
        call_heard(fight)


class ActionsReturned(Event, frozen=True, kw_only=True):
    """Actions came back as they were paid (YY-ATK-13, YY-ATK-14); cards go back into an open hand, unseen."""

    type: ClassVar[str] = "yin_yang.actions_returned"
    says = "{combatant} gets back {hand}[: {cards}]."
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: Annotated[int, SpokenOf(said.actions)] = 0
    extra: int = 0
    cards: Annotated[tuple[str, ...], Spoken(said.cards)] = ()

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hand += self.hand
        person.extra += self.extra
        person.cards = (*person.cards, *self.cards)


class CardsPlayed(Event, frozen=True, kw_only=True):
    """Cards of an open hand lie on the table for all to see, and are out of their deck until it is made whole."""

    type: ClassVar[str] = "yin_yang.cards_played"
    says = "{combatant} turns up {cards}{deck}."
    combatant: str
    deck: Annotated[str, SpokenOf(said.from_deck)]
    cards: Annotated[tuple[str, ...], Spoken(said.cards)]

    def evolve(self, fight: Fight) -> None:
        """Cards from a hand lie among the played cards of the deck that they came from."""
        deck = fight.decks[self.deck]
        _put(fight, self.deck, replace(deck, out=(*deck.out, *self.cards), fresh=(*deck.fresh, *self.cards)))


class HandDiscarded(Event, frozen=True, kw_only=True):
    """What somebody had left of actions is gone: why (out of action, cancelled, Confrontation, end of the turn).

    Open cards are thrown down for all to see, among those played of ``deck``. At the end of the turn they go back as
    unseen as they were, and no deck is named.
    """

    type: ClassVar[str] = "yin_yang.hand_discarded"
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: Annotated[int, SpokenOf(said.actions)]
    extra: int
    reason: Annotated[str, Spoken(said.because)]
    deck: Annotated[str | None, SpokenOf(said.from_deck)] = None
    cards: Annotated[tuple[str, ...], Spoken(said.cards)] = ()

    def says(self) -> str:
        """The end of the turn tells it for all."""
        return "" if self.reason == "end_of_turn" else "{combatant} loses {hand}[ ({cards}[{deck}])]{reason}."

    def evolve(self, fight: Fight) -> None:
        """What is left of a hand is gone; open cards go to the played ones, or unseen into their deck (YY-COND-1)."""
        person = fight.people[self.combatant]
        if person.cards_of is not None and self.cards:
            deck = fight.decks[person.cards_of]
            unseen = self.deck is None
            back = Deck(return_cards(deck.cards, self.cards), deck.out, deck.fresh)
            _put(fight, person.cards_of, back if unseen else replace(deck, out=(*deck.out, *self.cards)))
        person.hand = person.extra = 0
        person.cards = ()


class ExtraActionsGained(Event, frozen=True, kw_only=True):
    """A White Joker, or a Confrontation, gave extra actions (YY-JOKER-2, YY-CONF-16)."""

    type: ClassVar[str] = "yin_yang.extra_actions_gained"
    says = "{combatant} gains {actions:extra action}{reason}."
    combatant: str
    actions: int
    reason: Annotated[str, Spoken(said.because)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].extra += self.actions
        fight.standoff = False


class TurnCancelled(Event, frozen=True, kw_only=True):
    """A Coloured Joker has ended somebody's turn (YY-JOKER-8)."""

    type: ClassVar[str] = "yin_yang.turn_cancelled"
    says = "{combatant} can do nothing more this turn."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cancelled = True


class HandedOver(Event, frozen=True, kw_only=True):
    """Somebody has come into other hands and draws from another deck from now on (YY-DECK-16)."""

    type: ClassVar[str] = "yin_yang.handed_over"
    says = "{combatant} is played by somebody else, and now draws from {deck}."
    combatant: str
    deck: Annotated[str, Spoken(said.deck)]

    def evolve(self, fight: Fight) -> None:
        """Cards in hand stay cards of the old deck (YY-DECK-16)."""
        fight.people[self.combatant].deck = self.deck
        bring_deck(fight, self.deck)


class Attempted(Event, frozen=True, kw_only=True):
    """A test was drawn, or succeeded of itself (YY-TEST, YY-AUTO): what it was made of, and what it comes to.

    ``value`` is the whole target value, ``target`` what the cards were held against (YY-HIGH-1). ``bonus`` and
    ``penalty`` itemise the cards before they cancel; ``net`` is what was left. ``kept`` counts, ``number`` its number.
    """

    type: ClassVar[str] = "yin_yang.attempted"
    combatant: str
    label: str
    attributes: Annotated[tuple[TestAttribute, ...], Spoken(said.attributes)]
    ability: Annotated[str | None, AS_WRITTEN]
    value: int
    target: int
    bonus: Annotated[Terms, SpokenOf(said.cards_added)]
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: Annotated[str | None, SpokenOf(said.outcome)]
    grade: Grade
    success: bool
    number: int | None = None
    task: Annotated[str, Spoken(said.stated)] = ""
    draws: tuple[int, ...] = ()

    def says(self) -> str:
        against = "" if self.value == self.target else ", drawn against {target}"
        made_on = "{attributes}[ and {ability}][ for {task}]"
        return f"{{combatant}} tests {made_on}, target value {{value}}{against}{{bonus}}: {{kept}}."


class CardsGranted(Event, frozen=True, kw_only=True):
    """Somebody was granted bonus cards, or below 0 penalty cards (YY-BONUS-6)."""

    type: ClassVar[str] = "yin_yang.cards_granted"
    combatant: str
    cards: Annotated[int, Spoken(said.granted)]
    on: Annotated[GrantedOn, Spoken(GRANTED_ON)]
    lasting: Annotated[Lasting, Spoken(LASTING)]
    reason: Annotated[str, Spoken(said.because)] = ""

    def says(self) -> str:
        if self.lasting == "next_test":
            return "{combatant} gets {cards} for the next {on}{reason}."
        damage = "on damage " if self.on == "damage" else ""
        return f"{{combatant}} gets {{cards}} {damage}{{lasting}}{{reason}}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.granted = (*person.granted, Grant(self.cards, self.on, self.lasting, self.reason))


class GrantsUsed(Event, frozen=True, kw_only=True):
    """The cards granted for somebody's next test, or next Damage Draw, are used up."""

    type: ClassVar[str] = "yin_yang.grants_used"
    says = ""  # the draw tells the cards among the others that come with it
    combatant: str
    on: GrantedOn

    def evolve(self, fight: Fight) -> None:
        """What was granted for the next draw of this kind is used up (YY-BONUS-6)."""
        person = fight.people[self.combatant]
        person.granted = tuple(
            [grant for grant in person.granted if (grant.on, grant.lasting) != (self.on, "next_test")]
        )


class ScopeRuled(Event, frozen=True, kw_only=True):
    """The narrator said whether a task is within an ability (YY-SCOPE-4)."""

    type: ClassVar[str] = "yin_yang.scope_ruled"
    says = "The narrator rules that {combatant's} ability {ability} {within} {task}."
    combatant: str
    ability: Annotated[str, AS_WRITTEN]
    task: Annotated[str, Spoken(said.stated)]
    within: Annotated[bool, Spoken({True: "covers", False: "does not cover"})]

    def evolve(self, fight: Fight) -> None:
        """The latest ruling holds (YY-SCOPE-4)."""
        key = scope_key(self.combatant, self.ability, self.task)
        fight.scope_rulings = {**fight.scope_rulings, key: self.within}


class AttributesGenerated(Event, frozen=True, kw_only=True):
    """Six four-sided dice were thrown for somebody's attributes (YY-ATTR-6)."""

    type: ClassVar[str] = "yin_yang.attributes_generated"
    says = "The dice {dice} give {combatant} {scores}."
    combatant: str
    dice: Annotated[Draw, Spoken(said.four_sided)]
    scores: Annotated[tuple[int, ...], Spoken(said.thrown_attributes)]

    def evolve(self, fight: Fight) -> None:
        fight.generated = {**fight.generated, self.combatant: self.scores}


class LimitBroken(Event, frozen=True, kw_only=True):
    """A hero's sheet breaks a limit of the campaign level (YY-ATTR-7): which, by what rule, in words."""

    type: ClassVar[str] = "yin_yang.limit_broken"
    says = "{combatant} breaks a limit of the campaign[: {given} {limit}, where {allowed} is the most]."
    private: ClassVar[frozenset[str]] = frozenset({"limit", "allowed", "given"})
    combatant: str
    rule: str
    limit: Annotated[str, Spoken(LIMITS)] = ""
    allowed: int = 0
    given: int = 0


class AttributeSet(Event, frozen=True, kw_only=True):
    """The narrator changed an attribute (YY-DERIV-7); of a secret sheet it is for its players which, and to what."""

    type: ClassVar[str] = "yin_yang.attribute_set"
    private: ClassVar[frozenset[str]] = frozenset({"attribute", "score", "reason"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    attribute: Annotated[Attribute | None, Spoken(said.attribute)] = None
    score: int = 0
    reason: Annotated[str, Spoken(said.because)] = ""

    def says(self) -> str:
        if self.attribute is None:
            return "one of {combatant's} attributes changes."
        return "{combatant's} {attribute} is now {score}{reason}."

    def evolve(self, fight: Fight) -> None:
        """What follows from an attribute is derived again; tracks are cut to lowered maxima (YY-DERIV-7)."""
        person = fight.people[self.combatant]
        if self.attribute is not None:
            person.attributes = {**person.attributes, self.attribute: self.score}
        derive(person)


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One party's part in an opposed test: the version of its test, and what it comes to."""

    combatant: str
    test: int
    grade: Grade
    success: bool
    number: int | None = None
    rating: int = 0


class OppositionDecided(Event, frozen=True, kw_only=True):
    """Two tests were compared (YY-OPP): who wins, if one does, and why; a Confrontation may follow instead."""

    type: ClassVar[str] = "yin_yang.opposition_decided"
    first: Annotated[Side, Spoken(said.party)]
    second: Annotated[Side, Spoken(said.party)]
    winner: str | None
    reason: Annotated[str, Spoken(WHY_DECIDED)]

    @property
    def loser(self) -> str:
        first, second = self.first.combatant, self.second.combatant
        return second if self.winner == first else first

    def says(self) -> str:
        """The exchange or the contest tells that both fail."""
        if self.winner is None:
            return "" if self.reason == "both_fail" else "{first} and {second} both keep the same figure."
        return "{winner} is ahead of {loser}: {reason}."


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest is over (YY-OPP-8): who wins the stated stake, if anybody does."""

    type: ClassVar[str] = "yin_yang.contest_decided"
    first: str
    second: str
    stake: Annotated[str, Spoken(said.stated)]
    winner: str | None
    narrated: str = ""

    @property
    def loser(self) -> str:
        return self.second if self.winner == self.first else self.first

    def says(self) -> str:
        """What the narrator says of a Confrontation that has decided the contest is told before."""
        if self.winner is None:
            return "neither {first} nor {second} wins the contest for {stake}."
        if self.narrated:
            return "the contest of {first} and {second} for {stake} goes to {winner}."
        return "{winner} beats {loser} in the contest for {stake}."


CARD_EVENTS: tuple[type[Event], ...] = (
    CardsDrawn,
    HandDealt,
    DeckReshuffled,
    DeckMadeWhole,
    ActionsSpent,
    ActionsReturned,
    CardsPlayed,
    HandDiscarded,
    ExtraActionsGained,
    TurnCancelled,
    HandedOver,
    Attempted,
    CardsGranted,
    GrantsUsed,
    ScopeRuled,
    AttributesGenerated,
    LimitBroken,
    AttributeSet,
    OppositionDecided,
    ContestDecided,
)

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


def _less(hand: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """A hand keeps the order in which it was dealt (YY-PROM-15)."""
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)
