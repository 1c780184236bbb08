"""Negotiation of languages by the header Accept-Language (RFC 9110)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from domain.text.languages import ENGLISH

LONGEST: Final = 500
"""Characters of a header that are read; a longer one counts as malformed."""
_RANGE: Final = re.compile(
    r"(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?", re.IGNORECASE
)


class _Range(NamedTuple):
    """A range of languages, and how much the client wants them: from 0, not at all, to 1."""

    tag: str
    quality: float


@lru_cache(maxsize=256)
def preferred(header: str, offered: tuple[str, ...]) -> str:
    """Return which of the offered languages a header prefers.

    A range matches its language and the variants of it, and if the variant that it names is not offered, the language
    itself: `de-AT` matches `de`. A language that a header does not name, as a malformed one, is not chosen: the answer
    is English then.
    """
    ranges = _ranges(header)
    best, most = ENGLISH, 0.0
    for tag in sorted(offered, key=lambda one: (_place(one, ranges), one != ENGLISH)):
        quality = _quality(tag, ranges)
        if quality > most:
            best, most = tag, quality
    return best


def _ranges(header: str) -> tuple[_Range, ...]:
    """Return the ranges of a header, none if it is malformed."""
    if len(header) > LONGEST:
        return ()
    found = []
    for part in header.split(","):
        if part.strip(" \t"):
            read = _RANGE.fullmatch(part.strip(" \t"))
            if read is None:
                return ()
            found.append(_Range(read[1].lower(), float(read[2] or 1)))
    return tuple(found)


def _quality(tag: str, ranges: tuple[_Range, ...]) -> float:
    """Return how much a language is wanted: as a range for it alone says, as the best of others, or as ``*`` says."""
    exact = [one.quality for one in ranges if one.tag == tag.lower()]
    if 0.0 in exact:
        return 0.0
    others = [one.quality for one in _matching(tag, ranges) if one.tag != "*"]
    return max(exact + others or [one.quality for one in ranges if one.tag == "*"], default=0.0)


def _matching(tag: str, ranges: tuple[_Range, ...]) -> Iterator[_Range]:
    low = tag.lower()
    for one in ranges:
        if one.tag in ("*", low) or low.startswith(f"{one.tag}-") or one.tag.startswith(f"{low}-"):
            yield one


def _place(tag: str, ranges: tuple[_Range, ...]) -> int:
    """Return the place of the first range that matches a language; of equal ones, the first in the header is chosen."""
    first = next(_matching(tag, ranges), None)
    return len(ranges) if first is None else ranges.index(first)
