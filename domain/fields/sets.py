"""Sets of values: what a field may hold in one state, as data.

A set is a tuple of values, or a ``Span`` of whole numbers, an ``AnyText``, an ``AnyJson``, another set without some
values (``Without``), or a ``Vocabulary``, which stands for its set. A lookup is a dictionary from the value of an
earlier field to a set or to the lookup of the next field; ``ANY_KEY`` stands for all other values. The last of the
earlier fields may be a list: it has the values of all their sets, and those of ``ABSENT_KEY`` if it is empty.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from domain.fields.vocabulary import Vocabulary
from domain.model.event import Json
from domain.text.words import Labels

ANY_KEY: Final = "\0"
"""The key of all others. No text of a player contains this character; options write it as ``*``."""
ABSENT_KEY: Final = ""
"""The key of a field that is left out and has no default."""


class Labelled(NamedTuple):
    """A value with its label, and other values that mean the same. Combatants need none: their names stand once.

    A label that is made of other labels is a function of those of the language.
    """

    value: Json
    label: str | Callable[[Labels], str]
    also: tuple[Json, ...] = ()


class Span(NamedTuple):
    """The whole numbers from ``low`` to ``high``."""

    low: int
    high: int


class AnyText(NamedTuple):
    """Any text of at least ``shortest`` and at most ``longest`` characters, of one ``pattern`` if given.

    ``suggested`` are texts that a menu may offer.
    """

    longest: int
    shortest: int = 0
    pattern: str | None = None
    suggested: tuple[Any, ...] = ()


class AnyJson(NamedTuple):
    """Any value that the schema of this name allows."""

    schema: str


class Either(NamedTuple):
    """A value of any of these sets."""

    sets: tuple["Set", ...]


class Without(NamedTuple):
    """Another set without some of its values."""

    of: "Set"
    minus: tuple[Json, ...]


Set: TypeAlias = tuple[Any, ...] | Vocabulary[Any]
"""Any of the kinds of sets. All but ``Vocabulary`` are tuples."""
Node: TypeAlias = Set | dict[str, "Node"]
"""A set, or a lookup by the value of an earlier field."""


def key_of(value: Json) -> str:
    """Return the key under which a lookup has a value: words as they are, ``true`` and ``false``, numbers in digits."""
    if value is None:
        return ABSENT_KEY
    return value if isinstance(value, str) else str(value).lower()


def is_nothing(node: Node) -> bool:
    """Return whether a set or a lookup has no value at all, as far as is visible without other sets."""
    return type(node) in (tuple, dict) and not node
