"""Phrases for the sentences of the story: names, numbers, keys, coins, dice and cards as players read them.

A sentence is rendered from one event and the names of the combatants, in the present tense. Wire keys are rendered as
words, so that a sentence contains no machine identifiers.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from string import Formatter
from typing import Any, Final, Literal, NamedTuple

from domain.model.encounter import Encounter

Names = Mapping[str, str]
"""Combatant IDs to names, and other facts that sentences need.

``pronoun_key(combatant)`` has the pronoun of a combatant, if its sheet has one, and ``thing_key(owner, thing)`` the
name of a thing; ``recipient_key(prompt)`` has the ID of the recipient of a prompt. For the sentence of a command, the
things of the combatants that it names are also under ``/thing``.
"""
Pronoun = Literal["they", "she", "he", "it"]

RenderEvent = Callable[[Any, Names], str]
"""A function that renders one event as one sentence."""

RenderValue = Callable[[Any, Names], str]
"""A function that renders the value of one field of a command."""

NON_COMBATANT_NAMES = {"narrator": "the narrator", "world": "the world"}
_is_key = re.compile("[a-z0-9][a-z0-9_./:-]*").fullmatch
"""Match a text that looks like a wire key and not like free text."""
COIN_OF_FACE = str.maketrans("HT", "●○")
DIE_OF_FACE = " ⚀⚁⚂⚃⚄⚅"
PLACES_ON: Final = frozenset(
    {"airship", "balcony", "beach", "boat", "bridge", "catwalk", "deck", "field", "gangway", "hill", "ladder"}
    | {"landing", "ledge", "path", "pier", "platform", "quay", "raft", "ramp", "river", "road", "roof", "rooftop"}
    | {"rooftops", "scaffold", "ship", "stage", "staircase", "stairs", "terrace", "train", "walkway", "wall"}
)
"""The last words of places that one is on."""
PLACES_IN: Final = frozenset(
    {"alley", "arena", "attic", "cabin", "cave", "cellar", "chamber", "church", "corridor", "courtyard", "forest"}
    | {"garden", "hall", "hallway", "hold", "house", "kitchen", "library", "office", "park", "passage", "room", "shop"}
    | {"square", "street", "temple", "tunnel", "valley", "warehouse", "woods", "yard"}
)
"""The last words of places that one is in."""
COLLECTIVES: Final = frozenset(
    {
        "army",
        "band",
        "clan",
        "crew",
        "crowd",
        "enemy",
        "family",
        "gang",
        "law",
        "militia",
        "mob",
        "opposition",
        "pack",
        "patrol",
        "police",
        "posse",
        "resistance",
        "squad",
        "staff",
        "team",
        "tribe",
        "troop",
        "watch",
    }
)
"""Words for many, which name a side as they are."""
SUIT_SIGNS = str.maketrans("HDCS", "♥♦♣♠")
SUIT_NAMES = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
RANK_NAMES = {"A": "ace", "J": "Jack", "Q": "Queen", "K": "King"}
JOKER_NAMES = {"WHITE": "White Joker", "COLOURED": "Coloured Joker"}


def named(names: Names, combatant: str) -> str:
    """Return the name of a combatant, the narrator or the world; an unknown ID is rendered as words."""
    return names.get(combatant) or NON_COMBATANT_NAMES.get(combatant) or as_words(combatant)


def all_named(names: Names, combatants: Iterable[str]) -> str:
    """Return several names in a list: ``Doctor Hu, Flying Fox and Iron Claw``."""
    return listed(named(names, combatant) for combatant in combatants)


def distinct_name(name: str, known: "Names") -> str:
    """Return a name that differs from those that are known: the second ``Guard`` is ``Guard 2``."""
    taken = set(known.values())
    return name if name not in taken else next(one for n in count(2) if (one := f"{name} {n}") not in taken)


def distinct_names(names: Names) -> dict[str, str]:
    """Return names of which no two are equal, in the order in which they became known.

    One with a number has no article: the second ``the autocycle`` is ``autocycle 2``.
    """
    known: dict[str, str] = {}
    taken: set[str] = set()
    last: dict[str, int] = {}
    for one, name in names.items():
        distinct = name
        while distinct in taken:
            last[name] = last.get(name, 1) + 1
            distinct = f"{name.removeprefix('the ')} {last[name]}"
        known[one] = distinct
        taken.add(distinct)
    return known


def names_in(state: Encounter) -> dict[str, str]:
    """Return the names of all who have joined, of which no two are equal."""
    return distinct_names({one: state.name_of(one) for one in state.joined})


def possessive(names: Names, combatant: str) -> str:
    """Return the name in the possessive form: ``Doctor Hu's``."""
    return owning(named(names, combatant))


