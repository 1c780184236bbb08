"""Places: moving, distances, sub-fights, how far weapons reach (YY-MOVE)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


def reaches(fight: Fight, attacker: str, target: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches somebody from where its wielder is (YY-MOVE-3, YY-ATK-4)."""
    raise NotImplementedError


def move(table: Table[Fight], command: ask.Move) -> None:
    """Come close to somebody, go away, or go to another sub-fight (YY-MOVE-2, YY-MOVE-4)."""
    raise NotImplementedError


def split_fight(table: Table[Fight], command: ask.SplitFight) -> None:
    """Say who is in which sub-fight (YY-MOVE-4)."""
    raise NotImplementedError


def set_distance(table: Table[Fight], command: ask.SetDistance) -> None:
    """Say how far two are apart (YY-MOVE-2)."""
    raise NotImplementedError
