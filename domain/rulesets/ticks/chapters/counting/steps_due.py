"""Steps: when one is due, and who may take it (TK-MOVE).

What refuses one (TK-MOVE-1, TK-MOVE-2, TK-MOVE-3): ``acts``. Taking them: ``steps``.
"""

from domain.rulesets.ticks.chapters.declaring.starts import start_of
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import EVADE

EVERY = 3
"""A step is due on every third tick (TK-MOVE-1)."""


def next_step(person: Person, highest: int) -> int:
    """Return the next tick, from ``highest`` down, on which a step is due; below 1 none comes.

    Where one evades it is due on each tick (TK-MOVE-7); the skill to evade makes that pace (TK-EVADE-2).
    """
    start = start_of(person)
    if highest >= start:
        return start
    if person.turn.action == "evade" and person.level(EVADE) > 0:
        return highest
    return step_from(start, highest)


def step_from(start: int, highest: int) -> int:
    """Return the same for whoever does not evade: a step is due on every third tick from the start on (TK-MOVE-1).

    A start that luck has raised shifts all steps (TK-MOVE-9).
    """
    return highest - (highest - start) % EVERY


def step_due(fight: Fight, person: Person) -> bool:
    """Whether a step is due on the open tick; one that was not taken is gone (TK-MOVE-4)."""
    return next_step(person, fight.tick) == fight.tick


def moves(fight: Fight, person: Person) -> bool:
    """Whether its action allows steps, and no shot has ended them (TK-MOVE-2, TK-MOVE-6, TK-OTHER-3, TK-RUL-14)."""
    turn = person.turn
    declared = turn.declared
    if declared is None or declared.action not in fight.options.moving_actions:
        return False
    idle = declared.action == "other" and declared.kind == "nothing"
    return not idle and not turn.shot and person.conscious


def may_step(fight: Fight, person: Person) -> bool:
    """Whether it can step now (TK-MOVE-8): lying and being held keep from this alone (TK-TRIP-3, TK-GRAP-3)."""
    return not person.prone and not person.held_by and moves(fight, person)


def may_stand(fight: Fight, person: Person) -> bool:
    """Whether it can get up now, in place of a step (TK-TRIP-6, TK-RUL-35)."""
    by_step = fight.options.stand_up == "step" and person.prone and not person.turn.fell
    return by_step and not person.held_by and moves(fight, person)
