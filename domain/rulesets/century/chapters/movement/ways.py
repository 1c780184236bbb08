"""Ways (CE-ACT-1 to CE-ACT-20): what a unit of each costs, and how far one may go for what is left."""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from itertools import product, starmap
from typing import Any, Final, NamedTuple

from domain.fields.fillings import values_at
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.attack.scatter import moved
from domain.rulesets.century.chapters.movement.vehicles import ABOARD, DRIVING, going
from domain.rulesets.century.chapters.objections import Objection
from domain.rulesets.century.chapters.round.move_points import affordable, those_acting
from domain.rulesets.century.state import Fight, Person, Place
from domain.rulesets.century.tables import CLIMBING, INCLINES, ON_INCLINES, ON_TERRAIN, WAYS
from domain.rulesets.century.vocabularies import FARTHEST, YES, YES_NO
from domain.rulesets.century.words import Aid, Incline, Way

STEALTHILY: Final = 2
"""Factor of moving stealthily (CE-ACT-20)."""
TERRAIN: Final = 1
"""What uneven ground adds to each unit, and what wet ground adds (CE-ACT-18, CE-ACT-19)."""


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
        vehicle = going(view[DRIVING].get(actor.id))
        movers = [] if actor.id in view[ABOARD] else [("", actor, affordable(fight, actor))]
        if vehicle is not None:
            movers.append((vehicle.id, vehicle, affordable(fight, actor, vehicle)))
        for name, mover, budget in movers:
            modes = {mode: ways for mode in mover.modes if (ways := ways_in(mode, budget, _edge(mover, mode)))}
            if modes:
                table.setdefault(actor.id, {})[name] = modes
    return _sharing(table)


def _sharing(table: dict[str, dict[str, dict[Way, Ways]]]) -> dict[str, dict[str, dict[Way, Ways]]]:
    """Return the table with equal rows as one object, so that what follows from them is made and written once."""
    rows: dict[Any, dict[str, dict[Way, Ways]]] = {}
    shared = {}
    for actor, movers in table.items():
        key = tuple([(name, mode, id(ways)) for name, modes in movers.items() for mode, ways in modes.items()])
        shared[actor] = rows.setdefault(key, movers)
    return shared


def _by_row(table: dict[str, dict[str, Any]], of: Callable[[dict[str, Any]], Node]) -> dict[str, Node]:
    rows = {id(row): of(row) for row in table.values()}
    return {actor: rows[id(row)] for actor, row in table.items()}


WAYS_NOW: Final[Vocabulary[Fight]] = Vocabulary("ways to move", _ways)


def _of_ways(name: str, of: Callable[[Ways], Any]) -> Vocabulary[Fight]:
    """Return the lookup of something by actor, vehicle and mode."""
    return Vocabulary(
        name,
        lambda view: _by_row(
            view[WAYS_NOW],
            lambda movers: {name: {mode: of(ways) for mode, ways in modes.items()} for name, modes in movers.items()},
        ),
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
    lambda view: _by_row(view[WAYS_NOW], lambda movers: {name: tuple(modes) for name, modes in movers.items()}),
)
SLOPES: Final = _of_ways("inclines", lambda ways: ways.levels[0])
AIDS: Final = _of_ways("aids in climbing", lambda ways: ways.levels[1])
STEALTH: Final = _of_ways("stealth", lambda ways: ways.levels[2])
UNEVEN: Final = _of_ways("uneven ground", lambda ways: ways.levels[3])
WET: Final = _of_ways("wet ground", lambda ways: ways.levels[4])
DISTANCES: Final = _of_ways("metres to move", lambda ways: ways.distances)
