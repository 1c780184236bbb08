"""Hands: actions that are spent, come back, are lost or won (YY-ACT-4, YY-DECK-13, YY-DECK-14)."""

from domain.rulesets.yin_yang.state import Fight, Paid, Person
from domain.table import Table


def costs_card(fight: Fight, person: Person, *, count: int = 1) -> bool:
    """Whether a deed that costs so many actions now plays a card of an open hand (YY-DECK-14)."""
    raise NotImplementedError


def require_action(
    fight: Fight, person: Person, hand_card: str | None, *, count: int = 1, field: str = "command"
) -> None:
    """Refuse whoever cannot spend so many actions now, and a card of the hand that is not to be played.

    Between turns nothing is spent, so that only a card is refused. ``field`` is where ``hand_card`` stands.
    """
    raise NotImplementedError


def spend(
    table: Table[Fight],
    combatant: str,
    hand_card: str | None = None,
    *,
    count: int = 1,
    worst_for: int | None = None,
) -> Paid:
    """Spend actions, extra ones first (YY-ACT-4); between turns nothing.

    From an open hand ``hand_card`` pays for the deed, and the worst of the rest for a target value of ``worst_for`` are
    laid down beside it (YY-COMB-6). The cards of what is paid lie face down till they are turned up or given back.
    """
    raise NotImplementedError


def give_back(table: Table[Fight], paid: Paid) -> None:
    """Return what was paid, as it was paid (YY-ATK-14)."""
    raise NotImplementedError


def turn_up(table: Table[Fight], combatant: str, cards: tuple[str, ...]) -> None:
    """Show cards that were paid from an open hand; from now on they are played."""
    raise NotImplementedError


def discard(table: Table[Fight], combatant: str, reason: str) -> None:
    """Somebody loses what it has left of actions (YY-COND-1, YY-CONF-5, YY-JOKER-8, YY-DECK-15)."""
    raise NotImplementedError


def gain_extra(table: Table[Fight], combatant: str, actions: int, reason: str) -> None:
    """Somebody gets extra actions for this turn (YY-JOKER-2); out of action, or between turns, none (YY-JOKER-5)."""
    raise NotImplementedError
