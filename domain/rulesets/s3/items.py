"""Items and their modes: what combatants carry (S3-EQUIP), as immutable values."""

import msgspec

from domain.rulesets.s3.words import Flag, Limb, Reach, Skill, WeaponSkill


class Mode(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One way to use an item as a weapon; all numbers are coins, ``rating`` damage coins, ``lasts`` rounds."""

    skill: WeaponSkill
    key: str = ""
    reach: Reach = "close"
    hands: int = 1
    finesse: int = 0
    offense: int = 0
    damage: int = 0
    stun_bonus: int = 0
    wound_bonus: int = 0
    rating: int | None = None
    flags: tuple[Flag, ...] = ()
    effect: Limb | None = None
    lasts: int | None = None


class Gear(msgspec.Struct, frozen=True, gc=False):
    """A bonus to a skill while the item is carried (S3-SKILL-6)."""

    skill: Skill
    bonus: int


class Armour(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an armour protects and costs, in coins (S3-EQUIP-9, S3-EQUIP-10)."""

    protection: int = 0
    penalty: int = 0
    penalised: tuple[Skill, ...] = ()
    fireproof: bool = False


class Coating(msgspec.Struct, frozen=True, gc=False):
    """Poison on a blade or in a needle."""

    poison: str
    doses: int = 1


class Item(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An item that a combatant carries, or that lies on the ground."""

    id: str
    kind: str
    name: str
    modes: tuple[Mode, ...] = ()
    gear: tuple[Gear, ...] = ()
    armour: Armour | None = None
    quantity: int = 1
    coating: Coating | None = None

    def mode(self, key: str) -> Mode | None:
        """The mode of that key; an empty key is the first mode."""
        if not key:
            return self.modes[0] if self.modes else None
        return next((mode for mode in self.modes if mode.key == key), None)
