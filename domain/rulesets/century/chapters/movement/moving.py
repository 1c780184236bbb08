"""Moving (CE-ACT-1 to CE-ACT-20, CE-ACT-40 to CE-ACT-43): what a way costs, and where it leads."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.decision.decision import Decision
from domain.fields.field import listed
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.scatter import moved
from domain.rulesets.century.chapters.conditions.conditions import lift
from domain.rulesets.century.chapters.movement.distances import angle_between, bearing, distance_of
from domain.rulesets.century.chapters.movement.vehicles import check_control, driven
from domain.rulesets.century.chapters.movement.ways import (
    AFLOAT,
    LEVEL,
    MOST_METRES,
    OVER_GROUND,
    TO_A_POINT,
    UNAIDED,
    WITH_AID,
    Ground,
    cost_of_unit,
    why_no_way,
)
from domain.rulesets.century.chapters.objections import refuse_for
from domain.rulesets.century.chapters.round.move_points import require_step, spend
from domain.rulesets.century.parts import GoalSheet, Step, Vehicle
from domain.rulesets.century.said import spot
from domain.rulesets.century.state import Cover, Fight, Person, Place
from domain.rulesets.century.state.changes import change_craft
from domain.rulesets.century.tables import WAYS
from domain.rulesets.century.vocabularies import FARTHEST, YES_NO
from domain.rulesets.century.words import Aid, Incline, Way
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

MODES: Final = {
    "legs2": "walks",
    "legs4": "trots",
    "slither": "slithers",
    "wheels": "drives",
    "hover": "hovers",
    "flight": "flies",
    "swim": "swims",
    "row": "rows",
    "sail": "sails",
    "water_motor": "speeds over the water",
    "climb": "climbs",
}
OFF_HEADING: Final = 1
"""Degrees by which a vehicle's goal may lie off its heading (CE-TURN-8)."""


