"""Facts about places and things: moves, turns, vehicles, cover, what hands hold, loading."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state.fight import Circumstance
from domain.rulesets.century.state.person import Cover
from domain.rulesets.century.state.place import Place
from domain.rulesets.century.words import ControlOutcome, Hand, Way


class Moved(Event, frozen=True):
    """Somebody or a vehicle has moved (CE-ACT-40); ``place`` where it is now, if that is known."""

    type: ClassVar[str] = "century.moved"
    combatant: str
    mode: Way
    metres: int
    place: Place | None = None
    stealthy: bool = False
    vehicle: str | None = None


class Turned(Event, frozen=True):
    """Somebody or a vehicle has turned (CE-TURN-1); ``heading`` where it looks now, if that is known."""

    type: ClassVar[str] = "century.turned"
    combatant: str
    degrees: int
    heading: int | None = None
    vehicle: str | None = None


class Placed(Event, frozen=True):
    """The narrator says where somebody is and where it looks (CE-RANGE-11)."""

    type: ClassVar[str] = "century.placed"
    combatant: str
    place: Place | None = None
    heading: int | None = None


class ControlDue(Event, frozen=True):
    """A driver has to roll to keep its vehicle under control (CE-CLASS-3, CE-CLASS-9).

    ``degrees`` are those counted against the Turn Class; ``asked`` says that the narrator has asked for it.
    """

    type: ClassVar[str] = "century.control_due"
    vehicle: str
    combatant: str
    degrees: int
    penalty: int
    asked: bool = False


class ControlLost(Event, frozen=True):
    """A vehicle is out of control (CE-CLASS-8); ``heading`` where it looks then, if that is known."""

    type: ClassVar[str] = "century.control_lost"
    vehicle: str
    combatant: str
    outcome: ControlOutcome
    heading: int | None = None


class SeatTaken(Event, frozen=True):
    """Somebody sits in a vehicle, drives it, or has got out (CE-SHEET-42)."""

    type: ClassVar[str] = "century.seat_taken"
    combatant: str
    vehicle: str | None = None
    driving: bool = False


class CoverSet(Event, frozen=True):
    """What somebody stands behind from now on (CE-COVER-1)."""

    type: ClassVar[str] = "century.cover_set"
    combatant: str
    cover: Cover


class CoverLost(Event, frozen=True):
    """Somebody stands behind nothing any more, because it has moved (CE-COVER-14)."""

    type: ClassVar[str] = "century.cover_lost"
    combatant: str


class CircumstanceSet(Event, frozen=True):
    """A standing modifier of To-Hit Rolls (CE-MOD-25)."""

    type: ClassVar[str] = "century.circumstance_set"
    circumstance: Circumstance


class CircumstanceEnded(Event, frozen=True):
    """A standing modifier counts no more."""

    type: ClassVar[str] = "century.circumstance_ended"
    circumstance: Circumstance


class ItemDrawn(Event, frozen=True):
    """A carried item is in hand now (CE-ACT-44)."""

    type: ClassVar[str] = "century.item_drawn"
    combatant: str
    item: str
    hands: tuple[Hand, ...]


class ItemStowed(Event, frozen=True):
    """A held item is put away (CE-ACT-46)."""

    type: ClassVar[str] = "century.item_stowed"
    combatant: str
    item: str


class ItemDropped(Event, frozen=True):
    """An item has left somebody's hand and lies on the ground (CE-ACT-45, CE-SHEET-40).

    ``lying`` is what it is called there. ``reason``: ``discarded``, ``fell``, ``disarmed``, ``shot``, ``thrown``,
    ``lost``.
    """

    type: ClassVar[str] = "century.item_dropped"
    combatant: str
    item: str
    lying: str
    reason: str
    place: Place | None = None


class ItemPickedUp(Event, frozen=True):
    """Something on the ground is in hand now (CE-ACT-47); ``item`` is what it is called there, ``as_item`` here."""

    type: ClassVar[str] = "century.item_picked_up"
    combatant: str
    item: str
    as_item: str
    weapon: Weapon
    hands: tuple[Hand, ...]


class ItemUsedUp(Event, frozen=True):
    """A thrown explosive is used up, or a weapon has gone to pieces (CE-LOAD-5)."""

    type: ClassVar[str] = "century.item_used_up"
    combatant: str
    item: str


class WeaponLoaded(Event, frozen=True):
    """A weapon is loaded (CE-LOAD-2): what is in it now, and what is left to load."""

    type: ClassVar[str] = "century.weapon_loaded"
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "reloads", "loose_rounds"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: str
    loaded: int | None = None
    reloads: int | None = None
    loose_rounds: int = 0


class RoundsFired(Event, frozen=True):
    """Rounds have left a weapon (CE-LOAD-6); ``weapon`` is what it is called in hand, or on the ground by then."""

    type: ClassVar[str] = "century.rounds_fired"
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: str
    rounds: int
    loaded: int | None = None


class WeaponFailed(Event, frozen=True):
    """A weapon is jammed, broken or destroyed (CE-CRIT-16 to CE-CRIT-19); ``rounds`` that clearing the jam takes."""

    type: ClassVar[str] = "century.weapon_failed"
    combatant: str
    weapon: str
    state: str
    rounds: int = 0


class JamCleared(Event, frozen=True):
    """A round of clearing is over (CE-CRIT-17): the rounds that it still takes, none when the weapon works again."""

    type: ClassVar[str] = "century.jam_cleared"
    combatant: str
    weapon: str
    rounds: int = 0


class ArmourWorn(Event, frozen=True):
    """Somebody wears this piece of its armour from now on, or none (CE-ARMOR-9)."""

    type: ClassVar[str] = "century.armour_worn"
    combatant: str
    armour: str | None = None


class ActionTaken(Event, frozen=True):
    """Somebody does something that is no fighting (CE-ACT-51)."""

    type: ClassVar[str] = "century.action_taken"
    combatant: str
    what: str


class ActionForgone(Event, frozen=True):
    """Something is not done after all, because slot or pool cannot bear its cost (CE-ACT-51); nothing is paid.

    ``mp`` is the cost that the narrator has named, if he has.
    """

    type: ClassVar[str] = "century.action_forgone"
    combatant: str
    what: str
    mp: int | None = None


class LeftField(Event, frozen=True):
    """Somebody has left the field (CE-END-8)."""

    type: ClassVar[str] = "century.left_field"
    combatant: str
    reason: str = ""


PLACE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    Turned,
    Placed,
    ControlDue,
    ControlLost,
    SeatTaken,
    CoverSet,
    CoverLost,
    CircumstanceSet,
    CircumstanceEnded,
    ItemDrawn,
    ItemStowed,
    ItemDropped,
    ItemPickedUp,
    ItemUsedUp,
    WeaponLoaded,
    RoundsFired,
    WeaponFailed,
    JamCleared,
    ArmourWorn,
    ActionTaken,
    ActionForgone,
    LeftField,
)
