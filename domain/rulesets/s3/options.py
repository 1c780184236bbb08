"""The options of S3: what a table decides before the fight, and which ruling each of them settles."""

from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from domain.core.commands import OPTIONS


@dataclass(frozen=True, config=OPTIONS)
class Options:
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    damage_throw: Literal["thrown", "flat"] = "thrown"
    """Whether damage coins are thrown or each counts one point (S3-DMG-3, S3-RUL-1)."""
    damage_base: Literal["attack", "margin", "weapon"] = "attack"
    """What the damage bonus is added to (S3-DMG-2, S3-RUL-1)."""
    equipment_bonus: Literal["coins", "successes"] = "coins"
    """Whether equipment adds coins or successes (S3-EQUIP-8, S3-RUL-13)."""
    stunt_equipment: Literal["result", "skill"] = "result"
    """Where the primary's equipment bonus goes in a stunt (S3-STUNT-9, S3-STUNT-11)."""
    stunt_repeat: Literal["triple", "both"] = "triple"
    """How different a stunt must be to count as new (S3-STUNT-20)."""
    technique_repeat: bool = False
    """Whether techniques may be repeated in a scene (S3-STUNT-23)."""
    wound_scale: Literal["table", "per_three"] = "table"
    """Penalty by the table or one per full three points (S3-WOUND-3)."""
    wounds_on_fortitude: bool = True
    """Whether wounds weaken Fortitude throws (S3-WOUND-6)."""
    disable_by_fortitude: Literal["inclusive", "flip", "strict"] = "inclusive"
    """Damage of exactly twice the Fortitude result (S3-DIS-2, S3-DIS-3)."""
    disable_by_wounds: Literal["equals", "exceeds"] = "equals"
    """Wound penalty against total Fortitude (S3-DIS-4, S3-DIS-5)."""
    stun_length: Literal["turn", "round"] = "turn"
    """How much a stunned combatant loses (S3-STUN-4, S3-STUN-13)."""
    fast_melee: Literal["off", "allowed", "always"] = "off"
    """One throw for attack and parry (S3-FAST-1)."""
    fire_tick: Literal["thrown", "flat"] = "thrown"
    """Whether burning throws coins (S3-FIRE-4)."""
    fire_smother: Literal["last_damage", "intensity"] = "last_damage"
    """What smothering works on (S3-FIRE-8, S3-FIRE-9)."""
    strangle_gap: Literal["round", "turn"] = "round"
    """When a choke may be finished (S3-STRAN-6)."""
    armour: Literal["fortitude", "damage", "off"] = "fortitude"
    """What armour does against damage (S3-EQUIP-11)."""
    unaware_defence: Literal["normal", "none"] = "normal"
    """Whether somebody who does not see the attacker defends (S3-HIDE-10)."""
    fall_coins: Annotated[int, Field(ge=0, le=10)] = 3
    """Damage coins per uncovered storey (S3-MOVE-11)."""
    dismount_out: bool = True
    """Whether a dismounted foe is out of the fight (S3-MOUNT-10)."""
    pc_death: bool = False
    """Whether a PC may be slain (S3-DIS-10)."""
