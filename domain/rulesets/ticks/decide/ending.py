"""What happens at the end of a round, in its order (TK-END), and of combat (TK-COMBAT-7)."""

from collections.abc import Callable
from typing import Final

import msgspec

from domain.decision.decision import FULL_BATCH, Decision
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.harm import check_consciousness, check_death, check_dying
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.events.harm import ArmourWornDown
from domain.rulesets.ticks.events.rounds import CombatEnded, RoundEnded, TimePassed
from domain.rulesets.ticks.state import Fight, Person


class Ending(msgspec.Struct, frozen=True):
    """The end of a round, with the number of checks of somebody that were made before a pause."""

    done: int


def end_round(decision: Decision[Fight]) -> None:
    """The clock, the checks; then what lasts a round is over (TK-END-1 to TK-END-7)."""
    seconds = decision.state.options.round_seconds
    decision.record(TimePassed(seconds=seconds, clock=decision.state.clock + seconds))
    if len(decision.recorded) + MOST_FACTS * len(decision.state.people) < FULL_BATCH:
        _check_everybody(decision)
        decision.record(RoundEnded(round=decision.state.round))
    else:
        make_checks.run(decision, Ending(0))


@stages.stage("ticks.ending.checks", Ending, pausable=True)
def make_checks(decision: Decision[Fight], ending: Ending) -> None:
    """What ``end_round`` does, where it may be more than a batch holds."""
    recorded, done = decision.recorded, 0
    for check in CHECKS:
        for person in decision.state.people.values():
            if done >= ending.done:
                if len(recorded) + len(person.held_by) >= FULL_BATCH:  # each hold may end
                    decision.next(make_checks, Ending(done))
                    decision.pause()
                    return
                check(decision, person)
            done += 1
    decision.record(RoundEnded(round=decision.state.round))


def wear_down(decision: Decision[Fight], person: Person) -> None:
    """Armour of whoever was hit this round, once however often (TK-ARM-4), or that stopped a hit (TK-OPT-5).

    The reading is that of TK-RUL-22.
    """
    armour, turn = person.armour, person.turn
    worn = turn.hit if decision.state.options.armour_wear == "any_hit" else turn.stopped
    if armour is not None and worn:
        decision.record(ArmourWornDown(combatant=person.id, wear=armour.wear + 1))


CHECKS: Final[tuple[Callable[[Decision[Fight], Person], None], ...]] = (
    wear_down,  # TK-END-2
    check_consciousness,  # TK-END-3
    check_dying,  # TK-END-4
    check_death,  # TK-END-5
)
"""What is looked at when a round ends, of everybody in the order of joining."""
MOST_FACTS: Final = 5
"""What the checks may add for each person: one fact each, and the end of a hold."""


def _check_everybody(decision: Decision[Fight]) -> None:
    for check in CHECKS:
        for person in decision.state.people.values():
            check(decision, person)


def end_combat(decision: Decision[Fight], command: ask.EndCombat) -> None:
    """Before round 1 what an opening attack has done is settled first (TK-COMBAT-5)."""
    if decision.state.opening:
        _check_everybody(decision)
    decision.record(CombatEnded())
