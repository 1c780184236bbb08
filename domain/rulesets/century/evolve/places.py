"""Folds of places and things: moves, turns, vehicles, cover, what hands hold, loading."""

from typing import Any

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.century.events.places import (
    ActionForgone,
    ActionTaken,
    ArmourWorn,
    CircumstanceEnded,
    CircumstanceSet,
    ControlDue,
    ControlLost,
    CoverLost,
    CoverSet,
    ItemDrawn,
    ItemDropped,
    ItemPickedUp,
    ItemStowed,
    ItemUsedUp,
    JamCleared,
    LeftField,
    Moved,
    Placed,
    RoundsFired,
    SeatTaken,
    Turned,
    WeaponFailed,
    WeaponLoaded,
)
from domain.rulesets.century.evolve.rolls import CLEARING, drop
from domain.rulesets.century.evolve.rounds import leave_order
from domain.rulesets.century.state import Cover, Craft, Dropped, Fight, Person


def _craft(vehicle: Person, **fields: Any) -> None:
    if vehicle.craft is not None:
        vehicle.craft = replace(vehicle.craft, **fields)


def _aboard(fight: Fight, vehicle: Person) -> list[Person]:
    craft = vehicle.craft or Craft()
    return [fight.people[name] for name in (craft.driver, *craft.passengers) if name is not None]


def _weapon(person: Person, weapon: str, **fields: Any) -> None:
    if weapon in person.weapons:
        person.weapons = {**person.weapons, weapon: replace(person.weapons[weapon], **fields)}


def _let_go(person: Person, item: str) -> None:
    """Hands let go of an item; nobody goes on clearing a jam of what it holds no more (CE-CRIT-17)."""
    person.held = {hand: held for hand, held in person.held.items() if held != item}
    clearing = person.conditions.get(CLEARING)
    if clearing is not None and clearing.weapon == item:
        drop(person, CLEARING)


def moved(fight: Fight, event: Moved) -> None:
    """Passengers move with the vehicle (CE-CLASS-12); a move breaks a turn that goes on (CE-CLASS-5)."""
    mover = fight.people[event.vehicle or event.combatant]
    mover.metres += event.metres
    _craft(mover, turning=0)
    if event.place is not None:
        mover.place = event.place
        for person in _aboard(fight, mover):
            person.place = event.place


def turned(fight: Fight, event: Turned) -> None:
    """Degrees count without their sign (CE-CLASS-5)."""
    turner = fight.people[event.vehicle or event.combatant]
    turner.heading = event.heading
    if turner.craft is not None:
        craft, degrees = turner.craft, abs(event.degrees)
        turning = craft.turning + degrees
        _craft(turner, degrees=craft.degrees + degrees, turning=turning, longest=max(craft.longest, turning))


def placed(fight: Fight, event: Placed) -> None:
    person = fight.people[event.combatant]
    person.place, person.heading = event.place, event.heading
    for one in _aboard(fight, person):
        one.place = event.place


def control_due(fight: Fight, event: ControlDue) -> None:
    """A roll that the narrator asks for does not count as the mandatory one (CE-CLASS-9)."""
    if not event.asked:
        _craft(fight.people[event.vehicle], checked=event.degrees)


def control_lost(fight: Fight, event: ControlLost) -> None:
    """The pool is lost (CE-CLASS-8); what halves the next one is not undone by losing control again."""
    vehicle = fight.people[event.vehicle]
    vehicle.heading, vehicle.pool = event.heading, 0
    halved = event.outcome == "stall" or (vehicle.craft is not None and vehicle.craft.half_pool)
    _craft(vehicle, out_of_control=True, half_pool=halved)


def seat_taken(fight: Fight, event: SeatTaken) -> None:
    """Whoever takes a seat leaves the one it had, and is where the vehicle is."""
    for vehicle in fight.people.values():
        craft = vehicle.craft
        if craft is not None and event.combatant in (craft.driver, *craft.passengers):
            driver = None if craft.driver == event.combatant else craft.driver
            _craft(
                vehicle, driver=driver, passengers=tuple([one for one in craft.passengers if one != event.combatant])
            )
    if event.vehicle is not None:
        vehicle = fight.people[event.vehicle]
        craft = vehicle.craft or Craft()
        if event.driving:
            _craft(vehicle, driver=event.combatant)
        else:
            _craft(vehicle, passengers=(*craft.passengers, event.combatant))
        fight.people[event.combatant].place = vehicle.place


def cover_set(fight: Fight, event: CoverSet) -> None:
    fight.people[event.combatant].cover = event.cover


def cover_lost(fight: Fight, event: CoverLost) -> None:
    fight.people[event.combatant].cover = Cover()


