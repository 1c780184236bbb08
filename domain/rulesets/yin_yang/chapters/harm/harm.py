"""Harm and recovery: points of the three tracks, their thresholds, and who is out of action (YY-VIT, YY-MB, YY-STAM).

Losses are applied in the order of YY-ORD-4, each step a fact of its own.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.hands import discard
from domain.rulesets.yin_yang.scores import derive, drop_hours
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.tables import OUT_BELOW_ZERO
from domain.rulesets.yin_yang.words import MAD, STABILISED, TRACKS, WITH_RULES, OutReason, Track
from domain.story.told import AS_SAID, Moment, Told
from domain.text.sentences import QUOTED, Spoken, SpokenOf

WARDS_LOST: Final = {"dead": ", who is dead", "fled": ", who is gone"}
"""What has become of the wards, if guarding ends for their sake."""


FALLS: Final = {
    "dying": "falls and is dying",
    "exhausted": "collapses, exhausted",
    "shock": "breaks down in shock",
    "dead": "dies",
    "fled": "gets away",
}


FATES: Final = {
    "dying": "falls dying",
    "exhausted": "collapses exhausted",
    "shock": "breaks down in shock",
    "dead": "dies",
    "fled": "gets away",
}
"""How a line of the story has it, after what has led to it."""
MOMENTS: Final[Mapping[OutReason, Moment]] = {
    "dying": "fall",
    "exhausted": "fall",
    "shock": "fall",
    "dead": "death",
}
TOLD_BEFORE: Final = ("retaliation", "rest", "no care")
"""Reasons for points to come and go that have just been told."""
ROUND_AGAIN: Final = {
    "dying": "is no longer dying",
    "exhausted": "is no longer exhausted",
    "shock": "is over the shock",
    "dead": "is among the living again",
    "fled": "is back",
}


def _set(person: Person, track: Track, value: int) -> None:
    if track == "vitality":
        person.vitality = value
    elif track == "mental_balance":
        person.mental_balance = value
    else:
        person.stamina = value


def _changed(fight: Fight, combatant: str, track: Track, left: int | None) -> None:
    person = fight.people[combatant]
    _set(person, track, left or 0)
    drop_hours(person)


def stand_again(fight: Fight, person: Person) -> None:
    """A side with somebody able is defeated no more (YY-COND-9)."""
    if person.able:
        fight.defeated = tuple([side for side in fight.defeated if side != person.side])


def _end(fight: Fight, person: Person, over: OutReason) -> None:
    """A reason to be out is over."""
    person.out = tuple([reason for reason in person.out if reason != over])
    stand_again(fight, person)
    derive(person)


class PointsLost(Event, frozen=True, kw_only=True):
    """Points of a track are gone (YY-VIT-2, YY-MB-2, YY-STAM-2): how many, what is left, and why.

    After a Damage Draw ``reason`` is the ID of the weapon, and ``inflictor`` whose weapon it is.
    """

    type: ClassVar[str] = "yin_yang.points_lost"
    words = "Points lost"
    says = "{combatant} loses {points:point} of {track}[ (down to {left})]{reason}."
    example = {"combatant": "rat", "track": "vitality", "points": 2, "left": 2, "reason": "axe"}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    points: int
    left: int | None = None
    reason: Annotated[str, SpokenOf(said.why_lost)] = ""
    inflictor: str | None = None

    def brief(self) -> str:
        """Tell the cause, unless it is a weapon or the narrator's answer to a challenge, which has just been told."""
        if self.inflictor is None and self.reason and self.reason not in said.REASONS:
            left = "" if self.left is None else "down to {left}; "
            return f"{{combatant}} | loses | {{points:point}} of {{track}} ({left}{{own_words}})"
        return "{combatant} | loses | {points:point} of {track}[ (down to {left})]"

    @property
    def own_words(self) -> Annotated[str, Spoken(said.own_words)]:
        """Why, in the narrator's own words."""
        return self.reason

    def moment(self) -> Moment | None:
        return None if self.track == "stamina" else "wound"

    told = Told(brief=brief, moment=moment, source="inflictor", target="combatant")

    def evolve(self, fight: Fight) -> None:
        _changed(fight, self.combatant, self.track, self.left)


class PointsGained(Event, frozen=True, kw_only=True):
    """Points of a track have come back: how many, what is there now, and why."""

    type: ClassVar[str] = "yin_yang.points_gained"
    words = "Points regained"
    says = "{combatant} gets back {points:point} of {track}[ (now {left})]{reason}."
    example = {"combatant": "hei", "track": "stamina", "points": 4, "left": 4, "reason": "rest"}
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    points: int
    left: int | None = None
    reason: Annotated[str, Spoken(said.because)] = ""

    def brief(self) -> str:
        why = "" if self.reason in TOLD_BEFORE else "{reason}"
        return f"{{combatant}} | gets back | {{points:point}} of {{track}}[ (now {{left}})]{why}"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        _changed(fight, self.combatant, self.track, self.left)


class ZeroReached(Event, frozen=True, kw_only=True):
    """A track stands at exactly 0: one penalty card on every test (YY-VIT-3, YY-MB-3, YY-STAM-4)."""

    type: ClassVar[str] = "yin_yang.zero_reached"
    words = "Down to 0"
    says = "{combatant's} {track} is at 0: a penalty card on every test."
    told = Told(brief="{combatant} | gets | a penalty card on every test")
    example = {"combatant": "rat", "track": "stamina"}
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]


