"""Measure ``table_<ruleset>``: the CPU time and the size of the tables of crowds, and of differences between them."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from bench.calibration import REFERENCE, loop_seconds
from bench.fights.crowds import Crowd
from bench.measure import Measure
from bench.options import PLAYER
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from domain.table.differences import Operation, differences

RUNS: Final = 9
SPEAKERS: Final = (NARRATOR, PLAYER, SPECTATOR)
_encode: Final = msgspec.json.Encoder().encode


class Limit(NamedTuple):
    """The limits for a table of ``size`` combatants: CPU milliseconds, kilobytes, milliseconds of differences."""

    size: int
    milliseconds: float
    kilobytes: float
    comparing: float


LIMITS: Final = (Limit(8, 0.4, 8, 0.05), Limit(50, 1.5, 35, 0.15), Limit(200, 6, 140, 0.4))


def table_of(crowd: Callable[[int], Crowd]) -> Measure:
    """Measure building and encoding a table, and comparing two; the ratio is that of the nearest limit."""
    found = []
    for limit in LIMITS:
        one = crowd(limit.size)
        for speaker in SPEAKERS:
            about = f"{speaker.role} of {limit.size}"
            found += [(ratio, f"{about}: {what}") for ratio, what in _of(one.ruleset, one.states(), speaker, limit)]
    ratio, about = max(found)
    return Measure(
        value=ratio, floor=1, ratio=ratio, target=1, at_most=True, unit="of the limits", note=f"most: {about}"
    )


def _of(ruleset: Ruleset[Any], states: Sequence[Encounter], speaker: Speaker, limit: Limit) -> list[tuple[float, str]]:
    """Return how near a crowd is to each of its limits, in each of its states, and what was measured."""
    scale = loop_seconds() / REFERENCE
    found, tables = [], []
    for state in states:
        spent, body = _best(partial(_drawn, ruleset, state, speaker))
        found.append((spent * 1000 / scale / limit.milliseconds, f"{spent * 1000 / scale:.2f} ms"))
        found.append((len(body) / 1000 / limit.kilobytes, f"{len(body) / 1000:.0f} kB"))
        tables.append(msgspec.json.decode(body))
    for before, after in pairwise(tables):
        spent, _ = _best(partial(_compared, before, after))
        found.append((spent * 1000 / scale / limit.comparing, f"{spent * 1000 / scale:.3f} ms for differences"))
    return found


def _drawn(ruleset: Ruleset[Any], state: Encounter, speaker: Speaker) -> bytes:
    return _encode(table(ruleset, state, speaker, settled=True))


def _compared(before: Any, after: Any) -> list[Operation]:
    return differences(before, after)


def _best(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds of some work, the best of several, and its result."""
    best, result = float("inf"), None
    for _ in range(RUNS):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result
