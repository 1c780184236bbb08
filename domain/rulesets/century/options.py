"""The options of Century: what a table decides before the fight, and which ruling each of them settles (CE-SHEET-30).

The defaults of the basics are those of CE-SHEET-50; optional rules are on and alternate ones off (CE-SHEET-51).
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic.dataclasses import dataclass

from domain.core.commands import OPTIONS, WHOLE


def _needs_strength(one_handed_use: bool, info: ValidationInfo) -> bool:
    """What one hand can do is told by the Strength that it takes (CE-TWOH-1)."""
    if one_handed_use and not info.data.get("strength_penalty", True):
        raise ValueError(
            "this goes with the penalty for too little Strength, which is off; give one_handed_use as false too"
        )
    return one_handed_use


@dataclass(frozen=True, config=OPTIONS)
class Options:
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    criticals: Literal["automatic", "narrator", "off"] = "automatic"
    """Whether the numbers of a band are critical, the narrator awards it, or nothing is (CE-CRIT-1)."""
    critical_effects: Literal["narrator", "standard", "none"] = "narrator"
    """Who says what a critical throw does (CE-CRIT-9)."""
    degrees: bool = True
    """Whether throws have degrees of success and failure (CE-DEG-1)."""
    health_categories: bool = True
    """Whether wounds hinder (CE-HC-1)."""
    npc_reactions: bool = True
    """Whether first attitudes are thrown for (CE-NPC-1)."""
    npc_reaction_result: Literal["sum", "margin"] = "sum"
    """What is looked up in the table of first reactions (CE-RUL-16)."""
    shared_adjustment: Literal["sum", "best", "mean"] = "sum"
    """What several abilities of one roll come to (CE-RUL-6)."""
    cover_penalty: Literal["other_rolls", "never"] = "other_rolls"
    """Whether cover is a penalty on rolls that are no attacks (CE-RUL-9)."""
    light_order: Literal["printed", "swapped"] = "printed"
    """Whether twilight is darker than moonlight, as printed, or the other way round (CE-RUL-10)."""
    fate_after_critical_failure: bool = False
    """Whether fate spent afterwards rescues a critical failure (CE-RUL-12)."""
    roll_under: Literal["equal_or_under", "under_for_checks"] = "equal_or_under"
    """Whether a Reaction Check has to be strictly under its target number (CE-RUL-1)."""
    two_hands_with_off_hand: Literal["replace", "add"] = "replace"
    """Whether the off hand of a pair has its own penalty on top (CE-RUL-8)."""
    tie_break: Literal["simultaneous", "agl", "agl_all"] = "simultaneous"
    """Whether equal scores act together, or Agility and dice say who is first (CE-TIE-10)."""
    hold_slot: bool = False
    """Whether one may wait for the next pass without acting (CE-STAG-9)."""
    slot_mp_limit: Annotated[int, Field(ge=1, le=20)] = 5
    """Move Points that one action may cost (CE-STAG-11)."""
    exchange_weapon_mp: Annotated[Literal[4, 3], WHOLE] = 4
    """Move Points to put one weapon away and take another (CE-RUL-55)."""
    pick_up_mp: Annotated[int, Field(ge=0, le=10)] = 2
    """Move Points to pick something up (CE-ACT-47)."""
    turn_class_scope: Literal["round", "single_turn"] = "round"
    """Whether the degrees of a whole round count, or of its longest unbroken turn (CE-CLASS-5)."""
    must_face: bool = False
    """Whether an attacker has to face its target (CE-RANGE-12)."""
    attack_terms: Literal["inline", "ask"] = "inline"
    """Whether the narrator is asked for the terms of each attack (CE-MOD-24)."""
    revolver_criticals: bool = True
    """Whether revolvers fail critically less often, autoloaders more often (CE-REVOL-1)."""
    called_shots: bool = True
    """Whether attacks may be aimed at a precise area (CE-CALLED-1)."""
    strength_penalty: bool = True
    """Whether too little Strength for weapon or armour hinders (CE-STR-1)."""
    one_handed_use: Annotated[bool, AfterValidator(_needs_strength), Field(validate_default=True)] = True
    """Whether two-handed weapons may be used with one hand, if too little Strength hinders (CE-TWOH-1)."""
    ambidextrous_pair: Literal["printed", "both_dominant"] = "printed"
    """What the ambidextrous suffer with a weapon in each hand (CE-DUAL-8)."""
    too_slow_scope: Literal["defender", "pair"] = "defender"
    """Whether one attack that is too fast is remembered for all attackers, or for its own (CE-DODGE-6)."""
    block_mp: Annotated[int, Field(ge=0, le=10)] = 4
    """Move Points to block (CE-BLOCK-2)."""
    auto_min_multiplier: Annotated[Literal[0, 1], WHOLE] = 0
    """Whether one to four bullets of a volley count once, or are refused (CE-AUTO-5)."""
    narrator_approves_spray: bool = False
    """Whether the narrator is asked before several targets are sprayed (CE-AUTO-9)."""
    cover_mode: Literal["location", "penalty", "both"] = "location"
    """Whether cover is a second throw, a penalty, or both (CE-COVER-3)."""
    area_damage: Literal["one_roll", "each"] = "one_roll"
    """Whether all inside an area share one throw of damage (CE-AREA-6)."""
    area_half_check: bool = True
    """Whether those inside an area may halve its damage (CE-HALF-1)."""
    bleed_out: Literal["end_of_next_round", "start_of_next_round"] = "end_of_next_round"
    """When the dying die (CE-DOWN-5)."""
    rest_hp: Annotated[int, Field(ge=0, le=20)] = 1
    """Hit points that a whole day of rest gives (CE-DMG-11)."""
