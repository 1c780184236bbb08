"""Facts about harm and recovery: Damage Draws, tracks, thresholds, conditions, time."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.events.cards import Terms
from domain.rulesets.yin_yang.scores import derive, drop_hours
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import MAD, STABILISED, WITH_RULES, Grade, OutReason, Track
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

FALLS: Final = {
    "dying": "falls and is dying",
    "exhausted": "collapses, exhausted",
    "shock": "breaks down in shock",
    "dead": "dies",
    "fled": "gets away",
}
ROUND_AGAIN: Final = {
    "dying": "is no longer dying",
    "exhausted": "is no longer exhausted",
    "shock": "is over the shock",
    "dead": "is among the living again",
    "fled": "is back",
}
HARM_DONE: Final = {
    (True, True): "takes {points:point} and {stamina} Stamina",
    (True, False): "takes {points:point}",
    (False, True): "takes {stamina} Stamina",
    (False, False): "does no harm",
}
"""What the kept card of a Damage Draw does, by whether it takes points, and Stamina."""


class DamageDrawn(Event, frozen=True, kw_only=True):
    """One draw of a damage chain (YY-DMG-5): against which scores, which card is kept, what it adds.

    ``soak`` is None where it plays no part (Non-lethal); ``draws_left`` says how many draws are still due.
    """

    type: ClassVar[str] = "yin_yang.damage_drawn"
    combatant: str
    victim: str
    weapon: Annotated[str, SpokenOf(said.weapon_that_harms)]
    damage_score: int
    damage_value: int
    soak: int | None
    bonus: Annotated[Terms, SpokenOf(said.cards_added)]
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: Annotated[str | None, SpokenOf(said.kept_card)]
    grade: Grade
    points: int
    stamina: int
    draws_left: int
    misfire: bool = False
    draws: tuple[int, ...] = ()

    def says(self) -> str:
        more = "; {draws_left:more draw} to come" if self.draws_left else ""
        return (
            "damage to {victim} by {weapon}, score {damage_score}[ against soak {soak}], value {damage_value}{bonus}: "
            f"{{kept}} {HARM_DONE[bool(self.points), bool(self.stamina)]}{more}."
        )

    def evolve(self, fight: Fight) -> None:
        """A Jack in the Damage Draw of an exchange may turn a dangerous weapon round (YY-WPN-26)."""
        if fight.exchange is not None and self.grade == "jack" and not self.misfire:
            fight.exchange = replace(fight.exchange, damage_jack=self.combatant)


class PointsLost(Event, frozen=True, kw_only=True):
    """Points of a track are gone (YY-VIT-2, YY-MB-2, YY-STAM-2): how many, what is left, and why.

    After a Damage Draw ``reason`` is the ID of the weapon, and ``inflictor`` whose weapon it is.
    """

    type: ClassVar[str] = "yin_yang.points_lost"
    says = "{combatant} loses {points:point} of {track}[ (down to {left})]{reason}."
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    points: int
    left: int | None = None
    reason: Annotated[str, SpokenOf(said.why_lost)] = ""
    inflictor: str | None = None

    def evolve(self, fight: Fight) -> None:
        _changed(fight, self.combatant, self.track, self.left)


class PointsGained(Event, frozen=True, kw_only=True):
    """Points of a track have come back: how many, what is there now, and why."""

    type: ClassVar[str] = "yin_yang.points_gained"
    says = "{combatant} gets back {points:point} of {track}[ (now {left})]{reason}."
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    points: int
    left: int | None = None
    reason: Annotated[str, Spoken(said.because)] = ""

    def evolve(self, fight: Fight) -> None:
        _changed(fight, self.combatant, self.track, self.left)


class ZeroReached(Event, frozen=True, kw_only=True):
    """A track stands at exactly 0: one penalty card on every test (YY-VIT-3, YY-MB-3, YY-STAM-4)."""

    type: ClassVar[str] = "yin_yang.zero_reached"
    says = "{combatant's} {track} is at 0: a penalty card on every test."
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]


class FellOut(Event, frozen=True, kw_only=True):
    """Somebody is out of action for a reason (YY-COND-1)."""

    type: ClassVar[str] = "yin_yang.fell_out"
    says = "{combatant} {reason}{text}."
    combatant: str
    reason: Annotated[OutReason, Spoken(FALLS)]
    text: Annotated[str, Spoken(said.because)] = ""

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
    says = "{combatant} {reason}."
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
    says = "{side} out of the fight."
    side: Annotated[str, Spoken(said.side_is)]

    def evolve(self, fight: Fight) -> None:
        fight.defeated = (*fight.defeated, self.side)


class Stabilised(Event, frozen=True, kw_only=True):
    """Somebody dying does not die any more of lack of care (YY-VIT-6, YY-VIT-9)."""

    type: ClassVar[str] = "yin_yang.stabilised"
    says = "{combatant} is stable[, thanks to {by}]."
    combatant: str
    by: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Tending resets the count of turns (YY-VIT-8)."""
        person = fight.people[self.combatant]
        person.stabilised, person.turns_dying = True, 0


