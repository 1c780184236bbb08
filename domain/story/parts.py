"""Sentences in pieces: names of combatants and things, numbers, and faces of throws, outside of quotation marks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from domain.story.facts import Said
from domain.story.shapes import Part
from domain.story.throws import Throw
from domain.text.phrases import JOKER_NAMES

_QUOTED: Final = "“[^”]*”"
_NUMBER: Final = r"(?<![\w.])[−-]?\d+(?![\w])"
_CARD: Final = "|".join([r"\w{1,2}[♠♥♦♣]", *map(re.escape, JOKER_NAMES.values())])
_FACES: Final = rf"[●○]+|[⚀-⚅]+|(?<!\w)(?:{_CARD})(?: (?:{_CARD}))*"
"""Faces as ``Throw.shown`` has them."""
MAX_PATTERNS: Final = 2048
"""Patterns that are cached, each for the names of one sentence."""


def parts_of(sentence: str, said: Said, throws: Sequence[Throw] = ()) -> tuple[Part, ...]:
    """Return a sentence in pieces; joined, their texts are the sentence."""
    return tuple(_pieces(sentence, said, _faces(throws)))


def _faces(throws: Sequence[Throw]) -> dict[str, list[int]]:
    """Return the places of throws by their faces as they are shown."""
    found: dict[str, list[int]] = {}
    for place, throw in enumerate(throws):
        if throw.shown:
            found.setdefault(throw.shown, []).append(place)
    return found


def _pieces(sentence: str, said: Said, faces: Mapping[str, list[int]]) -> Iterator[Part]:
    words = sorted({*said.combatants, *said.things} - {""}, key=len, reverse=True)
    told = {word[:1].upper() + word[1:]: word for word in words if sentence[: len(word)] != word}
    first = [word for word in told if sentence.startswith(word)]
    end = 0
    for found in _pattern((*first, *words)).finditer(sentence):
        word = found[0] if found.start() else told.get(found[0], found[0])
        piece = _piece(found[0], word, said, faces)
        if piece is None:
            continue
        if found.start() > end:
            yield Part(sentence[end : found.start()])
        yield piece
        end = found.end()
    if end < len(sentence):
        yield Part(sentence[end:])


@lru_cache(MAX_PATTERNS)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of everything that is a piece, the first of some words that is found before the others."""
    return re.compile("|".join([_QUOTED, *[rf"(?<!\w){re.escape(word)}(?!\w)" for word in words], _FACES, _NUMBER]))


def _piece(text: str, word: str, said: Said, faces: Mapping[str, list[int]]) -> Part | None:
    """Return what was found as a piece; None for a quotation, and for faces of no throw."""
    if word in said.combatants:
        return Part(text, combatant=said.combatants[word])
    if word in said.things:
        return Part(text, thing=said.things[word])
    if word in faces:
        left = faces[word]
        return Part(text, throw=left.pop(0) if len(left) > 1 else left[0])
    digits = text.replace("−", "-")
    return Part(text, number=int(digits)) if digits.removeprefix("-").isdecimal() else None
