"""The tables of Ticks: data files beside this module, read once, and the ladder of difficulties."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from domain.rulesets.ticks.words import Difficulty

_HERE = files("domain.rulesets.ticks")
_EQUIPMENT = tomllib.loads(_HERE.joinpath("equipment.toml").read_text("utf-8"))
TEMPLATES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(_HERE.joinpath("templates.toml").read_text("utf-8"))


def _rows(kind: str) -> Mapping[str, Mapping[str, Any]]:
    return {key: {"key": key, **entry} for key, entry in _EQUIPMENT[kind].items()}


WEAPONS: Final[Mapping[str, Mapping[str, Any]]] = _rows("weapon")
SHIELDS: Final[Mapping[str, Mapping[str, Any]]] = _rows("shield")
ARMOUR: Final[Mapping[str, Mapping[str, Any]]] = _rows("armour")

DIFFICULTIES: Final[Mapping[Difficulty, int]] = {
    "easy": 5,  # TK-DIFF-1
    "basic": 20,  # TK-DIFF-2
    "moderate": 35,  # TK-DIFF-3
    "difficult": 50,  # TK-DIFF-4
    "extreme": 70,  # TK-DIFF-5
    "impossible": 90,  # TK-DIFF-6
}
"""What a total has to reach, by name."""
HANDS: Final = 2
"""Hands that everybody has (TK-SHEET-7)."""
