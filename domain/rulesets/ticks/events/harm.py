"""Facts about wounds, dying and care."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.ticks.words import Care, Unconscious


class Wounded(Event, frozen=True):
    """Somebody is wounded (TK-DMG-2, TK-DMG-7): by how much, and how many wounds it has then."""

    type: ClassVar[str] = "ticks.wounded"
    private: ClassVar[frozenset[str]] = frozenset({"total"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wounds: int
    total: int | None = None
    reason: str = ""


class ArmourWornDown(Event, frozen=True):
    """Armour is worn down (TK-ARM-4)."""

    type: ClassVar[str] = "ticks.armour_worn_down"
    private: ClassVar[frozenset[str]] = frozenset({"wear"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wear: int | None = None


class Repaired(Event, frozen=True):
    """Armour is whole again (TK-ARM-6)."""

    type: ClassVar[str] = "ticks.repaired"
    combatant: str


class FellUnconscious(Event, frozen=True):
    """Somebody is unconscious, by its wounds (TK-KO-1) or because it chose to be (TK-KO-3)."""

    type: ClassVar[str] = "ticks.fell_unconscious"
    combatant: str
    cause: Unconscious


class Woke(Event, frozen=True):
    """Somebody is conscious again (TK-KO-4)."""

    type: ClassVar[str] = "ticks.woke"
    combatant: str


class BeganDying(Event, frozen=True):
    """Somebody is dying since a second of the clock (TK-DYING-1)."""

    type: ClassVar[str] = "ticks.began_dying"
    combatant: str
    since: int


class Stabilised(Event, frozen=True):
    """Somebody is no longer dying (TK-AID-5)."""

    type: ClassVar[str] = "ticks.stabilised"
    combatant: str
    by: str


class Died(Event, frozen=True):
    """Somebody is dead (TK-DYING-3)."""

    type: ClassVar[str] = "ticks.died"
    combatant: str


class Recovered(Event, frozen=True):
    """Days of recovery have gone by (TK-REC-1): how many wounds there are then, and the days of care begun."""

    type: ClassVar[str] = "ticks.recovered"
    private: ClassVar[frozenset[str]] = frozenset({"wounds", "care_days"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    days: int
    wounds: int | None = None
    care: Care | None = None
    care_days: int | None = None


HARM_EVENTS: tuple[type[Event], ...] = (
    Wounded,
    ArmourWornDown,
    Repaired,
    FellUnconscious,
    Woke,
    BeganDying,
    Stabilised,
    Died,
    Recovered,
)
