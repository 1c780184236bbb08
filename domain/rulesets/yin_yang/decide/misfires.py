"""Misfires: a dangerous weapon turns against its own side (YY-WPN-26 to YY-WPN-28)."""

from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.state import Fight, Part
from domain.table import Table


def misfire_due(fight: Fight, part: Part, jack: bool, damage_jack: bool = False) -> bool:
    """Whether a party's weapon misfires: ``jack`` was kept in its test, ``damage_jack`` in its Damage Draw."""
    raise NotImplementedError


def misfire(table: Table[Fight], wielder: str, weapon: Weapon) -> None:
    """Strike the wielder or a friend; the narrator says whom, where there is a choice (YY-WPN-27)."""
    raise NotImplementedError
