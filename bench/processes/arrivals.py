"""The arrivals of requests: an hour at several tables, played in less time.

The generator is open: each request has a time at which it is due, at random intervals that do not depend on earlier
responses, and its latency counts from that time.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

HOUR: Final = 3600.0
SPEED: Final = 6.0
"""An hour is played in ten minutes."""
PER_HOUR: Final[Mapping[str, float]] = {
    "open": 2,
    "play": 360,
    "together": 40,
    "options": 360,
    "table": 180,
    "watch": 12,
    "replay": 12,
    "list": 30,
    "export": 6,
}
"""The number of requests at a table in an hour, by kind."""
SAID: Final[Mapping[str, str]] = {
    "open": "end the fight and open the next",
    "play": "the next command of the fight, through the next process",
    "together": "the next command and three notes at once, through all four processes",
    "options": "what a player may do",
    "table": "the table, as a spectator",
    "watch": "watch from the first event until up to date",
    "replay": "replay from a random event to the newest, without pauses",
    "list": "the encounters, newest first",
    "export": "the bundle",
}
"""A description of the requests of each kind."""


class Arrival(NamedTuple):
    """A request that is due at a time, in seconds after the start, at a table."""

    due: float
    kind: str
    table: int


def arrivals(tables: int, seconds: float, chance: random.Random) -> list[Arrival]:
    """Return the requests of a number of tables, in the order in which they are due."""
    return sorted(
        Arrival(due, kind, table)
        for table in range(tables)
        for kind, count in PER_HOUR.items()
        for due in _moments(count * SPEED / HOUR, seconds, chance)
    )


def _moments(rate: float, seconds: float, chance: random.Random) -> Iterator[float]:
    """Yield random moments, on average ``rate`` in a second (a Poisson process)."""
    moment = chance.expovariate(rate)
    while moment < seconds:
        yield moment
        moment += chance.expovariate(rate)
