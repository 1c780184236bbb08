"""Moving (CE-ACT-1 to CE-ACT-20, CE-ACT-40 to CE-ACT-43): what a way costs, and where it leads."""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from itertools import product, starmap
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from pydantic import Field

from domain.decision.decision import Decision
from domain.fields.field import Lookup, among, listed, looked_up, record, span
from domain.fields.fillings import values_at
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.scatter import moved
from domain.rulesets.century.chapters.conditions.conditions import lift
from domain.rulesets.century.chapters.movement.distances import angle_between, bearing, distance_of
from domain.rulesets.century.chapters.movement.vehicles import check_control, driven, going
from domain.rulesets.century.chapters.objections import Objection, refuse_for
from domain.rulesets.century.chapters.round.move_points import affordable, require_step, spend, those_acting
from domain.rulesets.century.parts import GoalSheet, Step, Vehicle
from domain.rulesets.century.said import spot
from domain.rulesets.century.state import Cover, Fight, Person, Place
from domain.rulesets.century.state.changes import change_craft
from domain.rulesets.century.tables import CLIMBING, INCLINES, ON_INCLINES, ON_TERRAIN, WAYS
from domain.rulesets.century.vocabularies import YES, YES_NO
from domain.rulesets.century.words import Aid, Incline, Way
from domain.text.sentences import Spoken

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
STEALTHILY: Final = 2
"""Factor of moving stealthily (CE-ACT-20)."""
TERRAIN: Final = 1
"""What uneven ground adds to each unit, and what wet ground adds (CE-ACT-18, CE-ACT-19)."""
OFF_HEADING: Final = 1
"""Degrees by which a vehicle's goal may lie off its heading (CE-TURN-8)."""
FARTHEST: Final = 100_000
"""The largest coordinate, in metres (CE-SHEET-17)."""


