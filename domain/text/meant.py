"""The command that is meant by an unknown type: one whose words are those of the type, near in letters or in sense."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Final

from domain.model.suggestions import MAX_COMPARED

SYNONYMS: Final[tuple[frozenset[str], ...]] = tuple(
    map(
        frozenset,
        (
            ("begin", "start"),
            ("end", "finish", "stop"),
            ("attack", "strike", "hit", "fight"),
            ("move", "go", "walk"),
            ("throw", "roll", "toss"),
            ("test", "check"),
            ("add", "join", "enter"),
            ("heal", "cure"),
            ("pick", "take", "grab"),
            ("answer", "reply"),
            ("rewind", "undo"),
            ("note", "comment"),
            ("defend", "guard"),
            ("hurt", "wound", "injure", "harm"),
        ),
    )
)
"""Words of commands that mean the same to a player. Each command is found by its own words first."""
COMMON: Final = frozenset({"cancel", "delete", "leave", "pass", "remove", "skip", "wait"})
"""Verbs that players try without a command in mind: alone they mean only a command of this name."""
SMALL: Final = frozenset({"a", "an", "the", "of", "to", "at", "in", "on", "for", "from", "with", "and", "s"})
"""Words that do not tell one command from another."""
MIN_NEAR: Final = 4
"""The fewest letters of a word that may have a slip."""
MIN_NEARER: Final = 8
"""The fewest letters of a word that may begin with another letter."""
NEAR_WORD: Final = 0.75
"""Minimum similarity of two words that differ by slips, from 0 to 1: one letter of four."""


def command_meant(word: str, labels: Iterable[tuple[str, str]]) -> str | None:
    """Return the type of the only command that a word can mean, or None; ``labels`` are types, each with a label of it.

    Each word of it has to be one of the type or of the label, with a slip of letters at most, or a synonym of one. So
    ``start_round`` may mean a command to begin a round, but never one to end it. The first word of the type or of the
    label and at least half of its words have to be there, and all if a word has synonyms or is common. A word of either
    sort is no slip. The last part of a type goes before a label.
    """
    given, prefix = words_in(word), word.partition(".")[0].casefold()
    if not given:
        return None
    found: dict[str, tuple[int, int, bool, bool]] = {}
    for kind, label in labels:
        distances = [
            (*distance, given != words_in(kind), kind.partition(".")[0] != prefix)
            for known in (words_in(kind), words_in(label))
            if known and (distance := _distance(given, known)) is not None
        ]
        if distances:
            found[kind] = min(*distances, found.get(kind, distances[0]))
    nearest = min(found.values(), default=None)
    meant = [kind for kind, distance in found.items() if distance == nearest]
    return meant[0] if len(meant) == 1 else None


def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a label, or of the last part of a type, in small letters and without small words."""
    end = text[:MAX_COMPARED] if " " in text.strip() else text[:MAX_COMPARED].rpartition(".")[2]
    separated = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", end)
    return tuple([one for one in re.findall(r"[a-z0-9]+", separated.casefold()) if one not in SMALL])


def _distance(given: tuple[str, ...], known: tuple[str, ...]) -> tuple[int, int] | None:
    """Return how many known words are not given, and how far the others are from theirs; None for different ones."""
    if "".join(given) == "".join(known):
        return 0, 0
    far = 0
    used: set[str] = set()
    for one in given:
        nearest = min(_of_each(one, known), default=None)
        if nearest is None:
            return None
        far += nearest[0]
        used.add(nearest[1])
    lacking = len(known) - len(used)
    if lacking and (known[0] not in used or lacking > len(used) or any(map(_has_one_sense, given))):
        return None
    return lacking, far


def _of_each(word: str, known: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the known words that a word may be, each after its distance; a synonym is farther than a slip."""
    for other in known:
        if word == other:
            yield 0, other
        elif not _has_one_sense(word) and is_near(word, other):
            yield 1, other
        elif any(word in same and other in same for same in SYNONYMS):
            yield 2, other


def _has_one_sense(word: str) -> bool:
    """Return whether a word is taken as it is: it has synonyms, or is common."""
    return word in COMMON or any(word in same for same in SYNONYMS)


def is_near(word: str, other: str) -> bool:
    """Return whether two words differ by a slip or two of letters; short words have to begin with the same letter.

    A longer word that begins with the other is near, too.
    """
    short, long = sorted((word, other), key=len)
    if len(short) < MIN_NEAR:
        return False
    if long.startswith(short):
        return len(long) - len(short) <= len(short) // 2
    may_be = len(short) >= MIN_NEARER or word[0] == other[0]
    return may_be and bool(get_close_matches(word, (other,), 1, NEAR_WORD))
