"""Folds of exchanges: how far the open one has come, follow-ups, locks."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.yin_yang.events.exchanges import (
    AdverseEffect,
    CalledShotPriced,
    CallMade,
    CallMatched,
    CallVoided,
    CardsLaid,
    CombinationFailed,
    CombinationMet,
    ConfrontationBegun,
    ConfrontationDenied,
    ConfrontationSettled,
    ConfrontationWon,
    ConsentDenied,
    ConsentGiven,
    CounterAllowed,
    ExchangeDecided,
    ExchangeEnded,
    FlurryDrawn,
    FollowUpEarned,
    FollowUpLost,
    GoalReached,
    LetPassed,
    Misfired,
)
from domain.rulesets.yin_yang.evolve.cards import none_fresh
from domain.rulesets.yin_yang.state import Exchange, Fight, FollowUp


def called(fight: Fight, event: CallMade) -> None:
    """An exchange is open, and the cards of those before are no longer its own (YY-DECK-10)."""
    fight.exchange = Exchange(
        id=event.exchange,
        kind=event.kind,
        part=event.part,
        target=event.target,
        partners=event.partners,
        against=event.against,
        charge=event.charge,
        called_shot=event.called_shot,
        precision=event.precision,
        follow_up=event.follow_up,
        paid=event.paid,
        admitted=event.admitted,
    )
    fight.follow_up = None
    none_fresh(fight)


def laid(fight: Fight, event: CardsLaid) -> None:
    """The cards lie face down until they are turned up or given back."""
    exchange = fight.exchange
    if exchange is None:
        return
    parts = [
        replace(part, hand_card=event.cards[0]) if part.combatant == event.combatant else part
        for part in (exchange.part, *exchange.partners)
    ]
    paid = tuple(
        [replace(paid, cards=event.cards) if paid.combatant == event.combatant else paid for paid in exchange.paid]
    )
    _change(fight, replace(exchange, part=parts[0], partners=tuple(parts[1:]), paid=paid))


def _change(fight: Fight, exchange: Exchange) -> None:
    fight.exchange = exchange


def consent_given(fight: Fight, event: ConsentGiven) -> None:
    """The narrator's cards are added to the caller's; whom he admits may match (YY-ATK-13)."""
    exchange = fight.exchange
    if exchange is not None:
        part = exchange.part
        part = replace(part, bonus=part.bonus + event.bonus, penalty=part.penalty + event.penalty)
        _change(fight, replace(exchange, part=part, admitted=(*exchange.admitted, *event.may_counter)))


def consent_denied(fight: Fight, event: ConsentDenied) -> None:
    """A charge that is denied is an ordinary attack (YY-WPN-22)."""
    if event.about == "charge" and fight.exchange is not None:
        _change(fight, replace(fight.exchange, charge=False))


def priced(fight: Fight, event: CalledShotPriced) -> None:
    exchange = fight.exchange
    if exchange is not None and exchange.called_shot is not None:
        _change(fight, replace(exchange, called_shot=replace(exchange.called_shot, penalty=event.penalty)))


def counter_allowed(fight: Fight, event: CounterAllowed) -> None:
    if fight.exchange is not None:
        _change(fight, replace(fight.exchange, admitted=(*fight.exchange.admitted, event.combatant)))


def let_passed(fight: Fight, event: LetPassed) -> None:
    """Each is asked once in an exchange (YY-ATK-6)."""
    if fight.exchange is not None:
        _change(fight, replace(fight.exchange, asked=(*fight.exchange.asked, event.combatant)))


def matched(fight: Fight, event: CallMatched) -> None:
    if fight.exchange is not None:
        asked = (*fight.exchange.asked, event.match.part.combatant)
        _change(fight, replace(fight.exchange, match=event.match, asked=asked))


def voided(fight: Fight, event: CallVoided) -> None:
    fight.exchange = None


def decided(fight: Fight, event: ExchangeDecided) -> None:
    """The cards have fallen: nothing is undone any more."""
    if fight.exchange is not None:
        _change(fight, replace(fight.exchange, drawn=True))


def over(fight: Fight, event: ExchangeEnded) -> None:
    fight.exchange = None


def confronted(fight: Fight, event: ConfrontationBegun) -> None:
    """In a turn the two are closed to everybody else until it ends (YY-CONF-5, YY-CONF-15)."""
    if event.locked:
        fight.people[event.first].locked_with = event.second
        fight.people[event.second].locked_with = event.first


def earned(fight: Fight, event: FollowUpEarned) -> None:
    fight.follow_up = FollowUp(
        event.combatant, event.adversary, event.weapon, event.ability, event.attributes, event.pulled
    )


def lost(fight: Fight, event: FollowUpLost) -> None:
    fight.follow_up = None


EXCHANGE_FOLDS: Folds = {
    CallMade: called,
    CardsLaid: laid,
    CombinationMet: no_change,
    CombinationFailed: no_change,
    ConsentGiven: consent_given,
    ConsentDenied: consent_denied,
    CalledShotPriced: priced,
    CounterAllowed: counter_allowed,
    LetPassed: let_passed,
    CallMatched: matched,
    CallVoided: voided,
    ExchangeDecided: decided,
    GoalReached: no_change,
    ExchangeEnded: over,
    ConfrontationBegun: confronted,
    ConfrontationDenied: no_change,
    FlurryDrawn: no_change,
    ConfrontationWon: no_change,
    ConfrontationSettled: no_change,
    FollowUpEarned: earned,
    FollowUpLost: lost,
    AdverseEffect: no_change,
    Misfired: no_change,
}
