"""Negotiation of languages by the header Accept-Language (RFC 9110)."""

import re
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
    itself: `de-AT` matches `de`. Without a match, as with a malformed header, the answer is English.
    """
    ranges, tags = _ranges(header), {one.lower() for one in offered}
    best, most = ENGLISH, 0.0
    for tag in sorted(offered, key=lambda one: _place(one, ranges)):
        quality = _quality(tag, ranges, tags)
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


def _quality(tag: str, ranges: tuple[_Range, ...], offered: set[str]) -> float:
    """Return how much a language is wanted: as its closest range says, or more if a variant that is not offered is."""
    low = tag.lower()
    broad = [one for one in ranges if f"{low}-".startswith(f"{one.tag}-")]
    found = [max(broad, key=lambda one: len(one.tag)).quality] if broad else []
    if found == [0.0]:
        return 0.0
    found += [one.quality for one in ranges if one.tag.startswith(f"{low}-") and one.tag not in offered]
    return max(found or [one.quality for one in ranges if one.tag == "*"], default=0.0)


def _place(tag: str, ranges: tuple[_Range, ...]) -> tuple[int, bool, bool]:
    """Return the key of the order in which languages that are wanted as much are chosen.

    The place of the first range that matches comes first; then what it names, and English if it is ``*``.
    """
    low = tag.lower()
    for place, (one, _) in enumerate(ranges):
        if one == "*" or f"{low}-".startswith(f"{one}-") or one.startswith(f"{low}-"):
            return place, one != low, tag != ENGLISH
    return len(ranges), True, tag != ENGLISH
