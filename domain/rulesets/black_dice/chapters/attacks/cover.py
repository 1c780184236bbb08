"""Cover: black dice on attacks against those behind something or prone (BD-COVER)."""

from domain.rulesets.black_dice.state import Cover, Person, Thing
from domain.rulesets.black_dice.tables import COVER
from domain.rulesets.black_dice.words import WeaponMode

TOTAL = "total"
PRONE = Cover("slight")
"""Lying prone is slight cover, in melee as well (BD-COVER-1, BD-RUL-37)."""


def cover_dice(target: Person | Thing, attacker: str, mode: WeaponMode) -> int:
    """Black dice of an attack on a combatant: of the best cover alone, prone being one of them (BD-COVER-4).

    Total cover adds none: those who have it are no targets.
    """
    covers = (PRONE,) if isinstance(target, Person) and target.prone else ()
    if target.cover is not None and covers_from(target.cover, attacker):
        covers = (*covers, target.cover)
    return max([COVER[cover.kind][mode] for cover in covers]) if covers else 0


def is_shielded(target: Person | Thing, attacker: str) -> bool:
    """Return whether total cover makes a combatant or object no target for an attacker (BD-COVER-7)."""
    cover = target.cover
    return cover is not None and cover.kind == TOTAL and covers_from(cover, attacker)


def covers_from(cover: Cover, attacker: str) -> bool:
    """Cover is against everyone or against those whom the narrator has named (BD-COVER-4)."""
    return cover.against is None or attacker in cover.against
