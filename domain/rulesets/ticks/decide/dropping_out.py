"""Whoever can do nothing any more: holds of and by it end, and the strike it had in mind is lost (TK-RES-14)."""

from domain.decision.decision import Decision
from domain.rulesets.ticks.events.strikes import HoldEnded
from domain.rulesets.ticks.state import Fight


def end_holds_by(decision: Decision[Fight], name: str) -> None:
    """Those whom it holds are free, and whoever holds it lets go (TK-GRAP-5, TK-RES-14)."""
    for other in tuple(decision.state.people.values()):
        if name in other.held_by:
            decision.record(HoldEnded(combatant=other.id, by=name, why="dropped_out"))
    for holder in tuple(decision.state.people[name].held_by):
        decision.record(HoldEnded(combatant=name, by=holder, why="dropped_out"))


def holds_out_of_reach(fight: Fight) -> list[HoldEnded]:
    """The ends of holds of which the two are farther apart than they reach (TK-GRAP-5)."""
    return [
        HoldEnded(combatant=held.id, by=holder, why="out_of_reach")
        for held in fight.people.values()
        for holder, reach in held.held_by.items()
        if fight.distance(held.id, holder) > reach
    ]
