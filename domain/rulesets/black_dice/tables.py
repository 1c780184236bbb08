"""The tables of Black Dice: data files beside this module, read once, and the ladders of its rules."""

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from domain.rulesets.black_dice.words import Alcohol, CoverKind, Degree, Difficulty, HealingPlace, Intensity, WeaponMode

_HERE = files("domain.rulesets.black_dice")
_EQUIPMENT = tomllib.loads(_HERE.joinpath("equipment.toml").read_text("utf-8"))
TEMPLATES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(_HERE.joinpath("templates.toml").read_text("utf-8"))

COMMON_SKILLS: Final[Mapping[str, bool]] = _EQUIPMENT["skills"]
"""Every skill that the tables know, and whether it is common (BD-DATA-1)."""
WEAPONS: Final[Mapping[str, Mapping[str, Any]]] = {
    key: {"id": key, **entry} for key, entry in _EQUIPMENT["weapon"].items()
}
ARMOUR: Final[Mapping[str, int]] = _EQUIPMENT["armour"]
OBJECTS: Final[Mapping[str, Mapping[str, Any]]] = {
    key: {"kind": "object", **entry} for key, entry in _EQUIPMENT["object"].items()
}
PERILS: Final[Mapping[str, Mapping[str, Any]]] = _EQUIPMENT["peril"]


class DifficultyRow(NamedTuple):
    """White dice that a difficulty gives, and black dice that it costs (BD-DIFF-1 to BD-DIFF-6)."""

    white: int
    black: int


DIFFICULTIES: Final[Mapping[Difficulty, DifficultyRow]] = {
    "very_easy": DifficultyRow(0, 0),
    "easy": DifficultyRow(5, 0),
    "average": DifficultyRow(0, 0),
    "difficult": DifficultyRow(0, 3),
    "very_difficult": DifficultyRow(0, 6),
    "extremely_difficult": DifficultyRow(0, 12),
}


class DegreeRow(NamedTuple):
    """A degree of success, from so many net successes on (BD-DEG-1 to BD-DEG-8); the place is its rank."""

    net: int
    degree: Degree


DEGREES: Final[tuple[DegreeRow, ...]] = (
    DegreeRow(0, "failure"),
    DegreeRow(1, "partial"),
    DegreeRow(2, "success"),
    DegreeRow(3, "good"),
    DegreeRow(6, "impressive"),
    DegreeRow(10, "virtuoso"),
    DegreeRow(15, "awesome"),
    DegreeRow(20, "god_like"),
)

NETS: Final = tuple([row.net for row in DEGREES])


class PerilRow(NamedTuple):
    """The damage dice of an intensity, least and most, and how hard it is to avoid (BD-PERIL-1 to BD-PERIL-4)."""

    least: int
    most: int
    avoidance: Difficulty


INTENSITIES: Final[Mapping[Intensity, PerilRow]] = {
    "minor": PerilRow(1, 2, "easy"),
    "moderate": PerilRow(3, 6, "average"),
    "major": PerilRow(7, 12, "difficult"),
    "deadly": PerilRow(13, 40, "very_difficult"),
}


class FeatRow(NamedTuple):
    """What Strength does without a roll: the least Strength, and what is lifted, broken, how far thrown in yards."""

    strength: int
    lift: str
    breaks: str
    yards: int


FEATS: Final[tuple[FeatRow, ...]] = (
    FeatRow(-5, "light bag of groceries", "thick balsa wood", 1),
    FeatRow(-2, "heavy bag of groceries", "thick plywood or silk", 5),
    FeatRow(0, "child", "wood boards", 10),
    FeatRow(1, "adult woman", "copper bar or pipe", 20),
    FeatRow(3, "adult man", "wooden door", 30),
    FeatRow(6, "street vendor's cart", "iron bar", 40),
    FeatRow(10, "rowing boat", "prison bars", 60),
    FeatRow(12, "ganger automaton", "steel bar", 80),
)
"""Rows by their key, 0 to 7 (BD-FEAT-1 to BD-FEAT-8); the first asks for no Strength at all."""

COVER: Final[Mapping[CoverKind, Mapping[WeaponMode, int]]] = {
    "slight": {"ranged": 3, "melee": 2},
    "partial": {"ranged": 6, "melee": 4},
    "near_total": {"ranged": 12, "melee": 8},
}
"""Black dice of an attack on somebody in cover (BD-COVER-1 to BD-COVER-3); total cover is no target."""


class HealingRow(NamedTuple):
    """Whom a place of healing is for, and how hard it makes a treatment (BD-HEAL-7 to BD-HEAL-10)."""

    automata: bool
    difficulty: Difficulty


HEALING: Final[Mapping[HealingPlace, HealingRow]] = {
    "skyloft_hospital": HealingRow(False, "very_easy"),
    "medical_kit": HealingRow(False, "average"),
    "neovictorian_hospital": HealingRow(False, "difficult"),
    "improvised_bandages": HealingRow(False, "very_difficult"),
    "workshop": HealingRow(True, "very_easy"),
    "toolkit": HealingRow(True, "average"),
    "improvised_tools": HealingRow(True, "difficult"),
}
KITS: Final[frozenset[HealingPlace]] = frozenset({"medical_kit", "toolkit"})
DRINKS: Final[Mapping[Alcohol, int]] = {"light": 1, "wine": 2, "spirits": 3}
"""Black dice of a drink (BD-DRINK-2 to BD-DRINK-4)."""


class InjuryRow(NamedTuple):
    """What a face of the table of injuries means: words, and the stat that is one lower, or ``move``, halved."""

    description: str
    lowers: str | None = None


INJURIES: Final[tuple[InjuryRow, ...]] = (
    InjuryRow("a scar"),
    InjuryRow("lame", "move"),
    InjuryRow("weak arm", "strength"),
    InjuryRow("stiff hand", "dex"),
    InjuryRow("short breath", "fortitude"),
    InjuryRow("dull senses", "wits"),
)
"""The table of injuries, by the faces 1 to 6 (BD-INJ-5)."""

GREY_PENALTIES: Final = (2, 4, 8, 16)
DICE_OF_TRADE: Final = 3
PIPS_OF_SCRIPTING: Final = 6
MOST_FATE: Final = 3
UNKNOWN_FEET: Final = 60
HANDS: Final = 2


def degree_of(net: int, foul: bool) -> Degree:
    """The degree of so many net successes (BD-DEG-9); a foul failure is one whatever its net (BD-FOUL-1)."""
    return "foul_failure" if foul and net == 0 else DEGREES[bisect_right(NETS, net) - 1].degree


def rank_of(net: int) -> int:
    """The rank of the degree of so many net successes (BD-DEG-10)."""
    return bisect_right(NETS, net) - 1


def feat_row_of(strength: int) -> int:
    """The key of the last row that this much Strength reaches without a roll (BD-FEAT-9)."""
    return max(key for key, row in enumerate(FEATS) if key == 0 or strength >= row.strength)
