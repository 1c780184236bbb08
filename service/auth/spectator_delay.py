"""Delay: how far behind a spectator watches, so that nobody plays by what the stream shows."""

import re
from typing import Annotated, Final

import msgspec

from domain.text.phrases import counted

MOST: Final = 100_000
_said = re.compile(r"([1-9][0-9]{0,5})[ -]?(event|round)s?").fullmatch

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many events, or so many rounds: one of the two.

    ``events`` holds back at least as many of the last ones, up to the end of an earlier batch. ``rounds`` holds back
    the round that is being played, and with more than one those before it; what comes before the first is one as well.
    """

    events: Count = 0
    rounds: Count = 0

    def __post_init__(self) -> None:
        if bool(self.events) == bool(self.rounds):
            raise ValueError("a delay has either events or rounds, at least one of them")

    def __str__(self) -> str:
        return counted(self.rounds, "round") if self.rounds else counted(self.events, "event")


def parse_delay(text: str) -> Delay:
    """Read ``20 events`` or ``1 round``; raises ValueError that says what is possible."""
    found = _said(text.strip())
    if found is None or int(found[1]) > MOST:
        raise ValueError(f"{text[:40]!r} is no delay: say 20 events or 1 round, at most {MOST}")
    return Delay(**{f"{found[2]}s": int(found[1])})
