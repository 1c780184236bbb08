"""Measure ``throws``: seeded throws of eight coins, each recorded."""

import d20

from bench.measure import Measure, paired
from domain.chance.draws import Draw, Seeded, draw_key

TARGET = 30
COINS = 8
ROUND = 200


def throws() -> Measure:
    """Measure seeded and recorded throws of 8 coins per second over the ``d20`` library rolling and counting 8d2."""
    chance = Seeded(draw_key(bytes(32), ""))
    record: list[Draw] = []

    def ours() -> int:
        record[:] = [chance.coins("fox", "acrobatics", COINS, 1, version, 0) for version in range(ROUND)]
        return ROUND

    def theirs() -> int:
        heads = 0
        for _ in range(ROUND // 10):
            heads += sum(die.number == 2 for die in d20.roll(f"{COINS}d2").expr.roll.keptset)
        return ROUND // 10

    return Measure(**paired(ours, theirs), target=TARGET, unit="throws/s")