class Moved(Event, frozen=True, kw_only=True):
    """A combatant or a vehicle has moved (CE-ACT-40); ``place`` where it is now, if that is known."""

    type: ClassVar[str] = "century.moved"
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
    says = "{combatant} leaves cover."
    example = {"combatant": "eva"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cover = Cover()


class Ground(NamedTuple):
    """How a way is gone, as far as its cost depends on it."""

    incline: Incline = "none"
    aid: Aid = "none"
    stealthy: bool = False
    uneven: bool = False
    wet: bool = False


GROUNDS: Final = tuple(starmap(Ground, product(INCLINES, CLIMBING, *[YES_NO[::-1]] * 3)))


def cost_of_unit(mode: Way, ground: Ground) -> int:
    """Move Points of a unit: factors before additions (CE-ACT-41).

    The readings are those of CE-RUL-58 and CE-RUL-60.
    """
    standard = CLIMBING[ground.aid] if mode == "climb" else WAYS[mode].mp
    factor = INCLINES[ground.incline] * (STEALTHILY if ground.stealthy else 1)
    return standard * factor + TERRAIN * (ground.uneven + ground.wet)


def why_no_way(mode: Way, ground: Ground) -> Objection | None:
    """Return why a mode and the ground do not go together, or None (CE-ACT-42)."""
    if ground.incline != "none" and mode not in ON_INCLINES:
        said = f"An incline is for {', '.join(way for way in WAYS if way in ON_INCLINES)}."
        return Objection("CE-ACT-42", said, "command.incline")
    if (ground.uneven or ground.wet) and mode not in ON_TERRAIN:
        said = f"Uneven and wet ground is for {', '.join(way for way in WAYS if way in ON_TERRAIN)}."
        return Objection("CE-ACT-42", said, f"command.{'uneven' if ground.uneven else 'wet'}")
    if ground.aid != "none" and mode != "climb":
        return Objection("CE-ACT-42", "Rope and ladder are for the mode climb.", "command.aid")
    return None


class Ways(NamedTuple):
    """What may be said of a way in a mode that may cost so much: lookups of the fields of ``Ground``, in order."""

    levels: tuple[Node, ...]
    distances: Node


@cache
def ways_in(mode: Way, budget: int, farthest: int) -> Ways | None:
    """Return what may be said of a way in a mode, of at most so many metres; None if it costs too much."""
    fillings = [
        (*ground, Span(1, min(farthest, budget // cost * WAYS[mode].metres)))
        for ground in GROUNDS
        if why_no_way(mode, ground) is None and (cost := cost_of_unit(mode, ground)) <= budget
    ]
    if not fillings or farthest < 1:
        return None
    levels = tuple([values_at(fillings, place) for place in range(len(Ground._fields))])
    return Ways(levels, _alone(values_at(fillings, len(Ground._fields))))


def _alone(node: Node) -> Node:
    """Return the lookup with the span that stands alone in each of its sets."""
    if isinstance(node, dict):
        return {key: _alone(below) for key, below in node.items()}
    first: Node = node[0] if isinstance(node, tuple) else node
    return first


def _edge(mover: Person, mode: Way) -> int:
    """Return how many metres a mover may go before it leaves all coordinates (CE-SHEET-17)."""
    start = mover.place
    if mode == "climb" or start is None or mover.heading is None:
        return MOST_METRES
    if max(abs(start.x), abs(start.y)) + MOST_METRES < FARTHEST:
        return MOST_METRES
    return bisect_left(
        range(1, MOST_METRES + 1), True, key=lambda metres: _is_beyond(start, mover.heading or 0, metres)
    )


def _is_beyond(start: Place, heading: int, metres: int) -> bool:
    goal = moved(start, heading, metres)
    return max(abs(goal.x), abs(goal.y)) > FARTHEST


def _ways(view: View[Fight]) -> dict[str, dict[str, dict[Way, Ways]]]:
    """Return, by actor and by the vehicle that it drives, the modes in which it may move now."""
    fight = view.state
    table: dict[str, dict[str, dict[Way, Ways]]] = {}
    for actor in those_acting(view):
        vehicle, aboard = going(fight.vehicle_driven_by(actor.id)), fight.vehicle_of(actor.id)
        movers = [("", actor, affordable(fight, actor))] if aboard is None else []
        if vehicle is not None:
            movers.append((vehicle.id, vehicle, affordable(fight, actor, vehicle)))
        for name, mover, budget in movers:
            modes = {mode: ways for mode in mover.modes if (ways := ways_in(mode, budget, _edge(mover, mode)))}
            if modes:
                table.setdefault(actor.id, {})[name] = modes
    return table


WAYS_NOW: Final[Vocabulary[Fight]] = Vocabulary("ways to move", _ways)


def _of_ways(name: str, of: Callable[[Ways], Any]) -> Vocabulary[Fight]:
    """Return the lookup of something by actor, vehicle and mode."""
    return Vocabulary(
        name,
        lambda view: {
            actor: {vehicle: {mode: of(ways) for mode, ways in modes.items()} for vehicle, modes in movers.items()}
            for actor, movers in view[WAYS_NOW].items()
        },
    )


BY_WAY: Final = ("actor", "vehicle", "mode", "incline", "aid", "stealthy", "uneven", "wet")
MOST_METRES: Final = 10_000
MOVERS: Final[Vocabulary[Fight]] = Vocabulary("who can move", lambda view: tuple(view[WAYS_NOW]))
MOVED_IN: Final[Vocabulary[Fight]] = Vocabulary(
    "vehicles to drive",
    lambda view: {
        actor: found
        for actor, movers in view[WAYS_NOW].items()
        if (found := tuple([vehicle for vehicle in movers if vehicle]))
    },
)
NOT_ON_FOOT: Final[Vocabulary[Fight]] = Vocabulary(
    "who moves only by vehicle",
    lambda view: {actor: YES for actor, movers in view[WAYS_NOW].items() if "" not in movers},
)
MODES_NOW: Final[Vocabulary[Fight]] = Vocabulary(
    "modes of moving",
    lambda view: {
        actor: {vehicle: tuple(modes) for vehicle, modes in movers.items()} for actor, movers in view[WAYS_NOW].items()
    },
)
SLOPES: Final = _of_ways("inclines", lambda ways: ways.levels[0])
AIDS: Final = _of_ways("aids in climbing", lambda ways: ways.levels[1])
STEALTH: Final = _of_ways("stealth", lambda ways: ways.levels[2])
UNEVEN: Final = _of_ways("uneven ground", lambda ways: ways.levels[3])
WET: Final = _of_ways("wet ground", lambda ways: ways.levels[4])
DISTANCES: Final = _of_ways("metres to move", lambda ways: ways.distances)


class Move(Step):
    """Move (CE-ACT-40): exactly one of `distance_m` and `to`."""

    form = {
        "actor": among(MOVERS),
        "vehicle": looked_up(MOVED_IN, "actor", required=Lookup(NOT_ON_FOOT, ("actor",))),
        "mode": looked_up(MODES_NOW, *BY_WAY[:2]),
        "incline": looked_up(SLOPES, *BY_WAY[:3]),
        "aid": looked_up(AIDS, *BY_WAY[:4], required=True),
        "stealthy": looked_up(STEALTH, *BY_WAY[:5]),
        "uneven": looked_up(UNEVEN, *BY_WAY[:6], seldom=True),
        "wet": looked_up(WET, *BY_WAY[:7], seldom=True),
        "to": record(
            {name: span(-FARTHEST, FARTHEST) for name in ("x", "y", "elevation")}, required=False, mark="check"
        ),
        "distance_m": looked_up(DISTANCES, *BY_WAY, when={"to": (None,)}, required=True),
        "keeps_cover": listed(*YES_NO, narrators=True, seldom=True),
    }
    says = ()
    example = {"actor": "mulan", "mode": "legs2", "distance_m": 3, "stealthy": True}
    type: Literal["century.move"] = "century.move"
    mode: Way
    distance_m: int | None = Field(default=None, ge=0, le=MOST_METRES, description="above 0")
    to: GoalSheet | None = None
    incline: Incline = "none"
    uneven: bool = False
    wet: bool = False
    stealthy: bool = False
    aid: Aid = Field(default="none", description="of the mode `climb`")
    vehicle: Vehicle = None
    keeps_cover: bool = Field(default=False, description="the narrator's to say (CE-COVER-14)")

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
    said = f"{mover.name} moves by {modes}{driving}."
    require(command.mode in mover.modes, "CE-ACT-43", said, field="command.mode")
    if mover.craft is None:
        carrier = fight.vehicle_of(mover.id)
        said = f"{mover.name} is aboard and moves with the vehicle; take_seat changes that."
        require(carrier is None, "CE-CLASS-12", said, field="command.vehicle")
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


MOVING: Chapter[Fight] = Chapter(commands=(Move,), events=(Moved, CoverLost))
