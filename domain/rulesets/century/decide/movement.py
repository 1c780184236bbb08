"""Moving (CE-ACT-1 to CE-ACT-20, CE-ACT-40 to CE-ACT-43): what a way costs, and where it leads."""

from typing import Final

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.conditions import lift
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.decide.positions import angle_between, bearing, distance_of
from domain.rulesets.century.decide.scatter import moved
from domain.rulesets.century.decide.vehicles import check_control, driven
from domain.rulesets.century.events.places import CoverLost, Moved
from domain.rulesets.century.state import Fight, Person, Place
from domain.rulesets.century.tables import CLIMBING, INCLINES, ON_INCLINES, ON_TERRAIN, WAYS

STEALTHILY: Final = 2
"""Factor of moving stealthily (CE-ACT-20)."""
TERRAIN: Final = 1
"""What uneven ground adds to each unit, and what wet ground adds (CE-ACT-18, CE-ACT-19)."""
OFF_HEADING: Final = 1
"""Degrees by which a vehicle's goal may lie off its heading (CE-TURN-8)."""
FARTHEST: Final = 100_000
"""The largest coordinate, in metres (CE-SHEET-17)."""


def move(decision: Decision[Fight], command: ask.Move) -> None:
    """Somebody goes, or drives its vehicle, so many metres or to a place (CE-ACT-40, CE-RANGE-11)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    vehicle = driven(fight, actor, command.vehicle)
    mover = vehicle or actor
    _require_way(fight, mover, command)
    metres = _metres(mover, command)
    goal = _goal(mover, command)
    if vehicle is not None:
        _require_ahead(vehicle, command)
    cost = cost_of(command, metres)
    require_step(fight, actor, cost, vehicle=vehicle)
    of_vehicle = vehicle.id if vehicle is not None else None
    spend(decision, actor.id, cost, "move", vehicle=of_vehicle)
    went = Moved(
        combatant=actor.id, mode=command.mode, metres=metres, place=goal, stealthy=command.stealthy, vehicle=of_vehicle
    )
    decision.cause = decision.record(went)
    for one in (mover, *fight.aboard(mover)):
        _leave_place(decision, one.id, command)
    if vehicle is not None:
        check_control(decision, vehicle.id, turned=False, skids_to=vehicle.heading)


def cost_of(command: ask.Move, metres: int) -> int:
    """Move Points of the way: started units in full, factors before additions (CE-ACT-40, CE-ACT-41).

    The readings are those of CE-RUL-58 and CE-RUL-60.
    """
    row = WAYS[command.mode]
    units = -(-metres // row.metres)
    standard = CLIMBING[command.aid] if command.mode == "climb" else row.mp
    factor = INCLINES[command.incline] * (STEALTHILY if command.stealthy else 1)
    added = TERRAIN * (command.uneven + command.wet)
    return units * (standard * factor + added)


def _require_way(fight: Fight, mover: Person, command: ask.Move) -> None:
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
    sloping = command.incline == "none" or command.mode in ON_INCLINES
    said = f"An incline is for {', '.join(way for way in WAYS if way in ON_INCLINES)}."
    require(sloping, "CE-ACT-42", said, field="command.incline")
    said = f"Uneven and wet ground is for {', '.join(way for way in WAYS if way in ON_TERRAIN)}."
    grounded = command.mode in ON_TERRAIN
    require(grounded or not command.uneven, "CE-ACT-42", said, field="command.uneven")
    require(grounded or not command.wet, "CE-ACT-42", said, field="command.wet")
    climbing = command.aid == "none" or command.mode == "climb"
    require(climbing, "CE-ACT-42", "Rope and ladder are for the mode climb.", field="command.aid")


def _metres(mover: Person, command: ask.Move) -> int:
    """How far it goes: as the command says, or straight to the place that it names (CE-RANGE-11)."""
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


def _goal(mover: Person, command: ask.Move) -> Place | None:
    """Where it then is; None where that is not known, and of climbing, whose end the narrator says (CE-RANGE-11)."""
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


def _place(goal: ask.GoalSheet, start: Place) -> Place:
    return Place(goal.x, goal.y, start.elevation if goal.elevation is None else goal.elevation)


def _require_ahead(vehicle: Person, command: ask.Move) -> None:
    """A vehicle goes where it is headed; people and animals in any direction (CE-TURN-8)."""
    if command.to is None or vehicle.place is None or vehicle.heading is None:
        return
    direction = bearing(vehicle.place, _place(command.to, vehicle.place))
    ahead = direction is None or angle_between(direction, vehicle.heading) <= OFF_HEADING
    said = f"{vehicle.name} is headed {vehicle.heading} degrees, and that lies elsewhere; turn first."
    require(ahead, "CE-TURN-8", said, field="command.to")


def _leave_place(decision: Decision[Fight], name: str, command: ask.Move) -> None:
    """Whoever moves leaves its cover, and shows itself unless it moves stealthily (CE-COVER-14, CE-ACT-49)."""
    if decision.state.people[name].cover.objects and not command.keeps_cover:
        decision.record(CoverLost(combatant=name))
    if not command.stealthy:
        lift(decision, name, "hidden", "moved")
