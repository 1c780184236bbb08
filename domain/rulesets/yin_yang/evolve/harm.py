"""Folds of harm and recovery: tracks, reasons to be out, conditions, hours."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.yin_yang.events.harm import (
    ArmourDestroyed,
    CameRound,
    ConditionSet,
    DamageDrawn,
    DyingCounted,
    FellOut,
    HoursKept,
    PointsGained,
    PointsLost,
    SideDefeated,
    Stabilised,
    TimePassed,
    ZeroReached,
)
from domain.rulesets.yin_yang.scores import derive, drop_hours
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import MAD, STABILISED, OutReason, Track


def _set(person: Person, track: Track, value: int) -> None:
    if track == "vitality":
        person.vitality = value
    elif track == "mental_balance":
        person.mental_balance = value
    else:
        person.stamina = value


def changed(fight: Fight, event: PointsLost | PointsGained) -> None:
    person = fight.people[event.combatant]
    _set(person, event.track, event.left or 0)
    drop_hours(person)


def damage_drawn(fight: Fight, event: DamageDrawn) -> None:
    """A Jack in the Damage Draw of an exchange may turn a dangerous weapon round (YY-WPN-26)."""
    if fight.exchange is not None and event.grade == "jack" and not event.misfire:
        fight.exchange = replace(fight.exchange, damage_jack=event.combatant)


def fell_out(fight: Fight, event: FellOut) -> None:
    """Out of action one parries no more (YY-SOAK-7) and holds nothing back (YY-COND-1); the dead are not dying."""
    person = fight.people[event.combatant]
    person.out = (*[reason for reason in person.out if (reason, event.reason) != ("dying", "dead")], event.reason)
    if event.reason in ("dying", "dead"):
        person.stabilised, person.turns_dying = False, 0
    person.held_back = False
    derive(person)


def came_round(fight: Fight, event: CameRound) -> None:
    """A reason is over; whoever rises from dying is no patient any more (YY-VIT-11)."""
    person = fight.people[event.combatant]
    if event.reason == "dying":
        person.stabilised, person.turns_dying = False, 0
    _end(fight, person, event.reason)


def _end(fight: Fight, person: Person, over: OutReason) -> None:
    """A reason to be out is over."""
    person.out = tuple([reason for reason in person.out if reason != over])
    stand_again(fight, person)
    derive(person)


def stand_again(fight: Fight, person: Person) -> None:
    """A side with somebody able is defeated no more (YY-COND-9)."""
    if person.able:
        fight.defeated = tuple([side for side in fight.defeated if side != person.side])


def defeated(fight: Fight, event: SideDefeated) -> None:
    fight.defeated = (*fight.defeated, event.side)


def stabilised(fight: Fight, event: Stabilised) -> None:
    """Tending resets the count of turns (YY-VIT-8)."""
    person = fight.people[event.combatant]
    person.stabilised, person.turns_dying = True, 0


def dying_counted(fight: Fight, event: DyingCounted) -> None:
    fight.people[event.combatant].turns_dying = event.turns


def condition_set(fight: Fight, event: ConditionSet) -> None:
    """Of the conditions two have rules: the mad act again (YY-MB-5), the stabilised are out of danger (YY-VIT-6)."""
    person = fight.people[event.combatant]
    if event.condition == MAD:
        person.mad, person.mad_policies = event.on, ()
        if event.on:
            _end(fight, person, "shock")
    elif event.condition == STABILISED:
        person.stabilised, person.turns_dying = event.on, 0
    elif event.on:
        person.conditions = {**person.conditions, event.condition: event.text}
    else:
        person.conditions = {key: text for key, text in person.conditions.items() if key != event.condition}


def destroyed(fight: Fight, event: ArmourDestroyed) -> None:
    """The piece counts no more and takes up no hand (YY-ARM-8, YY-ARM-12)."""
    person = fight.people[event.combatant]
    piece = person.armour[event.armour]
    person.armour = {**person.armour, event.armour: replace(piece, destroyed=True)}
    derive(person)


def hours_kept(fight: Fight, event: HoursKept) -> None:
    person = fight.people[event.combatant]
    if event.track == "vitality":
        person.healing_hours = event.hours
    elif event.track == "mental_balance":
        person.mental_rested_hours = event.hours
    else:
        person.rested_hours = event.hours


HARM_FOLDS: Folds = {
    DamageDrawn: damage_drawn,
    PointsLost: changed,
    PointsGained: changed,
    ZeroReached: no_change,
    FellOut: fell_out,
    CameRound: came_round,
    SideDefeated: defeated,
    Stabilised: stabilised,
    DyingCounted: dying_counted,
    ConditionSet: condition_set,
    ArmourDestroyed: destroyed,
    TimePassed: no_change,
    HoursKept: hours_kept,
}
