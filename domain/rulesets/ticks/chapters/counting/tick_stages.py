"""What the answers of a tick come to, stage by stage, and the deferred attacks behind each (TK-TICK-2 to TK-TICK-6)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.decision.stages import Stage
from domain.rulesets.ticks.chapters.counting.acts import answered_strike
from domain.rulesets.ticks.chapters.counting.steps import Step, Walking, take_steps
from domain.rulesets.ticks.chapters.deeds.deeds import Deeds, deed_of, do_deeds
from domain.rulesets.ticks.chapters.strikes.deferring import After, make_due
from domain.rulesets.ticks.chapters.strikes.strikes import Striking, make_strikes
from domain.rulesets.ticks.parts import Doing
from domain.rulesets.ticks.state import Fight, Square
from domain.rulesets.ticks.words import TickStage, When

Doings = Mapping[str, Doing]
"""What is done on the tick, by who does it."""
Work = tuple[Stage[Any], Any]
"""A stage of the decision, and its data."""


def work_of_tick(fight: Fight, doings: Doings) -> list[Work]:
    """The pieces of work of a tick that closes, in the order of its stages."""
    work: list[Work] = []
    for stage, make in PIECES.items():
        piece = make(fight, doings)
        if piece is not None:
            work += [piece, (make_due, After(stage))]
    return work


def _first_steps(fight: Fight, doings: Doings) -> Work | None:
    steps = _steps(fight, doings, "before")
    return (take_steps, Walking("first_steps", steps)) if steps else None


def _strikes(fight: Fight, doings: Doings) -> Work | None:
    strikes = []
    for name, doing in doings.items():
        declared = fight.people[name].turn.declared
        strike = answered_strike(fight.people[name], declared, doing) if declared is not None else None
        if strike is not None:
            strikes.append(strike)
    return (make_strikes, Striking("strikes", tuple(strikes))) if strikes else None


def _deeds(fight: Fight, doings: Doings) -> Work | None:
    deeds = []
    for name, doing in doings.items():
        declared = fight.people[name].turn.declared
        if doing.deed is not None and declared is not None:
            deeds.append(deed_of(fight.people[name], declared, doing.deed))
    return (do_deeds, Deeds(tuple(deeds))) if deeds else None


def _last_steps(fight: Fight, doings: Doings) -> Work | None:
    steps = _steps(fight, doings, "after")
    return (take_steps, Walking("last_steps", steps)) if steps else None


def _steps(fight: Fight, doings: Doings, when: When) -> tuple[Step, ...]:
    steps = []
    for name, doing in doings.items():
        if doing.stand and when == "before":
            steps.append(Step(name))
        elif doing.step is not None and doing.step.when == when:
            planned = fight.people[name].turn.answered_by == "plan"
            steps.append(Step(name, Square(doing.step.to.x, doing.step.to.y), planned))
    return tuple(steps)


PIECES: Mapping[TickStage, Callable[[Fight, Doings], Work | None]] = {
    "first_steps": _first_steps,  # TK-TICK-2
    "strikes": _strikes,  # TK-TICK-3
    "deeds": _deeds,  # TK-TICK-4
    "last_steps": _last_steps,  # TK-TICK-5
}
