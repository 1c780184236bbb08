"""Pins, chokes and drags: who holds whom, and the end of a hold."""

from domain.decision.decision import Decision
from domain.rulesets.s3.events.harm import HoldEnded
from domain.rulesets.s3.state import Drag, Fight, Hold


def holds_by(fight: Fight, combatant: str) -> list[Hold]:
    """The pins and chokes in which somebody holds another."""
    return [hold for hold in fight.holds if hold.holder == combatant] if fight.holds else []


def holds_on(fight: Fight, combatant: str) -> list[Hold]:
    """The pins and chokes in which somebody is held."""
    return [hold for hold in fight.holds if hold.held == combatant]


def is_held(fight: Fight, combatant: str, kind: str) -> bool:
    """Whether somebody is in a pin, or in a choke."""
    return bool(fight.holds) and (combatant, kind) in [(hold.held, hold.kind) for hold in fight.holds]


def drags_by(fight: Fight, combatant: str) -> list[Drag]:
    """The drags in which somebody drags another along."""
    return [drag for drag in fight.drags if drag.dragger == combatant]


def drag_on(fight: Fight, combatant: str) -> Drag | None:
    """The drag in which somebody is dragged along."""
    for drag in fight.drags:
        if drag.dragged == combatant:
            return drag
    return None


def end_hold(decision: Decision[Fight], hold: Hold, reason: str, *, cause: int | None = None) -> None:
    """A hold ends, and it is said why."""
    decision.record(
        HoldEnded(hold=hold.id, kind=hold.kind, holder=hold.holder, held=hold.held, reason=reason), cause=cause
    )
