"""The turn, with the Edge, the streaks that may win it, and a standoff as its note (YY-ORD, YY-EDGE, YY-ACT-7)."""

from collections.abc import Iterator

from domain.rulesets.yin_yang.state import Fight
from domain.table.look import Look
from domain.table.shapes import Clock


def clock(look: Look[Fight]) -> Clock:
    """Return the turn that is running, or that was the last."""
    fight = look.state
    return Clock(
        label=look.said("turn", turn=fight.turn) if fight.turn else look.said("before_the_first_turn"),
        phase=look.said(f"phase_{fight.phase}"),
        round=fight.turn,
        note="; ".join(_notes(look)),
    )


def _notes(look: Look[Fight]) -> Iterator[str]:
    """Yield who has the Edge (YY-EDGE-1), which sides come closer to it (YY-EDGE-4), and that all hold back."""
    fight = look.state
    if fight.options.initiative == "edge":
        yield look.said("edge", side=look.side(fight.edge)) if fight.edge else look.said("no_edge")
        for side, successes in fight.streaks.items():
            if successes:
                yield look.said("streak", side=look.side(side), successes=successes)
    if fight.standoff:
        yield look.said("standoff")
