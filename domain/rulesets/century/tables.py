"""The tables of Century: data files beside this module, read once, and the numbered tables of its rules."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple

from domain.rulesets.century.words import Ability, Aid, Attitude, Band, ConsequenceKind, Hazard, Incline, Light, Way

_HERE = files("domain.rulesets.century")
_EQUIPMENT = tomllib.loads(_HERE.joinpath("equipment.toml").read_text("utf-8"))
TEMPLATES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(_HERE.joinpath("templates.toml").read_text("utf-8"))


def _rows(kind: str) -> Mapping[str, Mapping[str, Any]]:
    return {key: {"id": key, **entry} for key, entry in _EQUIPMENT.get(kind, {}).items()}


WEAPONS: Final[Mapping[str, Mapping[str, Any]]] = _rows("weapon")
ARMOUR: Final[Mapping[str, Mapping[str, Any]]] = _rows("armour")
GEAR: Final[Mapping[str, Mapping[str, Any]]] = _rows("gear")

ABILITIES_OF_SKILLS: Final[Mapping[str, tuple[Ability, ...]]] = {
    **dict.fromkeys(("Hand to Hand", "Ranged Combat"), ("agl",)),
    **dict.fromkeys(("Climbing", "Stealth", "Driving", "Piloting", "Lockpicking"), ("agl",)),
    **dict.fromkeys(("Perception", "Detective", "Medical", "Electronics"), ("iq",)),
    **dict.fromkeys(("Fast Talk", "Persuasion"), ("app", "prs")),
    **dict.fromkeys(("Intimidation", "Streetwise"), ("prs",)),
    "Lifting": ("str",),
}
"""The abilities that usually go with a Skill, or with all Skills of a group (CE-ABIL-6)."""


def usual_abilities(skill: str) -> tuple[Ability, ...]:
    """The abilities that usually go with a Skill, given with its group; none where the table knows neither."""
    return ABILITIES_OF_SKILLS.get(skill, ABILITIES_OF_SKILLS.get(skill.partition(": ")[0], ()))


SUCCESS_LEVELS: Final[Mapping[int, int]] = {level: 10 * level for level in range(10)}
"""The base of each Success Level (CE-RUL-24).

