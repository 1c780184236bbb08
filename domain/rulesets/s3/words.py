"""The words of S3 that sheets, commands, events and tables share."""

from typing import Literal

Skill = Literal[
    "acrobatics",
    "animal_handling",
    "athletics",
    "awareness",
    "bravado",
    "deception",
    "engineering",
    "evasion",
    "explosives",
    "hand_to_hand",
    "initiative",
    "medicine",
    "melee",
    "piloting",
    "sharpshooting",
    "sleight_of_hand",
    "stealth",
]
SKILLS: tuple[Skill, ...] = Skill.__args__  # type: ignore[attr-defined]
"""The seventeen skills (S3-SKILL-1); what a table calls otherwise goes by the nearest of them (S3-SKILL-4)."""

Limb = Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"]
LIMBS: tuple[Limb, ...] = ("main_arm", "off_arm", "left_leg", "right_leg", "eyes")
ARM_OF_HAND: dict[str, Limb] = {"main": "main_arm", "off": "off_arm"}
ARMS: frozenset[Limb] = frozenset(ARM_OF_HAND.values())
LEGS: frozenset[Limb] = frozenset({"left_leg", "right_leg"})

Hand = Literal["main", "off"]
HANDS: tuple[Hand, ...] = ("main", "off")

WeaponSkill = Literal["melee", "hand_to_hand", "sharpshooting", "explosives"]
WEAPON_SKILLS: tuple[WeaponSkill, ...] = ("melee", "hand_to_hand", "sharpshooting", "explosives")
Reach = Literal["close", "medium", "long"]
Flag = Literal[
    "flexible",
    "trips",
    "firearm",
    "explosive",
    "incendiary",
    "thrown",
    "consumed",
    "blade",
    "needle",
    "gas",
    "pair",
]
Route = Literal["blade", "gas", "needle", "ingested"]
Talent = Literal["gunslinger", "double_strike", "spider_climb", "fleeting_shadow", "sneak_attack", "iron_palm"]
Intent = Literal["subdue", "kill"]
Fate = Literal["slain", "down", "unconscious", "critical"]
Reason = Literal["fortitude", "wounds", "strangled", "ruling"]
Gone = Literal["escaped", "left_behind", "thrown_out", "removed"]
Side = Literal["players", "opposition"]
Relation = Literal["ahead", "behind", "alongside"]
VehicleType = Literal["machine", "animal", "cart"]
VehicleStatus = Literal["rolling", "halting", "stopped", "wrecked"]
Seat = Literal["driver", "rider"]
Call = Literal["heads", "tails"]
Action = Literal["movement", "attack"]
LinkKind = Literal["walk", "check", "climb", "drop"]
Hindrance = Literal["pinned", "dragged", "choked", "armless", "legless", "prone", "mounted"]
"""A state of a combatant that forbids some of its commands (S3-LEGAL)."""

UNARMED = "unarmed"
YES_NO = (True, False)
HERE = "here"
ROAD = "road"
WORLD = "world"  # the thrower of what no combatant throws: hazards, unowned fires, falls thrown by the narrator
