"""The measured fights, one for each ruleset; the stated ratios are those of the first."""

from bench.fights.black_dice import BLACK_DICE_DUEL
from bench.fights.century import CENTURY_DUEL
from bench.fights.duel import Script
from bench.fights.s3 import S3_DUEL
from bench.fights.ticks import TICKS_DUEL
from bench.fights.yin_yang import YIN_YANG_DUEL

SCRIPTS: tuple[Script, ...] = (S3_DUEL, BLACK_DICE_DUEL, YIN_YANG_DUEL, CENTURY_DUEL, TICKS_DUEL)


def names(measure: str) -> dict[str, Script]:
    """Return the script of each ruleset by the name of its measure: bare for the first, with its key for the others."""
    first, *others = SCRIPTS
    return {measure: first, **{f"{measure}_{script.ruleset.key}": script for script in others}}
