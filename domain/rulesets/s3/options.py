"""The options of S3: what a table decides before the fight, and which ruling each of them settles."""

from typing import Literal

import msgspec
from pydantic import Field

from domain.core_commands import Model


class OptionSheet(Model):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    damage_throw: Literal["thrown", "flat"] = Field(
        "thrown", description="whether damage coins are thrown or each counts one point (S3-DMG-3, S3-RUL-1)"
    )
    damage_base: Literal["attack", "margin", "weapon"] = Field(
        "attack", description="what the damage bonus is added to (S3-DMG-2, S3-RUL-1)"
    )
    equipment_bonus: Literal["coins", "successes"] = Field(
        "coins", description="whether equipment adds coins or successes (S3-EQUIP-8, S3-RUL-13)"
    )
    stunt_equipment: Literal["result", "skill"] = Field(
        "result", description="where the primary's equipment bonus goes in a stunt (S3-STUNT-9, S3-STUNT-11)"
    )
    stunt_repeat: Literal["triple", "both"] = Field(
        "triple", description="how different a stunt must be to count as new (S3-STUNT-20)"
    )
    technique_repeat: bool = Field(False, description="whether techniques may be repeated in a scene (S3-STUNT-23)")
    wound_scale: Literal["table", "per_three"] = Field(
        "table", description="penalty by the table or one per full three points (S3-WOUND-3)"
    )
    wounds_on_fortitude: bool = Field(True, description="whether wounds weaken Fortitude throws (S3-WOUND-6)")
    disable_by_fortitude: Literal["inclusive", "flip", "strict"] = Field(
        "inclusive", description="damage of exactly twice the Fortitude result (S3-DIS-2, S3-DIS-3)"
    )
    disable_by_wounds: Literal["equals", "exceeds"] = Field(
        "equals", description="wound penalty against total Fortitude (S3-DIS-4, S3-DIS-5)"
    )
    stun_length: Literal["turn", "round"] = Field(
        "turn", description="how much a stunned combatant loses (S3-STUN-4, S3-STUN-13)"
    )
    fast_melee: Literal["off", "allowed", "always"] = Field(
        "off", description="one throw for attack and parry (S3-FAST-1)"
    )
    fire_tick: Literal["thrown", "flat"] = Field("thrown", description="whether burning throws coins (S3-FIRE-4)")
    fire_smother: Literal["last_damage", "intensity"] = Field(
        "last_damage", description="what smothering works on (S3-FIRE-8, S3-FIRE-9)"
    )
    strangle_gap: Literal["round", "turn"] = Field("round", description="when a choke may be finished (S3-STRAN-6)")
    armour: Literal["fortitude", "damage", "off"] = Field(
        "fortitude", description="what armour does against damage (S3-EQUIP-11)"
    )
    unaware_defence: Literal["normal", "none"] = Field(
        "normal", description="whether somebody who does not see the attacker defends (S3-HIDE-10)"
    )
    fall_coins: int = Field(3, ge=0, le=10, description="damage coins per uncovered storey (S3-MOVE-11)")
    dismount_out: bool = Field(True, description="whether a dismounted foe is out of the fight (S3-MOUNT-10)")
    pc_death: bool = Field(False, description="whether a PC may be slain (S3-DIS-10)")


class Options(msgspec.Struct, frozen=True):
    """The options of one encounter, as its state holds them."""

    damage_throw: str = "thrown"
    damage_base: str = "attack"
    equipment_bonus: str = "coins"
    stunt_equipment: str = "result"
    stunt_repeat: str = "triple"
    technique_repeat: bool = False
    wound_scale: str = "table"
    wounds_on_fortitude: bool = True
    disable_by_fortitude: str = "inclusive"
    disable_by_wounds: str = "equals"
    stun_length: str = "turn"
    fast_melee: str = "off"
    fire_tick: str = "thrown"
    fire_smother: str = "last_damage"
    strangle_gap: str = "round"
    armour: str = "fortitude"
    unaware_defence: str = "normal"
    fall_coins: int = 3
    dismount_out: bool = True
    pc_death: bool = False