class DyingCounted(Event, frozen=True, kw_only=True):
    """A turn more without care (YY-VIT-8)."""

    type: ClassVar[str] = "yin_yang.dying_counted"
    says = "{combatant} has been dying for {turns:turn}."
    combatant: str
    turns: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].turns_dying = self.turns


class ConditionSet(Event, frozen=True, kw_only=True):
    """The narrator set a condition, or ended it (YY-NARR-3)."""

    type: ClassVar[str] = "yin_yang.condition_set"
    combatant: str
    condition: Annotated[str, Spoken(said.words)]
    on: bool
    text: Annotated[str, AS_WRITTEN] = ""

    def says(self) -> str:
        """A condition that has rules describes the combatant; others are the narrator's words."""
        if self.condition in WITH_RULES:
            return (
                "{combatant} is {condition}[: {text}]."
                if self.on
                else "{combatant} is no longer {condition}[: {text}]."
            )
        has = "has a new condition" if self.on else "no longer has the condition"
        return f"{{combatant}} {has}, “{{condition}}”[: {{text}}]."

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


class ArmourDestroyed(Event, frozen=True, kw_only=True):
    """Two Kings in a row have broken a piece of armour (YY-ARM-8)."""

    type: ClassVar[str] = "yin_yang.armour_destroyed"
    says = "{combatant's} {armour} breaks."
    combatant: str
    armour: Annotated[str, SpokenOf(said.own_armour)]

    def evolve(self, fight: Fight) -> None:
        """The piece counts no more and takes up no hand (YY-ARM-8, YY-ARM-12)."""
        person = fight.people[self.combatant]
        piece = person.armour[self.armour]
        person.armour = {**person.armour, self.armour: replace(piece, destroyed=True)}
        derive(person)


class TimePassed(Event, frozen=True, kw_only=True):
    """Hours have passed between turns (YY-NARR-5), for everybody where ``only`` names nobody."""

    type: ClassVar[str] = "yin_yang.time_passed"
    hours: int
    only: tuple[str, ...] = ()

    def says(self) -> str:
        return f"{{hours:hour}} {'passes' if self.hours == 1 else 'pass'}[ for {{only}}]."


class HoursKept(Event, frozen=True, kw_only=True):
    """The hours towards the next point of a track that somebody has now (YY-VIT-10, YY-NARR-8)."""

    type: ClassVar[str] = "yin_yang.hours_kept"
    combatant: str
    track: Annotated[Track, Spoken(said.TRACKS)]
    hours: int

    def says(self) -> str:
        """No hours are kept once a point has come back, which is told."""
        return "{combatant} has {hours:hour} towards the next point of {track}." if self.hours else ""

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.track == "vitality":
            person.healing_hours = self.hours
        elif self.track == "mental_balance":
            person.mental_rested_hours = self.hours
        else:
            person.rested_hours = self.hours


HARM_EVENTS: tuple[type[Event], ...] = (
    DamageDrawn,
    PointsLost,
    PointsGained,
    ZeroReached,
    FellOut,
    CameRound,
    SideDefeated,
    Stabilised,
    DyingCounted,
    ConditionSet,
    ArmourDestroyed,
    TimePassed,
    HoursKept,
)


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


def _end(fight: Fight, person: Person, over: OutReason) -> None:
    """A reason to be out is over."""
    person.out = tuple([reason for reason in person.out if reason != over])
    stand_again(fight, person)
    derive(person)


def stand_again(fight: Fight, person: Person) -> None:
    """A side with somebody able is defeated no more (YY-COND-9)."""
    if person.able:
        fight.defeated = tuple([side for side in fight.defeated if side != person.side])
