"""Turning (CE-TURN): Move Points for each 30 degrees, started ones in full."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from domain.decision.decision import Decision
from domain.fields.field import Lookup, among, looked_up
from domain.fields.sets import Span, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.movement.vehicles import (
    DRIVING,
    check_control,
    driven,
    going,
    heading_after,
    skidding_to,
)
from domain.rulesets.century.chapters.round.move_points import affordable, require_step, spend, those_acting
from domain.rulesets.century.parts import Step, Vehicle
from domain.rulesets.century.said import heading_said, turn_said
from domain.rulesets.century.state import Fight
from domain.rulesets.century.state.changes import change_craft
from domain.rulesets.century.vocabularies import YES, sharing_rows
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.words import Words

UNIT: Final = 30
"""Degrees for which a turn rate is paid (CE-TURN-1)."""
WHOLE_TURN: Final = 360
"""The most degrees of one step (CE-TURN-9)."""


class Turned(Event, frozen=True, kw_only=True):
    """A combatant or a vehicle has turned (CE-TURN-1); ``heading`` where it looks now, if that is known."""

    type: ClassVar[str] = "century.turned"
    words = "Turned"
    told = Told(brief="{combatant} | turns[ {vehicle}] {degrees}[ to face {heading}]")
    says = "{combatant} turns[ {vehicle}] {degrees}[, to face {heading}]."
    example = {"combatant": "eva", "degrees": 30, "heading": 30, "vehicle": "libretta_rapier"}
    combatant: str
    degrees: Annotated[int, Spoken(turn_said)]
    heading: Annotated[int | None, Spoken(heading_said)] = None
    vehicle: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Degrees count without their sign (CE-CLASS-5)."""
        turner = fight.people[self.vehicle or self.combatant]
        turner.heading = self.heading
        if turner.craft is not None:
            craft, degrees = turner.craft, abs(self.degrees)
            turning = craft.turning + degrees
            change_craft(turner, degrees=craft.degrees + degrees, turning=turning, longest=max(craft.longest, turning))


def most_degrees(rate: int, budget: int) -> int:
    """Return the most degrees that may be turned for so many Move Points, in one step."""
    if budget < rate:
        return 0
    return min(WHOLE_TURN, UNIT * (budget // rate)) if rate else WHOLE_TURN


def _degrees(view: View[Fight]) -> dict[str, dict[str, Without]]:
    fight = view.state
    table: dict[str, dict[str, Without]] = {}
    for actor in those_acting(view):
        vehicle = going(view[DRIVING].get(actor.id))
        for turner in (actor, vehicle) if vehicle is not None else (actor,):
            name = "" if turner is actor else turner.id
            most = most_degrees(turner.turn_rate, affordable(fight, actor, turner))
            if most:
                table.setdefault(actor.id, {})[name] = Without(Span(-most, most), (0,))
    return sharing_rows(table)


DEGREES: Final[Vocabulary[Fight]] = Vocabulary("degrees to turn", _degrees)
TURNERS: Final[Vocabulary[Fight]] = Vocabulary("who can turn", lambda view: tuple(view[DEGREES]))
TURNED: Final[Vocabulary[Fight]] = Vocabulary(
    "vehicles to turn",
    lambda view: {
        actor: found
        for actor, turners in view[DEGREES].items()
        if (found := tuple([vehicle for vehicle in turners if vehicle]))
    },
)
CANNOT_TURN: Final[Vocabulary[Fight]] = Vocabulary(
    "who turns only a vehicle", lambda view: {one: YES for one, turners in view[DEGREES].items() if "" not in turners}
)


class Turn(Step):
    """Turn round, or turn the vehicle that you drive (CE-TURN-1)."""

    form = {
        "actor": among(TURNERS),
        "vehicle": looked_up(TURNED, "actor", required=Lookup(CANNOT_TURN, ("actor",))),
        "degrees": looked_up(DEGREES, "actor", "vehicle"),
    }
    says = ()
    example = {"actor": "getaway_driver", "vehicle": "libretta_rapier", "degrees": 90}
    words = Words(
        "Turn",
        "Turn[ {vehicle}] {degrees:degree to the right|degrees to the right|degree to the left|degrees to the left}",
        group="move",
        prominence="main",
        costs="Move Points",
        fields={"degrees": "Degrees (minus: to the left)"},
    )
    type: Literal["century.turn"] = "century.turn"
    degrees: int = Field(ge=-3600, le=3600, description="clockwise if above 0; at most 360 (CE-TURN-9)")
    vehicle: Vehicle = None

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant turns, or its vehicle; without a heading the degrees count all the same (CE-TURN-7)."""
        fight = decision.state
        actor = find_combatant(fight, self.actor, "command.actor")
        vehicle = driven(fight, actor, self.vehicle)
        turner = vehicle or actor
        require(self.degrees, "CE-TURN-1", "A turn is of one degree or more.", field="command.degrees")
        within = abs(self.degrees) <= WHOLE_TURN
        require(within, "CE-TURN-9", f"One turn is at most {WHOLE_TURN} degrees.", field="command.degrees")
        cost = turn_cost(turner.turn_rate, self.degrees)
        require_step(fight, actor, cost, vehicle=vehicle)
        of_vehicle = vehicle.id if vehicle is not None else None
        skids_to = skidding_to(fight, vehicle, self.degrees) if vehicle is not None else None
        spend(decision, actor.id, cost, "turn", vehicle=of_vehicle)
        heading = heading_after(turner, self.degrees)
        decision.cause = decision.record(
            Turned(combatant=actor.id, degrees=self.degrees, heading=heading, vehicle=of_vehicle)
        )
        if vehicle is not None:
            check_control(decision, vehicle.id, turned=True, skids_to=skids_to)


def turn_cost(rate: int, degrees: int) -> int:
    """Move Points of a turn (CE-TURN-2); parts of whole units cost no more than all of it at once (CE-TURN-6).

    The reading is that of CE-RUL-61.
    """
    return rate * -(-abs(degrees) // UNIT)


TURNING: Chapter[Fight] = Chapter(commands=(Turn,), events=(Turned,))
