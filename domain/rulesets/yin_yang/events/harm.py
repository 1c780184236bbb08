"""Facts about harm and recovery: Damage Draws, tracks, thresholds, conditions, time."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.yin_yang.events.cards import Terms
from domain.rulesets.yin_yang.words import Grade, OutReason, Track


class DamageDrawn(Event, frozen=True):
    """One draw of a damage chain (YY-DMG-5): against which scores, which card is kept, what it adds.

    ``soak`` is None where it plays no part (Non-lethal); ``draws_left`` says how many draws are still due.
    """

    type: ClassVar[str] = "yin_yang.damage_drawn"
    combatant: str
    victim: str
    weapon: str
    damage_score: int
    damage_value: int
    soak: int | None
    bonus: Terms
    penalty: Terms
    net: int
    cards: tuple[str, ...]
    kept: str | None
    grade: Grade
    points: int
    stamina: int
    draws_left: int
    misfire: bool = False
    draws: tuple[int, ...] = ()


class PointsLost(Event, frozen=True):
    """Points of a track are gone (YY-VIT-2, YY-MB-2, YY-STAM-2): how many, what is left, and why.

    After a Damage Draw ``reason`` is the ID of the weapon, and ``inflictor`` whose weapon it is.
    """

    type: ClassVar[str] = "yin_yang.points_lost"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Track
    points: int
    left: int | None = None
    reason: str = ""
    inflictor: str | None = None


class PointsGained(Event, frozen=True):
    """Points of a track have come back: how many, what is there now, and why."""

    type: ClassVar[str] = "yin_yang.points_gained"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    track: Track
    points: int
    left: int | None = None
    reason: str = ""


class ZeroReached(Event, frozen=True):
    """A track stands at exactly 0: one penalty card on every test (YY-VIT-3, YY-MB-3, YY-STAM-4)."""

    type: ClassVar[str] = "yin_yang.zero_reached"
    combatant: str
    track: Track


class FellOut(Event, frozen=True):
    """Somebody is out of action for a reason (YY-COND-1)."""

    type: ClassVar[str] = "yin_yang.fell_out"
    combatant: str
    reason: OutReason
    text: str = ""


class CameRound(Event, frozen=True):
    """A reason to be out of action is over (YY-VIT-11, YY-MB-6, YY-STAM-6)."""

    type: ClassVar[str] = "yin_yang.came_round"
    combatant: str
    reason: OutReason


class SideDefeated(Event, frozen=True):
    """All of a side are out of action (YY-COND-9)."""

    type: ClassVar[str] = "yin_yang.side_defeated"
    side: str


class Stabilised(Event, frozen=True):
    """Somebody dying does not die any more of lack of care (YY-VIT-6, YY-VIT-9)."""

    type: ClassVar[str] = "yin_yang.stabilised"
    combatant: str
    by: str | None = None


class DyingCounted(Event, frozen=True):
    """A turn more without care (YY-VIT-8)."""

    type: ClassVar[str] = "yin_yang.dying_counted"
    combatant: str
    turns: int


class ConditionSet(Event, frozen=True):
    """The narrator set a condition, or ended it (YY-NARR-3)."""

    type: ClassVar[str] = "yin_yang.condition_set"
    combatant: str
    condition: str
    on: bool
    text: str = ""


class ArmourDestroyed(Event, frozen=True):
    """Two Kings in a row have broken a piece of armour (YY-ARM-8)."""

    type: ClassVar[str] = "yin_yang.armour_destroyed"
    combatant: str
    armour: str


class TimePassed(Event, frozen=True):
    """Hours have passed between turns (YY-NARR-5), for everybody where ``only`` names nobody."""

    type: ClassVar[str] = "yin_yang.time_passed"
    hours: int
    only: tuple[str, ...] = ()


class HoursKept(Event, frozen=True):
    """The hours towards the next point of a track that somebody has now (YY-VIT-10, YY-NARR-8)."""

    type: ClassVar[str] = "yin_yang.hours_kept"
    combatant: str
    track: Track
    hours: int


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
