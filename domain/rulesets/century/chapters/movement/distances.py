"""Where things are (CE-SHEET-17, CE-RANGE-6): distances in whole metres, bearings in degrees from north, clockwise."""

from collections.abc import Iterator
from math import atan2, degrees, isqrt

from domain.rulesets.century.state import Fight, Person, Place


def distance_of(first: Place, second: Place) -> int:
    """Metres between two places in a straight line, rounded to the nearest, halves up."""
    square = (first.x - second.x) ** 2 + (first.y - second.y) ** 2 + (first.elevation - second.elevation) ** 2
    return (isqrt(4 * square) + 1) // 2


def distance(fight: Fight, one: str, other: str) -> int | None:
    """Metres between two combatants; None where one of them has no position (CE-RANGE-7)."""
    first, second = fight.people[one].place, fight.people[other].place
    return None if first is None or second is None else distance_of(first, second)


def bearing(start: Place, end: Place) -> float | None:
    """Return the direction from one place to another, 0 up to 360; None where they are the same spot."""
    if (start.x, start.y) == (end.x, end.y):
        return None
    return degrees(atan2(end.x - start.x, end.y - start.y)) % 360


def whole_bearing(start: Place, end: Place) -> int | None:
    """Return the bearing in whole degrees, halves up (CE-RANGE-10)."""
    exact = bearing(start, end)
    return None if exact is None else int(exact + 0.5) % 360


def angle_between(first: float, second: float) -> float:
    """Return the smaller angle between two directions, 0 to 180."""
    turn = abs(first - second) % 360
    return min(turn, 360 - turn)


def exposed(fight: Fight) -> Iterator[Person]:
    """Yield whom an area can reach at all: not the dead, nor those in a closed vehicle (CE-AREA-4, CE-AREA-10)."""
    for person in fight.people.values():
        vehicle = fight.vehicle_of(person.id)
        sheltered = vehicle is not None and vehicle.craft is not None and not vehicle.craft.open
        if person.present and not person.dead and not person.destroyed and not sheltered:
            yield person
