"""Facts about gear and places: what hands hold, what is worn, who guards whom, who is where."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.yin_yang.items import Armour, Grip, Weapon
from domain.rulesets.yin_yang.words import Band


class ItemPlaced(Event, frozen=True):
    """A weapon or a piece of armour lies about."""

    type: ClassVar[str] = "yin_yang.item_placed"
    weapon: Weapon | None = None
    armour: Armour | None = None


class ItemTaken(Event, frozen=True):
    """Something that lay about is somebody's gear now (YY-WPN-31, YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.item_taken"
    combatant: str
    item: str


class Wielded(Event, frozen=True):
    """What somebody's hands hold from now on (YY-WPN-10)."""

    type: ClassVar[str] = "yin_yang.wielded"
    combatant: str
    grips: tuple[Grip, ...]


class Worn(Event, frozen=True):
    """What armour somebody wears from now on (YY-ARM-12)."""

    type: ClassVar[str] = "yin_yang.worn"
    combatant: str
    armour: tuple[str, ...]


class GuardSet(Event, frozen=True):
    """Somebody watches over another, or says that it does not any more (YY-ATK-15)."""

    type: ClassVar[str] = "yin_yang.guard_set"
    combatant: str
    ward: str
    on: bool


class GuardsEnded(Event, frozen=True):
    """None of these guards watches over any of these wards any more (YY-ATK-15).

    One of them is out of action, or what they watched over is dead or has fled: one fact, however many they are.
    """

    type: ClassVar[str] = "yin_yang.guards_ended"
    guards: tuple[str, ...]
    wards: tuple[str, ...]
    reason: str


class Moved(Event, frozen=True):
    """Somebody moved in respect of another, or into a sub-fight (YY-MOVE-2, YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.moved"
    combatant: str
    other: str | None = None
    band: Band | None = None
    subfight: str | None = None


class DistanceSet(Event, frozen=True):
    """How far two are apart from now on."""

    type: ClassVar[str] = "yin_yang.distance_set"
    first: str
    second: str
    band: Band


class FightSplit(Event, frozen=True):
    """Who is in which sub-fight from now on (YY-MOVE-4)."""

    type: ClassVar[str] = "yin_yang.fight_split"
    subfights: dict[str, str]


PLACE_EVENTS: tuple[type[Event], ...] = (
    ItemPlaced,
    ItemTaken,
    Wielded,
    Worn,
    GuardSet,
    GuardsEnded,
    Moved,
    DistanceSet,
    FightSplit,
)
