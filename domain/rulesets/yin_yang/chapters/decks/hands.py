"""Hands: actions that are spent, come back, are lost or won (YY-ACT-4, YY-DECK-13 to YY-DECK-15)."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.cards import return_cards
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.decks import _put
from domain.rulesets.yin_yang.chapters.decks.ranking import rank
from domain.rulesets.yin_yang.state import Deck, Fight, Paid, Person
from domain.story.told import Told
from domain.text.phrases import counted, listed
from domain.text.sentences import Spoken, SpokenOf


def call_heard(fight: Fight) -> None:
    """Every call by anybody ends all holding back, and a standoff with it (YY-ACT-6)."""
    fight.standoff = False
    for person in fight.people.values():
        person.held_back = False


def _less(hand: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """A hand keeps the order in which it was dealt (YY-PROM-15)."""
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)


class ActionsSpent(Event, frozen=True, kw_only=True):
    """Actions were spent (YY-ACT-4): extra ones first. ``cards`` were played from an open hand, or laid down.

    They are a secret of their player until the cards are turned up: then ``CardsPlayed`` shows them.
    """

    type: ClassVar[str] = "yin_yang.actions_spent"
    words = "Actions spent"
    told = Told(brief="{combatant} | spends {hand}", unless=("yin_yang.call_made", "yin_yang.call_matched"))
    says = "{combatant} spends {hand}[: {cards}, face down]."
    example = {"combatant": "rat", "hand": 1, "extra": 1}
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
    words = "Actions returned"
    told = Told(brief="{combatant} | gets back {hand}[ ({cards})]")
    says = "{combatant} gets back {hand}[: {cards}]."
    example = {"combatant": "thug", "hand": 1, "cards": ["8C"]}
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    hand: Annotated[int, SpokenOf(said.actions)] = 0
    extra: int = 0
    cards: Annotated[tuple[str, ...], Spoken(said.turned_up)] = ()

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hand += self.hand
        person.extra += self.extra
        person.cards = (*person.cards, *self.cards)


class CardsPlayed(Event, frozen=True, kw_only=True):
    """Cards of an open hand lie on the table for all to see, and are out of their deck until it is made whole."""

    type: ClassVar[str] = "yin_yang.cards_played"
    words = "Cards turned up"
    says = "{combatant} turns up {cards}{deck}."
    example = {"combatant": "hei", "deck": "hei", "cards": ["6D"]}
    combatant: str
    deck: Annotated[str, SpokenOf(said.from_deck)]
    cards: Annotated[tuple[str, ...], Spoken(said.turned_up)]

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
    words = "Actions discarded"
    example = {"combatant": "hei", "hand": 1, "extra": 0, "reason": "end_of_turn", "deck": "hei", "cards": ["7H"]}
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

    def brief(self) -> str:
        """Tell the actions that a Coloured Joker or a Confrontation takes; those who drop out need none."""
        if self.reason in ("end_of_turn", "out_of_action"):
            return ""
        return "{combatant} | loses {hand}"

    def comes_last(self) -> bool:
        """What a Confrontation takes is gone before its first flurry; a Coloured Joker takes it after all else."""
        return self.reason != "confrontation"

    told = Told(brief=brief, last=comes_last)

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
    words = "Extra actions"
    says = "{combatant} gains {actions:extra action}{reason}."
    example = {"combatant": "rat", "actions": 2, "reason": "white_joker"}
    combatant: str
    actions: int
    reason: Annotated[str, Spoken(said.because)]

    def brief(self) -> str:
        """Tell the cause, unless it is a Confrontation, which has just been told."""
        return f"{{combatant}} | gains {{actions:extra action}}{'' if self.reason == 'confrontation' else '{reason}'}"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].extra += self.actions
        fight.standoff = False


def costs_card(fight: Fight, person: Person, *, count: int = 1) -> bool:
    """Whether a deed for this number of actions plays a card of an open hand now (YY-DECK-14).

    Extra actions pay first, and for what is laid down beside the deed before they pay for the deed (YY-COMB-6).
    """
    return fight.phase == "turn" and fight.options.hand == "open" and person.extra < count


def can_pay(fight: Fight, person: Person, *, count: int = 1) -> bool:
    """Whether a combatant can spend a number of actions now (YY-ACT-4, YY-JOKER-8); between turns nothing is spent."""
    return fight.phase == "between" or (not person.cancelled and person.actions >= count)


def require_action(
    fight: Fight,
    person: Person,
    hand_card: str | None,
    *,
    count: int = 1,
    field: str = "command",
    spender: str | None = "command.actor",
) -> None:
    """Refuse a combatant that cannot spend these actions now, and a card of the hand that is not to be played.

    Between turns nothing is spent, so that only a card is refused. ``hand_card`` is in ``field``; who spends, if a
    field says so, in ``spender``.
    """
    if fight.phase == "turn" and person.cancelled:
        ended = f"A Coloured Joker has ended this turn for {person.name}, who acts again in the next one."
        refuse("YY-JOKER-8", ended, field=spender)
    if not can_pay(fight, person, count=count):
        has = counted(person.actions, "action")
        few = f"{person.name} has {has} left, and this takes {count}; the next turn brings new ones."
        refuse("YY-ACT-4", few, field=spender)
    if not costs_card(fight, person, count=count):
        require_no_card(fight, hand_card, field)
        return
    held = f"{person.name} plays a card of the hand; name one of {listed(person.cards)}."
    require(hand_card in person.cards, "YY-DECK-14", held, field=f"{field}.hand_card")


def require_no_card(fight: Fight, hand_card: str | None, field: str = "command") -> None:
    """Refuse a card where none is played from a hand: blind hands, extra actions, what costs nothing (YY-DECK-14)."""
    if hand_card is not None:
        blind = fight.options.hand == "blind"
        why = "The cards of hands are not known in this fight" if blind else "This plays no card of the hand"
        refuse("YY-DECK-14", f"{why}; leave the card out.", field=f"{field}.hand_card")


def spend(
    decision: Decision[Fight],
    combatant: str,
    hand_card: str | None = None,
    *,
    count: int = 1,
    worst_for: int | None = None,
) -> Paid:
    """Spend actions, extra ones first (YY-ACT-4); between turns nothing.

    From an open hand ``hand_card`` pays for the deed, and the worst of the rest for a target value of ``worst_for`` are
    laid down beside it (YY-COMB-6). Cards that are paid lie face down: their player turns them up or gives them
    back in the end.
    """
    fight = decision.state
    person = fight.people[combatant]
    if fight.phase == "between":
        return Paid(combatant)
    extra = min(person.extra, count)
    hand = count - extra
    cards: tuple[str, ...] = ()
    if fight.options.hand == "open" and hand_card is not None:
        rest = list(person.cards)
        rest.remove(hand_card)
        rest.sort(key=lambda card: rank(card, worst_for or 0))
        cards = (hand_card, *rest[: hand - 1])
    decision.record(
        ActionsSpent(combatant=combatant, hand=hand, extra=extra, cards=cards), audience=_knowing(fight, combatant)
    )
    return Paid(combatant, hand, extra, cards)


def give_back(decision: Decision[Fight], paid: Paid) -> None:
    """Return what was paid, as it was paid (YY-ATK-14); a combatant out of action has no use for it (YY-COND-1)."""
    if not decision.state.people[paid.combatant].able:
        turn_up(decision, paid.combatant, paid.cards)
    elif paid.hand or paid.extra:
        returned = ActionsReturned(combatant=paid.combatant, hand=paid.hand, extra=paid.extra, cards=paid.cards)
        decision.record(returned, audience=_knowing(decision.state, paid.combatant))


def turn_up(decision: Decision[Fight], combatant: str, cards: tuple[str, ...]) -> None:
    """Show cards that were paid from an open hand; from now on they are played."""
    person = decision.state.people[combatant]
    if cards:
        decision.record(CardsPlayed(combatant=combatant, deck=person.cards_of or person.deck, cards=cards))


def discard(decision: Decision[Fight], combatant: str, reason: str, *, unseen: bool = False) -> None:
    """Somebody loses what it has left of actions (YY-COND-1, YY-CONF-5, YY-JOKER-8, YY-DECK-15).

    Cards of an open hand lie among those played for all to see, unless they go back ``unseen`` at once.
    """
    person = decision.state.people[combatant]
    if person.actions:
        deck = person.cards_of if person.cards and not unseen else None
        lost = HandDiscarded(
            combatant=combatant, hand=person.hand, extra=person.extra, reason=reason, deck=deck, cards=person.cards
        )
        decision.record(lost, audience=_knowing(decision.state, combatant) if unseen else "all")


def gain_extra(decision: Decision[Fight], combatant: str, actions: int, reason: str) -> None:
    """A combatant gets extra actions for this turn (YY-JOKER-2), and none if it is out of action (YY-COND-8).

    The reading is that of YY-RUL-26.
    """
    if decision.state.people[combatant].able:
        decision.record(ExtraActionsGained(combatant=combatant, actions=actions, reason=reason))


def _knowing(fight: Fight, combatant: str) -> str:
    """Who may know the cards that somebody pays with."""
    return combatant if fight.options.hand == "open" else "all"


HANDS: Chapter[Fight] = Chapter(events=(ActionsSpent, ActionsReturned, CardsPlayed, HandDiscarded, ExtraActionsGained))
