"""The words of Century that sheets, commands, events and tables share."""

from typing import Final, Literal, get_args

Ability = Literal["str", "agl", "con", "iq", "app", "prs"]
ABILITIES: Final[tuple[Ability, ...]] = ("str", "agl", "con", "iq", "app", "prs")
"""Strength, Agility, Constitution, IQ, Appearance, Personality (CE-ABIL-1)."""

Kind = Literal["person", "animal", "vehicle", "object"]
Role = Literal["character", "major", "minor"]
Way = Literal["legs2", "legs4", "slither", "wheels", "hover", "flight", "swim", "row", "sail", "water_motor", "climb"]
"""How a combatant moves (CE-SHEET-10)."""
Hand = Literal["right", "left"]
HANDS: Final[tuple[Hand, ...]] = ("right", "left")

WeaponMode = Literal["melee", "ranged", "thrown"]
WeaponClass = Literal["revolver", "autoloader", "other"]
WeaponState = Literal["working", "jammed", "broken", "destroyed"]
ReloadUnit = Literal["clip", "speed_loader", "shells", "belt", "arrow", "rocket", "none"]
Fire = Literal["single", "double_tap", "burst", "full_auto"]
"""How one attack is fired; melee and thrown weapons know `single` alone."""
Band = Literal["melee", "short", "medium", "long"]
Maneuver = Literal["none", "backstab", "disarm"]

RollKind = Literal["skill", "reaction", "to_hit"]
RollStage = Literal["called", "approached", "fixed", "thrown", "judged", "settled"]
"""How far an open roll has come (CE-ROLL-12): called, approach and fate before settled, its target fixed, ..."""
Critical = Literal["success", "failure"]
Hazard = Literal["deathblow", "disease", "poison", "electricity", "gas", "stun", "surprise"]
CriticalKind = Literal[
    "none",
    "automatic_hit",
    "double_damage",
    "instant_ally",
    "confession",
    "drop_weapon",
    "jam",
    "break_weapon",
    "explode_weapon",
    "instant_enemy",
    "other",
]
"""What a critical throw can do (CE-CRIT-10 to CE-CRIT-21)."""
ConsequenceKind = Literal[
    "none",
    "unconscious",
    "drugged",
    "drunk",
    "diseased",
    "stunned",
    "surprised",
    "lose_hp",
    "hp_to",
    "hindered",
    "other",
]
"""What a failed roll can bring (CE-REACT-30 to CE-REACT-39)."""

Light = Literal["day", "low", "moonlight", "twilight", "dark"]
Attitude = Literal[
    "deathwish",
    "hatred",
    "enmity",
    "caution",
    "geniality",
    "affection",
    "goodwill",
    "admiration",
    "adoration",
]
ATTITUDES: Final[tuple[Attitude, ...]] = get_args(Attitude)
"""From the worst to the best (CE-NPC-10 to CE-NPC-18); by the table goodwill is more than affection (CE-RUL-21)."""

ConditionName = Literal[
    "unconscious",
    "dying",
    "stabilized",
    "dead",
    "surprised",
    "drunk",
    "drugged",
    "diseased",
    "stunned",
    "lucky",
    "unlucky",
    "hindered",
    "dodge_penalty",
    "block_penalty",
    "clearing_jam",
    "hidden",
    "stealthy",
]
Lasting = Literal["narrator", "round", "next_action", "event"]
"""Until when a condition lasts: the narrator's word, the end of a round, the next action, something that ends it."""

Step = Literal["story", "initiative", "actions", "conclusion"]
STORY: Final[frozenset[Step]] = frozenset({"story"})
BEGIN: Final = ("century.begin_round",)
"""The command that begins combat, and each of its rounds."""
END_COMBAT: Final = ("century.end_combat",)
"""The command that ends combat."""
SLOT_ENDS: Final = ("century.end_action", "century.finish_round")
"""The commands by which the next combatant has its slot, and a round comes to its end."""
"""The step of the clock outside combat (CE-SHEET-31)."""
Incline = Literal["none", "up_30", "up_60", "down_30", "down_60"]
Aid = Literal["none", "rope", "ladder"]
Defence = Literal["dodge", "block", "parry"]
CalledEffect = Literal["damage", "drop_item", "none"]
ControlOutcome = Literal["skid", "stall", "crash"]
Health = Literal["fresh", "half", "quarter"]
DownedStatus = Literal["up", "dying", "stabilized", "dead"]
CircumstanceOn = Literal["attacks_by", "attacks_on", "all"]
FateUse = Literal["before", "after", "initiative_before", "initiative_after", "dodge", "block", "parry", "forced_miss"]
"""What Fate Points are spent on."""

UNARMED: Final = "Hand to Hand: Unarmed"
