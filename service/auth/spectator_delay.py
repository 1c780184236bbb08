"""Spectator delay: how much later a spectator sees events, so that no player can act on the stream.

This module reads and validates a delay; ``service.encounters.delayed_view`` applies it.
"""

import re
from typing import Annotated, Final

import msgspec

from domain.text.phrases import counted

MAX_DELAY: Final = 100_000
_parse = re.compile(r"([1-9][0-9]{0,5})[ -]?(event|round)s?").fullmatch

Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_DELAY)]


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A delay of either a number of events or a number of rounds.

    ``events`` holds back at least that many of the newest events, up to the end of an earlier batch. ``rounds`` holds
    back the current round and, with more than one, the rounds before it; the events before the first round count as a
    round.
    """

    events: Count = 0
    rounds: Count = 0

    def __post_init__(self) -> None:
        if bool(self.events) == bool(self.rounds):
            raise ValueError("a delay has either events or rounds, and at least one of them")

    def __str__(self) -> str:
        return counted(self.rounds, "round") if self.rounds else counted(self.events, "event")


def parse_delay(text: str) -> Delay:
    """Parse ``20 events`` or ``1 round``. Raises ValueError with the valid forms."""
    found = _parse(text.strip())
    if found is None or int(found[1]) > MAX_DELAY:
        raise ValueError(f"{text[:40]!r} is not a delay: write 20 events or 1 round, at most {MAX_DELAY}")
    return Delay(**{f"{found[2]}s": int(found[1])})
