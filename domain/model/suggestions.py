"""Suggestions: what was meant by a word that nothing here is called, or else the few things that there are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

CLOSE_MATCH: Final = 0.8
"""Minimum similarity of an unknown word to a known one that is suggested in its place, from 0 to 1."""
FEW: Final = 8
"""The most words that a sentence lists; it counts the rest."""
MAX_COMPARED: Final = 80
"""Maximum number of characters of an unknown word that are compared or shown."""
MIN_BEGINNING: Final = 3
"""Minimum number of characters by which a name is recognised from its beginning."""

Known = Mapping[str, object] | Iterable[str]
"""IDs: alone, with their names, or with things that have a name."""


def as_id(name: str) -> str:
    """Return a name as an ID: ``Flying Fox`` becomes ``flying_fox``. Empty if no letter or digit is left."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:32]


def meant_by(word: str, known: Known) -> str | None:
    """Return the known ID that a word is meant for, or None.

    It is the same ID in another spelling, the only one with that name, with a name or ID that begins with it or with an
    ID of which it is a part (``ogre`` of ``one_eyed_ogre``), or the most similar one.
    """
    names = _names(known)
    word = word[:MAX_COMPARED].strip()
    folded, written = word.casefold(), as_id(word)
    for one in (folded, written):
        if one in names:
            return one
    for spelled in (
        [one for one, name in names.items() if name.casefold() == folded],
        [one for one, name in names.items() if len(folded) >= MIN_BEGINNING and name.casefold().startswith(folded)],
        [one for one in names if len(written) >= MIN_BEGINNING and one.startswith(written)],
        [one for one in names if len(written) >= MIN_BEGINNING and written in one.split("_")],
    ):
        if len(spelled) == 1:
            return spelled[0]
    spellings = Counter(map(as_id, names.values()))
    by_name = {slug: one for one, name in names.items() if spellings[slug := as_id(name)] == 1}
    by_spelling = {**by_name, **{one: one for one in names}}
    close = get_close_matches(written or folded, by_spelling, 1, CLOSE_MATCH)
    return by_spelling[close[0]] if close else None


def _names(known: Known) -> dict[str, str]:
    """Return the names of what is known, by ID; what has none is called by its ID."""
    things = known if isinstance(known, Mapping) else dict.fromkeys(known)
    names: dict[str, str] = {}
    for one, thing in things.items():
        name = thing.get("name") if isinstance(thing, Mapping) else getattr(thing, "name", thing)
        names[one] = name if isinstance(name, str) else one
    return names


def some_of(known: Iterable[str]) -> str:
    """Return the first words of a list, and how many more there are: ``fox, guard and 3 more``."""
    words = list(known)
    more = f" and {len(words) - FEW} more" if len(words) > FEW else ""
    return f"{', '.join(words[:FEW])}{more}"


def instead(word: str, known: Known) -> str:
    """Return the end of a sentence about an unknown word: ``did you mean guard?``, or what there is instead."""
    meant = meant_by(word, known)
    if meant is not None:
        return f"did you mean {meant}?"
    ids = list(known)
    return f"there {'are' if len(ids) > 1 else 'is'} {some_of(ids) or 'nothing'}."


def unknown(said: str, word: str, known: Known, none: str) -> str:
    """Return the sentence of a refusal for an unknown word: ``said`` and what there is instead, or ``none``.

    ``none`` is the whole sentence for an empty list: ``There are no links here.``
    """
    return f"{said}; {instead(word, known)}" if list(known) else none


def not_in_chart(word: str, chart: Known, lacks: str) -> str:
    """Return the sentence about a thing that a chart does not have: what is meant, or else what its sheet ``lacks``."""
    meant = meant_by(word, chart)
    rest = f"; did you mean {meant}?" if meant is not None else f": {lacks}, or take one of {some_of(chart)}."
    return f"The chart has no “{word}”{rest}"


def not_joined(word: str, combatants: Mapping[str, str]) -> str:
    """Return the sentence about an ID for which a player speaks and that no combatant has, or none has yet."""
    meant = meant_by(word, combatants)
    return f"No one called “{word}” has joined{' yet.' if meant is None else f'; did you mean {meant}?'}"


def no_one_has_joined(words: Sequence[str], combatants: Mapping[str, str]) -> str:
    """Return the sentence of a refusal for a player none of whose combatants has joined; ``combatants`` have."""
    first = not_joined(words[0], combatants) if len(words) == 1 else f"None of {some_of(words)} has joined."
    joined = some_of([f"{one} ({name})" for one, name in combatants.items()])
    return f"{first} Those who have joined are: {joined or 'no one so far'}."


def no_one_called(word: str, combatants: Mapping[str, str]) -> str:
    """Return the sentence of a refusal for an ID that no combatant has; ``combatants`` are IDs with their names."""
    shown = word[:MAX_COMPARED]
    if not combatants:
        return f"No one here is called “{shown}”, and no one has joined yet; add combatants with core.join."
    return f"No one here is called “{shown}”; {instead(word, combatants)}"
