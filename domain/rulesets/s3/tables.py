"""The tables of S3, read once from the data files beside this module."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from domain.rulesets.s3.words import Limb, Skill

_HERE = files("domain.rulesets.s3")
_EQUIPMENT = tomllib.loads(_HERE.joinpath("equipment.toml").read_text("utf-8"))
_TEMPLATES = tomllib.loads(_HERE.joinpath("templates.toml").read_text("utf-8"))

EQUIPMENT: Mapping[str, Mapping[str, Any]] = {
    kind: {"kind": kind, **entry} for group in ("weapon", "armour", "gear") for kind, entry in _EQUIPMENT[group].items()
}
VEHICLE_KINDS: Mapping[str, Mapping[str, Any]] = {
    kind: {"type": "vehicle", **entry} for kind, entry in _EQUIPMENT["vehicle"].items()
}
POISONS: Mapping[str, Mapping[str, Any]] = _EQUIPMENT["poison"]
HAZARDS: Mapping[str, Mapping[str, Any]] = _EQUIPMENT["hazard"]
TEMPLATES: Mapping[str, Mapping[str, Any]] = _TEMPLATES
NOT_OF_THE_SHEET = frozenset({"concealed", "drives"})  # what a template has besides the fields of its sheet


class WoundRow(NamedTuple):
    """A row of the wounds: the least points, the name of the wound and the coins that it costs."""

    points: int
    name: str
    penalty: int


WOUNDS: tuple[WoundRow, ...] = (
    WoundRow(1, "light", 1),
    WoundRow(4, "moderate", 2),
    WoundRow(7, "severe", 3),
    WoundRow(10, "critical", 4),
)

# What a lost limb costs: an arm S3-CALL-5, a leg S3-CALL-8, the eyes S3-CALL-9.
ARM_SKILLS: frozenset[Skill] = frozenset(
    {
        "acrobatics",
        "athletics",
        "engineering",
        "explosives",
        "hand_to_hand",
        "medicine",
        "melee",
        "sharpshooting",
        "sleight_of_hand",
    }
)
LEG_SKILLS: frozenset[Skill] = frozenset(
    {"acrobatics", "athletics", "evasion", "hand_to_hand", "initiative", "melee", "stealth"}
)
EYE_SKILLS: frozenset[Skill] = frozenset({"awareness", "explosives", "initiative", "piloting", "sharpshooting"})

LIMB_SKILLS: Mapping[Limb, frozenset[Skill]] = {
    "main_arm": ARM_SKILLS,
    "off_arm": ARM_SKILLS,
    "left_leg": LEG_SKILLS,
    "right_leg": LEG_SKILLS,
    "eyes": EYE_SKILLS,
}
LIMB_COST: Mapping[Limb, int] = {"main_arm": 2, "off_arm": 2, "left_leg": 3, "right_leg": 3, "eyes": 4}
ONE_HANDED_COST = 2
DRAG_COST = 2
SNEAK_BONUS = 2  # S3-TAL-5, S3-HIDE-9
IRON_PALM_DAMAGE = 2
BASE_RATING = 5


def wound_row(points: int) -> WoundRow | None:
    """Return the row of table 6.19.1 for these wound points, or None for no wound."""
    return next((row for row in reversed(WOUNDS) if points >= row.points), None)
