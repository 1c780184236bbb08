"""Who is asked on a tick of the resolution (TK-RES-6)."""

from domain.rulesets.ticks.decide.starts import attack_from, start_of
from domain.rulesets.ticks.decide.steps_due import may_stand, may_step, step_due
from domain.rulesets.ticks.state import Fight, Person

WITHOUT_DEED = frozenset({"nothing", "move", "help"})
"""Kinds of Other in which nothing is done (TK-OTHER-2)."""


def is_asked(fight: Fight, person: Person) -> bool:
    """Whether somebody has something to say on the open tick."""
    until = person.turn.until
    return (until is None or fight.tick <= until) and could_act(fight, person)


def could_act(fight: Fight, person: Person) -> bool:
    """The same, whether it holds or not: from its start on (TK-RES-5, TK-RUL-13)."""
    turn = person.turn
    if not (turn.revealed and fight.tick <= start_of(person) and person.conscious):
        return False
    if strike_open(fight, person) or turn.action == "evade" or deed_open(person):
        return True
    return step_due(fight, person) and (may_step(fight, person) or may_stand(fight, person))


def strike_open(fight: Fight, person: Person) -> bool:
    """Whether the strike that was declared can still be made, as far as the count goes (TK-ATK-2, TK-AIM-3).

    A chance that is let pass comes again on every lower tick (TK-ATK-5).
    """
    turn = person.turn
    if turn.attack_used:
        return False
    if turn.action == "aim":
        return turn.aim is not None
    return turn.action == "attack" and fight.tick <= attack_from(person)


def deed_open(person: Person) -> bool:
    """Whether the deed of Other is still to be done (TK-OTHER-2)."""
    declared = person.turn.declared
    if declared is None or declared.action != "other":
        return False
    return declared.kind not in WITHOUT_DEED and not person.turn.deed_done
