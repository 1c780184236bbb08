"""What a measure gives: its value, its floor, and the ratio of the two, all from one run."""

import statistics
import time
from collections.abc import Callable
from typing import TypedDict


class Measure(TypedDict, total=False):
    """``value`` and ``floor`` are rates or sizes of one unit; ``target`` is the ratio to reach, if one is promised."""

    value: float
    floor: float
    ratio: float
    target: float
    at_most: bool
    unit: str
    note: str


def rate_of(work: Callable[[], int], *, seconds: float = 1.0) -> float:
    """How many units ``work`` gets through in a second of this process; it returns the units of one round."""
    work()
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += work()
    return done / spent


def paired(value: Callable[[], int], floor: Callable[[], int], *, rounds: int = 5, seconds: float = 0.4) -> Measure:
    """Measure both in turn, so that a machine whose speed drifts slows both; the medians are given."""
    pairs = [(rate_of(value, seconds=seconds), rate_of(floor, seconds=seconds)) for _ in range(rounds)]
    ratio = statistics.median(v / f for v, f in pairs)
    return Measure(
        value=statistics.median(v for v, _ in pairs), floor=statistics.median(f for _, f in pairs), ratio=ratio
    )
