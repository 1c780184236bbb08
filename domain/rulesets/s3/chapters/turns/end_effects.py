"""The effects at the end of a turn and of a round, in their order (S3-ORDER-3, S3-ORDER-5).

A chapter that adds an effect adds a row to ``END_OF_TURN`` or ``END_OF_ROUND``: its stage, and whether it may apply. If
none may apply, which is most often the case, none is put on the agenda.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from domain.decision.decision import Decision
from domain.decision.stages import NoData, Stage, stage
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.grapple.strangling import choke_lapses
from domain.rulesets.s3.chapters.movement.hiding import DistractionEnded
from domain.rulesets.s3.chapters.turns.actions import Whose
from domain.rulesets.s3.chapters.vehicles.crashes import idle_riders, left_behind
from domain.rulesets.s3.chapters.vehicles.dragging import drag_hurts
from domain.rulesets.s3.chapters.wounds.damage import LimbRestored
from domain.rulesets.s3.chapters.wounds.fire import burn, burns_of_idle
from domain.rulesets.s3.chapters.wounds.poison import doses_at_turn_end, late_doses
from domain.rulesets.s3.state import Fight, Person


class TurnEffect(NamedTuple):
    """A row of ``END_OF_TURN``: the effect, and whether it may apply to the combatant whose turn ends."""

    stage: Stage[Whose]
    may_fall: Callable[[Fight, Person], bool]


class RoundEffect(NamedTuple):
    """A row of ``END_OF_ROUND``: the effect, and whether it may apply to any combatant."""

    stage: Stage[NoData]
    may_fall: Callable[[Fight], bool]


END_OF_TURN: Final = (
    TurnEffect(burn, lambda fight, person: person.fire is not None),
    TurnEffect(doses_at_turn_end, lambda fight, person: bool(person.doses)),
    TurnEffect(drag_hurts, lambda fight, person: bool(fight.drags)),
    TurnEffect(left_behind, lambda fight, person: bool(person.vehicle)),
    TurnEffect(choke_lapses, lambda fight, person: bool(fight.holds)),
)
_TURN_STAGES: Final = tuple([effect.stage for effect in END_OF_TURN])


def effects_of_turn(fight: Fight, actor: str) -> tuple[Stage[Whose], ...]:
    """Return the effects of the end of a turn, in order: all, since one may lead to another, or none."""
    person = fight.people[actor]
    return _TURN_STAGES if any(effect.may_fall(fight, person) for effect in END_OF_TURN) else ()


@stage("s3.effect.timers", NoData)
def timers(decision: Decision[Fight], _: NoData) -> None:
    """End timed limb losses and distractions (S3-CALL-14, S3-HIDE-2); those of the disabled wait (S3-DIS-8)."""
    fight = decision.state
    for person in [person for person in fight.people.values() if person.disabled is None]:
        for limb, loss in person.limbs.items():
            if loss.until_round is not None and loss.until_round <= fight.round_number:
                decision.record(LimbRestored(combatant=person.id, limb=limb))
    over = {d.zone for d in fight.distractions if d.until_round is not None and d.until_round <= fight.round_number}
    for zone in sorted(over):
        decision.record(DistractionEnded(zone=zone))


END_OF_ROUND: Final = (
    RoundEffect(burns_of_idle, lambda fight: any(person.fire is not None for person in fight.people.values())),
    RoundEffect(late_doses, lambda fight: any(person.doses for person in fight.people.values())),
    RoundEffect(idle_riders, lambda fight: bool(fight.vehicles)),
    RoundEffect(timers, lambda fight: bool(fight.distractions) or any(p.limbs for p in fight.people.values())),
)
_ROUND_STAGES: Final = tuple([effect.stage for effect in END_OF_ROUND])


def effects_of_round(fight: Fight) -> tuple[Stage[NoData], ...]:
    """Return the effects of the end of a round, in order: all, since one may lead to another, or none."""
    return _ROUND_STAGES if any(effect.may_fall(fight) for effect in END_OF_ROUND) else ()


END_EFFECTS: Chapter[Fight] = Chapter(stages=(timers,))
