"""Steps of a tick, all of a stage at once (TK-TICK-2, TK-TICK-5, TK-MOVE).

When one is due: ``steps_due``. What refuses one (TK-MOVE-1, TK-MOVE-2, TK-MOVE-3): ``checking_acts``.
"""

import msgspec

from domain.decision.decision import Decision
from domain.rulesets.ticks.decide.conditions import Before, before, note_changes
from domain.rulesets.ticks.decide.dropping_out import holds_out_of_reach
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.decide.steps_due import may_stand, may_step
from domain.rulesets.ticks.events.places import Stepped
from domain.rulesets.ticks.events.rounds import Lapsed
from domain.rulesets.ticks.events.strikes import StoodUp
from domain.rulesets.ticks.state import Fight, Person, Square
from domain.rulesets.ticks.words import TickStage


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step that somebody takes; without a square it gets up."""

    who: str
    to: Square | None = None
    planned: bool = False


class Walking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps of a stage; after a pause those that are left, how things stood before, and who has stepped."""

    stage: TickStage
    steps: tuple[Step, ...]
    was: Before | None = None
    stepped: tuple[str, ...] = ()


@stages.stage("ticks.steps.take", Walking, pausable=True)
def take_steps(decision: Decision[Fight], walking: Walking) -> None:
    """All at once: what is possible is read from the beginning of the stage (TK-TICK-7, TK-MOVE-8)."""
    fight = decision.state
    was = walking.was or before(fight)
    stepped = [*walking.stepped]
    for place, step in enumerate(walking.steps):
        if decision.full:
            decision.next(take_steps, Walking(walking.stage, walking.steps[place:], was, tuple(stepped)))
            return
        if not _able(fight, step):  # by its own square and holds, which steps of others do not change
            if not step.planned:
                what = "step" if step.to is not None else "stand"
                decision.record(Lapsed(combatant=step.who, what=what, reason=_why_not(fight.people[step.who])))
        elif step.to is None:
            decision.record(StoodUp(combatant=step.who))
        else:
            decision.record(Stepped(combatant=step.who, to=step.to))
            stepped.append(step.who)
    if stepped:
        for ended in holds_out_of_reach(fight):
            if decision.full:
                decision.next(take_steps, Walking(walking.stage, (), was, tuple(stepped)))
                return
            decision.record(ended)
        note_changes(decision, walking.stage, was, stepped)


def _why_not(person: Person) -> str:
    """Why a step has become impossible, as the end of a sentence."""
    if person.held_by:
        return f"{person.name} is held"
    if person.prone:
        return f"{person.name} is prone"
    return "the square is out of reach now" if person.conscious else f"{person.name} is not conscious"


def _able(fight: Fight, step: Step) -> bool:
    """Whether somebody can still get up, or step to a square that may not be next to it any more (TK-TICK-9).

    Who else is on a square, or steps to it, does not matter (TK-POS-3).
    """
    person = fight.people[step.who]
    if step.to is None:
        return may_stand(fight, person)
    return may_step(fight, person) and person.square.distance(step.to) == 1
