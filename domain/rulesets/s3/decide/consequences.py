"""What follows at once when somebody is stunned, maimed, disabled or gone (S3-DMG-10).

Each state has one function here, so that a hold, a drag, a grip or a vehicle ends in one place whatever the cause.
"""

from domain.decision.decision import Decision
from domain.rulesets.s3.events.harm import DragEnded, HoldEnded
from domain.rulesets.s3.events.places import (
    ClimbForgotten,
    FellProne,
    ItemDropped,
    ItemGripLoosened,
    LeftFight,
    SeatLeft,
    SeatTaken,
    VehicleHalting,
    VehicleStopped,
)
from domain.rulesets.s3.state import Drag, Fight, Hold, Person
from domain.rulesets.s3.words import ARM_OF_HAND, ARMS, HANDS, LEGS, UNARMED, Gone, Limb


def after_stun(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """The stunned let go of pins, chokes and drags, not of what holds them (S3-STUN-10)."""
    for hold in holds_by(decision.state, person.id):
        end_hold(decision, hold, "stunned", cause=cause)
    for drag in drags_by(decision.state, person.id):
        end_drag(decision, drag, "stunned", cause=cause)


def after_limb(decision: Decision[Fight], person: Person, limb: Limb, *, cause: int | None = None) -> None:
    """A lost arm drops what it held and ends holds (S3-CALL-7, S3-CALL-15); lost legs throw down (S3-LEGAL-10)."""
    if limb in ARMS:
        _after_arm(decision, person, limb, cause)
    elif limb in LEGS:
        fall_unless_standing(decision, person, cause=cause)


def fall_unless_standing(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """The disabled and those without legs lie on the ground, but for those who sit (S3-DIS-7, S3-LEGAL-10, -11)."""
    stands = person.disabled is None and not person.limbs.keys() >= LEGS
    if not stands and person.vehicle is None and not person.prone:
        decision.record(FellProne(combatant=person.id), cause=cause)


def _after_arm(decision: Decision[Fight], person: Person, limb: Limb, cause: int | None) -> None:
    fight = decision.state
    hand = next(hand for hand in HANDS if ARM_OF_HAND[hand] == limb)
    item = getattr(person.hands, hand)
    for hold in holds_by(fight, person.id):
        if hold.kind == "pin" or hold.means in (UNARMED, item):
            end_hold(decision, hold, "arm_lost", cause=cause)
    if item is not None:
        for drag in drags_by(fight, person.id):
            if drag.weapon == item:
                end_drag(decision, drag, "arm_lost", cause=cause)
        if person.hands.hands_with(item) == (hand,):
            drop_item(decision, person, item, cause=cause)
        else:
            decision.record(ItemGripLoosened(combatant=person.id, item=item, hand=hand), cause=cause)
    drives_machine = person.seat == "driver" and fight.vehicles[person.vehicle or ""].kind == "machine"
    if drives_machine and person.limbs.keys() >= ARMS:
        stop_driving(decision, person, cause=cause)


def after_disabled(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """The disabled hold nothing and nobody, are held by nobody, and drive no more (S3-DIS-7)."""
    _end_all(decision, person, "disabled", cause)
    for item in dict.fromkeys(i for i in (person.hands.main, person.hands.off) if i is not None):
        drop_item(decision, person, item, cause=cause)
    if person.seat == "driver":
        stop_driving(decision, person, cause=cause)
    elif person.vehicle is not None:
        check_vehicle(decision, person.vehicle, cause=cause)


def leave_fight(decision: Decision[Fight], person: Person, reason: Gone, *, cause: int | None = None) -> None:
    """Somebody is out: holds, drags and engagements end, its vehicle may be driverless (S3-NARR-8, S3-MOUNT-11)."""
    left = decision.record(LeftFight(combatant=person.id, reason=reason), cause=cause)
    _end_all(decision, person, reason, left)
    leave_vehicle(decision, person, cause=left)


def leave_vehicle(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """A combatant gets off its vehicle; one that cannot stand lies on the ground at once (S3-DIS-7, S3-LEGAL-11)."""
    if person.vehicle is not None:
        vehicle = person.vehicle
        left = decision.record(SeatLeft(combatant=person.id, vehicle=vehicle), cause=cause)
        fall_unless_standing(decision, person, cause=left)
        check_vehicle(decision, vehicle, cause=cause)


def moved_away(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Holds end when either end is moved away (S3-PIN-10, S3-STRAN-10, S3-TRIP-8), and so does a climb (S3-MOVE-8)."""
    _end_all(decision, person, "moved_away", cause)
    forget_climb(decision, person, cause=cause)


def forget_climb(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """Whoever goes or is moved elsewhere begins a climb anew (S3-MOVE-8)."""
    if person.climb is not None:
        decision.record(ClimbForgotten(combatant=person.id), cause=cause)


def _end_all(decision: Decision[Fight], person: Person, reason: str, cause: int | None) -> None:
    for hold in decision.state.holds:
        if person.id in (hold.holder, hold.held):
            end_hold(decision, hold, reason, cause=cause)
    for drag in decision.state.drags:
        if person.id in (drag.dragger, drag.dragged):
            end_drag(decision, drag, reason, cause=cause)


def holds_by(fight: Fight, combatant: str) -> list[Hold]:
    """The pins and chokes in which somebody holds another."""
    return [hold for hold in fight.holds if hold.holder == combatant] if fight.holds else []


def holds_on(fight: Fight, combatant: str) -> list[Hold]:
    """The pins and chokes in which somebody is held."""
    return [hold for hold in fight.holds if hold.held == combatant]


def is_held(fight: Fight, combatant: str, kind: str) -> bool:
    """Whether somebody is in a pin, or in a choke."""
    return bool(fight.holds) and (combatant, kind) in [(hold.held, hold.kind) for hold in fight.holds]


def drags_by(fight: Fight, combatant: str) -> list[Drag]:
    """The drags in which somebody drags another along."""
    return [drag for drag in fight.drags if drag.dragger == combatant]


def drag_on(fight: Fight, combatant: str) -> Drag | None:
    """The drag in which somebody is dragged along."""
    for drag in fight.drags:
        if drag.dragged == combatant:
            return drag
    return None


def end_hold(decision: Decision[Fight], hold: Hold, reason: str, *, cause: int | None = None) -> None:
    """A hold ends, and it is said why."""
    decision.record(
        HoldEnded(hold=hold.id, kind=hold.kind, holder=hold.holder, held=hold.held, reason=reason), cause=cause
    )


def end_drag(decision: Decision[Fight], drag: Drag, reason: str, *, cause: int | None = None) -> None:
    """The drag is over; the dragged one, still able, is left behind (S3-MOUNT-18, S3-MOUNT-32)."""
    ended = decision.record(
        DragEnded(drag=drag.id, dragger=drag.dragger, dragged=drag.dragged, reason=reason), cause=cause
    )
    dragged = decision.state.people[drag.dragged]
    if dragged.able:
        fall_behind(decision, dragged, cause=ended)


def end_bonds_with(decision: Decision[Fight], person: Person, item: str, *, cause: int | None = None) -> None:
    """A choke or drag ends when its weapon leaves the hand (S3-STRAN-10, S3-MOUNT-18, S3-DISARM-5)."""
    for hold in holds_by(decision.state, person.id):
        if hold.means == item:
            end_hold(decision, hold, "weapon_lost", cause=cause)
    for drag in drags_by(decision.state, person.id):
        if drag.weapon == item:
            end_drag(decision, drag, "weapon_lost", cause=cause)


def fall_behind(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """A dismounted foe is out, or with ``dismount_out=false`` lies on the road (S3-MOUNT-10)."""
    if decision.state.options.dismount_out:
        leave_fight(decision, person, "left_behind", cause=cause)
    elif not person.prone:
        decision.record(FellProne(combatant=person.id), cause=cause)


def drop_item(decision: Decision[Fight], person: Person, item: str, *, cause: int | None = None) -> None:
    """An item falls to the ground of the zone, with all of its quantity."""
    decision.record(ItemDropped(combatant=person.id, item=person.items[item], zone=person.zone), cause=cause)


def stop_driving(decision: Decision[Fight], person: Person, *, cause: int | None = None) -> None:
    """A driver who cannot drive any more sits on as a rider (S3-MOUNT-29)."""
    if person.vehicle is not None:
        vehicle = person.vehicle
        decision.record(SeatTaken(combatant=person.id, vehicle=vehicle, seat="rider"), cause=cause)
        check_vehicle(decision, vehicle, cause=cause)


def check_vehicle(decision: Decision[Fight], vehicle_id: str, *, cause: int | None = None) -> None:
    """A vehicle without driver is halting; with nobody able on it, it stops (S3-MOUNT-11)."""
    fight = decision.state
    vehicle = fight.vehicles[vehicle_id]
    if vehicle.status not in ("rolling", "halting"):
        return
    if not any(fight.people[combatant].able for combatant in vehicle.aboard):
        decision.record(VehicleStopped(vehicle=vehicle_id), cause=cause)
    elif vehicle.driver is None and vehicle.status == "rolling":
        decision.record(VehicleHalting(vehicle=vehicle_id, cause="driverless"), cause=cause)
