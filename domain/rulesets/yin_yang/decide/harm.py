"""Harm and recovery: points of the three tracks, their thresholds, and who is out of action (YY-VIT, YY-MB, YY-STAM).

Losses are applied in the order of YY-ORD-4, each step a fact of its own.
"""

from collections.abc import Mapping

from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import OutReason, Track
from domain.table import Table


def lose(table: Table[Fight], combatant: str, losses: Mapping[Track, int], reason: str) -> None:
    """Take points off tracks as one sum, and read the thresholds (YY-ORD-4)."""
    raise NotImplementedError


def gain(table: Table[Fight], combatant: str, track: Track, points: int, reason: str) -> None:
    """Give points of a track back, up to its maximum, and read the thresholds (YY-VIT-11, YY-MB-6, YY-STAM-6)."""
    raise NotImplementedError


def fall(table: Table[Fight], combatant: str, reason: OutReason, text: str = "") -> None:
    """Put somebody out of action, with all that it loses by it (YY-COND-1)."""
    raise NotImplementedError
