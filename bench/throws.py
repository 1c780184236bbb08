"""Measure ``throws``: seeded throws of eight coins, each kept as its record."""

import d20

from bench.measure import Measure, paired
from domain.chance.draws import Draw, Seeded, draw_key

TARGET = 30
COINS = 8
ROUND = 200


def throws() -> Measure:
    """Throws of 8 coins per second, seeded and recorded, over the library ``d20`` rolling 8d2 and counting."""
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