def owning(name: str) -> str:
    """Return a noun in the possessive form: ``Doctor Hu's``, ``Iron Claws'``."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


class PronounForms(NamedTuple):
    """The forms of a pronoun, by the names that templates use."""

    they: str
    them: str
    their: str
    themselves: str


NONE: Final = "none"
"""The form of a field that has to be an empty list."""
PRONOUNS: Final[Mapping[str, PronounForms]] = {
    "they": PronounForms("they", "them", "their", "themselves"),
    "she": PronounForms("she", "her", "her", "herself"),
    "he": PronounForms("he", "him", "his", "himself"),
    "it": PronounForms("it", "it", "its", "itself"),
}
IRREGULAR_VERBS: Final = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "dies": "die",
    "lies": "lie",
}
"""Verbs with ``she`` to verbs with ``they``, if the ending does not tell."""
VERB_ENDINGS: Final = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""))


def pronoun_key(combatant: str) -> str:
    """Return the key under which ``Names`` have the pronoun of a combatant."""
    return f"{combatant}:pronoun"


SEEN_WHOLE: Final = ":whole"
"""The key under which ``Names`` have whether the reader of an event with private fields sees these too."""
WRITER: Final = ":writer"
"""The key under which ``Names`` have whose player has given the command, with a few names; empty for the narrator."""


def recipient_key(prompt: str) -> str:
    """Return the key under which ``Names`` have the recipient of a prompt: a combatant's ID or ``narrator``."""
    return f"{prompt}:recipient"


def thing_key(owner: str, thing: str) -> str:
    """Return the key under which ``Names`` have the name of a thing."""
    return f"{owner}/{thing}"


def pronoun(names: Names, combatant: str) -> PronounForms:
    """Return the forms of a combatant's pronoun."""
    return PRONOUNS[names.get(pronoun_key(combatant), "they")]


def they(names: Names, combatant: str) -> str:
    """Return the pronoun of a combatant as the subject: ``they``, ``she``, ``he``, ``it``."""
    return pronoun(names, combatant).they


def them(names: Names, combatant: str) -> str:
    """Return the pronoun of a combatant as the object: ``them``, ``her``, ``him``, ``it``."""
    return pronoun(names, combatant).them


def their(names: Names, combatant: str) -> str:
    """Return the possessive pronoun of a combatant: ``their``, ``her``, ``his``, ``its``."""
    return pronoun(names, combatant).their


def themselves(names: Names, combatant: str) -> str:
    """Return the reflexive pronoun of a combatant: ``themselves``, ``herself``, ``himself``, ``itself``."""
    return pronoun(names, combatant).themselves


def they_do(names: Names, combatant: str, verb: str) -> str:
    """Return the pronoun of a combatant with a verb that agrees: ``falls`` gives ``they fall`` or ``she falls``."""
    who = they(names, combatant)
    return f"{who} {plural_verb(verb) if who == 'they' else verb}"


def plural_verb(verb: str) -> str:
    """Return a verb in the third person singular, with any words after it, in the plural."""
    first = re.split("[ ,:]", verb, maxsplit=1)[0]
    stem = next((first.removesuffix(end) + new for end, new in VERB_ENDINGS if first.endswith(end)), first)
    return f"{IRREGULAR_VERBS.get(first, stem)}{verb.removeprefix(first)}"


def thing_named(names: Names, thing: str, owner: str = "") -> str:
    """Return the name of a thing; an unknown ID is rendered as words. The sentence of a command needs no owner."""
    return names.get(thing_key(owner, thing)) or as_words(thing)


def with_own_things(names: Names, fields: Mapping[str, Any]) -> Names:
    """Return the names, with the things of the combatants in the fields also under ``/thing``; the first one's win."""
    owners = [value for value in fields.values() if isinstance(value, str) and value in names]
    own: dict[str, str] = {}
    for owner in reversed(owners):
        start = thing_key(owner, "")
        own |= {thing_key("", key.removeprefix(start)): name for key, name in names.items() if key.startswith(start)}
    return {**names, **own} if own else names


def at_place(place: str) -> str:
    """Return a place as one is there: ``on the upper deck``, ``in the yard``, ``at the bar``."""
    kind = place.rsplit(maxsplit=1)[-1].lower()
    return f"{'on' if kind in PLACES_ON else 'in' if kind in PLACES_IN else 'at'} {place}"


def side_named(side: str) -> str:
    """Return a side as sentences name it: ``the guards``, ``the opposition``, ``the red side``, ``side 2``."""
    words = as_words(side)
    if words.isdecimal() or len(words) == 1:
        return f"side {words.upper()}"
    return f"the {words}" if words.endswith("s") or words in COLLECTIVES else f"the {words} side"


def as_words(key: str) -> str:
    """Return a wire key as words: ``hand_to_hand`` becomes *hand to hand*, ``trip/ground`` *trip (ground)*."""
    word, slash, detail = key.partition("/")
    words = word.replace("_", " ").replace("-", " ")
    return f"{words} ({as_words(detail)})" if slash else words


def one_word_of(words: Sequence[str]) -> str:
    """Return which words are possible, as the end of a sentence: ``one of fox, guard``, or ``it is fox``."""
    return f"it is {words[0]}" if len(words) == 1 else f"one of {', '.join(words)}"


def some_words_of(words: Sequence[str]) -> str:
    """Return of which words a list may be, as the end of a sentence."""
    return f"a list of any of {', '.join(words)}"


