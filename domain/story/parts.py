"""Sentences in pieces: names of combatants and things, numbers, and faces of throws, outside of quotation marks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from domain.story.facts import Said
from domain.story.shapes import Part
from domain.story.throws import Throw

_QUOTED: Final = "“[^”]*”"
_NUMBER: Final = r"(?<![\w.])[−-]?\d+(?![\w])"


def parts_of(sentence: str, said: Said, throws: Sequence[Throw] = ()) -> tuple[Part, ...]:
    """Return a sentence in pieces; joined, their texts are the sentence."""
    return tuple(_merged(_pieces(sentence, said, _faces(throws))))


def _faces(throws: Sequence[Throw]) -> dict[str, list[int]]:
    """Return the places of throws by their faces as they are shown."""
    found: dict[str, list[int]] = {}
    for place, throw in enumerate(throws):
        if throw.shown:
            found.setdefault(throw.shown, []).append(place)
    return found


def _pieces(sentence: str, said: Said, faces: Mapping[str, list[int]]) -> Iterator[Part]:
    words = sorted({*said.combatants, *said.things, *faces} - {""}, key=len, reverse=True)
    told = {word[:1].upper() + word[1:]: word for word in words if sentence[: len(word)] != word}
    first = [word for word in told if sentence.startswith(word)]
    pattern = "|".join([_QUOTED, *[rf"(?<!\w){re.escape(word)}(?!\w)" for word in (*first, *words)], _NUMBER])
    end = 0
    for found in re.finditer(pattern, sentence):
        if found.start() > end:
            yield Part(sentence[end : found.start()])
        end = found.end()
        yield _piece(found[0], told.get(found[0], found[0]) if not found.start() else found[0], said, faces)
    if end < len(sentence):
        yield Part(sentence[end:])


def _piece(text: str, word: str, said: Said, faces: Mapping[str, list[int]]) -> Part:
    if text.startswith("“"):
        return Part(text)
    if word in said.combatants:
        return Part(text, combatant=said.combatants[word])
    if word in said.things:
        return Part(text, thing=said.things[word])
    if word in faces:
        left = faces[word]
        return Part(text, throw=left.pop(0) if len(left) > 1 else left[0])
    return Part(text, number=int(text.replace("−", "-")))


def _merged(parts: Iterator[Part]) -> Iterator[Part]:
    """Yield the parts, neighbouring plain texts as one."""
    plain = ""
    for part in parts:
        if part == Part(part.text):
            plain += part.text
            continue
        if plain:
            yield Part(plain)
        plain = ""
        yield part
    if plain:
        yield Part(plain)
