"""CPU time limits, scaled to the machine by a reference loop that is measured before each run."""

import statistics
import time
from collections.abc import Callable
from typing import Final

from bench.measure import Measure, of_pairs

REFERENCE: Final = 0.11
"""CPU seconds of the loop on the machine for which the limits are stated, with CPython 3.11."""
ROUNDS: Final = 2_000_000
TRIES: Final = 4


def loop_seconds() -> float:
    """Return the CPU seconds of the loop on this machine: the best of several runs."""
    return min(_loop() for _ in range(TRIES))


def _loop() -> float:
    started = time.process_time()
    s = 0
    for i in range(ROUNDS):
        s += i * i % 7
    return time.process_time() - started


def within(
    limit: float, spend: Callable[[], float], *, runs: int, unit: str, loop: Callable[[], float] = loop_seconds
) -> Measure:
    """Measure CPU time against a limit: ``spend`` returns the seconds of one run, compared with the scaled limit.

    ``loop`` returns the CPU seconds of the loop.
    """
    loops, pairs = [], []
    for _ in range(runs):
        loops.append(loop())
        pairs.append((spend(), limit * loops[-1] / REFERENCE))
    seconds = statistics.median(loops)
    note = f"limit {limit:g} × {seconds / REFERENCE:.2f}, as the loop took {seconds:.3f} s and not {REFERENCE:g}"
    return Measure(**of_pairs(pairs), target=1, at_most=True, unit=unit, note=note)
