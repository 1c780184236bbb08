"""Folds of rolls: stages of an open roll, fate, conditions, the scene, attitudes."""

from typing import Any

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.century.events.rolls import (
    ApproachChosen,
    AttemptJudged,
    AttemptMade,
    AttitudeSet,
    AttitudeThrown,
    ConditionEnded,
    ConditionSet,
    Confessed,
    ConsequenceChosen,
    CriticalAwarded,
    CriticalChosen,
    FateGranted,
    FateReturned,
    FateSpent,
    LadderLearnt,
    LadderWritten,
    PercentThrown,
    RollCalled,
    RollClosed,
    RollJudged,
    SceneSet,
    ScoreSet,
    SideTaken,
    TargetFixed,
)
from domain.rulesets.century.evolve.rounds import change_turn, leave_order
from domain.rulesets.century.state import Fight, Person, Roll, Scene, Towards

LAMING = frozenset({"unconscious", "stunned"})
"""Conditions that take what is left of the pool and the round's slots (CE-MP-9, CE-REACT-34, CE-REACT-43)."""
CLEARING = "clearing_jam"
"""What ends where its bearer falls or loses the weapon (CE-CRIT-17)."""


def _change(fight: Fight, roll: str, **fields: Any) -> None:
    fight.rolls = {**fight.rolls, roll: replace(fight.rolls[roll], **fields)}


def called(fight: Fight, event: RollCalled) -> None:
    roll = Roll(
        event.roll,
        event.combatant,
        event.kind,
        what=event.what,
        candidates=event.candidates,
        chosen=event.candidates[0].key if len(event.candidates) == 1 else None,
        modifiers=event.modifiers,
        without=event.without,
        with_scene=event.with_scene,
        extra=event.extra,
        hazard=event.hazard,
        on_failure=event.on_failure,
        hidden=event.hidden,
        target_of=event.target_of,
        weapon=event.weapon,
        own_action=event.own_action,
        band=event.band,
    )
    fight.rolls = {**fight.rolls, event.roll: roll}


def ladder_written(fight: Fight, event: LadderWritten) -> None:
    _change(fight, event.roll, ladder=event.texts)


def approached(fight: Fight, event: ApproachChosen) -> None:
    _change(fight, event.roll, chosen=event.candidate, stage="approached")


def fate_spent(fight: Fight, event: FateSpent) -> None:
    person = fight.people[event.combatant]
    person.fp -= event.points
    if event.roll is not None and event.use == "before":
        _change(fight, event.roll, fate_before=event.points)
    elif event.roll is not None and event.use == "after":
        _change(fight, event.roll, fate_after=event.points)


def fate_came(fight: Fight, event: FateReturned | FateGranted) -> None:
    fight.people[event.combatant].fp += event.points


def fixed(fight: Fight, event: TargetFixed) -> None:
    _change(fight, event.roll, parts=event.parts, target=event.target, stage="fixed")


def thrown(fight: Fight, event: PercentThrown) -> None:
    """A roll of one's own in one's own slot makes it a slot with a roll (CE-DODGE-13)."""
    _change(fight, event.roll, number=event.number, critical=event.critical, severity=event.severity, stage="thrown")
    if fight.rolls[event.roll].own_action:
        change_turn(fight, event.combatant, rolled=True)


def awarded(fight: Fight, event: CriticalAwarded) -> None:
    if event.awarded is False:
        _change(fight, event.roll, critical=None, severity=0)


def judged(fight: Fight, event: RollJudged) -> None:
    """Fate spent afterwards has moved the target number (CE-FATE-2)."""
    _change(fight, event.roll, success=event.success, target=event.target, degree=event.degree, stage="judged")


def critical_chosen(fight: Fight, event: CriticalChosen) -> None:
    degree = fight.rolls[event.roll].degree if event.degree is None else event.degree
    _change(fight, event.roll, effect=event.choice, degree=degree)


def roll_closed(fight: Fight, event: RollClosed) -> None:
    fight.rolls = {key: roll for key, roll in fight.rolls.items() if key != event.roll}


def condition_set(fight: Fight, event: ConditionSet) -> None:
    person = fight.people[event.combatant]
    person.conditions = {**person.conditions, event.condition.key: event.condition}
    if event.condition.name in LAMING:
        person.pool = 0
        drop(person, CLEARING)
        leave_order(fight, event.combatant)


def condition_ended(fight: Fight, event: ConditionEnded) -> None:
    """Whoever comes to in mid-round has no score in it (CE-INIT-14)."""
    person = fight.people[event.combatant]
    drop(person, event.condition)
    if event.condition in LAMING:
        person.initiative = None


def drop(person: Person, *keys: str) -> None:
    """Take conditions off somebody, by their keys."""
    person.conditions = {key: one for key, one in person.conditions.items() if key not in keys}


def score_set(fight: Fight, event: ScoreSet) -> None:
    person = fight.people[event.combatant]
    if event.ability is not None and event.score is not None:
        person.scores = {**person.scores, event.ability: event.score}


def scene_set(fight: Fight, event: SceneSet) -> None:
    fight.scene = Scene(event.light, event.rain, event.wind, event.notes)


def attitude_thrown(fight: Fight, event: AttitudeThrown) -> None:
    """One throw covers everybody it is towards (CE-NPC-4)."""
    if event.attitude is not None and event.die is not None:
        felt = Towards(event.attitude, event.die.dice[0], hidden=event.hidden)
        fight.attitudes = {**fight.attitudes, **{f"{event.npc}/{whom}": felt for whom in event.toward}}


def attitude_set(fight: Fight, event: AttitudeSet) -> None:
    """The number thrown stays on record (CE-NPC-7)."""
    before = fight.towards(event.npc, event.toward)
    number, hidden = (before.number, before.hidden) if before is not None else (None, False)
    felt = Towards(event.attitude, number, initial=False, reason=event.reason, hidden=hidden)
    fight.attitudes = {**fight.attitudes, f"{event.npc}/{event.toward}": felt}


def side_taken(fight: Fight, event: SideTaken) -> None:
    fight.people[event.combatant].side = event.side


ROLL_FOLDS: Folds = {
    AttemptMade: no_change,
    AttemptJudged: no_change,
    RollCalled: called,
    LadderWritten: ladder_written,
    ApproachChosen: approached,
    FateSpent: fate_spent,
    FateReturned: fate_came,
    FateGranted: fate_came,
    TargetFixed: fixed,
    PercentThrown: thrown,
    CriticalAwarded: awarded,
    RollJudged: judged,
    LadderLearnt: no_change,
    CriticalChosen: critical_chosen,
    RollClosed: roll_closed,
    ConsequenceChosen: no_change,
    Confessed: no_change,
    ConditionSet: condition_set,
    ConditionEnded: condition_ended,
    ScoreSet: score_set,
    SceneSet: scene_set,
    AttitudeThrown: attitude_thrown,
    AttitudeSet: attitude_set,
    SideTaken: side_taken,
}
