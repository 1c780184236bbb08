"""Hands: actions that are spent, come back, are lost or won (YY-ACT-4, YY-DECK-13 to YY-DECK-15)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang.decide.ranking import rank
from domain.rulesets.yin_yang.events.cards import (
    ActionsReturned,
    ActionsSpent,
    CardsPlayed,
    ExtraActionsGained,
    HandDiscarded,
)
from domain.rulesets.yin_yang.state import Fight, Paid, Person
from domain.text.phrases import counted, listed


def costs_card(fight: Fight, person: Person, *, count: int = 1) -> bool:
    """Whether a deed for so many actions plays a card of an open hand now (YY-DECK-14).

    Extra actions pay first, and for what is laid down beside the deed before they pay for the deed (YY-COMB-6).
    """
    return fight.phase == "turn" and fight.options.hand == "open" and person.extra < count


def require_action(
    fight: Fight,
    person: Person,
    hand_card: str | None,
    *,
    count: int = 1,
    field: str = "command",
    spender: str | None = "command.actor",
) -> None:
    """Refuse whoever cannot spend so many actions now, and a card of the hand that is not to be played.

    Between turns nothing is spent, so that only a card is refused. ``hand_card`` stands in ``field``; who spends, if a
    field says so, in ``spender``.
    """
    if fight.phase == "turn" and person.cancelled:
        ended = f"A Coloured Joker has ended this turn for {person.name}, who acts again in the next one."
        refuse("YY-JOKER-8", ended, field=spender)
    if fight.phase == "turn" and person.actions < count:
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
    laid down beside it (YY-COMB-6). Cards that are paid lie face down: whoever spends them turns them up or gives them
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
    """Return what was paid, as it was paid (YY-ATK-14); whoever is out of action has no use for it (YY-COND-1)."""
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
    """Somebody gets extra actions for this turn (YY-JOKER-2); whoever is out of action gets none (YY-COND-8).

    The reading is that of YY-RUL-26.
    """
    if decision.state.people[combatant].able:
        decision.record(ExtraActionsGained(combatant=combatant, actions=actions, reason=reason))


def _knowing(fight: Fight, combatant: str) -> str:
    """Who may know the cards that somebody pays with."""
    return combatant if fight.options.hand == "open" else "all"
