"""Wounds, and what they bring at the end of a round or at once (TK-KO, TK-DYING)."""

from domain.decision.decision import Decision
from domain.rulesets.ticks.decide.dropping_out import end_holds_by
from domain.rulesets.ticks.events.harm import BeganDying, Died, FellUnconscious, Woke, Wounded
from domain.rulesets.ticks.state import Fight, Person

LAST_CHANCE = 300
"""Seconds within which somebody who is dying can be helped (TK-DYING-3, TK-RUL-47)."""


def wound(decision: Decision[Fight], name: str, wounds: int, reason: str = "") -> None:
    """Wounds are added to those that somebody has; in a round what they bring waits for its end (TK-RES-12)."""
    person = decision.state.people[name]
    if wounds:
        decision.record(Wounded(combatant=name, wounds=wounds, total=person.wounds + wounds, reason=reason))


def loses_consciousness(person: Person) -> bool:
    """Whether wounds take consciousness now; equality suffices (TK-KO-1)."""
    return not person.dead and person.unconscious != "wounds" and person.wounds >= person.statistics["willpower"]


def begins_dying(person: Person) -> bool:
    """Whether wounds are more than can be lived with, now or anew; equality is not (TK-DYING-1, TK-DYING-5, TK-RUL-48).

    One may be awake with them (TK-DYING-2); who is dying already keeps the moment of its beginning (TK-DYING-4).
    """
    beyond = person.wounds > person.statistics["resilience"]
    anew = not person.stabilised or person.turn.wounded
    return beyond and anew and person.dying is None and not person.dead


def check_consciousness(decision: Decision[Fight], person: Person) -> None:
    """Wounds as high as willpower take consciousness, chosen unconsciousness or not (TK-KO-1, TK-KO-4)."""
    if loses_consciousness(person):
        decision.record(FellUnconscious(combatant=person.id, cause="wounds"))
        end_holds_by(decision, person.id)


def check_waking(decision: Decision[Fight], person: Person) -> None:
    """Unconsciousness by wounds ends with fewer wounds than willpower (TK-KO-4)."""
    if person.unconscious == "wounds" and person.wounds < person.statistics["willpower"]:
        decision.record(Woke(combatant=person.id))


def check_dying(decision: Decision[Fight], person: Person) -> None:
    """Wounds beyond resilience, and not stabilised but for a new wound (TK-DYING-1, TK-DYING-5)."""
    if begins_dying(person):
        decision.record(BeganDying(combatant=person.id, since=decision.state.clock))


def check_death(decision: Decision[Fight], person: Person) -> None:
    """A person who has been dying for too long is dead (TK-DYING-3)."""
    if person.dying is not None and decision.state.clock - person.dying > LAST_CHANCE:
        decision.record(Died(combatant=person.id))
        end_holds_by(decision, person.id)