class FellOut(Event, frozen=True, kw_only=True):
    """Somebody is out of action for a reason (YY-COND-1)."""

    type: ClassVar[str] = "yin_yang.fell_out"
    words = "Out of action"
    says = "{combatant} {reason}{text}."
    example = {"combatant": "wedge", "reason": "dead", "text": "no care"}
    combatant: str
    reason: Annotated[OutReason, Spoken(FALLS)]
    text: Annotated[str, Spoken(said.because)] = ""

    @property
    def fate(self) -> Annotated[OutReason, Spoken(FATES)]:
        """The reason in a line of its own words."""
        return self.reason

    def brief(self) -> str:
        return "{combatant} | {fate}{text}"

    def moment(self) -> Moment | None:
        return MOMENTS.get(self.reason)

    told = Told(brief=brief, moment=moment, target="combatant")

    def evolve(self, fight: Fight) -> None:
        """Out of action one parries no more (YY-SOAK-7) and holds nothing back (YY-COND-1); the dead are not dying."""
        person = fight.people[self.combatant]
        person.out = (*[reason for reason in person.out if (reason, self.reason) != ("dying", "dead")], self.reason)
        if self.reason in ("dying", "dead"):
            person.stabilised, person.turns_dying = False, 0
        person.held_back = False
        derive(person)


class CameRound(Event, frozen=True, kw_only=True):
    """A reason to be out of action is over (YY-VIT-11, YY-MB-6, YY-STAM-6)."""

    type: ClassVar[str] = "yin_yang.came_round"
    words = "Able again"
    told = Told(brief=AS_SAID)
    says = "{combatant} {reason}."
    example = {"combatant": "cryptos", "reason": "dying"}
    combatant: str
    reason: Annotated[OutReason, Spoken(ROUND_AGAIN)]

    def evolve(self, fight: Fight) -> None:
        """A reason is over; a combatant that rises from dying is no patient any more (YY-VIT-11)."""
        person = fight.people[self.combatant]
        if self.reason == "dying":
            person.stabilised, person.turns_dying = False, 0
        _end(fight, person, self.reason)


class SideDefeated(Event, frozen=True, kw_only=True):
    """All of a side are out of action (YY-COND-9)."""

    type: ClassVar[str] = "yin_yang.side_defeated"
    words = "Side defeated"
    told = Told(brief=AS_SAID, moment="end")
    says = "{side} out of the fight."
    example = {"side": "heroes"}
    side: Annotated[str, Spoken(said.side_with("is", "are"))]

    def evolve(self, fight: Fight) -> None:
        fight.defeated = (*fight.defeated, self.side)


class ConditionSet(Event, frozen=True, kw_only=True):
    """The narrator set a condition, or ended it (YY-NARR-3)."""

    type: ClassVar[str] = "yin_yang.condition_set"
    words = "Condition changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "ace", "condition": "blinded", "on": True, "text": "slip past"}
    combatant: str
    condition: Annotated[str, Spoken(said.words)]
    on: bool
    text: Annotated[str, QUOTED] = ""

    def says(self) -> str:
        """A condition that has rules describes the combatant; others are the narrator's words."""
        if self.condition in WITH_RULES:
            return (
                "{combatant} is {condition}[: {text}]."
                if self.on
                else "{combatant} is no longer {condition}[: {text}]."
            )
        has = "has the condition" if self.on else "no longer has the condition"
        return f"{{combatant}} {has} “{{condition}}”[: {{text}}]."

    def evolve(self, fight: Fight) -> None:
        """Two conditions have rules: the mad act again (YY-MB-5), the stabilised are out of danger (YY-VIT-6)."""
        person = fight.people[self.combatant]
        if self.condition == MAD:
            person.mad, person.mad_policies = self.on, ()
            if self.on:
                _end(fight, person, "shock")
        elif self.condition == STABILISED:
            person.stabilised, person.turns_dying = self.on, 0
        elif self.on:
            person.conditions = {**person.conditions, self.condition: self.text}
        else:
            person.conditions = {key: text for key, text in person.conditions.items() if key != self.condition}


class GuardsEnded(Event, frozen=True, kw_only=True):
    """None of these guards watches over any of these wards any more (YY-ATK-15).

    One of them is out of action, or what they watched over is dead or has fled: one fact, however many they are.
    """

    type: ClassVar[str] = "yin_yang.guards_ended"
    words = "Guarding ended"
    example = {"guards": ["hei", "vinnie"], "wards": ["thug"], "reason": "fled"}
    guards: tuple[str, ...]
    wards: tuple[str, ...]
    reason: str

    def says(self) -> str:
        """Guards are out of action themselves, or their ward is dead or has fled."""
        guard = "guards" if len(self.guards) == 1 else "guard"
        out = ", out of the fight," if self.reason == "out_of_action" else ""
        return f"{{guards}}{out} no longer {guard} {{wards}}{WARDS_LOST.get(self.reason, '')}."

    def evolve(self, fight: Fight) -> None:
        for key in self.wards:
            ward = fight.people[key]
            ward.guards = tuple([guard for guard in ward.guards if guard not in self.guards])


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

    A combatant already below 0 Vitality dies (YY-VIT-5, YY-RUL-6). Madness bears any loss of Mental Balance (YY-MB-5).
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


HARM: Chapter[Fight] = Chapter(
    events=(PointsLost, PointsGained, ZeroReached, FellOut, CameRound, SideDefeated, ConditionSet, GuardsEnded)
)
