"""Words for sentences: how names, numbers, keys, coins, dice and cards are said at a table.

A narrator's sentence is made from one event and the names of the combatants, in the present tense. Keys of the wire
are spoken as words, and nothing that only a machine would say is left in a sentence.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

Names = Mapping[str, str]
"""The names of the combatants by their IDs."""

Teller = Callable[[Any, Names], str]
"""What makes one sentence of one event."""

Speak = Callable[[Any, Names], str]
"""What says the value of one field of a command."""

NOBODY_JOINED = {"narrator": "the narrator", "world": "the world"}
_is_key = re.compile("[a-z0-9][a-z0-9_./:-]*").fullmatch
"""What is a key of the wire, and no text, as far as it shows."""
COIN_OF_FACE = str.maketrans("HT", "●○")
DIE_OF_FACE = " ⚀⚁⚂⚃⚄⚅"
SUIT_SIGNS = str.maketrans("HDCS", "♥♦♣♠")
SUIT_NAMES = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
RANK_NAMES = {"A": "ace", "J": "Jack", "Q": "Queen", "K": "King"}
JOKER_NAMES = {"WHITE": "White Joker", "COLOURED": "Coloured Joker"}


def named(names: Names, combatant: str) -> str:
    """The name of a combatant, of the narrator, or of the world; somebody unknown goes by the words of the ID."""
    return names.get(combatant) or NOBODY_JOINED.get(combatant) or spoken(combatant)


def all_named(names: Names, combatants: Iterable[str]) -> str:
    """The names of several, as ``Doctor Hu, Flying Fox and Iron Claw``."""
    return listed(named(names, combatant) for combatant in combatants)


def whose(names: Names, combatant: str) -> str:
    """The name in the genitive: ``Doctor Hu's``."""
    name = named(names, combatant)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def spoken(key: str) -> str:
    """A key of the wire as words: ``hand_to_hand`` is said *hand to hand*, ``trip/ground`` *trip (ground)*."""
    word, slash, detail = key.partition("/")
    words = word.replace("_", " ").replace("-", " ")
    return f"{words} ({spoken(detail)})" if slash else words


def listed(words: Iterable[str]) -> str:
    """Several things in a row: ``a``, ``a and b``, ``a, b and c``; of none, ``nobody``."""
    *first, last = list(words) or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def number(value: int) -> str:
    """A number as it is printed: ``3``, ``−2`` with a minus and no hyphen."""
    return f"−{-value}" if value < 0 else str(value)


def counted(count: int, noun: str, many: str | None = None) -> str:
    """A number of things: ``1 coin``, ``7 coins``, ``no coins``; ``many`` is a plural without an s at its end."""
    return f"{count or 'no'} {noun if count == 1 else many or f'{noun}s'}"


def coins_shown(faces: str) -> str:
    """The coins as they lie on the table: a head is ●, a tail is ○."""
    return faces.translate(COIN_OF_FACE)


def dice_shown(faces: Iterable[int], sides: int = 6) -> str:
    """The dice as they lie on the table: of six sides by their pips, as ⚅⚀⚂, others by their numbers, as ``17, 4``."""
    if sides == 6:
        return "".join(DIE_OF_FACE[face] for face in faces)
    return ", ".join(map(str, faces))


def cards_shown(cards: Iterable[str]) -> str:
    """The cards as they lie on the table: ``K♥ 10♠ White Joker``."""
    return " ".join([JOKER_NAMES.get(card) or card.translate(SUIT_SIGNS) for card in cards])


def card_said(card: str) -> str:
    """A card as it is called: ``King of hearts``, ``10 of spades``, ``White Joker``."""
    rank, suit = card[:-1], card[-1:]
    return JOKER_NAMES.get(card) or f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}"


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def said(value: Any, names: Names) -> str:
    """Any value of a command or an answer: combatants by name, keys as words, objects as ``skill evasion``."""
    if value is None or value in ({}, [], ()):
        return "nothing"
    if isinstance(value, str):
        return names.get(value) or (spoken(value) if _is_key(value) else value)
    if isinstance(value, Mapping):
        return listed(_pair_said(str(key), part, names) for key, part in value.items())
    if isinstance(value, list | tuple):
        return listed(said(part, names) for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def as_written(value: Any, names: Names) -> str:
    """Free text of somebody at the table, in its own words and with its own signs."""
    return str(value) or "nothing"


def quoted(value: Any, names: Names) -> str:
    """Words of somebody at the table, as they were said."""
    return f"“{value}”"


def reason_said(reason: str) -> str:
    """Why, after a colon, if anybody says so."""
    return f": {reason}" if reason else ""


def _pair_said(key: str, value: Any, names: Names) -> str:
    """A key and what it holds; an object that holds nothing is its key alone."""
    return spoken(key) if value == {} else f"{spoken(key)} {said(value, names)}"


def fill(templates: Iterable[str], fields: Mapping[str, Any], names: Names, speak: Mapping[str, Speak]) -> str | None:
    """The first of the templates whose fields are all there, filled in; None where none fits.

    A template names fields in braces. ``speak`` says how a field's value is said; all others are ``said``.
    """
    for template in templates:
        wanted = [name for _, name, _, _ in Formatter().parse(template) if name]
        if all(name in fields for name in wanted):
            return template.format_map({name: speak.get(name, said)(fields[name], names) for name in wanted})
    return None
