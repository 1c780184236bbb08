"""Confrontations: both keep the same figure, and flurries of cards decide (YY-CONF)."""

from typing import Literal

import msgspec

from domain.rulesets.yin_yang.decide.drawing import Result
from domain.rulesets.yin_yang.state import Fight
from domain.stages import Later
from domain.table import Table


class Duel(msgspec.Struct, frozen=True):
    """An opposed test whose kept cards are the same figure, the caller's first; ``then`` receives the ``Outcome``."""

    first: Result
    second: Result
    then: Later


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a Confrontation came to (YY-CONF-16): who wins what.

    ``denied`` says that there was none (YY-CONF-14): then ``winner`` is whom the cards give it to, None where both have
    failed, and figures have their ordinary effects.
    """

    winner: str | None
    outcome: Literal["white_joker", "success", "narrated", "denied"]
    narrated: str = ""


def confront(table: Table[Fight], duel: Duel) -> None:
    """Decide a Confrontation, to its outcome; nothing may follow in the stage that begins it."""
    raise NotImplementedError
