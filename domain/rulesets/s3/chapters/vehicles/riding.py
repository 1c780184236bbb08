"""Mounted combat: the positions of vehicles, boarding and steering (S3-MOUNT)."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among
from domain.fields.sets import Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.reach import Disengaged, alongside, engaged, engaged_with, together
from domain.rulesets.s3.chapters.grapple.bonds import end_hold
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.throws.checks import skill_effort
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import BESIDE_BARE_HANDS, plain_stunt, skill_by, stunt_in, used_in
from domain.rulesets.s3.chapters.throws.stunt_sets import PrimaryThrow, PrimaryThrows
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.throws.throws import handling_skill
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken
from domain.rulesets.s3.chapters.vocabularies import of_acting
from domain.rulesets.s3.parts import HELD, Acting, Throwing
from domain.rulesets.s3.state import Fight, Person, Vehicle, relation_key
from domain.rulesets.s3.words import ARMS, Relation, Seat, VehicleType
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

RELATIONS: Final = {"ahead": "is ahead of", "behind": "is behind", "alongside": "is alongside"}
MIRRORED: dict[Relation, Relation] = {"ahead": "behind", "behind": "ahead", "alongside": "alongside"}
IN_THE_CHASE = ("rolling", "halting")


class RelationSet(Event, frozen=True, kw_only=True):
    """The position of a vehicle, seen from another (S3-MOUNT-2)."""

    type: ClassVar[str] = "s3.relation_set"
    words = "Position of vehicles"
    told = Told(brief="{vehicle} | {relation} | {other}", unless=("s3.place",))
    says = "{vehicle} {relation} {other}."
    example = {"vehicle": "auto_cycle", "other": "steam_truck", "relation": "behind"}
    vehicle: str
    other: str
    relation: Annotated[Relation, Spoken(RELATIONS)]

    def evolve(self, fight: Fight) -> None:
        fight.relations = {
            **fight.relations,
            relation_key(self.vehicle, self.other): self.relation,
            relation_key(self.other, self.vehicle): MIRRORED[self.relation],
        }


class VehicleRolling(Event, frozen=True, kw_only=True):
    """A vehicle moves again (S3-MOUNT-28)."""

    type: ClassVar[str] = "s3.vehicle_rolling"
    words = "Vehicle moving again"
    told = Told(brief=AS_SAID)
    says = "{vehicle} is moving again."
    example = {"vehicle": "auto_cycle"}
    vehicle: str

    def evolve(self, fight: Fight) -> None:
        vehicle = fight.vehicles[self.vehicle]
        vehicle.status = "rolling"
        vehicle.halting_cause = None
        vehicle.halting_since = 0
        vehicle.halting_round = 0


class Course(msgspec.Struct, frozen=True, gc=False):
    """The position that a vehicle is to take, seen from another."""

    vehicle: str
    other: str
    to: Relation


class Leap(msgspec.Struct, frozen=True, gc=False):
    """A combatant that leaps onto a vehicle."""

    combatant: str
    vehicle: str


def find_vehicle(fight: Fight, vehicle: str) -> Vehicle:
    """Return the vehicle of that ID; refuses an unknown one, and one that has left the chase."""
    found = fight.vehicles.get(vehicle)
    if found is None:
        said = unknown(f"No vehicle is called “{vehicle}”", vehicle, fight.vehicles, "There are no vehicles here.")
        refuse(None, said, code="invalid", field="command.vehicle")
    require(
        found.status in IN_THE_CHASE,
        "S3-MOUNT-11" if found.status == "stopped" else "S3-MOUNT-23",
        f"{found.name} is {found.status} and lies behind.",
        field="command.vehicle",
    )
    return found


def in_the_chase(fight: Fight) -> list[Vehicle]:
    """Return the vehicles that have not left the chase; ``find_vehicle`` refuses all others."""
    return [vehicle for vehicle in fight.vehicles.values() if vehicle.status in IN_THE_CHASE]


def handling_rival(fight: Fight, vehicle: Vehicle) -> Rival:
    """Return the driver, who opposes with handling; without a driver nothing opposes (S3-MOUNT-30)."""
    if vehicle.driver is None:
        return Rival(vehicle.id)
    return Rival(vehicle.driver, (handling_skill(fight, vehicle.id),))


def _drives(fight: Fight, actor: Person) -> bool:
    """Return whether an actor drives a vehicle that rolls (S3-MOUNT-6, S3-MOUNT-21)."""
    own = fight.vehicles.get(actor.vehicle or "")
    return own is not None and actor.seat == "driver" and own.status == "rolling"


def _handling(view: View[Fight], actor: Person) -> dict[str, str]:
    fight, vehicle = view.state, actor.vehicle
    return {} if vehicle not in fight.vehicles else {actor.id: handling_skill(fight, vehicle)}


def _steered(view: View[Fight], actor: Person) -> PrimaryThrows:
    return {one: PrimaryThrow(skill, None, ("reposition",)) for one, skill in _handling(view, actor).items()}


def _on_the_road(view: View[Fight], actor: Person) -> Node:
    """Return the other vehicles on the road of the actor's (S3-MOUNT-3)."""
    own = view.state.vehicles.get(actor.vehicle or "")
    if own is None:
        return ()
    return tuple([other.id for other in in_the_chase(view.state) if other.zone == own.zone and other.id != own.id])


