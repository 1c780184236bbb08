"""Damage Draws: the chain of cards by which an attack that has won hurts somebody (YY-DMG)."""

import msgspec

from domain.rulesets.yin_yang.events.cards import Terms
from domain.rulesets.yin_yang.items import Scores, Weapon
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Damage Draw that is due: who inflicts it on whom, with which weapon (YY-DMG-1).

    ``weapon`` is bare hands where punches are pulled (YY-DMG-19). ``bonus`` has further cards of the first draw: a
    charge (YY-DMG-15).
    """

    inflictor: str
    victim: str
    weapon: Weapon
    scores: Scores
    bonus: Terms = ()
    misfire: bool = False


def strike(table: Table[Fight], blow: Blow) -> bool:
    """Draw the whole chain and apply its sum, at once (YY-DMG-9, YY-DMG-16). Whether a Jack was kept in it."""
    raise NotImplementedError