class Moved(Event, frozen=True, kw_only=True):
    """A combatant or a vehicle has moved (CE-ACT-40); ``place`` where it is now, if that is known."""

    type: ClassVar[str] = "century.moved"
    words = "Moved"
    told = Told(
        brief="{combatant} | {mode} {metres:metre}[ in {vehicle}][ {stealthy}][ to {place}]", goes_to="[{place}]"
    )
    says = "{combatant} {mode} {metres:metre}[ in {vehicle}][ {stealthy}][, and is now at {place}]."
    example = {
        "combatant": "sam",
        "mode": "wheels",
        "metres": 1,
        "place": {"x": 12, "y": -2},
        "stealthy": True,
        "vehicle": "libretta_rapier",
    }
    combatant: str
    mode: Annotated[Way, Spoken(MODES)]
    metres: int
    place: Annotated[Place | None, Spoken(spot)] = None
    stealthy: Annotated[bool, Spoken({True: "stealthily"})] = False
    vehicle: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Passengers move with the vehicle (CE-CLASS-12); a move breaks a turn that continues (CE-CLASS-5)."""
        mover = fight.people[self.vehicle or self.combatant]
        mover.metres += self.metres
        change_craft(mover, turning=0)
        if self.place is not None:
            mover.place = self.place
            for person in fight.aboard(mover):
                person.place = self.place


class CoverLost(Event, frozen=True, kw_only=True):
    """A combatant has left its cover by moving (CE-COVER-14)."""

    type: ClassVar[str] = "century.cover_lost"
    words = "Cover left"
    told = Told(brief=AS_SAID)
    says = "{combatant} leaves cover."
    example = {"combatant": "eva"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cover = Cover()


class Move(Step):
    """Move a number of metres or to a place, on your own or in the vehicle that you drive (CE-ACT-40).

    Exactly one of `distance_m` and `to`.
    """

    form = {"keeps_cover": listed(*YES_NO, narrators=True, seldom=True)}
    variants = {
        "plainly": LEVEL.fields(),
        "on_water": AFLOAT.fields(),
        "over_ground": OVER_GROUND.fields(),
        "climb": UNAIDED.fields(),
        "climb_with_aid": WITH_AID.fields(),
        "to_a_point": TO_A_POINT.fields(),
    }
    says = ()
    example = {"actor": "mulan", "mode": "legs2", "distance_m": 3, "stealthy": True}
    words = Words(
        "Move",
        "Move[ {vehicle}] {distance_m:metre|metres}[, stealthily{stealthy?}]: {mode}",
        group="move",
        prominence="main",
        costs="Move Points",
        variants={
            "over_ground": Variant(
                "Move over difficult ground",
                "Move[ {vehicle}] {distance_m:metre|metres}[, stealthily{stealthy?}], over difficult ground: {mode}"
                "[, {incline}][, uneven ground{uneven?}][, wet ground{wet?}]",
                help="Move a number of metres straight ahead where the ground may rise or fall, or be uneven or wet.",
            ),
            "climb": Variant(
                "Climb",
                "Climb[ with {vehicle}] {distance_m:metre|metres}[, stealthily{stealthy?}]",
                help="Climb a number of metres where nothing helps you.",
            ),
            "climb_with_aid": Variant(
                "Climb with an aid",
                "Climb[ with {vehicle}] {distance_m:metre|metres}[, stealthily{stealthy?}]: {aid}",
                help="Climb a number of metres by a rope or a ladder.",
            ),
            "to_a_point": Variant(
                "Move to a point",
                "Move[ {vehicle}] to {to}[, stealthily{stealthy?}]: {mode}[, {incline}][, {aid}][, uneven"
                " ground{uneven?}][, wet ground{wet?}]",
                help="Move to a point that you name, on your own or in the vehicle that you drive.",
            ),
            "on_water": Variant(
                "Move on water",
                help="Move a number of metres over water: swim, or row, sail or drive the boat that you steer.",
            ),
            "plainly": Variant(
                "Move", help="Move a number of metres straight ahead, on your own or in the vehicle that you drive."
            ),
        },
        fields={
            "aid": "Climbing aid",
            "distance_m": "Metres",
            "incline": "Slope",
            "keeps_cover": "Stays in cover",
            "uneven": "Uneven ground",
            "wet": "Wet ground",
            "stealthy": "Stealthily",
        },
    )
    type: Literal["century.move"] = "century.move"
    mode: Way
    distance_m: int | None = Field(default=None, ge=0, le=MOST_METRES, description="how far, straight ahead")
    to: GoalSheet | None = None
    incline: Incline = "none"
    uneven: bool = False
    wet: bool = False
    stealthy: bool = False
    aid: Aid = Field(default="none", description="what helps in climbing")
    vehicle: Vehicle = None
    keeps_cover: bool = Field(default=False, description="whether cover still protects after the move (CE-COVER-14)")

    def decide(self, decision: Decision[Fight]) -> None:
        """Move a number of metres, or to a place, or drive a vehicle there (CE-ACT-40, CE-RANGE-11)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        vehicle = driven(fight, actor, self.vehicle)
        mover = vehicle or actor
        _require_way(fight, mover, self)
        metres = _metres(mover, self)
        goal = _goal(mover, self)
        if vehicle is not None:
            _require_ahead(vehicle, self)
        cost = cost_of(self, metres)
        require_step(fight, actor, cost, vehicle=vehicle)
        of_vehicle = vehicle.id if vehicle is not None else None
        spend(decision, actor.id, cost, "move", vehicle=of_vehicle)
        went = Moved(
            combatant=actor.id, mode=self.mode, metres=metres, place=goal, stealthy=self.stealthy, vehicle=of_vehicle
        )
        decision.cause = decision.record(went)
        for one in (mover, *fight.aboard(mover)):
            _leave_place(decision, one.id, self)
        if vehicle is not None:
            check_control(decision, vehicle.id, turned=False, skids_to=vehicle.heading)


