"""Aims: the count of waited ticks begins, and is void when the target is lost from sight (TK-AIM-2, TK-AIM-6).

The reading is that of TK-RUL-32.
"""

from domain.decision.decision import Decision
from domain.rulesets.ticks.decide.starts import start_of
from domain.rulesets.ticks.events.strikes import AimBegan, AimBroken
from domain.rulesets.ticks.state import Fight


def refresh_aims(decision: Decision[Fight]) -> None:
    """Whose count begins or is void as things stand now; for each of them one fact."""
    fight = decision.state
    if fight.phase != "resolution":
        return
    for person in fight.people.values():
        declared = person.turn.declared
        if declared is None or declared.action != "aim" or person.turn.attack_used or not person.conscious:
            continue
        seen = fight.sees(person.id, declared.target or "")
        if person.turn.aim is not None and not seen:
            decision.record(AimBroken(combatant=person.id))
        elif person.turn.aim is None and seen and 0 < fight.tick <= start_of(person):
            decision.record(AimBegan(combatant=person.id, tick=fight.tick))
