"""Whether what fell is fair: how often a fair source would stray so far from the exact chances.

The seeds of the tests that ask are fixed, so that a test always says the same. It fails where a fair source would stray
so far, or come so close, only once in a million times.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

import icepool

RARELY = 1e-6
FEWEST_EXPECTED = 5.0  # below it the sum of squares no longer follows its curve: rarer outcomes are counted together


def chance_of_more(chi_square: float, freedom: int) -> float:
    """How often a fair source strays at least so far: the upper tail of chi square, exactly, two degrees at a time."""
    half = chi_square / 2
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    for degree in range(4 - freedom % 2, freedom + 1, 2):
        tail += math.exp((degree / 2 - 1) * math.log(half) - half - math.lgamma(degree / 2))
    return tail


def fit(seen: Iterable[Hashable], chances: Mapping[Hashable, float]) -> float:
    """How often a fair source strays at least as far as what was seen."""
    counted = Counter(seen)
    assert counted.keys() <= chances.keys()
    total = counted.total()
    cells: list[tuple[float, int]] = []
    expected, found = 0.0, 0
    for outcome, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected, found = expected + chance * total, found + counted[outcome]
        if expected >= FEWEST_EXPECTED:
            cells.append((expected, found))
            expected, found = 0.0, 0
    assert not found, "there are too few throws for a single cell"
    chi_square = sum((found - expected) ** 2 / expected for expected, found in cells)
    return chance_of_more(chi_square, len(cells) - 1)


def assert_fair(seen: Iterable[Hashable], chances: Mapping[Hashable, float]) -> None:
    assert RARELY < fit(seen, chances) < 1 - RARELY


def exactly(die: icepool.Die[int]) -> dict[Hashable, float]:
    """The exact chance of each outcome."""
    return {outcome: float(chance) for outcome, chance in zip(die.outcomes(), die.probabilities(), strict=True)}