def cost_of(command: Move, metres: int) -> int:
    """Move Points of the way: started units in full (CE-ACT-40)."""
    units = -(-metres // WAYS[command.mode].metres)
    return units * cost_of_unit(command.mode, _ground(command))


def _ground(command: Move) -> Ground:
    return Ground(command.incline, command.aid, command.stealthy, command.uneven, command.wet)


def _require_way(fight: Fight, mover: Person, command: Move) -> None:
    """The mover has this mode, and the ground goes with it (CE-ACT-42, CE-ACT-43)."""
    modes = ", ".join(mover.modes)
    wheel = fight.vehicle_driven_by(mover.id)
    driving = "" if wheel is None else f"; to move {wheel.name}, name it as vehicle: {wheel.id}"
    said = f"{mover.name} cannot move by {command.mode}, only by {modes}{driving}."
    require(command.mode in mover.modes, "CE-ACT-43", said, field="command.mode")
    if mover.craft is None:
        carrier = fight.vehicle_of(mover.id)
        said = f"{mover.name} is aboard and moves with the vehicle; “Change a seat” gets out."
        require(carrier is None, "CE-CLASS-12", said, field="command.vehicle", first=("century.take_seat",))
    refuse_for(why_no_way(command.mode, _ground(command)))


def _metres(mover: Person, command: Move) -> int:
    """Return how far it goes: as the command says, or straight to the place that it names (CE-RANGE-11)."""
    if (command.distance_m is None) == (command.to is None):
        refuse(None, "Give distance_m or to, one of both.", code="invalid", field="command.distance_m")
    if command.to is None:
        metres = command.distance_m or 0
    elif mover.place is None:
        refuse("CE-RANGE-11", f"{mover.name} has no position; give distance_m.", field="command.to")
    else:
        metres = distance_of(mover.place, _place(command.to, mover.place))
    field = "command.distance_m" if command.to is None else "command.to"
    require(metres > 0, "CE-ACT-40", "A move goes a metre or more.", field=field)
    return metres


def _goal(mover: Person, command: Move) -> Place | None:
    """Return where it then is.

    None where that is not known, and of climbing, whose end the narrator says (CE-RANGE-11).
    """
    if command.mode == "climb":
        return None
    if mover.place is None:
        return None
    if command.to is not None:
        return _place(command.to, mover.place)
    if mover.heading is None:
        return None
    goal = moved(mover.place, mover.heading, command.distance_m or 0)
    there = max(abs(goal.x), abs(goal.y)) <= FARTHEST
    said = f"Coordinates are at most {FARTHEST} metres."
    require(there, "CE-SHEET-17", said, field="command.distance_m")
    return goal


def _place(goal: GoalSheet, start: Place) -> Place:
    return Place(goal.x, goal.y, start.elevation if goal.elevation is None else goal.elevation)


def _require_ahead(vehicle: Person, command: Move) -> None:
    """A vehicle goes where it is headed; people and animals in any direction (CE-TURN-8)."""
    if command.to is None or vehicle.place is None or vehicle.heading is None:
        return
    direction = bearing(vehicle.place, _place(command.to, vehicle.place))
    ahead = direction is None or angle_between(direction, vehicle.heading) <= OFF_HEADING
    said = f"{vehicle.name} is headed {vehicle.heading} degrees, and that lies elsewhere; turn first."
    require(ahead, "CE-TURN-8", said, field="command.to")


def _leave_place(decision: Decision[Fight], name: str, command: Move) -> None:
    """Leave the cover, and show itself unless it moves stealthily (CE-COVER-14, CE-ACT-49)."""
    if decision.state.people[name].cover.objects and not command.keeps_cover:
        decision.record(CoverLost(combatant=name))
    if not command.stealthy:
        lift(decision, name, "hidden", "moved")


MOVING: Chapter[Fight] = Chapter(
    commands=(Move,),
    events=(Moved, CoverLost),
    labels={
        "up_30": "Up 30 degrees",
        "up_60": "Up 60 degrees",
        "down_30": "Down 30 degrees",
        "down_60": "Down 60 degrees",
        "ladder": "Ladder",
        "rope": "Rope",
    },
)
