"""Measure ``options_<ruleset>``: the CPU time and the size of the options of crowds, against their limits."""

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from bench.calibration import REFERENCE, loop_seconds
from bench.fights.crowds import Crowd
from bench.measure import Measure
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.offering import options
from domain.ruleset.ruleset import Ruleset

RUNS: Final = 9
PLAYER: Final = Speaker("player", ("c0",))
_encode = msgspec.json.Encoder().encode


class Limit(NamedTuple):
    """The CPU milliseconds and the kilobytes of an answer to a speaker about so many combatants."""

    speaker: Speaker
    size: int
    milliseconds: float
    kilobytes: float


LIMITS: Final = (
    Limit(PLAYER, 10, 1, 10),
    Limit(PLAYER, 50, 2, 25),
    Limit(PLAYER, 200, 5, 60),
    Limit(NARRATOR, 10, 3, 40),
    Limit(NARRATOR, 50, 10, 120),
    Limit(NARRATOR, 200, 30, 400),
)


def options_of(crowd: Callable[[int], Crowd]) -> Measure:
    """Measure building and encoding the state part; the ratio is that of the limit that is nearest to be reached."""
    crowds = {size: crowd(size) for size in {limit.size for limit in LIMITS}}
    states = {size: one.states() for size, one in crowds.items()}
    found = []
    for limit in LIMITS:
        scale = loop_seconds() / REFERENCE
        for state in states[limit.size]:
            spent, size = _answered(crowds[limit.size].ruleset, state, limit.speaker)
            about = f"{limit.speaker.role} of {limit.size}: {spent * 1000 / scale:.1f} ms, {size / 1000:.0f} kB"
            found.append((spent * 1000 / scale / limit.milliseconds, about))
            found.append((size / 1000 / limit.kilobytes, about))
    ratio, about = max(found)
    return Measure(
        value=ratio, floor=1, ratio=ratio, target=1, at_most=True, unit="of the limits", note=f"most: {about}"
    )


def _answered(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker) -> tuple[float, int]:
    """Return the CPU seconds of one answer, the best of several, and its bytes."""
    best, size = float("inf"), 0
    for _ in range(RUNS):
        started = time.process_time()
        size = len(_encode(options(ruleset, state, speaker)))
        best = min(best, time.process_time() - started)
    return best, size
