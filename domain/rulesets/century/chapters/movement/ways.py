"""Ways (CE-ACT-1 to CE-ACT-20): what a unit of each costs, and how far one may go for what is left."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from domain.fields.field import Field, Lookup, among, looked_up, record
from domain.fields.fillings import values_at
from domain.fields.sets import Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.attack.scatter import moved
from domain.rulesets.century.chapters.movement.vehicles import ABOARD, DRIVING, going
from domain.rulesets.century.chapters.objections import Objection
from domain.rulesets.century.chapters.round.move_points import affordable, those_acting
from domain.rulesets.century.state import Fight, Person, Place
from domain.rulesets.century.tables import CLIMBING, INCLINES, ON_INCLINES, ON_TERRAIN, WAYS
from domain.rulesets.century.vocabularies import AXES, FARTHEST, POINT, YES, YES_NO, within
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
    """What may be said of a way in a mode that may cost so much: lookups of some fields of ``Ground``, in order.

    ``distances`` has the metres by these fields, and ``farthest`` is the most of them.
    """

    levels: tuple[Node, ...]
    distances: Node
    farthest: int


GROUNDS: Final[Mapping[str, tuple[Any, ...]]] = {
    "incline": tuple(INCLINES),
    "aid": tuple(CLIMBING),
    **dict.fromkeys(("stealthy", "uneven", "wet"), YES_NO[::-1]),
}
"""What each field of ``Ground`` may be where it is said."""
AIDS: Final = tuple([aid for aid in CLIMBING if aid != "none"])
Said = tuple[tuple[str, tuple[Any, ...]], ...]
"""Some fields of ``Ground``, in order, with what each may be."""


@cache
def ways_in(mode: Way, said: Said, budget: int, farthest: int) -> Ways | None:
    """Return how some fields of ``Ground`` may be filled for a mode, and how far that leads; None if it costs too much.

    The other fields are left out.
    """
    names = [name for name, _ in said]
    fillings = [
        (*filling, Span(1, min(farthest, budget // cost * WAYS[mode].metres)))
        for filling in product(*[values for _, values in said])
        if why_no_way(mode, ground := Ground()._replace(**dict(zip(names, filling, strict=True)))) is None
        and (cost := cost_of_unit(mode, ground)) <= budget
    ]
    if not fillings or farthest < 1:
        return None
    levels = tuple([values_at(fillings, place) for place in range(len(said))])
    return Ways(levels, _alone(values_at(fillings, len(said))), max([filling[-1].high for filling in fillings]))


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


class Means(NamedTuple):
    """What an actor may move now, itself or its vehicle, by what the command names as the vehicle."""

    vehicle: str
    mover: Person
    budget: int


def _means(view: View[Fight]) -> dict[str, tuple[Means, ...]]:
    fight = view.state
    table = {}
    for actor in those_acting(view):
        vehicle = going(view[DRIVING].get(actor.id))
        means = [] if actor.id in view[ABOARD] else [Means("", actor, affordable(fight, actor))]
        if vehicle is not None:
            means.append(Means(vehicle.id, vehicle, affordable(fight, actor, vehicle)))
        table[actor.id] = tuple(means)
    return table


MEANS: Final[Vocabulary[Fight]] = Vocabulary("what actors may move", _means)
MOST_METRES: Final = 10_000


class Route:
    """One kind of way, with a form of its own: in some modes, with what is ``said`` of the ground, in order.

    It leads some metres ahead, or to a ``point``.
    """

    def __init__(self, name: str, modes: Collection[Way], said: tuple[str, ...], *, point: bool = False) -> None:
        self._name, self._modes, self._said, self._point = name, modes, said, point
        self._grounds: Said = tuple([(one, AIDS if one == "aid" and not point else GROUNDS[one]) for one in said])
        self._table: Vocabulary[Fight] = Vocabulary(f"ways to {name}", self._ways)

    def fields(self) -> dict[str, Field | None]:
        """Return the fields of its form; what is not said of the ground is left out."""
        by = ("actor", "vehicle", "mode", *self._said)
        fields: dict[str, Field | None] = {
            "actor": among(Vocabulary[Fight](f"who can {self._name}", lambda view: tuple(view[self._table]))),
            "vehicle": looked_up(
                self._of_actors("vehicles", lambda movers: tuple([vehicle for vehicle in movers if vehicle]) or None),
                "actor",
                required=Lookup(
                    self._of_actors("who has only a vehicle", lambda movers: None if "" in movers else YES), ("actor",)
                ),
            ),
            "mode": looked_up(
                self._of_actors("modes", lambda movers: {name: tuple(modes) for name, modes in movers.items()}), *by[:2]
            ),
        }
        for place, name in enumerate(self._said):
            source = self._of_ways(f"{name} ways", place)
            aided = name == "aid" and not self._point
            fields[name] = looked_up(source, *by[: place + 3], required=aided, seldom=name in ON_GROUND)
        if self._point:
            where = {axis: looked_up(self._along(axis), *by[:3]) for axis in AXES}
            fields |= {"to": record(where, phrase=POINT, required=True, mark="check"), "distance_m": None}
        else:
            fields |= {"to": None, "distance_m": looked_up(self._of_ways("metres", None), *by, required=True)}
        return {**fields, **{name: None for name in GROUNDS if name not in self._said}}

    def _ways(self, view: View[Fight]) -> dict[str, dict[str, dict[Way, Ways]]]:
        """Return, by actor and by the vehicle that it drives, the modes in which it may move now.

        Equal rows are one object, so that what follows from them is made and written once.
        """
        rows: dict[Any, dict[str, dict[Way, Ways]]] = {}
        table = {}
        for actor, means in view[MEANS].items():
            movers = {}
            for vehicle, mover, budget in means:
                if self._point and mover.place is None:
                    continue  # it may only say how far it goes (CE-RANGE-11)
                modes = {
                    mode: ways
                    for mode in mover.modes
                    if mode in self._modes
                    and (ways := ways_in(mode, self._grounds, budget, self._most_metres(mover, mode)))
                }
                if modes:
                    movers[vehicle] = modes
            if movers:
                key = tuple([(name, mode, id(ways)) for name, modes in movers.items() for mode, ways in modes.items()])
                table[actor] = rows.setdefault(key, movers)
        return table

    def _most_metres(self, mover: Person, mode: Way) -> int:
        """Return how far a mover may go in a mode; to a point, in any direction."""
        return MOST_METRES if self._point else _edge(mover, mode)

    def _of_actors(self, name: str, of: Callable[[dict[str, dict[Way, Ways]]], Node | None]) -> Vocabulary[Fight]:
        """Return the lookup of something by actor."""

        def found(view: View[Fight]) -> dict[str, Node]:
            table = view[self._table]
            rows = {id(row): of(row) for row in table.values()}
            return {actor: node for actor, row in table.items() if (node := rows[id(row)]) is not None}

        return Vocabulary(f"{name} to {self._name}", found)

    def _along(self, axis: str) -> Vocabulary[Fight]:
        """Return the lookup of the coordinates that each may reach on an axis, by what it moves and the mode."""

        def found(view: View[Fight]) -> dict[str, Node]:
            table, rows = view[self._table], dict[str, dict[str, Node]]()
            for actor, movers in table.items():
                places = {vehicle: mover.place for vehicle, mover, _ in view[MEANS][actor]}
                rows[actor] = {
                    vehicle: {mode: within(places[vehicle], axis, ways.farthest) for mode, ways in modes.items()}
                    for vehicle, modes in movers.items()
                }
            return {**rows}

        return Vocabulary(f"{axis} to {self._name}", found)

    def _of_ways(self, name: str, place: int | None) -> Vocabulary[Fight]:
        """Return the lookup of a field of the ground by what is said before it, or of the metres."""

        def of(ways: Ways) -> Node:
            return ways.distances if place is None else ways.levels[place]

        return self._of_actors(
            name,
            lambda movers: {name: {mode: of(ways) for mode, ways in modes.items()} for name, modes in movers.items()},
        )


ON_GROUND: Final = frozenset({"uneven", "wet"})
CLIMB: Final[tuple[Way, ...]] = ("climb",)
ON_WATER: Final[tuple[Way, ...]] = ("swim", "row", "sail", "water_motor")
LEVEL: Final = Route("move", tuple([mode for mode in WAYS if mode not in (*CLIMB, *ON_WATER)]), ("stealthy",))
AFLOAT: Final = Route("move on water", ON_WATER, ("stealthy",))
OVER_GROUND: Final = Route("move over ground", ON_INCLINES | ON_TERRAIN, ("incline", "stealthy", "uneven", "wet"))
UNAIDED: Final = Route("climb", CLIMB, ("stealthy",))
WITH_AID: Final = Route("climb with an aid", CLIMB, ("aid", "stealthy"))
TO_A_POINT: Final = Route("move to a point", tuple(WAYS), ("incline", "aid", "stealthy", "uneven", "wet"), point=True)
