"""Weapons and armour: lists of edges and flaws, and the scores that follow from them (YY-WPN, YY-ARM)."""

import msgspec

from domain.rulesets.yin_yang.words import ArmourEdge, ArmourFlaw, Reach, WeaponEdge, WeaponFlaw

BASE_OF_REACH = 5
"""Base of the Damage Score where Strength plays no part (YY-WPN-2)."""


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon: exactly one reach, and its edges and flaws (YY-WPN-1).

    ``hands`` are the most that it can be held with; a natural weapon needs none and is always at hand.
    ``damage_score_adjustment`` overrides what the edges give (YY-WPN-6).
    """

    id: str
    name: str
    reach: Reach
    edges: tuple[WeaponEdge, ...] = ()
    flaws: tuple[WeaponFlaw, ...] = ()
    hands: int = 1
    natural: bool = False
    damage_score_adjustment: int | None = None


class Armour(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of armour: its edges and flaws (YY-ARM-1); a shield takes a hand."""

    id: str
    name: str
    edges: tuple[ArmourEdge, ...] = ()
    flaws: tuple[ArmourFlaw, ...] = ()
    hands: int = 0
    destroyed: bool = False


class Grip(msgspec.Struct, frozen=True):
    """A weapon that is wielded, in one hand or two (YY-WPN-10)."""

    weapon: str
    hands: int = 1


class Scores(msgspec.Struct, frozen=True):
    """What a weapon does in somebody's grip: the target of a Damage Draw, and the points it takes (YY-WPN-2, -3)."""

    damage_score: int
    damage_value: int
