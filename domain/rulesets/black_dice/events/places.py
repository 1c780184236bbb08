"""Facts about where and how combatants stand: zones, closeness, cover, weapons in hand, aim, who is seen, time."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.black_dice.state import Cover
from domain.rulesets.black_dice.words import HealingPlace


class Moved(Event, frozen=True):
    """Somebody goes to another zone, or is ``placed`` there: its cover ends, it is close to nobody (BD-COVER-6)."""

    type: ClassVar[str] = "black_dice.moved"
    combatant: str
    zone: str
    placed: bool = False


class CameClose(Event, frozen=True):
    """Two are less than five feet apart from now on; ``placed`` so by the narrator."""

    type: ClassVar[str] = "black_dice.came_close"
    combatant: str
    other: str
    placed: bool = False


class CameApart(Event, frozen=True):
    """Two are close no more."""

    type: ClassVar[str] = "black_dice.came_apart"
    combatant: str
    other: str


class Disengaged(Event, frozen=True):
    """Somebody is close to nobody any more, and no target in melee for the round (BD-WHO-10)."""

    type: ClassVar[str] = "black_dice.disengaged"
    combatant: str


class ThingPlaced(Event, frozen=True):
    """An object stands in another zone."""

    type: ClassVar[str] = "black_dice.thing_placed"
    combatant: str
    zone: str


class CoverTaken(Event, frozen=True):
    """Somebody has this cover from now on, or none (BD-COVER-4)."""

    type: ClassVar[str] = "black_dice.cover_taken"
    combatant: str
    cover: Cover | None


class FellProne(Event, frozen=True):
    """Somebody lies prone."""

    type: ClassVar[str] = "black_dice.fell_prone"
    combatant: str


class StoodUp(Event, frozen=True):
    """Somebody stands again."""

    type: ClassVar[str] = "black_dice.stood_up"
    combatant: str


class DistanceSet(Event, frozen=True):
    """How far two zones are from each other, in feet."""

    type: ClassVar[str] = "black_dice.distance_set"
    zones: tuple[str, str]
    feet: int


class ZoneEquipped(Event, frozen=True):
    """The places of healing that a zone holds from now on (BD-HEAL-17)."""

    type: ClassVar[str] = "black_dice.zone_equipped"
    zone: str
    places: tuple[HealingPlace, ...]


class AwarenessSet(Event, frozen=True):
    """Of whom somebody is unaware from now on (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.awareness_set"
    combatant: str
    unaware_of: tuple[str, ...]


class Surprised(Event, frozen=True):
    """Somebody has its one surprise attack (BD-RNG-7)."""

    type: ClassVar[str] = "black_dice.surprised"
    attacker: str
    target: str


class Readied(Event, frozen=True):
    """The weapons that somebody has in hand from now on, those readied first standing first (BD-MOD-2)."""

    type: ClassVar[str] = "black_dice.readied"
    combatant: str
    weapons: tuple[str, ...]


class WeaponDropped(Event, frozen=True):
    """Somebody has a weapon in hand no more."""

    type: ClassVar[str] = "black_dice.weapon_dropped"
    combatant: str
    weapon: str


class Aimed(Event, frozen=True):
    """Somebody has aimed at a target for so many rounds, this one in it (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aimed"
    combatant: str
    weapon: str
    target: str
    rounds: int


class AimLost(Event, frozen=True):
    """An aim is lost or used up, and this round is no whole round of aiming (BD-MOD-6)."""

    type: ClassVar[str] = "black_dice.aim_lost"
    combatant: str
    reason: str


class TimePassed(Event, frozen=True):
    """Minutes go by outside rounds, in which ``pass_time`` or a treatment is spent."""

    type: ClassVar[str] = "black_dice.time_passed"
    minutes: int


PLACE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    CameClose,
    CameApart,
    Disengaged,
    ThingPlaced,
    CoverTaken,
    FellProne,
    StoodUp,
    DistanceSet,
    ZoneEquipped,
    AwarenessSet,
    Surprised,
    Readied,
    WeaponDropped,
    Aimed,
    AimLost,
    TimePassed,
)