class Reposition(Throwing):
    """Steer ahead of, behind or alongside another vehicle (S3-MOUNT-4)."""

    form = {
        "actor": among(actors("steering", lambda: Reposition, _drives)),
        "vehicle": among(of_acting("vehicles on the road", _on_the_road)),
        "stunt": stunt_in(
            skill_by("actor", "handling", _handling), BESIDE_BARE_HANDS, used_in("reposition", _steered, "actor")
        ),
    }
    takes = "movement"
    steers = True
    needs_vehicle = True
    says = ("{actor} steers towards {vehicle} to get {to}.",)
    example = {"actor": "ogre", "vehicle": "steam_truck", "to": "alongside"}
    words = Words(
        "Reposition",
        "Reposition: {to} {vehicle}[, stunt: {stunt}][, {modifier}]",
        group="vehicles",
        prominence="main",
        costs="the movement action",
        fields={"to": "Position", "vehicle": "Other vehicle"},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.reposition"] = "s3.reposition"
    vehicle: CombatantId
    to: Relation

    def decide(self, decision: Decision[Fight]) -> None:
        """The driver throws handling against handling (S3-MOUNT-4)."""
        fight = decision.state
        actor = fight.people[self.actor]
        own = fight.vehicles.get(actor.vehicle or "")
        if own is None or actor.seat != "driver":
            refuse("S3-MOUNT-6", f"{actor.name} drives no vehicle.")
        other = find_vehicle(fight, self.vehicle)
        require(
            other.id != own.id,
            "S3-MOUNT-4",
            f"{actor.name} drives {own.name}.",
            field="command.vehicle",
        )
        require(own.status == "rolling", "S3-MOUNT-21", f"{own.name} is {own.status} and cannot reposition.")
        same_road = other.zone == own.zone
        require(same_road, "S3-MOUNT-3", f"{other.name} is in zone “{other.zone}”.", field="command.vehicle")
        require_action(fight, "movement")
        effort = skill_effort(self, handling_skill(fight, own.id))
        check_stunt(fight, effort, "reposition")

        declare_stunt(decision, effort, "reposition")
        take_movement(decision, self)
        course = Course(own.id, other.id, self.to)
        oppose(
            decision, Contest("reposition", effort, (handling_rival(fight, other),), repositioned.continuation(course))
        )


@reply("s3.mounted.repositioned", Course)
def repositioned(decision: Decision[Fight], course: Course, outcome: Outcome) -> None:
    """Record the position; no other vehicle is alongside the mover's now (S3-MOUNT-4, S3-MOUNT-5)."""
    if not outcome.won:
        return
    fight = decision.state
    cause = decision.record(
        RelationSet(vehicle=course.vehicle, other=course.other, relation=course.to), cause=outcome.verdict.version
    )
    for third in fight.vehicles:
        if third != course.other and alongside(fight, course.vehicle, third):
            decision.record(
                RelationSet(
                    vehicle=course.vehicle, other=third, relation="ahead" if course.to == "ahead" else "behind"
                ),
                cause=cause,
            )
    aboard = fight.vehicles[course.vehicle].aboard
    part(decision, aboard, cause=cause)
    sever(decision, aboard, cause=cause)


def part(decision: Decision[Fight], combatants: tuple[str, ...], *, cause: int | None = None) -> None:
    """End the engagements of combatants on a vehicle with all who are neither aboard nor alongside (S3-RANGE-5)."""
    fight = decision.state
    for combatant in combatants:
        vehicle = fight.people[combatant].vehicle
        others = [fight.people[other] for other in engaged_with(fight, combatant)]
        left = [o.id for o in others if o.vehicle is None or not together(fight, vehicle, o.vehicle)]
        if left:
            decision.record(Disengaged(combatant=combatant, others=tuple(left)), cause=cause)


def sever(decision: Decision[Fight], combatants: tuple[str, ...], *, cause: int | None = None) -> None:
    """End the holds of combatants who were moved out of reach of the other end (S3-PIN-10, S3-STRAN-10)."""
    fight = decision.state
    for hold in fight.holds:
        concerned = hold.holder in combatants or hold.held in combatants
        if concerned and not engaged(fight, hold.holder, hold.held):
            end_hold(decision, hold, "moved_away", cause=cause)


def _alongside(view: View[Fight], actor: Person) -> Node:
    fight = view.state
    others = [other.id for other in in_the_chase(fight) if other.id != actor.vehicle]
    return tuple([other for other in others if alongside(fight, actor.vehicle, other)])


class SwitchVehicle(Throwing):
    """Leap onto a vehicle alongside (S3-MOUNT-24): Acrobatics against its driver's handling."""

    form = {
        "actor": among(actors("leaping", lambda: SwitchVehicle)),
        "vehicle": among(of_acting("vehicles alongside", _alongside)),
        "stunt": plain_stunt("acrobatics", "switch_vehicle"),
    }
    takes = "movement"
    barred_while = HELD | {"legless", "prone"}
    needs_vehicle = True
    says = ("{actor} leaps for {vehicle}.",)
    example = {"actor": "ogre", "vehicle": "steam_truck"}
    words = Words(
        "Leap onto a vehicle",
        "Leap onto {vehicle}[, stunt: {stunt}][, {modifier}]",
        group="vehicles",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.seat_taken", "s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.switch_vehicle"] = "s3.switch_vehicle"
    vehicle: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """Acrobatics against the handling of its driver; the vehicle must be alongside (S3-MOUNT-24)."""
        fight = decision.state
        actor = fight.people[self.actor]
        other = find_vehicle(fight, self.vehicle)
        require(other.id != actor.vehicle, "S3-MOUNT-24", f"{actor.name} is on {other.name}.", field="command.vehicle")
        require(
            alongside(fight, actor.vehicle, other.id),
            "S3-MOUNT-7",
            f"{other.name} is not alongside; boarding needs a vehicle alongside.",
            field="command.vehicle",
        )
        require_action(fight, "movement")
        effort = skill_effort(self, "acrobatics")
        check_stunt(fight, effort, "switch_vehicle")

        declare_stunt(decision, effort, "switch_vehicle")
        take_movement(decision, self)
        leap = Leap(actor.id, other.id)
        oppose(decision, Contest("switch_vehicle", effort, (handling_rival(fight, other),), leapt.continuation(leap)))


@reply("s3.mounted.leapt", Leap)
def leapt(decision: Decision[Fight], leap: Leap, outcome: Outcome) -> None:
    """Make the actor a rider there (S3-MOUNT-25); if lost, it stays (S3-MOUNT-26).

    A vehicle that it drove has no driver now, and halts (S3-MOUNT-11, S3-MOUNT-27).
    """
    if not outcome.won:
        return
    person = decision.state.people[leap.combatant]
    cause = take_seat(decision, person, leap.vehicle, "rider", cause=outcome.verdict.version)
    part(decision, (person.id,), cause=cause)


def may_drive(person: Person, kind: VehicleType) -> bool:
    """Return whether a combatant can drive: not the disabled, and no machine without arms (S3-MOUNT-29)."""
    return person.disabled is None and not (kind == "machine" and person.limbs.keys() >= ARMS)


def take_seat(
    decision: Decision[Fight], person: Person, vehicle_id: str, seat: Seat, *, cause: int | None = None
) -> int:
    """Seat a combatant; a new driver moves a vehicle that had halted only for want of one (S3-MOUNT-28)."""
    vehicle = decision.state.vehicles[vehicle_id]
    version = decision.record(SeatTaken(combatant=person.id, vehicle=vehicle_id, seat=seat), cause=cause)
    if seat == "driver" and vehicle.status in ("halting", "stopped") and vehicle.halting_cause != "damage":
        decision.record(VehicleRolling(vehicle=vehicle_id), cause=version)
    return version


def _without_driver(fight: Fight, actor: Person) -> bool:
    """Return whether the vehicle of an actor lacks a driver (S3-MOUNT-28)."""
    vehicle = fight.vehicles.get(actor.vehicle or "")
    return vehicle is not None and vehicle.driver is None and vehicle.status != "wrecked"


class TakeReins(Acting):
    """Become the driver of the vehicle that one sits on, if it has none (S3-MOUNT-28)."""

    form = {"actor": among(actors("taking the reins", lambda: TakeReins, _without_driver))}
    takes = "movement"
    steers = True
    needs_vehicle = True
    says = ()
    example = {"actor": "ogre"}
    words = Words("Take the reins", group="vehicles", prominence="main", costs="the movement action")
    type: Literal["s3.take_reins"] = "s3.take_reins"

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        actor = fight.people[self.actor]
        vehicle = fight.vehicles.get(actor.vehicle or "")
        if vehicle is None:
            refuse("S3-MOUNT-28", f"{actor.name} sits on no vehicle.")
        driven = f"{fight.name_of(vehicle.driver or '')} drives {vehicle.name}."
        require(vehicle.driver is None, "S3-MOUNT-28", driven)
        require(vehicle.status != "wrecked", "S3-MOUNT-23", f"{vehicle.name} is wrecked.")
        require_action(fight, "movement")

        taken = take_movement(decision, self)
        take_seat(decision, actor, vehicle.id, "driver", cause=taken)


RIDING: Chapter[Fight] = Chapter(
    commands=(Reposition, SwitchVehicle, TakeReins), events=(RelationSet, VehicleRolling), stages=(repositioned, leapt)
)
