"""Facts of place: zones, engagement, sight, items in hand and on the ground, vehicles."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.s3 import said
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Distraction, Fight, Hanging, relation_key
from domain.rulesets.s3.words import Gone, Hand, Relation, Seat
from domain.text.sentences import Spoken, SpokenOf

RELATIONS: Final = {"ahead": "is ahead of", "behind": "is behind", "alongside": "is alongside"}
SEATS: Final = {"driver": "drives", "rider": "rides on"}
HALTED_BY: Final = {"damage": "it has been hit too hard", "driverless": "no one is steering"}
LEFT: Final = {0: "none"}
OUT: Final = {
    "escaped": "escapes",
    "left_behind": "is left behind",
    "thrown_out": "is thrown out of the fight",
    "removed": "leaves the fight",
}


class Moved(Event, frozen=True, kw_only=True):
    """Somebody is in another zone now, engaged with nobody (S3-MOVE-2, S3-MOVE-16)."""

    type: ClassVar[str] = "s3.moved"
    says = "{combatant} moves {zone}."
    combatant: str
    zone: Annotated[str, Spoken(said.to_zone)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.zone = self.zone
        fight.disengage(self.combatant)


class Engaged(Event, frozen=True, kw_only=True):
    """Two combatants are in immediate reach of each other (S3-RANGE-5)."""

    type: ClassVar[str] = "s3.engaged"
    says = "{combatant} and {other} are at close quarters."
    combatant: str
    other: str

    def evolve(self, fight: Fight) -> None:
        first, second = sorted((self.combatant, self.other))
        if (first, second) not in fight.engaged:
            fight.engaged = (*fight.engaged, (first, second))


class Disengaged(Event, frozen=True, kw_only=True):
    """Somebody left engagements: those with the combatants named (S3-MOVE-16)."""

    type: ClassVar[str] = "s3.disengaged"
    says = "{combatant} is out of reach of {others}."
    combatant: str
    others: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        gone = {tuple(sorted((self.combatant, other))) for other in self.others}
        fight.engaged = tuple(pair for pair in fight.engaged if pair not in gone)


class Climbed(Event, frozen=True, kw_only=True):
    """A climb went on: feet gained on the link in all; at its height the climber has arrived (S3-MOVE-7, S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climbed"
    combatant: str
    link: Annotated[str, said.AS_WORDS]
    gained: int
    feet: int
    arrived: bool

    def says(self) -> str:
        if self.arrived:
            return "{combatant} climbs the {link} to the top."
        if not self.gained:
            return "{combatant} makes no headway on the {link}."
        if self.gained == self.feet:
            return "{combatant} climbs {feet:foot|feet} up the {link} and hangs there."
        return "{combatant} climbs another {gained:foot|feet} up the {link} and hangs at {feet:foot|feet}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].climb = None if self.arrived else Hanging(self.link, self.feet)


class ClimbForgotten(Event, frozen=True, kw_only=True):
    """Moving elsewhere forgets the feet gained (S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climb_forgotten"
    says = "{combatant} gives up the climb."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].climb = None


class Fell(Event, frozen=True, kw_only=True):
    """Somebody dropped or fell so many storeys, some of them covered by the check (S3-MOVE-9, S3-MOVE-12)."""

    type: ClassVar[str] = "s3.fell"
    combatant: str
    storeys: int
    covered: int

    def says(self) -> str:
        if not self.covered:
            return "{combatant} falls {storeys:storey}."
        if self.covered == self.storeys:
            return "{combatant} comes down {storeys:storey} and lands well."
        return "{combatant} comes down {storeys:storey}, {covered} of them under control."

    def evolve(self, fight: Fight) -> None:
        """The fall itself is told; its damage, and lying prone, are facts of their own."""


class FellProne(Event, frozen=True, kw_only=True):
    """Somebody lies on the ground (S3-TRIP-4)."""

    type: ClassVar[str] = "s3.fell_prone"
    says = "{combatant} falls to the ground."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = True


class StoodUp(Event, frozen=True, kw_only=True):
    """Somebody is on its feet again (S3-MOVE-18)."""

    type: ClassVar[str] = "s3.stood_up"
    says = "{combatant} is back on {combatant:their} feet."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class LeftFight(Event, frozen=True, kw_only=True):
    """Somebody is out of the fight without being disabled."""

    type: ClassVar[str] = "s3.left_fight"
    says = "{combatant} {reason}."
    combatant: str
    reason: Annotated[Gone, Spoken(OUT)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].out = self.reason
        fight.disengage(self.combatant)


class CameBack(Event, frozen=True, kw_only=True):
    """The narrator brought somebody back who was out (S3-NARR-8)."""

    type: ClassVar[str] = "s3.came_back"
    says = "{combatant} is back in the fight."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].out = None


class Hidden(Event, frozen=True, kw_only=True):
    """Observers lost sight of somebody (S3-HIDE-3)."""

    type: ClassVar[str] = "s3.hidden"
    says = "{combatant} is hidden from {observers}."
    combatant: str
    observers: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unseen_by = (*person.unseen_by, *(o for o in self.observers if o not in person.unseen_by))


class Spotted(Event, frozen=True, kw_only=True):
    """Observers see somebody again (S3-HIDE-7)."""

    type: ClassVar[str] = "s3.spotted"
    says = "{combatant} is no longer hidden from {observers}."
    combatant: str
    observers: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unseen_by = tuple(observer for observer in person.unseen_by if observer not in self.observers)


class DistractionSet(Event, frozen=True, kw_only=True):
    """Something in a zone makes hiding possible, through a round or until the scene ends (S3-HIDE-2)."""

    type: ClassVar[str] = "s3.distraction_set"
    says = "There is a distraction {zone}[ until the end of round {until_round}]."
    zone: Annotated[str, Spoken(said.at_zone)]
    until_round: int | None = None

    def evolve(self, fight: Fight) -> None:
        fight.distractions = (*fight.distractions, Distraction(self.zone, self.until_round))


class DistractionEnded(Event, frozen=True, kw_only=True):
    """A distraction is over."""

    type: ClassVar[str] = "s3.distraction_ended"
    says = "The distraction {zone} is over."
    zone: Annotated[str, Spoken(said.at_zone)]

    def evolve(self, fight: Fight) -> None:
        fight.distractions = tuple(
            d
            for d in fight.distractions
            if d.zone != self.zone or d.until_round is None or d.until_round > fight.round_number
        )


class ItemReadied(Event, frozen=True, kw_only=True):
    """An item was taken in hand, in these hands (S3-TURN-13, S3-ATK-9)."""

    type: ClassVar[str] = "s3.item_readied"
    says = "{combatant} takes {item} in {hands}."
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = person.hands.without(self.item).holding(self.item, self.hands)


class ItemStowed(Event, frozen=True, kw_only=True):
    """An item left the hands and stays with its carrier."""

    type: ClassVar[str] = "s3.item_stowed"
    says = "{combatant} puts {item} away."
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = person.hands.without(self.item)


class ItemGripLoosened(Event, frozen=True, kw_only=True):
    """One hand let go of a two-handed item; the other still holds it (S3-CALL-7)."""

    type: ClassVar[str] = "s3.item_grip_loosened"
    says = "{combatant's} {hand} hand lets go of {item}."
    combatant: str
    item: Annotated[str, SpokenOf(said.own_item)]
    hand: Annotated[Hand, said.AS_WORDS]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.hands = replace(person.hands, **{self.hand: None})


class ItemDropped(Event, frozen=True, kw_only=True):
    """An item left its carrier and lies in a zone now."""

    type: ClassVar[str] = "s3.item_dropped"
    says = "{combatant} drops {item}."
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    zone: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].lose(self.item.id)
        fight.lay_down(self.zone, self.item)


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """An item of the zone was taken into a hand (S3-MOVE-18).

    ``kept_as`` is its ID from now on: that of an equal stack it joins, or a new one where its own is taken.
    """

    type: ClassVar[str] = "s3.item_picked_up"
    says = "{combatant} picks up {item} with {hands}."
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    zone: str
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]
    kept_as: str = ""

    def evolve(self, fight: Fight) -> None:
        lying = list(fight.ground.get(self.zone, ()))
        lying.remove(self.item)
        fight.ground = {**fight.ground, self.zone: tuple(lying)}
        fight.people[self.combatant].receive(self.item, self.kept_as, self.hands)


class ItemTaken(Event, frozen=True, kw_only=True):
    """An item changed its carrier by a disarm (S3-DISARM-3); ``kept_as`` is its ID from now on."""

    type: ClassVar[str] = "s3.item_taken"
    says = "{combatant} wrests {item} from {victim} with {hands}."
    combatant: str
    victim: str
    item: Annotated[Item, Spoken(said.item)]
    hands: Annotated[tuple[Hand, ...], Spoken(said.hands)]
    kept_as: str = ""

    def evolve(self, fight: Fight) -> None:
        fight.people[self.victim].lose(self.item.id)
        fight.people[self.combatant].receive(self.item, self.kept_as, self.hands)


class ItemUsed(Event, frozen=True, kw_only=True):
    """One of a quantity was used up (S3-ATK-11); at 0 the item is gone."""

    type: ClassVar[str] = "s3.item_used"
    says = "{combatant} uses up one {item}[; {left} left]."
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[str, SpokenOf(said.item_name)]
    left: Annotated[int | None, Spoken(LEFT)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.left == 0:
            person.lose(self.item)
        else:
            person.items = {**person.items, self.item: replace(person.items[self.item], quantity=self.left or 0)}


class ItemThrown(Event, frozen=True, kw_only=True):
    """One of a thrown item lies in a zone now (S3-ATK-11)."""

    type: ClassVar[str] = "s3.item_thrown"
    says = "{combatant} throws {item}; it lands {zone}[, {left} left]."
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[Item, Spoken(said.item)]
    left: Annotated[int | None, Spoken(LEFT)] = None
    zone: Annotated[str, Spoken(said.at_zone)] = ""

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.left == 0:
            person.lose(self.item.id)
        else:
            person.items = {**person.items, self.item.id: replace(person.items[self.item.id], quantity=self.left or 0)}
        fight.lay_down(self.zone, self.item)


class CoatingUsed(Event, frozen=True, kw_only=True):
    """One dose of an item's poison was used (S3-POIS-5)."""

    type: ClassVar[str] = "s3.coating_used"
    says = "A dose of poison comes off {combatant's} {item}[; {left} left]."
    private: ClassVar[frozenset[str]] = frozenset({"left"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    item: Annotated[str, SpokenOf(said.item_name)]
    left: Annotated[int | None, Spoken(LEFT)] = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        item = person.items[self.item]
        coating = replace(item.coating, doses=self.left) if item.coating is not None and self.left else None
        person.items = {**person.items, self.item: replace(item, coating=coating)}


class RelationSet(Event, frozen=True, kw_only=True):
    """Where a vehicle stands, seen from another (S3-MOUNT-2)."""

    type: ClassVar[str] = "s3.relation_set"
    says = "{vehicle} {relation} {other}."
    vehicle: Annotated[str, Spoken(said.anybody)]
    other: Annotated[str, Spoken(said.anybody)]
    relation: Annotated[Relation, Spoken(RELATIONS)]

    def evolve(self, fight: Fight) -> None:
        fight.relations = {
            **fight.relations,
            relation_key(self.vehicle, self.other): self.relation,
            relation_key(self.other, self.vehicle): MIRRORED[self.relation],
        }


class SeatTaken(Event, frozen=True, kw_only=True):
    """Somebody sits on a vehicle now, as driver or rider; it has left any other."""

    type: ClassVar[str] = "s3.seat_taken"
    says = "{combatant} {seat} {vehicle}."
    combatant: str
    vehicle: Annotated[str, Spoken(said.anybody)]
    seat: Annotated[Seat, Spoken(SEATS)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.vehicle is not None:
            fight.unseat(person)
        vehicle = fight.vehicles[self.vehicle]
        if self.seat == "driver":
            vehicle.driver = self.combatant
        else:
            vehicle.riders = (*vehicle.riders, self.combatant)
        person.vehicle = self.vehicle
        person.seat = self.seat
        person.zone = vehicle.zone
        person.prone = False


class SeatLeft(Event, frozen=True, kw_only=True):
    """Somebody sits on no vehicle any more."""

    type: ClassVar[str] = "s3.seat_left"
    says = "{combatant} is off {vehicle}."
    combatant: str
    vehicle: Annotated[str, Spoken(said.anybody)]

    def evolve(self, fight: Fight) -> None:
        fight.unseat(fight.people[self.combatant])


class VehicleHalting(Event, frozen=True, kw_only=True):
    """A vehicle comes to rest (S3-MOUNT-11, S3-MOUNT-20)."""

    type: ClassVar[str] = "s3.vehicle_halting"
    says = "{vehicle} slows down: {cause}."
    vehicle: Annotated[str, Spoken(said.anybody)]
    cause: Annotated[str, Spoken(HALTED_BY)]

    def evolve(self, fight: Fight) -> None:
        """A vehicle that halts already may do so for one more reason; its deadlines stay as they are (S3-MOUNT-22)."""
        vehicle = fight.vehicles[self.vehicle]
        if vehicle.status != "halting":
            vehicle.halting_since = fight.lineage_version
            vehicle.halting_round = fight.round_number
        vehicle.status = "halting"
        vehicle.halting_cause = self.cause


class VehicleRolling(Event, frozen=True, kw_only=True):
    """A vehicle rolls again (S3-MOUNT-28)."""

    type: ClassVar[str] = "s3.vehicle_rolling"
    says = "{vehicle} is moving again."
    vehicle: Annotated[str, Spoken(said.anybody)]

    def evolve(self, fight: Fight) -> None:
        vehicle = fight.vehicles[self.vehicle]
        vehicle.status = "rolling"
        vehicle.halting_cause = None
        vehicle.halting_since = 0
        vehicle.halting_round = 0


class VehicleStopped(Event, frozen=True, kw_only=True):
    """Nobody able is left on a vehicle: it stands (S3-MOUNT-11, S3-MOUNT-22)."""

    type: ClassVar[str] = "s3.vehicle_stopped"
    says = "{vehicle} comes to a standstill."
    vehicle: Annotated[str, Spoken(said.anybody)]

    def evolve(self, fight: Fight) -> None:
        fight.vehicles[self.vehicle].status = "stopped"


class VehicleWrecked(Event, frozen=True, kw_only=True):
    """A vehicle crashed (S3-MOUNT-23)."""

    type: ClassVar[str] = "s3.vehicle_wrecked"
    says = "{vehicle} crashes and is wrecked."
    vehicle: Annotated[str, Spoken(said.anybody)]

    def evolve(self, fight: Fight) -> None:
        fight.vehicles[self.vehicle].status = "wrecked"


class VehicleMoved(Event, frozen=True, kw_only=True):
    """The narrator moved a vehicle to another zone, with all aboard."""

    type: ClassVar[str] = "s3.vehicle_moved"
    says = "{vehicle} moves {zone} with everyone aboard."
    vehicle: Annotated[str, Spoken(said.anybody)]
    zone: Annotated[str, Spoken(said.to_zone)]

    def evolve(self, fight: Fight) -> None:
        vehicle = fight.vehicles[self.vehicle]
        vehicle.zone = self.zone
        for combatant in vehicle.aboard:
            fight.people[combatant].zone = self.zone


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

MIRRORED: dict[Relation, Relation] = {"ahead": "behind", "behind": "ahead", "alongside": "alongside"}
