"""How facts of place, sight, items and vehicles change the fight."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.s3.events import places as fact
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Distraction, Fight, Grip, Hanging, Person, relation_key
from domain.rulesets.s3.words import Relation

MIRRORED: dict[Relation, Relation] = {"ahead": "behind", "behind": "ahead", "alongside": "alongside"}


def moved(fight: Fight, event: fact.Moved) -> None:
    person = fight.people[event.combatant]
    person.zone = event.zone
    _leave_all(fight, event.combatant)


def engaged(fight: Fight, event: fact.Engaged) -> None:
    first, second = sorted((event.combatant, event.other))
    if (first, second) not in fight.engaged:
        fight.engaged = (*fight.engaged, (first, second))


def disengaged(fight: Fight, event: fact.Disengaged) -> None:
    gone = {tuple(sorted((event.combatant, other))) for other in event.others}
    fight.engaged = tuple(pair for pair in fight.engaged if pair not in gone)


def climbed(fight: Fight, event: fact.Climbed) -> None:
    fight.people[event.combatant].climb = None if event.arrived else Hanging(event.link, event.feet)


def climb_forgotten(fight: Fight, event: fact.ClimbForgotten) -> None:
    fight.people[event.combatant].climb = None


def fell(fight: Fight, event: fact.Fell) -> None:
    """The fall itself is told; its damage, and lying prone, are facts of their own."""


def fell_prone(fight: Fight, event: fact.FellProne) -> None:
    fight.people[event.combatant].prone = True


def stood_up(fight: Fight, event: fact.StoodUp) -> None:
    fight.people[event.combatant].prone = False


def left_fight(fight: Fight, event: fact.LeftFight) -> None:
    fight.people[event.combatant].out = event.reason
    _leave_all(fight, event.combatant)


def came_back(fight: Fight, event: fact.CameBack) -> None:
    fight.people[event.combatant].out = None


def hidden(fight: Fight, event: fact.Hidden) -> None:
    person = fight.people[event.combatant]
    person.unseen_by = (*person.unseen_by, *(o for o in event.observers if o not in person.unseen_by))


def spotted(fight: Fight, event: fact.Spotted) -> None:
    person = fight.people[event.combatant]
    person.unseen_by = tuple(observer for observer in person.unseen_by if observer not in event.observers)


def distraction_set(fight: Fight, event: fact.DistractionSet) -> None:
    fight.distractions = (*fight.distractions, Distraction(event.zone, event.until_round))


def distraction_ended(fight: Fight, event: fact.DistractionEnded) -> None:
    fight.distractions = tuple(
        d
        for d in fight.distractions
        if d.zone != event.zone or d.until_round is None or d.until_round > fight.round_number
    )


def item_readied(fight: Fight, event: fact.ItemReadied) -> None:
    person = fight.people[event.combatant]
    person.hands = _grip(_without(person.hands, event.item), event.item, event.hands)


def item_stowed(fight: Fight, event: fact.ItemStowed) -> None:
    person = fight.people[event.combatant]
    person.hands = _without(person.hands, event.item)


def item_grip_loosened(fight: Fight, event: fact.ItemGripLoosened) -> None:
    person = fight.people[event.combatant]
    person.hands = replace(person.hands, **{event.hand: None})


def item_dropped(fight: Fight, event: fact.ItemDropped) -> None:
    _lose(fight.people[event.combatant], event.item.id)
    _lay_down(fight, event.zone, event.item)


def item_picked_up(fight: Fight, event: fact.ItemPickedUp) -> None:
    lying = list(fight.ground.get(event.zone, ()))
    lying.remove(event.item)
    fight.ground = {**fight.ground, event.zone: tuple(lying)}
    _receive(fight.people[event.combatant], event.item, event.kept_as, event.hands)


def item_taken(fight: Fight, event: fact.ItemTaken) -> None:
    _lose(fight.people[event.victim], event.item.id)
    _receive(fight.people[event.combatant], event.item, event.kept_as, event.hands)


def item_used(fight: Fight, event: fact.ItemUsed) -> None:
    person = fight.people[event.combatant]
    if event.left == 0:
        _lose(person, event.item)
    else:
        person.items = {**person.items, event.item: replace(person.items[event.item], quantity=event.left or 0)}


def item_thrown(fight: Fight, event: fact.ItemThrown) -> None:
    person = fight.people[event.combatant]
    if event.left == 0:
        _lose(person, event.item.id)
    else:
        person.items = {**person.items, event.item.id: replace(person.items[event.item.id], quantity=event.left or 0)}
    _lay_down(fight, event.zone, event.item)


def coating_used(fight: Fight, event: fact.CoatingUsed) -> None:
    person = fight.people[event.combatant]
    item = person.items[event.item]
    coating = replace(item.coating, doses=event.left) if item.coating is not None and event.left else None
    person.items = {**person.items, event.item: replace(item, coating=coating)}


def relation_set(fight: Fight, event: fact.RelationSet) -> None:
    fight.relations = {
        **fight.relations,
        relation_key(event.vehicle, event.other): event.relation,
        relation_key(event.other, event.vehicle): MIRRORED[event.relation],
    }


def seat_taken(fight: Fight, event: fact.SeatTaken) -> None:
    person = fight.people[event.combatant]
    if person.vehicle is not None:
        _unseat(fight, person)
    vehicle = fight.vehicles[event.vehicle]
    if event.seat == "driver":
        vehicle.driver = event.combatant
    else:
        vehicle.riders = (*vehicle.riders, event.combatant)
    person.vehicle = event.vehicle
    person.seat = event.seat
    person.zone = vehicle.zone
    person.prone = False


def seat_left(fight: Fight, event: fact.SeatLeft) -> None:
    _unseat(fight, fight.people[event.combatant])


def vehicle_halting(fight: Fight, event: fact.VehicleHalting) -> None:
    """A vehicle that halts already may do so for one more reason; its deadlines stay as they are (S3-MOUNT-22)."""
    vehicle = fight.vehicles[event.vehicle]
    if vehicle.status != "halting":
        vehicle.halting_since = fight.lineage_version
        vehicle.halting_round = fight.round_number
    vehicle.status = "halting"
    vehicle.halting_cause = event.cause


def vehicle_rolling(fight: Fight, event: fact.VehicleRolling) -> None:
    vehicle = fight.vehicles[event.vehicle]
    vehicle.status = "rolling"
    vehicle.halting_cause = None
    vehicle.halting_since = 0
    vehicle.halting_round = 0


def vehicle_stopped(fight: Fight, event: fact.VehicleStopped) -> None:
    fight.vehicles[event.vehicle].status = "stopped"


def vehicle_wrecked(fight: Fight, event: fact.VehicleWrecked) -> None:
    fight.vehicles[event.vehicle].status = "wrecked"


def vehicle_moved(fight: Fight, event: fact.VehicleMoved) -> None:
    vehicle = fight.vehicles[event.vehicle]
    vehicle.zone = event.zone
    for combatant in vehicle.aboard:
        fight.people[combatant].zone = event.zone


def _leave_all(fight: Fight, combatant: str) -> None:
    if any(combatant in pair for pair in fight.engaged):
        fight.engaged = tuple(pair for pair in fight.engaged if combatant not in pair)


def _unseat(fight: Fight, person: Person) -> None:
    if person.vehicle is not None:
        vehicle = fight.vehicles[person.vehicle]
        vehicle.driver = None if vehicle.driver == person.id else vehicle.driver
        vehicle.riders = tuple(rider for rider in vehicle.riders if rider != person.id)
    person.vehicle = None
    person.seat = None


def _without(grip: Grip, item: str) -> Grip:
    return Grip(None if grip.main == item else grip.main, None if grip.off == item else grip.off)


def _grip(grip: Grip, item: str, hands: tuple[str, ...]) -> Grip:
    return replace(grip, **dict.fromkeys(hands, item))


def _lose(person: Person, item: str) -> None:
    person.items = {key: kept for key, kept in person.items.items() if key != item}
    person.hands = _without(person.hands, item)
    if person.armour == item:
        person.armour = None


def _receive(person: Person, item: Item, kept_as: str, hands: tuple[str, ...]) -> None:
    """Into the hands, as an item of its own or joining the stack of that ID."""
    key = kept_as or item.id
    stack = person.items.get(key)
    quantity = item.quantity + (stack.quantity if stack is not None else 0)
    person.items = {**person.items, key: replace(item, id=key, quantity=quantity)}
    person.hands = _grip(person.hands, key, hands)


def _lay_down(fight: Fight, zone: str, item: Item) -> None:
    fight.ground = {**fight.ground, zone: (*fight.ground.get(zone, ()), item)}


PLACE_FOLDS: Folds = {
    fact.Moved: moved,
    fact.Engaged: engaged,
    fact.Disengaged: disengaged,
    fact.Climbed: climbed,
    fact.ClimbForgotten: climb_forgotten,
    fact.Fell: fell,
    fact.FellProne: fell_prone,
    fact.StoodUp: stood_up,
    fact.LeftFight: left_fight,
    fact.CameBack: came_back,
    fact.Hidden: hidden,
    fact.Spotted: spotted,
    fact.DistractionSet: distraction_set,
    fact.DistractionEnded: distraction_ended,
    fact.ItemReadied: item_readied,
    fact.ItemStowed: item_stowed,
    fact.ItemGripLoosened: item_grip_loosened,
    fact.ItemDropped: item_dropped,
    fact.ItemPickedUp: item_picked_up,
    fact.ItemTaken: item_taken,
    fact.ItemUsed: item_used,
    fact.ItemThrown: item_thrown,
    fact.CoatingUsed: coating_used,
    fact.RelationSet: relation_set,
    fact.SeatTaken: seat_taken,
    fact.SeatLeft: seat_left,
    fact.VehicleHalting: vehicle_halting,
    fact.VehicleRolling: vehicle_rolling,
    fact.VehicleStopped: vehicle_stopped,
    fact.VehicleWrecked: vehicle_wrecked,
    fact.VehicleMoved: vehicle_moved,
}
