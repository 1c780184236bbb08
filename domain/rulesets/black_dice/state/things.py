"""Things: weapons, cover, objects that can be struck."""

import msgspec

from domain.rulesets.black_dice.tables import WEAPONS
from domain.rulesets.black_dice.words import FISTS, HERE, MARTIAL_STRIKE, CoverKind, WeaponMode


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon: ``damage`` in dice, ``reach`` 0 to 3 where it is a melee weapon; a natural one is always ready."""

    id: str
    skill: str
    mode: WeaponMode
    damage: int
    reach: int = 0
    bruise: bool = False
    hands: int = 1
    natural: bool = False

    @property
    def melee(self) -> bool:
        return self.mode == "melee"


BARE_HANDS: dict[str, Weapon] = {key: msgspec.convert(WEAPONS[key], Weapon) for key in (FISTS, MARTIAL_STRIKE)}


class Cover(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cover, against the combatants named, or against everyone (BD-COVER-4)."""

    kind: CoverKind
    against: tuple[str, ...] | None = None


class Thing(msgspec.Struct):
    """An object: structure dice of two pips each resist damage and are lost by it (BD-OBJ-1)."""

    id: str
    name: str
    structure_dice: int
    armour: int = 0
    pips: int = 0
    zone: str = HERE
    cover: Cover | None = None

    @property
    def dice_left(self) -> int:
        """A die with one pip left still resists (BD-OBJ-4)."""
        return -(-self.pips // 2)

    @property
    def whole(self) -> bool:
        return self.pips > 0