CE-SKILL-20, CE-SKILL-21, CE-SKILL-22, CE-SKILL-23, CE-SKILL-24, CE-SKILL-25, CE-SKILL-26, CE-SKILL-27, CE-SKILL-28 and
CE-SKILL-29 say which level has which.
"""


class ModifierRow(NamedTuple):
    """A bonus or penalty: its sign, its amount if that is fixed, the span it lies in, and its rule.

    Without amount or span the amount is at the narrator's discretion, 1 to 100 (CE-SKILL-11).
    """

    sign: int
    amount: int | None
    span: tuple[int, int] | None
    rule: str


MODIFIERS: Final[Mapping[str, ModifierRow]] = {
    "lucky_day": ModifierRow(1, None, None, "CE-SKILL-30"),
    "resembles_friend": ModifierRow(1, None, (20, 90), "CE-SKILL-31"),
    "elevated": ModifierRow(1, 40, None, "CE-SKILL-32"),
    "gullible": ModifierRow(1, 70, None, "CE-SKILL-33"),
    "cheating": ModifierRow(1, None, None, "CE-SKILL-34"),
    "character_moving": ModifierRow(1, None, None, "CE-SKILL-35"),
    "off_hand": ModifierRow(-1, 20, None, "CE-SKILL-40"),
    "two_hands_dominant": ModifierRow(-1, 15, None, "CE-SKILL-41"),
    "two_hands_off": ModifierRow(-1, 30, None, "CE-SKILL-42"),
    "unlucky_day": ModifierRow(-1, None, None, "CE-SKILL-43"),
    "resembles_enemy": ModifierRow(-1, None, (20, 90), "CE-SKILL-44"),
    "drunk": ModifierRow(-1, None, (10, 90), "CE-SKILL-45"),
    "drugged": ModifierRow(-1, None, (20, 90), "CE-SKILL-46"),
    "target_moving": ModifierRow(-1, None, None, "CE-SKILL-47"),  # in attacks CE-MOD-2
    "cover": ModifierRow(-1, None, None, "CE-SKILL-48"),
    "rain": ModifierRow(-1, 20, None, "CE-SKILL-49"),
    "wind": ModifierRow(-1, 10, None, "CE-SKILL-50"),
    "surprised": ModifierRow(-1, 20, None, "CE-SKILL-51"),
    "light_low": ModifierRow(-1, 30, None, "CE-SKILL-52"),
    "light_moonlight": ModifierRow(-1, 50, None, "CE-SKILL-53"),
    "light_twilight": ModifierRow(-1, 70, None, "CE-SKILL-54"),
    "light_dark": ModifierRow(-1, 90, None, "CE-SKILL-55"),
    "attacker_moving": ModifierRow(-1, None, None, "CE-MOD-22"),  # in melee CE-MOD-3, with shots CE-MOD-4
}
"""General bonuses and penalties, by key, each with its rule."""
CUSTOM: Final = "custom"
LIGHTS: Final[Mapping[Light, str]] = {
    "low": "light_low",
    "moonlight": "light_moonlight",
    "twilight": "light_twilight",
    "dark": "light_dark",
}
"""The modifier that a light of the scene is; broad daylight is none."""

HAZARDS: Final[Mapping[Hazard, tuple[Ability, ...]]] = {
    "deathblow": ("con",),
    "disease": ("con",),
    "poison": ("con",),
    "electricity": ("con",),
    "gas": ("con",),
    "stun": ("con",),
    "surprise": ("iq", "agl"),
}
"""The ability of each check (CE-REACT-20 to CE-REACT-26); of several its roller picks one (CE-REACT-5)."""
STANDARD_CONSEQUENCES: Final[Mapping[Hazard, tuple[ConsequenceKind, Mapping[str, int]]]] = {
    "deathblow": ("hp_to", {"hp": -5}),  # CE-REACT-20
    "disease": ("diseased", {"amount": 20}),  # CE-REACT-21
    "poison": ("unconscious", {}),  # CE-REACT-22
    "electricity": ("stunned", {"rounds": 1}),  # CE-REACT-23
    "gas": ("unconscious", {}),  # CE-REACT-24
    "stun": ("stunned", {"rounds": 1}),  # CE-REACT-25
    "surprise": ("surprised", {"initiative": 2, "skill": 20, "reaction": 20, "rounds": 1}),  # CE-REACT-26
}
"""What a failed check brings where the narrator names nothing else."""

FIRST_REACTIONS: Final[tuple[tuple[int, Attitude], ...]] = (
    (-1, "deathwish"),  # CE-NPC-10
    (20, "hatred"),  # CE-NPC-11
    (40, "enmity"),  # CE-NPC-12
    (60, "caution"),  # CE-NPC-13
    (80, "geniality"),  # CE-NPC-14
    (100, "affection"),  # CE-NPC-15
    (120, "goodwill"),  # CE-NPC-16
    (140, "admiration"),  # CE-NPC-17
)
"""The highest result of each attitude, beyond them `adoration` (CE-NPC-18)."""

BASES: Final[Mapping[Band, int]] = {"melee": 60, "short": 60, "medium": 40, "long": 20}
"""The base of a To-Hit Roll by range (CE-HIT-4, CE-RANGE-1 to CE-RANGE-3)."""
MELEE_REACH: Final = 3
"""How far hands and hand weapons reach, in metres (CE-RANGE-8)."""


class WayRow(NamedTuple):
    """A unit of movement in metres, and its cost in Move Points."""

    metres: int
    mp: int


WAYS: Final[Mapping[Way, WayRow]] = {
    "legs2": WayRow(1, 1),  # CE-ACT-1
    "legs4": WayRow(2, 1),  # CE-ACT-2
    "slither": WayRow(1, 2),  # CE-ACT-3
    "wheels": WayRow(10, 1),  # CE-ACT-4
    "hover": WayRow(10, 1),  # CE-ACT-5
    "flight": WayRow(10, 1),  # CE-ACT-6
    "swim": WayRow(1, 2),  # CE-ACT-7
    "row": WayRow(1, 1),  # CE-ACT-8
    "sail": WayRow(10, 1),  # CE-ACT-9
    "water_motor": WayRow(10, 1),  # CE-ACT-10
    "climb": WayRow(1, 3),  # CE-ACT-11
}
CLIMBING: Final[Mapping[Aid, int]] = {"none": 3, "rope": 2, "ladder": 1}
"""Cost of a metre of climbing by what one climbs with (CE-ACT-11, CE-ACT-12, CE-ACT-13)."""
INCLINES: Final[Mapping[Incline, int]] = {"none": 1, "up_30": 2, "up_60": 3, "down_30": 2, "down_60": 1}
"""Factor of the standard cost (CE-ACT-14, CE-ACT-15, CE-ACT-16, CE-ACT-17, CE-RUL-59)."""
ON_INCLINES: Final[frozenset[Way]] = frozenset({"legs2", "legs4", "slither", "wheels", "hover", "flight"})
ON_TERRAIN: Final[frozenset[Way]] = frozenset({"legs2", "legs4", "slither", "wheels"})
"""The ways that inclines, and uneven or wet ground, make dearer (CE-ACT-42)."""

COSTS: Final[Mapping[str, int]] = {
    "hide": 5,  # CE-ACT-21
    "second_attack": 2,  # CE-ACT-23
    "second_attack_ambidextrous": 1,
    "called_shot": 1,  # CE-ACT-24
    "double_tap": 1,  # CE-ACT-25
    "dodge": 4,  # CE-ACT-26
    "backstab": 3,  # CE-ACT-27
    "parry": 4,  # CE-ACT-28, CE-PARRY-1
    "disarm": 5,  # CE-ACT-29
    "draw_weapon": 2,  # CE-ACT-32
    "discard_weapon": 1,  # CE-ACT-33
    "stabilize": 5,  # CE-ACT-52
    "use_stimpak": 4,
}
"""Move Points of actions that neither an item nor an option sets."""
NATURAL_MP: Final[Mapping[str, int]] = {
    "punch": 2,  # CE-UNARM-1
    "kick": 3,  # CE-UNARM-2
    "bite": 2,  # CE-UNARM-3
    "claw": 3,  # CE-UNARM-4
    "crush": 5,  # CE-UNARM-5
    "stomp": 4,  # CE-UNARM-6
    "sting": 2,  # CE-UNARM-7
}
"""Move Points of natural attacks."""
STIMPAK_DICE: Final = "1d6"  # CE-DATA-72
ROUNDS_FIRED: Final[Mapping[str, int]] = {"single": 1, "double_tap": 2, "burst": 3}
"""Rounds that one attack fires; full auto as many as are declared (CE-LOAD-6)."""
