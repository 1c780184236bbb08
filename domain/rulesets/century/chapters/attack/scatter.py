"""Scatter (CE-SCAT): where a missile that misses comes down."""

from math import cos, floor, radians, sin
from typing import Annotated, ClassVar, Final

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.movement.distances import bearing
from domain.rulesets.century.chapters.throws import fallen
from domain.rulesets.century.said import metres_thrown, missile_said, own_missile, scatter_way, spot
from domain.rulesets.century.state import Attack, Fight, Place
from domain.story.throws import Throw
from domain.story.told import Told
from domain.text.sentences import Spoken

STEP: Final = 60
"""Degrees from one direction of scatter to the next, clockwise; 1 is straight on (CE-SCAT-2, CE-RUL-86)."""
NEARLY: Final = 0.000001
"""So near to a half a coordinate counts as that half (CE-SCAT-4)."""


class Scattered(Event, frozen=True, kw_only=True):
    """A missile deviates (CE-SCAT-1): direction, metres, and the point of impact where that is known."""

    type: ClassVar[str] = "century.scattered"
    words = "Scatter"
    says = "{own_missile} goes {metres} astray, {direction}[, and lands at {impact}]."
    example = {
        "combatant": "sam",
        "direction": {"faces": [6], "sides": 6},
        "metres": {"faces": [2], "sides": 6},
        "impact": {"x": 5, "y": 19},
    }
    combatant: str
    direction: Annotated[Draw, Spoken(scatter_way)]
    metres: Annotated[Draw, Spoken(metres_thrown)]
    impact: Annotated[Place | None, Spoken(spot)] = None

    def throws(self) -> tuple[Throw, ...]:
        direction = fallen(
            self.direction, self.combatant, "direction of the scatter", result=scatter_way(self.direction, {})
        )
        return (*direction, *fallen(self.metres, self.combatant, "metres of the scatter", result=self.metres.dice[0]))

    @property
    def missile(self) -> Annotated[str, Spoken(missile_said)]:
        """What goes astray."""
        return self.combatant

    @property
    def own_missile(self) -> Annotated[str, Spoken(own_missile)]:
        """What goes astray, and whose it is."""
        return self.combatant

    told = Told(brief="{missile} | goes {metres} astray", throws=throws)


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
    """Return the place that an attack is aimed at."""
    return attack.point if attack.target is None else fight.people[attack.target].place


def line_of_fire(fight: Fight, attack: Attack, goal: Place) -> float:
    """Return the exact bearing from attacker to goal; on one spot its heading, without position north (CE-SCAT-4)."""
    attacker = fight.people[attack.attacker]
    if attacker.place is None:
        return 0.0
    exact = bearing(attacker.place, goal)
    return float(attacker.heading or 0) if exact is None else exact


def moved(start: Place, direction: float, metres: int) -> Place:
    """Return the place ``metres`` away, at the same height, each coordinate rounded (CE-SCAT-4, CE-RANGE-11)."""
    angle = radians(direction)
    return Place(
        start.x + away_from_zero(metres * sin(angle)),
        start.y + away_from_zero(metres * cos(angle)),
        start.elevation,
    )


def away_from_zero(value: float) -> int:
    """Return the nearest whole number, halves away from zero."""
    size = floor(abs(value) + 0.5 + NEARLY)
    return size if value >= 0 else -size


SCATTER: Chapter[Fight] = Chapter(events=(Scattered,))
