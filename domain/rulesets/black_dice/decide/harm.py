"""Harm: fate against damage, marks on the track, the grey, the bottom, unconsciousness (BD-DMG-6 to BD-DMG-9)."""

import msgspec

from domain.rulesets.black_dice.decide.pools import Chosen
from domain.rulesets.black_dice.decide.stages import Nothing, stages
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.words import Mark
from domain.table import Table


class Harm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counted damage on its way to somebody's track.

    ``attack``: fate may lower it (BD-FATE-5). ``chosen`` is what the one who suffers it puts into the throws that may
    follow, ``given`` says that it came with the command.
    """

    combatant: str
    points: int
    mark: Mark
    source: str | None = None
    attack: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def inflict(table: Table[Fight], harm: Harm) -> None:
    """Put the harm on the agenda: fate against it, marks now or owed, what comes of them (BD-DMG-9)."""


@stages.stage("black_dice.harm.mark_owed", Nothing)
def mark_owed(table: Table[Fight], nothing: Nothing) -> None:
    """Mark what simultaneous resolution owes, in the order in which it was counted (BD-ROUND-7)."""


def fall_unconscious(table: Table[Fight], person: Person, reason: str) -> None:
    """Somebody falls unconscious by ``wounds`` or by ``drink`` (BD-GREY-7, BD-DRINK-13)."""


def recover(table: Table[Fight], person: Person, reason: str) -> None:
    """One of the two reasons to be unconscious is over; awake if the other is not there (BD-DRINK-13)."""
