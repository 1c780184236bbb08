"""The tables of Yin-Yang: data files beside this module, read once, and the ladders of its rules."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from domain.rulesets.yin_yang.words import Aim, Band, CampaignLevel, Difficulty, OutReason, Reach, Scope, Track

_HERE = files("domain.rulesets.yin_yang")
_EQUIPMENT = tomllib.loads(_HERE.joinpath("equipment.toml").read_text("utf-8"))
TEMPLATES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(_HERE.joinpath("templates.toml").read_text("utf-8"))
WEAPONS: Final[Mapping[str, Mapping[str, Any]]] = {
    key: {"id": key, **entry} for key, entry in _EQUIPMENT["weapon"].items()
}
ARMOUR: Final[Mapping[str, Mapping[str, Any]]] = {
    key: {"id": key, **entry} for key, entry in _EQUIPMENT["armour"].items()
}


class LevelRow(NamedTuple):
    """What a campaign level allows a hero: points for attributes and abilities, and the highest of each.

    None is no limit (YY-ATTR-4, YY-SKILL-4, YY-SKILL-5).
    """

    attribute_points: int | None
    attribute_top: int | None
    ability_points: int | None
    ability_top: int | None


LEVELS: Final[Mapping[CampaignLevel, LevelRow]] = {
    "gritty": LevelRow(10, 3, 30, 3),
    "realist": LevelRow(15, 4, 40, 4),
    "competent": LevelRow(20, 5, 50, 5),
    "heroic": LevelRow(25, 6, 60, 6),
    "supers": LevelRow(None, None, None, None),
}
COST_OF_SCOPE: Final[Mapping[Scope, int]] = {"profession": 5, "talent": 3, "hobby": 1}
"""Points for each point of rating (YY-SKILL-3)."""


class DifficultyRow(NamedTuple):
    """Bonus cards of a task, below 0 penalty cards, and the narrowest scope that succeeds without a card."""

    cards: int
    automatic_from: Scope | None


DIFFICULTIES: Final[Mapping[Difficulty, DifficultyRow]] = {
    "trivial": DifficultyRow(2, "hobby"),  # YY-AUTO-3
    "easy": DifficultyRow(1, "talent"),  # YY-AUTO-2
    "average": DifficultyRow(0, "profession"),  # YY-AUTO-1
    "difficult": DifficultyRow(-1, None),
    "very_difficult": DifficultyRow(-2, None),
    "desperate": DifficultyRow(-3, None),
}
"""Easy to hard (YY-AUTO-1 to YY-AUTO-5, YY-RUL-60)."""

CALLED_SHOTS: Final[Mapping[Aim, int]] = {"weapon": 1, "limb": 1, "gap": 2, "head": 2, "other": 1}
"""Penalty cards of a called shot where a table says so (YY-CALLED-2)."""

REACHES: Final[Mapping[Reach, tuple[Band, ...]]] = {
    "melee": ("arm",),  # YY-WPN-7
    "energy": ("arm",),  # YY-WPN-8; Energetic in print is the same, YY-WPN-32, YY-RUL-63
    "projectile": ("arm", "room"),  # YY-WPN-9
    "ranged": ("arm", "room"),  # YY-WPN-11
    "long_ranged": ("arm", "room", "sight"),  # YY-WPN-12
}
"""How far a weapon reaches where distances count (YY-MOVE-3)."""

HIGHEST_TARGET: Final = 10
HANDS: Final = 2
ACTIONS_OF_WHITE_JOKER: Final = 2

OUT_BELOW_ZERO: Final[Mapping[Track, OutReason]] = {
    "vitality": "dying",
    "mental_balance": "shock",
    "stamina": "exhausted",
}
"""Why somebody is out of action whose track is below 0 (YY-VIT-4, YY-MB-4, YY-STAM-5)."""
HOURS_OF_A_DAY: Final = 24
HOURS_OF_REST: Final = 1
"""Hours of rest that give back a point of Stamina (YY-STAM-6)."""
HOURS_OF_MENTAL_REST: Final = 168
"""Hours of mental rest that give back a point of Mental Balance: a week (YY-MB-6)."""

WITHOUT_PEOPLE: Final[Mapping[str, Mapping[str, str | int]]] = {
    "combatant": {"match": "always", "follow_up": "always", "join_combined": "no"},
    "narrator": {
        "consent": "allow",
        "called_shot_penalty": 1,
        "confront": "yes",
        "confrontation_outcome": "white_joker",
        "misfire_victim": "self",
        "king_effect": "follow_up",
    },
}
"""Standing answers by which a fight plays without people, unless told otherwise: of whom, to what (YY-PROM-12)."""
