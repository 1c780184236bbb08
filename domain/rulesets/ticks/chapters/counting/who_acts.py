"""Who is asked on a tick of the resolution (TK-RES-6)."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, step_from
from domain.rulesets.ticks.chapters.declaring.starts import attack_from, start_of
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Action

WITHOUT_DEED = frozenset({"nothing", "move", "help"})
"""Kinds of Other in which nothing is done (TK-OTHER-2)."""


def is_asked(fight: Fight, person: Person) -> bool:
    """Whether a person may act or be asked on the open tick."""
    return 0 < fight.tick == next_asked(fight, person, fight.tick)


def could_act(fight: Fight, person: Person) -> bool:
    """The same, whether it holds or not."""
    return 0 < fight.tick == _next_act(fight, person, fight.tick)


def next_asked(fight: Fight, person: Person, highest: int) -> int:
    """Return the next tick, from ``highest`` down, on which a person may act or be asked; 0 or less if none comes."""
    until = person.turn.until
    return _next_act(fight, person, highest if until is None else min(until, highest))


def _next_act(fight: Fight, person: Person, highest: int) -> int:
    """The same, whether it holds or not: from its start on (TK-RES-5, TK-RUL-13)."""
    turn = person.turn
    if turn.declared is None or not (turn.revealed and person.conscious):
        return 0
    every = _EVERY_TICK_FROM[turn.declared.action](person)
    if highest <= every:
        return highest
    start = start_of(person)
    step = start if highest >= start else step_from(start, highest)
    steps = step > every and (may_step(fight, person) or may_stand(fight, person))
    return step if steps else every


def strike_from(person: Person) -> int:
    """The tick from which the strike that was declared may be made; 0 where it may not (TK-ATK-2, TK-AIM-3).

    A chance that is let pass comes again on every lower tick (TK-ATK-5).
    """
    turn = person.turn
    if turn.attack_used or turn.declared is None:
        return 0
    match turn.declared.action:
        case "attack":
            return attack_from(person)
        case "aim":
            return turn.aim or 0
    return 0


def strike_open(fight: Fight, person: Person) -> bool:
    """Whether the strike can be made on the open tick, as far as the count goes."""
    return 0 < fight.tick <= strike_from(person)


def deed_open(person: Person) -> bool:
    """Whether the deed of Other is still to be done (TK-OTHER-2)."""
    declared = person.turn.declared
    if declared is None or declared.action != "other":
        return False
    return declared.kind not in WITHOUT_DEED and not person.turn.deed_done


def _deed_from(person: Person) -> int:
    """The tick from which the deed of Other may be done; 0 where none is left."""
    return start_of(person) if deed_open(person) else 0


def _never(person: Person) -> int:
    """A person who defends or defers is asked for steps alone."""
    return 0


_EVERY_TICK_FROM: Final[Mapping[Action, Callable[[Person], int]]] = {
    "attack": strike_from,
    "aim": strike_from,
    "defend": _never,
    "defer": _never,
    "evade": start_of,
    "other": _deed_from,
}
"""By action, the tick from which a person is asked on every tick; 0 where only its steps are left."""
