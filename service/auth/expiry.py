"""Times of expiry, as people and programs write them: a duration from now, or a time with its zone."""

import re
import time
from datetime import datetime, timedelta
from typing import Final

from domain.text.phrases import counted
from service.auth.tokens import MAX_TOKEN_LIFETIME

UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}
_duration = re.compile(r"([1-9][0-9]{0,5})([mhd])").fullmatch


def parse_expiry(text: str) -> int:
    """Return the second since 1970 that ``90m``, ``12h``, ``7d`` or a time with its zone means. Raises ValueError."""
    duration = _duration(text)
    if duration is not None:
        expiry = time.time() + timedelta(**{UNITS[duration[2]]: int(duration[1])}).total_seconds()
    else:
        try:
            expiry = _time(text).timestamp()
        except OverflowError:
            expiry = 0
    if not time.time() < expiry <= time.time() + MAX_TOKEN_LIFETIME.total_seconds():
        longest = counted(MAX_TOKEN_LIFETIME.days, "day")
        raise ValueError(f"{text!r} is in the past, or more than {longest} from now: choose another expiry")
    return int(expiry)


def _time(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a valid expiry: use 90m, 12h, 7d, or a time like 2026-12-31T20:00Z"
        ) from None
    if found.tzinfo is None:
        raise ValueError(
            f"{text!r} has no time zone: use 2026-12-31T20:00Z for UTC, or an offset as in 2026-12-31T20:00+01:00"
        )
    return found
