"""The rulesets covered by the shared tests, and what each provides to them."""

from typing import Any

import pytest

from tests.laws.fights import Fights
from tests.rules.black_dice.bot_config import BLACK_DICE_FIGHTS
from tests.rules.black_dice.examples import BLACK_DICE_EXAMPLES
from tests.rules.black_dice.reference import BLACK_DICE_REFERENCE
from tests.rules.black_dice.refusal_cases import BLACK_DICE_FORBIDDEN
from tests.rules.century.bot_config import CENTURY_FIGHTS
from tests.rules.century.examples import CENTURY_EXAMPLES
from tests.rules.century.reference import CENTURY_REFERENCE
from tests.rules.century.refusal_cases import CENTURY_FORBIDDEN
from tests.rules.examples import Examples
from tests.rules.reference import Reference
from tests.rules.refusal_cases import Forbidden
from tests.rules.s3.bot_config import S3_FIGHTS
from tests.rules.s3.examples import S3_EXAMPLES
from tests.rules.s3.reference import S3_REFERENCE
from tests.rules.s3.refusal_cases import S3_FORBIDDEN
from tests.rules.ticks.bot_config import TICKS_FIGHTS
from tests.rules.ticks.examples import TICKS_EXAMPLES
from tests.rules.ticks.reference import TICKS_REFERENCE
from tests.rules.ticks.refusal_cases import TICKS_FORBIDDEN
from tests.rules.yin_yang.bot_config import YIN_YANG_FIGHTS
from tests.rules.yin_yang.examples import YIN_YANG_EXAMPLES
from tests.rules.yin_yang.reference import YIN_YANG_REFERENCE
from tests.rules.yin_yang.refusal_cases import YIN_YANG_FORBIDDEN

EXAMPLES: tuple[Examples, ...] = (
    S3_EXAMPLES,
    BLACK_DICE_EXAMPLES,
    YIN_YANG_EXAMPLES,
    CENTURY_EXAMPLES,
    TICKS_EXAMPLES,
)
FIGHTS: tuple[Fights[Any], ...] = (S3_FIGHTS, BLACK_DICE_FIGHTS, YIN_YANG_FIGHTS, CENTURY_FIGHTS, TICKS_FIGHTS)
FORBIDDEN: tuple[Forbidden, ...] = (
    S3_FORBIDDEN,
    BLACK_DICE_FORBIDDEN,
    YIN_YANG_FORBIDDEN,
    CENTURY_FORBIDDEN,
    TICKS_FORBIDDEN,
)
REFERENCES: tuple[Reference, ...] = (
    S3_REFERENCE,
    BLACK_DICE_REFERENCE,
    YIN_YANG_REFERENCE,
    CENTURY_REFERENCE,
    TICKS_REFERENCE,
)

SOME = 3
every_ruleset = pytest.mark.parametrize("fights", FIGHTS, ids=lambda fights: fights.ruleset.key)
SITUATIONS = [(fights, name) for fights in FIGHTS for name in fights.situations]
some_situations = pytest.mark.parametrize(
    ("fights", "name"),
    [
        pytest.param(fights, name, id=f"{fights.ruleset.key}-{name}", marks=[pytest.mark.long] if place >= SOME else [])
        for fights in FIGHTS
        for place, name in enumerate(fights.situations)
    ],
)
"""Parametrizes a test with every situation; the short tier runs only some of them."""
