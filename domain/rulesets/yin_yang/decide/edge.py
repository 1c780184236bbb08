"""The Edge: the only side that may call, and the streaks that win it (YY-EDGE)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.events.turns import EdgeGiven, StreakChanged
from domain.rulesets.yin_yang.state import Fight, Person


def may_call(fight: Fight, person: Person) -> bool:
    """Whether somebody's side may call: all may while nobody has the Edge (YY-EDGE-1, YY-EDGE-2).

    Extra actions may be called whoever has it (YY-JOKER-3).
    """
    return fight.edge in (None, person.side) or person.extra > 0


def give_edge(decision: Decision[Fight], command: ask.GiveEdge) -> None:
    """The narrator moves the Edge at will, also to nobody (YY-EDGE-3)."""
    fight = decision.state
    free = "Everybody may call in this fight, and no side has the Edge."
    require(fight.options.initiative == "edge", "YY-EDGE-1", free)
    if command.side is not None and command.side not in fight.sides:
        known = ", ".join(fight.sides) or "none yet"
        refuse(None, f"There is no side {command.side!r}; there are {known}.", code="invalid", field="command.side")
    decision.record(EdgeGiven(side=command.side))


def count_matched(decision: Decision[Fight], winner: str | None, first: str, second: str) -> None:
    """Count a matched action, a contest, a Confrontation: who won it, if anybody did, and both parties (YY-EDGE-4)."""
    if _counts(decision.state) and not decision.state.friends(first, second):
        for party in sorted((first, second), key=lambda party: party == winner):
            _count(decision, party, party == winner)


def count_single(decision: Decision[Fight], combatant: str, success: bool) -> None:
    """Count an unmatched action or an unopposed test (YY-EDGE-4)."""
    if _counts(decision.state):
        _count(decision, combatant, success)


def _counts(fight: Fight) -> bool:
    """Tests between turns do not count, nor does anything where everybody may call."""
    return fight.options.initiative == "edge" and fight.phase == "turn"


def _count(decision: Decision[Fight], combatant: str, success: bool) -> None:
    """A success more in a row, or none any more; enough of them bring the Edge (YY-EDGE-5, YY-RUL-53)."""
    fight = decision.state
    side = fight.people[combatant].side
    before = fight.streaks.get(side, 0)
    streak = before + 1 if success else 0
    if streak != before:
        changed = decision.record(StreakChanged(side=side, successes=streak))
        if streak >= fight.options.edge_tests:
            decision.record(EdgeGiven(side=side, won=True), cause=changed)
