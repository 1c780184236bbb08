"""The result of a measure: its value, its floor, and their ratio, all from one run."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypedDict


class Measure(TypedDict, total=False):
    """``value`` and ``floor`` are rates or sizes of one unit; ``ratio`` is at least ``target``, or ``at_most`` that."""

    value: float
    floor: float
    ratio: float
    target: float
    at_most: bool
    unit: str
    note: str


def of_pairs(pairs: Sequence[tuple[float, float]]) -> Measure:
    """Return the medians of values and floors that were measured alternately, and of the ratio of each pair."""
    return Measure(
        value=statistics.median(value for value, _ in pairs),
        floor=statistics.median(floor for _, floor in pairs),
        ratio=statistics.median(value / floor for value, floor in pairs),
    )


def rate_of(work: Callable[[], int], *, seconds: float) -> float:
    """Return the units that ``work`` completes per CPU second; each call of it returns the units of one round.

    Objects of earlier rounds are frozen, so that no round pays for the garbage collection of another.
    """
    work()
    gc.collect()
    gc.freeze()
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += work()
    return done / spent


def paired(value: Callable[[], int], floor: Callable[[], int], *, rounds: int = 45, seconds: float = 0.07) -> Measure:
    """Measure both alternately in many short rounds, so that drift of the machine's speed affects both."""
    return of_pairs([(rate_of(value, seconds=seconds), rate_of(floor, seconds=seconds)) for _ in range(rounds)])


def holds(measure: Measure) -> bool:
    """Return whether the ratio meets its target."""
    return measure["ratio"] <= measure["target"] if measure.get("at_most") else measure["ratio"] >= measure["target"]
