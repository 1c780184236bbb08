"""What combatants carry and stand behind: weapons, natural attacks, armour, gear (CE-SHEET-12, -13, -14, -21, -22)."""

import re
from functools import cache
from typing import Final, NamedTuple

import msgspec

from domain.rulesets.century.words import UNARMED, Ability, Fire, ReloadUnit, WeaponClass, WeaponMode, WeaponState

DICE: Final = re.compile(r"(?:(\d{1,2})d(2|3|4|6|8|10|12|20|100))?([+-]?\d{1,2})?")


class Dice(NamedTuple):
    """So many dice of so many sides, and a flat part."""

    dice: int
    sides: int
    plus: int = 0


@cache
def dice_of(text: str) -> Dice:
    """Read a dice expression such as ``2d6``, ``1d4+1`` or ``3``. Raises ValueError for what is none."""
    match = DICE.fullmatch(text)
    if match is None or not text:
        raise ValueError(f"“{text}” is no dice expression, such as 2d6+1.")
    count, sides, plus = match.groups()
    return Dice(int(count or 0), int(sides or 6), int(plus or 0))


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A weapon (CE-SHEET-12).

    ``mp`` and ``reload_mp`` are Move Points, ``damage`` is a dice expression, ``range`` has the three bounds in metres,
    ``area`` the radius in metres (0: none). ``reloads`` and ``loose_rounds`` are carried (CE-SHEET-22). ``jam_rounds``
    are the whole rounds that clearing a jammed one still takes.
    """

    id: str
    name: str
    skill: str
    mode: WeaponMode
    mp: int
    damage: str
    ability: Ability = "agl"
    weapon_class: WeaponClass = msgspec.field(default="other", name="class")
    reload_mp: int = 0
    ammo: int = 0
    loaded: int = 0
    range: tuple[int, int, int] | None = None
    str_req: int = 0
    hands: int = 1
    fire: tuple[Fire, ...] = ("single",)
    area: int = 0
    double_tap: bool = False
    reload_unit: ReloadUnit = "none"
    state: WeaponState = "working"
    jam_rounds: int = 0
    reloads: int = 0
    loose_rounds: int = 0

    @property
    def is_firearm(self) -> bool:
        """Whether it can jam (CE-CRIT-22)."""
        return self.mode == "ranged" and self.reload_unit not in ("arrow", "none")

    @property
    def is_explosive(self) -> bool:
        """Whether it is thrown and used up (CE-LOAD-5)."""
        return self.mode == "thrown" and self.area > 0


class Natural(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A natural attack, always available to its owner (CE-SHEET-13)."""

    name: str
    mp: int
    damage: str
    skill: str = UNARMED


class Armour(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Armour (CE-SHEET-14): its Damage Resistance, and the HP that fall by what it absorbs."""

    id: str
    name: str
    dr: int
    hp_max: int
    hp: int
    str_req: int = 0


class Gear(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that helps; the hint is the amount where the narrator names the item (CE-SHEET-21)."""

    id: str
    name: str
    bonus_hint: int = 0
