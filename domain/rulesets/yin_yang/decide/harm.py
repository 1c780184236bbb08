"""Harm and recovery: points of the three tracks, their thresholds, and who is out of action (YY-VIT, YY-MB, YY-STAM).

Losses are applied in the order of YY-ORD-4, each step a fact of its own.
"""

from collections.abc import Mapping

from domain.decision.decision import Decision
from domain.rulesets.yin_yang.decide.hands import discard
from domain.rulesets.yin_yang.events.harm import (
    CameRound,
    ConditionSet,
    FellOut,
    PointsGained,
    PointsLost,
    SideDefeated,
    ZeroReached,
)
from domain.rulesets.yin_yang.events.places import GuardsEnded
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import OUT_BELOW_ZERO
from domain.rulesets.yin_yang.words import MAD, TRACKS, OutReason, Track

OUT_OF_ACTION = "out_of_action"


def lose(
    decision: Decision[Fight],
    combatant: str,
    losses: Mapping[Track, int],
    reason: str,
    inflictor: str | None = None,
) -> None:
    """Take points off tracks as one sum, and read the thresholds (YY-ORD-4); a track has no lower bound.

    The sum that takes Vitality below 0 never kills by itself (YY-RUL-52). What is lost by being out of action comes
    last, once for all reasons.
    """
    person, fell = decision.state.people[combatant], None
    for track in TRACKS:
        points = losses.get(track, 0)
        if points:
            before = person.points(track)
            lost = decision.record(
                PointsLost(
                    combatant=combatant,
                    track=track,
                    points=points,
                    left=before - points,
                    reason=reason,
                    inflictor=inflictor,
                )
            )
            _note_zero(decision, person, track, cause=lost)
            out = _falls_for(person, track, before)
            if out is not None:
                fell = decision.record(FellOut(combatant=combatant, reason=out), cause=lost)
    if fell is not None:
        _drop_out(decision, person, cause=fell)


def gain(decision: Decision[Fight], combatant: str, track: Track, points: int, reason: str) -> None:
    """Give points of a track back, up to its maximum, and read the thresholds."""
    if restore(decision, combatant, track, points, reason):
        recover(decision, combatant, track)


def fall(decision: Decision[Fight], combatant: str, reason: OutReason, text: str = "") -> None:
    """Put somebody out of action, with all that it loses by it (YY-COND-1)."""
    fell = decision.record(FellOut(combatant=combatant, reason=reason, text=text))
    _drop_out(decision, decision.state.people[combatant], cause=fell)


def restore(decision: Decision[Fight], combatant: str, track: Track, points: int, reason: str) -> int:
    """Give points back, up to the maximum, and leave the thresholds for later; the points that there was room for."""
    person = decision.state.people[combatant]
    given = min(points, person.most(track) - person.points(track))
    if given:
        decision.record(
            PointsGained(
                combatant=combatant, track=track, points=given, left=person.points(track) + given, reason=reason
            )
        )
    return given


def recover(decision: Decision[Fight], combatant: str, track: Track) -> None:
    """Read the thresholds of a track that has risen: at 0 or more its reason to be out is over.

    So it is with Vitality and dying, stabilised or not (YY-VIT-7, YY-VIT-11), Mental Balance and shock (YY-MB-6),
    Stamina and exhaustion (YY-STAM-6). Madness ends above 0 (YY-MB-5).
    """
    person = decision.state.people[combatant]
    if OUT_BELOW_ZERO[track] in person.out and person.points(track) >= 0:
        decision.record(CameRound(combatant=combatant, reason=OUT_BELOW_ZERO[track]))
    _note_zero(decision, person, track)
    if track == "mental_balance" and person.mad and person.mental_balance > 0:
        decision.record(ConditionSet(combatant=combatant, condition=MAD, on=False))


def _note_zero(decision: Decision[Fight], person: Person, track: Track, *, cause: int | None = None) -> None:
    """Exactly 0 is a penalty card on every test (YY-VIT-3, YY-MB-3, YY-STAM-4); the dead make none."""
    if person.points(track) == 0 and person.alive:
        decision.record(ZeroReached(combatant=person.id, track=track), cause=cause)


def _falls_for(person: Person, track: Track, before: int) -> OutReason | None:
    """Why a loss puts somebody out of action, if it does; ``before`` is where the track stood.

    Whoever was below 0 Vitality already dies (YY-VIT-5, YY-RUL-6). Madness bears any loss of Mental Balance (YY-MB-5).
    """
    if not person.alive:
        return None
    if before < 0:
        return "dead" if track == "vitality" else None
    if person.points(track) >= 0 or (track == "mental_balance" and person.mad):
        return None
    return OUT_BELOW_ZERO[track]


def _drop_out(decision: Decision[Fight], person: Person, *, cause: int) -> None:
    """What somebody out of action loses (YY-COND-1): its actions, its guarding; its side may be defeated (YY-COND-9).

    A fallen ward stays guarded; one that is dead or has fled does not (YY-ATK-15). A follow-up that waits for it is
    lost as its prompt lapses (``follow_ups``).
    """
    fight, entered = decision.state, decision.cause
    decision.cause = cause
    discard(decision, person.id, OUT_OF_ACTION)
    wards = tuple([ward.id for ward in fight.people.values() if person.id in ward.guards])
    if wards:
        decision.record(GuardsEnded(guards=(person.id,), wards=wards, reason=OUT_OF_ACTION))
    if person.gone and person.guards:
        decision.record(
            GuardsEnded(guards=person.guards, wards=(person.id,), reason="fled" if person.alive else "dead")
        )
    _note_defeat(decision, person.side)
    decision.cause = entered


def _note_defeat(decision: Decision[Fight], side: str) -> None:
    """A side all of whose members are out of action is defeated; once, till one of them is able again (YY-COND-9)."""
    fight = decision.state
    members = [person for person in fight.people.values() if person.side == side]
    if side not in fight.defeated and not any(person.able for person in members):
        decision.record(SideDefeated(side=side))
