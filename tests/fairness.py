"""A chi-square test of throws: the probability that a fair source would deviate this far from the exact chances.

The tests have fixed seeds, so that their results do not vary. They fail if a fair source would deviate this much, or
this little, only once in a million times.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

import icepool

RARELY = 1e-6
FEWEST_EXPECTED = 5.0  # with fewer, the statistic does not follow the distribution, so rarer outcomes are grouped


def chance_of_more(chi_square: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution, exact, summed two degrees of freedom at a time."""
    half = chi_square / 2
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    for degree in range(4 - freedom % 2, freedom + 1, 2):
        tail += math.exp((degree / 2 - 1) * math.log(half) - half - math.lgamma(degree / 2))
    return tail


def fit(seen: Iterable[Hashable], chances: Mapping[Hashable, float]) -> float:
    """Return the probability that a fair source deviates at least as far from the chances as the observed outcomes."""
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
    """Return the exact probability of each outcome."""
    return {outcome: float(chance) for outcome, chance in zip(die.outcomes(), die.probabilities(), strict=True)}
