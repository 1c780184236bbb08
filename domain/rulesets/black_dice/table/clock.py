"""The time in the fight: its round, the phase of the round, and the minutes that have passed (BD-ROUND-1)."""

from domain.rulesets.black_dice.state import Fight
from domain.table.look import Look
from domain.table.shapes import Clock


def clock(look: Look[Fight]) -> Clock:
    """Return the round with its phase; minutes pass outside rounds alone (BD-RUL-62)."""
    fight = look.state
    return Clock(
        label=look.said("round", round=fight.round_number) if fight.round_number else look.said("before_rounds"),
        phase=look.said(f"phase_{fight.phase}"),
        round=fight.round_number,
        minutes=fight.minutes,
    )
