"""Answers to prompts."""

from domain.core.commands import StrictModel
from domain.rulesets.s3.commands.parts import Coins, Stunt, Weapon
from domain.rulesets.s3.words import Intent, Limb, Skill


class Defence(StrictModel):
    """An answer to `oppose`: the skill, the item parried with, a stunt."""

    skill: Skill
    item: Weapon | None = None
    stunt: Stunt | None = None


class FastReply(Defence):
    """An answer to `fast_reply`: the skill and weapon that strike back (S3-FAST-4)."""

    called: Limb | None = None
    intent: Intent = "subdue"


class CrashVerdict(StrictModel):
    """The narrator's answer to `crash` (S3-MOUNT-23)."""

    spectacular: bool = False
    coins: Coins = 0
