"""Falling unconscious and waking, by wounds or by drink (BD-GREY-7, BD-DRINK-13)."""

from typing import Literal

from domain.decision.decision import Decision
from domain.rulesets.black_dice.events.harm import (
    FellUnconscious,
    StayedUnconscious,
    Woke,
)
from domain.rulesets.black_dice.state import Fight, Person

Reason = Literal["wounds", "drink"]
"""Why somebody is unconscious."""


def fall_unconscious(decision: Decision[Fight], person: Person, reason: Reason) -> None:
    """Somebody falls unconscious (BD-GREY-7); nothing new to one that is so for the same reason already."""
    fallen = person.paralytic if reason == "drink" else person.knocked_out
    if not fallen:
        decision.cause = decision.record(FellUnconscious(combatant=person.id, reason=reason))


def recover(decision: Decision[Fight], person: Person, reason: Reason) -> None:
    """One of the two reasons to be unconscious is over; awake if the other is not there (BD-DRINK-13)."""
    other = person.knocked_out if reason == "drink" else person.paralytic
    decision.record(StayedUnconscious(combatant=person.id, over=reason) if other else Woke(combatant=person.id))
