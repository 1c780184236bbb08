"""The fights that are measured, one for each ruleset: the first is the one that the promised ratios speak of."""

from bench.black_dice_duel import BLACK_DICE_DUEL
from bench.century_duel import CENTURY_DUEL
from bench.duel import Script
from bench.s3_duel import S3_DUEL
from bench.ticks_duel import TICKS_DUEL
from bench.yin_yang_duel import YIN_YANG_DUEL

SCRIPTS: tuple[Script, ...] = (S3_DUEL, BLACK_DICE_DUEL, YIN_YANG_DUEL, CENTURY_DUEL, TICKS_DUEL)


def names(measure: str) -> dict[str, Script]:
    """The names of a measure that every ruleset has: bare for the first, with their keys for the others."""
    first, *others = SCRIPTS
    return {measure: first, **{f"{measure}_{script.ruleset.key}": script for script in others}}
