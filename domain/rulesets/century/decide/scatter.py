"""Scatter (CE-SCAT): where a missile that misses comes down."""

from math import cos, floor, radians, sin
from typing import Final

from domain.decision.decision import Decision
from domain.rulesets.century.decide.positions import bearing
from domain.rulesets.century.events.attacks import Scattered
from domain.rulesets.century.state import Attack, Fight, Place

STEP: Final = 60
"""Degrees from one direction of scatter to the next, clockwise; 1 is straight on (CE-SCAT-2, CE-RUL-86)."""
NEARLY: Final = 0.000001
"""So near to a half a coordinate counts as that half (CE-SCAT-4)."""


def scatter(decision: Decision[Fight], attack: Attack) -> Place | None:
    """Two dice: the direction, then the metres from the aimed-at place (CE-SCAT-1, CE-SCAT-3).

    Gives the impact, None where the aimed-at place is not known (CE-SCAT-6).
    """
    direction = decision.roll(attack.attacker, "scatter direction", 1)
    metres = decision.roll(attack.attacker, "scatter distance", 1)
    goal = aimed_at(decision.state, attack)
    impact = None
    if goal is not None:
        line = line_of_fire(decision.state, attack, goal)
        impact = moved(goal, line + STEP * (direction.dice[0] - 1), metres.dice[0])
    decision.cause = decision.record(
        Scattered(combatant=attack.attacker, direction=direction, metres=metres, impact=impact)
    )
    return impact


def aimed_at(fight: Fight, attack: Attack) -> Place | None:
    """The place that an attack is aimed at."""
    return attack.point if attack.target is None else fight.people[attack.target].place


def line_of_fire(fight: Fight, attack: Attack, goal: Place) -> float:
    """The exact bearing from attacker to goal; on one spot its heading, without position north (CE-SCAT-4)."""
    attacker = fight.people[attack.attacker]
    if attacker.place is None:
        return 0.0
    exact = bearing(attacker.place, goal)
    return float(attacker.heading or 0) if exact is None else exact


def moved(start: Place, direction: float, metres: int) -> Place:
    """The place so many metres away, at the same height, each coordinate rounded (CE-SCAT-4, CE-RANGE-11)."""
    angle = radians(direction)
    return Place(
        start.x + away_from_zero(metres * sin(angle)),
        start.y + away_from_zero(metres * cos(angle)),
        start.elevation,
    )


def away_from_zero(value: float) -> int:
    """The nearest whole number, halves away from zero."""
    size = floor(abs(value) + 0.5 + NEARLY)
    return size if value >= 0 else -size
