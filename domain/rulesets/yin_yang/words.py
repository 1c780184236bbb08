"""The words of Yin-Yang that sheets, commands, events and tables share."""

from typing import Final, Literal

Attribute = Literal["strength", "endurance", "speed", "intellect", "will", "perception"]
ATTRIBUTES: Final[tuple[Attribute, ...]] = ("strength", "endurance", "speed", "intellect", "will", "perception")
TestAttribute = Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
"""What a test may be made on; `charisma` is computed with Intellect (YY-ATTR-2)."""

Kind = Literal["hero", "npc", "bystander"]
Colour = Literal["red", "black"]
Scope = Literal["hobby", "talent", "profession"]
SCOPES: Final[tuple[Scope, ...]] = ("hobby", "talent", "profession")
"""From narrow to wide (YY-SCOPE-1)."""
Unarmed = Literal["none", "boxing", "martial_arts"]
CampaignLevel = Literal["gritty", "realist", "competent", "heroic", "supers"]

Reach = Literal["melee", "energy", "projectile", "ranged", "long_ranged"]
Band = Literal["arm", "room", "sight"]
WeaponEdge = Literal[
    "mental",
    "multihanded",
    "multiple",
    "parrying",
    "piercing",
    "powerful",
    "very_powerful",
    "precise",
    "very_precise",
    "used_to_charge",
]
WeaponFlaw = Literal["non_lethal", "unfit_to_parry", "dangerous"]
ArmourEdge = Literal["medium", "heavy", "stackable", "hardened", "mental"]
ArmourFlaw = Literal["destroyable", "cumbersome"]

Grade = Literal["white_joker", "king", "queen", "number", "over", "jack", "coloured_joker", "automatic"]
Difficulty = Literal["trivial", "easy", "average", "difficult", "very_difficult", "desperate"]

Phase = Literal["between", "turn"]
BETWEEN: Final[frozenset[Phase]] = frozenset({"between"})
IN_TURN: Final[frozenset[Phase]] = frozenset({"turn"})
START: Final = ("yin_yang.start_turn",)
"""The command that starts a turn."""
END: Final = ("yin_yang.end_turn",)
"""The command that ends it."""
CallKind = Literal["attack", "act"]
Mode = Literal["attack", "counter"]
Stake = Literal["damage", "flee", "goal"]
Aim = Literal["weapon", "limb", "head", "gap", "other"]
GrantedOn = Literal["tests", "damage"]
Lasting = Literal["next_test", "this_turn", "next_turn", "encounter"]
Track = Literal["vitality", "mental_balance", "stamina"]
TRACKS: Final[tuple[Track, ...]] = ("vitality", "mental_balance", "stamina")
OutReason = Literal["dying", "exhausted", "shock", "dead", "fled"]
ContestKind = Literal["staredown", "twist", "riddle", "arm_wrestling", "performance", "other"]

MAD: Final = "mad"
STABILISED: Final = "stabilised"
WITH_RULES: Final = (MAD, STABILISED)
"""Conditions that have rules; all others are words alone (YY-NARR-3)."""
WHY_LOST: Final = {
    "drawer_out": "the attacker is out of action",
    "out_of_action": "the adversary is out of action",
    "locked": "the adversary is locked in a Confrontation",
}
"""Why a follow-up is lost that nobody has declined (YY-KING-8)."""
MAIN: Final = "main"
NARRATOR_DECK: Final = "narrator"
BARE_HANDS: Final = "bare_hands"
BOXING: Final = "boxing"
MARTIAL_ARTS: Final = "martial_arts"