def listed(words: Iterable[str]) -> str:
    """Return a list of words: ``a``, ``a and b``, ``a, b and c``; an empty list is ``nobody``."""
    *first, last = list(words) or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: ``a trip``, ``an accurate strike``."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def number(value: int) -> str:
    """Return a number as text: ``3``, or ``−2`` with a minus sign instead of a hyphen."""
    return f"−{-value}" if value < 0 else str(value)


def counted(count: int, noun: str, many: str | None = None) -> str:
    """Return a number of things: ``1 coin``, ``7 coins``, ``no coins``. ``many`` is an irregular plural."""
    return f"{count or 'no'} {noun if count == 1 else many or f'{noun}s'}"


def coins_shown(faces: str) -> str:
    """Return coins as symbols: ● for a head, ○ for a tail."""
    return faces.translate(COIN_OF_FACE)


def dice_shown(faces: Iterable[int], sides: int = 6) -> str:
    """Return dice as symbols: six-sided dice by their pips (⚅⚀⚂), other dice by their numbers (``17, 4``)."""
    if sides == 6:
        return "".join(DIE_OF_FACE[face] for face in faces)
    return ", ".join(map(str, faces))


def cards_shown(cards: Iterable[str]) -> str:
    """Return cards as symbols: ``K♥ 10♠ White Joker``."""
    return " ".join([JOKER_NAMES.get(card) or card.translate(SUIT_SIGNS) for card in cards])


def card_name(card: str) -> str:
    """Return the name of a card: ``King of hearts``, ``10 of spades``, ``White Joker``."""
    rank, suit = card[:-1], card[-1:]
    return JOKER_NAMES.get(card) or f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}"


ENDED_TWICE: Final = (".”.", "!”.", "?”.", "…”.", "!.", "?.", "….")
"""Ends of sentences whose last words are somebody's, and end a sentence themselves."""


def sentence(text: str) -> str:
    """Return the text as a sentence: its first letter capitalized, and no full stop after the end of its last words."""
    ended_twice = text.endswith(ENDED_TWICE) or (text.endswith("..") and not text.endswith("..."))
    text = text[:-1] if ended_twice else text
    return text[:1].upper() + text[1:]


def with_full_stop(text: str) -> str:
    """Return the text with a full stop, unless it, or what it quotes last, already ends like a sentence."""
    return text if text.removesuffix("”").endswith((".", "!", "?", "…")) else f"{text}."


def render_value(value: Any, names: Names) -> str:
    """Return any value of a command or an answer in words: combatants by name, objects as ``skill evasion``."""
    if value is None or value in ({}, [], ()):
        return "nothing"
    if isinstance(value, str):
        return names.get(value) or (as_words(value) if _is_key(value) else value)
    if isinstance(value, Mapping):
        return listed(_render_pair(str(key), part, names) for key, part in value.items())
    if isinstance(value, list | tuple):
        return listed(render_value(part, names) for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def as_written(value: Any, names: Names) -> str:
    """Return free text unchanged."""
    return str(value) or "nothing"


def quoted(value: Any, names: Names) -> str:
    """Return free text in quotation marks."""
    return f"“{value}”"


def reason_suffix(reason: str) -> str:
    """Return a reason after a colon, or nothing if there is no reason."""
    return f": {reason}" if reason else ""


def _render_pair(key: str, value: Any, names: Names) -> str:
    """Return a key with its value in words; the key alone if its value is an empty object."""
    return as_words(key) if value == {} else f"{as_words(key)} {render_value(value, names)}"


def fill(
    templates: Iterable[str], fields: Mapping[str, Any], names: Names, renderers: Mapping[str, RenderValue]
) -> str | None:
    """Fill in the first template whose fields are all present and not empty lists. Return None if there is none.

    A template names fields in braces. ``renderers`` renders the values of some fields; ``render_value`` renders the
    others. Pronouns of a combatant are ``{actor:they}``, ``{actor:them}``, ``{actor:their}`` and
    ``{actor:themselves}``. ``{zone:at}`` is rendered by the renderer of that name. ``{others:none}`` has no text, and
    its template is for an empty list.
    """
    for template in templates:
        parts = [(text, name, form) for text, name, form, _ in Formatter().parse(template)]
        if all(_fits(name, form, fields) for _, name, form in parts):
            return "".join([text + _filled(name, form, fields, names, renderers) for text, name, form in parts])
    return None


def _fits(name: str | None, form: str | None, fields: Mapping[str, Any]) -> bool:
    """Return whether a field of a template is present, or given as an empty list where it has to be one."""
    if name is None:
        return True
    return name in fields and (fields[name] in ([], ())) == (form == NONE)


def _filled(
    name: str | None, form: str | None, fields: Mapping[str, Any], names: Names, renderers: Mapping[str, RenderValue]
) -> str:
    """Return the text for a field of a template, or for the pronoun of the combatant that it names."""
    if name is None:
        return ""
    if form == NONE:
        return ""
    if form in PronounForms._fields:
        return str(getattr(pronoun(names, str(fields[name])), form))
    return renderers.get(f"{name}:{form}" if form else name, render_value)(fields[name], names)