def circumstance_set(fight: Fight, event: CircumstanceSet) -> None:
    fight.circumstances = {**fight.circumstances, event.circumstance.key: event.circumstance}


def circumstance_ended(fight: Fight, event: CircumstanceEnded) -> None:
    over = event.circumstance.key
    fight.circumstances = {key: one for key, one in fight.circumstances.items() if key != over}


def drawn(fight: Fight, event: ItemDrawn) -> None:
    person = fight.people[event.combatant]
    person.held = {**person.held, **dict.fromkeys(event.hands, event.item)}


def stowed(fight: Fight, event: ItemStowed) -> None:
    _let_go(fight.people[event.combatant], event.item)


def dropped(fight: Fight, event: ItemDropped) -> None:
    """It keeps its ammunition and its state (CE-SHEET-40)."""
    person = fight.people[event.combatant]
    _let_go(person, event.item)
    fight.ground = {**fight.ground, event.lying: Dropped(person.weapons[event.item], person.id, event.place)}
    person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != event.item}


def picked_up(fight: Fight, event: ItemPickedUp) -> None:
    person = fight.people[event.combatant]
    person.weapons = {**person.weapons, event.as_item: event.weapon}
    person.held = {**person.held, **dict.fromkeys(event.hands, event.as_item)}
    fight.ground = {key: lying for key, lying in fight.ground.items() if key != event.item}


def used_up(fight: Fight, event: ItemUsedUp) -> None:
    person = fight.people[event.combatant]
    _let_go(person, event.item)
    person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != event.item}


def loaded(fight: Fight, event: WeaponLoaded) -> None:
    _weapon(
        fight.people[event.combatant],
        event.weapon,
        loaded=event.loaded,
        reloads=event.reloads,
        loose_rounds=event.loose_rounds,
    )


def fired(fight: Fight, event: RoundsFired) -> None:
    """A weapon that has fallen out of the hand by its own shot lies on the ground (CE-SCAT-7)."""
    person = fight.people[event.combatant]
    if event.weapon in person.weapons:
        _weapon(person, event.weapon, loaded=event.loaded)
    elif event.weapon in fight.ground:
        lying = fight.ground[event.weapon]
        emptier = replace(lying, weapon=replace(lying.weapon, loaded=event.loaded))
        fight.ground = {**fight.ground, event.weapon: emptier}


def failed(fight: Fight, event: WeaponFailed) -> None:
    """What was loaded in a weapon that explodes is lost (CE-CRIT-19)."""
    person = fight.people[event.combatant]
    if event.state == "destroyed":
        _weapon(person, event.weapon, state=event.state, jam_rounds=0, loaded=0)
    else:
        _weapon(person, event.weapon, state=event.state, jam_rounds=event.rounds)


def jam_cleared(fight: Fight, event: JamCleared) -> None:
    state = "jammed" if event.rounds else "working"
    _weapon(fight.people[event.combatant], event.weapon, state=state, jam_rounds=event.rounds)


def armour_worn(fight: Fight, event: ArmourWorn) -> None:
    """What was worn before is carried again, as worn as it is (CE-ARMOR-9)."""
    fight.people[event.combatant].worn = event.armour


def left(fight: Fight, event: LeftField) -> None:
    """Whoever has left takes no seat, hides nobody and has no move points (CE-END-8)."""
    person = fight.people[event.combatant]
    person.gone, person.pool = True, 0
    leave_order(fight, event.combatant)
    leave_covers(fight, event.combatant)


def leave_covers(fight: Fight, name: str) -> None:
    """Take somebody or something out of every cover (CE-COVER-8)."""
    for person in fight.people.values():
        if any(one.object == name for one in person.cover.objects):
            objects = tuple([one for one in person.cover.objects if one.object != name])
            person.cover = replace(person.cover, objects=objects)


PLACE_FOLDS: Folds = {
    Moved: moved,
    Turned: turned,
    Placed: placed,
    ControlDue: control_due,
    ControlLost: control_lost,
    SeatTaken: seat_taken,
    CoverSet: cover_set,
    CoverLost: cover_lost,
    CircumstanceSet: circumstance_set,
    CircumstanceEnded: circumstance_ended,
    ItemDrawn: drawn,
    ItemStowed: stowed,
    ItemDropped: dropped,
    ItemPickedUp: picked_up,
    ItemUsedUp: used_up,
    WeaponLoaded: loaded,
    RoundsFired: fired,
    WeaponFailed: failed,
    JamCleared: jam_cleared,
    ArmourWorn: armour_worn,
    ActionTaken: no_change,
    ActionForgone: no_change,
    LeftField: left,
}
