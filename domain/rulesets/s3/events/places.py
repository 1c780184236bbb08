"""Facts of place: zones, engagement, sight, items in hand and on the ground, vehicles."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.words import Gone, Hand, Relation, Seat


class Moved(Event, frozen=True):
    """Somebody is in another zone now, engaged with nobody (S3-MOVE-2, S3-MOVE-16)."""

    type: ClassVar[str] = "s3.moved"
    combatant: str
    zone: str


class Engaged(Event, frozen=True):
    """Two combatants are in immediate reach of each other (S3-RANGE-5)."""

    type: ClassVar[str] = "s3.engaged"
    combatant: str
    other: str


class Disengaged(Event, frozen=True):
    """Somebody left engagements: those with the combatants named (S3-MOVE-16)."""

    type: ClassVar[str] = "s3.disengaged"
    combatant: str
    others: tuple[str, ...]


class Climbed(Event, frozen=True):
    """A climb went on: feet gained on the link in all; at its height the climber has arrived (S3-MOVE-7, S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climbed"
    combatant: str
    link: str
    gained: int
    feet: int
    arrived: bool


class ClimbForgotten(Event, frozen=True):
    """Moving elsewhere forgets the feet gained (S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climb_forgotten"
    combatant: str


class Fell(Event, frozen=True):
    """Somebody dropped or fell so many storeys, some of them covered by the check (S3-MOVE-9, S3-MOVE-12)."""

    type: ClassVar[str] = "s3.fell"
    combatant: str
    storeys: int
    covered: int


class FellProne(Event, frozen=True):
    """Somebody lies on the ground (S3-TRIP-4)."""

    type: ClassVar[str] = "s3.fell_prone"
    combatant: str


class StoodUp(Event, frozen=True):
    """Somebody is on its feet again (S3-MOVE-18)."""

    type: ClassVar[str] = "s3.stood_up"
    combatant: str


class LeftFight(Event, frozen=True):
    """Somebody is out of the fight without being disabled."""

    type: ClassVar[str] = "s3.left_fight"
    combatant: str
    reason: Gone


class CameBack(Event, frozen=True):
    """The narrator brought somebody back who was out (S3-NARR-8)."""

    type: ClassVar[str] = "s3.came_back"
    combatant: str


class Hidden(Event, frozen=True):
    """Observers lost sight of somebody (S3-HIDE-3)."""

    type: ClassVar[str] = "s3.hidden"
    combatant: str
    observers: tuple[str, ...]


class Spotted(Event, frozen=True):
    """Observers see somebody again (S3-HIDE-7)."""

    type: ClassVar[str] = "s3.spotted"
    combatant: str
    observers: tuple[str, ...]


class DistractionSet(Event, frozen=True):
    """Something in a zone makes hiding possible, through a round or until the scene ends (S3-HIDE-2)."""

    type: ClassVar[str] = "s3.distraction_set"
    zone: str
    until_round: int | None = None


class DistractionEnded(Event, frozen=True):
    """A distraction is over."""

    type: ClassVar[str] = "s3.distraction_ended"
    zone: str


class ItemReadied(Event, frozen=True):
    """An item was taken in hand, in these hands (S3-TURN-13, S3-ATK-9)."""

    type: ClassVar[str] = "s3.item_readied"
    combatant: str
    item: str
    hands: tuple[Hand, ...]


class ItemStowed(Event, frozen=True):
    """An item left the hands and stays with its carrier."""

    type: ClassVar[str] = "s3.item_stowed"
    combatant: str
    item: str


class ItemGripLoosened(Event, frozen=True):
    """One hand let go of a two-handed item; the other still holds it (S3-CALL-7)."""

    type: ClassVar[str] = "s3.item_grip_loosened"
    combatant: str
    item: str
    hand: Hand


class ItemDropped(Event, frozen=True):
    """An item left its carrier and lies in a zone now."""

    type: ClassVar[str] = "s3.item_dropped"
    combatant: str
    item: Item
    zone: str


class ItemPickedUp(Event, frozen=True):
    """An item of the zone was taken into a hand (S3-MOVE-18).

    ``kept_as`` is its ID from now on: that of an equal stack it joins, or a new one where its own is taken.
    """

    type: ClassVar[str] = "s3.item_picked_up"
    combatant: str
    item: Item
    zone: str
    hands: tuple[Hand, ...]
    kept_as: str = ""


class ItemTaken(Event, frozen=True):
    """An item changed its carrier by a disarm (S3-DISARM-3); ``kept_as`` is its ID from now on."""

    type: ClassVar[str] = "s3.item_taken"
    combatant: str
    victim: str
    item: Item
    hands: tuple[Hand, ...]
    kept_as: str = ""


class ItemUsed(Event, frozen=True):
    """One of a quantity was used up (S3-ATK-11); at 0 the item is gone."""

    type: ClassVar[str] = "s3.item_used"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: str
    left: int | None = None


class ItemThrown(Event, frozen=True):
    """One of a thrown item lies in a zone now (S3-ATK-11)."""

    type: ClassVar[str] = "s3.item_thrown"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Item
    left: int | None = None
    zone: str = ""


class CoatingUsed(Event, frozen=True):
    """One dose of an item's poison was used (S3-POIS-5)."""

    type: ClassVar[str] = "s3.coating_used"
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: str
    left: int | None = None


class RelationSet(Event, frozen=True):
    """Where a vehicle stands, seen from another (S3-MOUNT-2)."""

    type: ClassVar[str] = "s3.relation_set"
    vehicle: str
    other: str
    relation: Relation


class SeatTaken(Event, frozen=True):
    """Somebody sits on a vehicle now, as driver or rider; it has left any other."""

    type: ClassVar[str] = "s3.seat_taken"
    combatant: str
    vehicle: str
    seat: Seat


class SeatLeft(Event, frozen=True):
    """Somebody sits on no vehicle any more."""

    type: ClassVar[str] = "s3.seat_left"
    combatant: str
    vehicle: str


class VehicleHalting(Event, frozen=True):
    """A vehicle comes to rest (S3-MOUNT-11, S3-MOUNT-20)."""

    type: ClassVar[str] = "s3.vehicle_halting"
    vehicle: str
    cause: str


class VehicleRolling(Event, frozen=True):
    """A vehicle rolls again (S3-MOUNT-28)."""

    type: ClassVar[str] = "s3.vehicle_rolling"
    vehicle: str


class VehicleStopped(Event, frozen=True):
    """Nobody able is left on a vehicle: it stands (S3-MOUNT-11, S3-MOUNT-22)."""

    type: ClassVar[str] = "s3.vehicle_stopped"
    vehicle: str


class VehicleWrecked(Event, frozen=True):
    """A vehicle crashed (S3-MOUNT-23)."""

    type: ClassVar[str] = "s3.vehicle_wrecked"
    vehicle: str


class VehicleMoved(Event, frozen=True):
    """The narrator moved a vehicle to another zone, with all aboard."""

    type: ClassVar[str] = "s3.vehicle_moved"
    vehicle: str
    zone: str


PLACE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    Engaged,
    Disengaged,
    Climbed,
    ClimbForgotten,
    Fell,
    FellProne,
    StoodUp,
    LeftFight,
    CameBack,
    Hidden,
    Spotted,
    DistractionSet,
    DistractionEnded,
    ItemReadied,
    ItemStowed,
    ItemGripLoosened,
    ItemDropped,
    ItemPickedUp,
    ItemTaken,
    ItemUsed,
    ItemThrown,
    CoatingUsed,
    RelationSet,
    SeatTaken,
    SeatLeft,
    VehicleHalting,
    VehicleRolling,
    VehicleStopped,
    VehicleWrecked,
    VehicleMoved,
)
