"""Facts about places and things: steps, sight, areas, what is in hand, on the body and on the ground."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.ticks.state import Square


class Stepped(Event, frozen=True):
    """Somebody steps to a neighbouring square (TK-MOVE-3)."""

    type: ClassVar[str] = "ticks.stepped"
    combatant: str
    to: Square


class Placed(Event, frozen=True):
    """The narrator puts somebody on a square (TK-POS-6)."""

    type: ClassVar[str] = "ticks.placed"
    combatant: str
    to: Square


class SightSet(Event, frozen=True):
    """Whether somebody sees somebody; with ``both`` also the other way round (TK-SIGHT-2)."""

    type: ClassVar[str] = "ticks.sight_set"
    observer: str
    target: str
    visible: bool
    both: bool = True


class AreaDefined(Event, frozen=True):
    """Some squares have a name (TK-DEFER-2)."""

    type: ClassVar[str] = "ticks.area_defined"
    name: str
    squares: tuple[Square, ...]


class Drew(Event, frozen=True):
    """A carried thing is in hand (TK-OTHER-4); ``quick`` by a quick draw (TK-QD-2, TK-QD-4)."""

    type: ClassVar[str] = "ticks.drew"
    combatant: str
    item: str
    quick: bool = False


class Stowed(Event, frozen=True):
    """A thing in hand is on the body (TK-OTHER-4)."""

    type: ClassVar[str] = "ticks.stowed"
    combatant: str
    item: str


class PickedUp(Event, frozen=True):
    """A thing from the ground is in hand (TK-OTHER-5)."""

    type: ClassVar[str] = "ticks.picked_up"
    combatant: str
    item: str


class Dropped(Event, frozen=True):
    """A thing lies on the ground: let fall (TK-OTHER-9), struck from the hand (TK-DISARM-5) or thrown (TK-ATK-7)."""

    type: ClassVar[str] = "ticks.dropped"
    combatant: str
    item: str
    square: Square
    why: str = "dropped"


class Reloaded(Event, frozen=True):
    """A weapon is loaded as far as its spare ammunition goes (TK-OTHER-6)."""

    type: ClassVar[str] = "ticks.reloaded"
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: str
    loaded: int | None = None
    spare: int | None = None


class Restocked(Event, frozen=True):
    """How much spare ammunition there is for a weapon."""

    type: ClassVar[str] = "ticks.restocked"
    private: ClassVar[frozenset[str]] = frozenset({"item", "spare"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: str | None = None
    spare: int | None = None


class AmmunitionUsed(Event, frozen=True):
    """Units are gone from a weapon (TK-AMMO-1); ``loaded`` are left in it."""

    type: ClassVar[str] = "ticks.ammunition_used"
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: str
    units: int
    loaded: int | None = None


class DeedDone(Event, frozen=True):
    """Something is done (TK-OTHER-2, TK-EVADE-3), in words where it has no other trace."""

    type: ClassVar[str] = "ticks.deed_done"
    combatant: str
    kind: str
    text: str = ""


PLACE_EVENTS: tuple[type[Event], ...] = (
    Stepped,
    Placed,
    SightSet,
    AreaDefined,
    Drew,
    Stowed,
    PickedUp,
    Dropped,
    Reloaded,
    Restocked,
    AmmunitionUsed,
    DeedDone,
)
