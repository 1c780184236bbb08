"""The rule reference of S3, and what has to stand in it."""

from domain.rulesets.s3.options import Options
from domain.rulesets.s3.rules import RULES
from tests.rules.reference import Reference

S3_REFERENCE = Reference(
    prefix="S3",
    rules=RULES,
    chapters={
        "THROW": 11,
        "SKILL": 6,
        "OPP": 10,
        "SHEET": 10,
        "TURN": 29,
        "LEGAL": 15,
        "MOVE": 19,
        "HIDE": 10,
        "RANGE": 7,
        "ATK": 17,
        "DISARM": 5,
        "TRIP": 9,
        "PIN": 12,
        "STRAN": 13,
        "FAST": 9,
        "MOUNT": 33,
        "STUNT": 28,
        "DMG": 16,
        "WOUND": 8,
        "STUN": 14,
        "DIS": 13,
        "FIRE": 13,
        "POIS": 10,
        "CALL": 17,
        "EQUIP": 22,
        "TAL": 7,
        "NARR": 10,
        "ORDER": 15,
        "RUL": 52,
    },
    titles={"PIN": "Pins", "RUL": "Rulings"},
    option_model=Options,
)
