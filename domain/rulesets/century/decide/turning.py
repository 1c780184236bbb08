"""Turning (CE-TURN): Move Points for each 30 degrees, started ones in full."""

from typing import Final

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.pools import require_step, spend
from domain.rulesets.century.decide.vehicles import check_control, driven, heading_after, skidding_to
from domain.rulesets.century.events.places import Turned
from domain.rulesets.century.state import Fight

UNIT: Final = 30
"""Degrees for which a turn rate is paid (CE-TURN-1)."""
WHOLE_TURN: Final = 360
"""The most degrees of one step (CE-TURN-9)."""


def turn(decision: Decision[Fight], command: ask.Turn) -> None:
    """Somebody turns, or its vehicle; without a heading the degrees count all the same (CE-TURN-7)."""
    fight = decision.state
    actor = find_combatant(fight, command.actor, "command.actor")
    vehicle = driven(fight, actor, command.vehicle)
    turner = vehicle or actor
    require(command.degrees, "CE-TURN-1", "A turn is of one degree or more.", field="command.degrees")
    within = abs(command.degrees) <= WHOLE_TURN
    require(within, "CE-TURN-9", f"One turn is at most {WHOLE_TURN} degrees.", field="command.degrees")
    cost = turn_cost(turner.turn_rate, command.degrees)
    require_step(fight, actor, cost, vehicle=vehicle)
    of_vehicle = vehicle.id if vehicle is not None else None
    skids_to = skidding_to(fight, vehicle, command.degrees) if vehicle is not None else None
    spend(decision, actor.id, cost, "turn", vehicle=of_vehicle)
    heading = heading_after(turner, command.degrees)
    decision.cause = decision.record(
        Turned(combatant=actor.id, degrees=command.degrees, heading=heading, vehicle=of_vehicle)
    )
    if vehicle is not None:
        check_control(decision, vehicle.id, turned=True, skids_to=skids_to)


def turn_cost(rate: int, degrees: int) -> int:
    """Move Points of a turn (CE-TURN-2); parts of whole units cost no more than all of it at once (CE-TURN-6).

    The reading is that of CE-RUL-61.
    """
    return rate * -(-abs(degrees) // UNIT)
