"""The rule reference of Black Dice, and what has to stand in it."""

from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.rules import RULES
from tests.rules.reference import Reference

BLACK_DICE_REFERENCE = Reference(
    prefix="BD",
    rules=RULES,
    chapters={
        "DIE": 7,
        "SKILL": 15,
        "DIFF": 8,
        "DEG": 10,
        "FOUL": 5,
        "COMM": 3,
        "GUAR": 5,
        "COMP": 5,
        "FATE": 14,
        "SCRIPT": 10,
        "PERIL": 12,
        "DROWN": 9,
        "DRINK": 15,
        "FEAT": 13,
        "ROUND": 11,
        "INIT": 12,
        "WHO": 15,
        "ATK": 10,
        "MOD": 14,
        "COVER": 7,
        "RNG": 16,
        "DMG": 10,
        "OBJ": 8,
        "BRUISE": 5,
        "GREY": 8,
        "DYING": 8,
        "INJ": 6,
        "HEAL": 17,
        "RUL": 68,
        "DATA": 13,
    },
    titles={"RNG": "Ranged attacks", "RUL": "Rulings"},
    option_model=Options,
    ambiguous=frozenset({"full_dodge"}),
)
