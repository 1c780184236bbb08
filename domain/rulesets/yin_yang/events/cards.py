"""Facts about cards: decks, draws, hands, and what a test comes to."""

from typing import ClassVar

import msgspec

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.yin_yang.words import Attribute, Grade, GrantedOn, Lasting, TestAttribute

Terms = tuple[tuple[str, int], ...]
"""Where cards come from, and how many."""


class CardsDrawn(Event, frozen=True):
    """Cards were drawn (YY-DECK-5): whose draw it is, from which deck, for what, and the faces.

    ``pack`` are the cards that could be drawn, as a mask; where hands are open it is the narrator's secret, since it
    would show what is in them.
    """

    type: ClassVar[str] = "yin_yang.cards_drawn"
    private: ClassVar[frozenset[str]] = frozenset({"pack"})
    combatant: str
    deck: str
    label: str
    draw: Draw
    pack: str = ""


class HandDealt(Event, frozen=True):
    """Somebody takes so many actions in hand (YY-DECK-13); open ones are cards that only their owner knows."""

    type: ClassVar[str] = "yin_yang.hand_dealt"
    private: ClassVar[frozenset[str]] = frozenset({"draw", "pack"})
    combatant: str
    actions: int
    deck: str
    draw: Draw | None = None
    pack: str = ""


class DeckReshuffled(Event, frozen=True):
    """A deck ran out in mid-draw: these of its played cards went back (YY-DECK-10)."""

    type: ClassVar[str] = "yin_yang.deck_reshuffled"
    deck: str
    cards: tuple[str, ...]


class DeckMadeWhole(Event, frozen=True):
    """All played cards of a deck went back (YY-DECK-8, YY-DECK-9)."""

    type: ClassVar[str] = "yin_yang.deck_made_whole"
    deck: str


class ActionsSpent(Event, frozen=True):
    """Actions were spent (YY-ACT-4): extra ones first. ``cards`` were played from an open hand, or laid down.

    They are a secret of whoever plays them until the cards are turned up: then ``CardsPlayed`` shows them.
    """

    type: ClassVar[str] = "yin_yang.actions_spent"
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: int = 0
    extra: int = 0
    cards: tuple[str, ...] = ()


class ActionsReturned(Event, frozen=True):
    """Actions came back as they were paid (YY-ATK-13, YY-ATK-14); cards go back into an open hand, unseen."""

    type: ClassVar[str] = "yin_yang.actions_returned"
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: int = 0
    extra: int = 0
    cards: tuple[str, ...] = ()


class CardsPlayed(Event, frozen=True):
    """Cards of an open hand lie on the table for all to see, and are out of their deck until it is made whole."""

    type: ClassVar[str] = "yin_yang.cards_played"
    combatant: str
    deck: str
    cards: tuple[str, ...]


class HandDiscarded(Event, frozen=True):
    """What somebody had left of actions is gone: why (out of action, cancelled, Confrontation, end of the turn).

    Open cards are thrown down for all to see, among those played of ``deck``. At the end of the turn they go back as
    unseen as they were, and no deck is named.
    """

    type: ClassVar[str] = "yin_yang.hand_discarded"
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: int
    extra: int
    reason: str
    deck: str | None = None
    cards: tuple[str, ...] = ()


class ExtraActionsGained(Event, frozen=True):
    """A White Joker, or a Confrontation, gave extra actions (YY-JOKER-2, YY-CONF-16)."""

    type: ClassVar[str] = "yin_yang.extra_actions_gained"
    combatant: str
    actions: int
    reason: str


class TurnCancelled(Event, frozen=True):
    """A Coloured Joker has ended somebody's turn (YY-JOKER-8)."""

    type: ClassVar[str] = "yin_yang.turn_cancelled"
    combatant: str


class HandedOver(Event, frozen=True):
    """Somebody has come into other hands and draws from another deck from now on (YY-DECK-16)."""

    type: ClassVar[str] = "yin_yang.handed_over"
    combatant: str
    deck: str


class Attempted(Event, frozen=True):
    """A test was drawn, or succeeded of itself (YY-TEST, YY-AUTO): what it was made of, and what it comes to.

    ``value`` is the whole target value, ``target`` what the cards were held against (YY-HIGH-1). ``bonus`` and
    ``penalty`` itemise the cards before they cancel; ``net`` is what was left. ``kept`` counts, ``number`` its number.
    """

    type: ClassVar[str] = "yin_yang.attempted"
    combatant: str
    label: str
    attributes: tuple[TestAttribute, ...]
    ability: str | None
    value: int
    target: int
    bonus: Terms
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: str | None
    grade: Grade
    success: bool
    number: int | None = None
    task: str = ""
    draws: tuple[int, ...] = ()


class CardsGranted(Event, frozen=True):
    """Somebody was granted bonus cards, or below 0 penalty cards (YY-BONUS-6)."""

    type: ClassVar[str] = "yin_yang.cards_granted"
    combatant: str
    cards: int
    on: GrantedOn
    lasting: Lasting
    reason: str = ""


class GrantsUsed(Event, frozen=True):
    """The cards granted for somebody's next test, or next Damage Draw, are used up."""

    type: ClassVar[str] = "yin_yang.grants_used"
    combatant: str
    on: GrantedOn


class ScopeRuled(Event, frozen=True):
    """The narrator said whether a task is within an ability (YY-SCOPE-4)."""

    type: ClassVar[str] = "yin_yang.scope_ruled"
    combatant: str
    ability: str
    task: str
    within: bool


class AttributesGenerated(Event, frozen=True):
    """Six four-sided dice were thrown for somebody's attributes (YY-ATTR-6)."""

    type: ClassVar[str] = "yin_yang.attributes_generated"
    combatant: str
    dice: Draw
    scores: tuple[int, ...]


class LimitBroken(Event, frozen=True):
    """A hero's sheet breaks a limit of the campaign level (YY-ATTR-7): which, by what rule, in words."""

    type: ClassVar[str] = "yin_yang.limit_broken"
    private: ClassVar[frozenset[str]] = frozenset({"limit", "allowed", "given"})
    combatant: str
    rule: str
    limit: str = ""
    allowed: int = 0
    given: int = 0


class AttributeSet(Event, frozen=True):
    """The narrator changed an attribute (YY-DERIV-7); of a secret sheet it is for its players which, and to what."""

    type: ClassVar[str] = "yin_yang.attribute_set"
    private: ClassVar[frozenset[str]] = frozenset({"attribute", "score", "reason"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    attribute: Attribute | None = None
    score: int = 0
    reason: str = ""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One party's part in an opposed test: the version of its test, and what it comes to."""

    combatant: str
    test: int
    grade: Grade
    success: bool
    number: int | None = None
    rating: int = 0


class OppositionDecided(Event, frozen=True):
    """Two tests were compared (YY-OPP): who wins, if one does, and why; a Confrontation may follow instead."""

    type: ClassVar[str] = "yin_yang.opposition_decided"
    first: Side
    second: Side
    winner: str | None
    reason: str


class ContestDecided(Event, frozen=True):
    """A contest is over (YY-OPP-8): who wins the stated stake, if anybody does."""

    type: ClassVar[str] = "yin_yang.contest_decided"
    first: str
    second: str
    stake: str
    winner: str | None
    narrated: str = ""


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
