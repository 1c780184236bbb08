"""The fields of a form: where the values of each come from, and when it is there.

A command declares the fields of its forms in ``form``, by name, in an order in which each depends on earlier ones only;
``None`` leaves a field out. What it does not name follows from its schema (``domain.options.derived``). ``form`` adds
to the one of its base classes, and the fields of ``variants`` to those of ``form``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from domain.fields.sets import AnyText, Node, Set, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Json

UNSET: Final[Any] = object()
"""The default of what follows from the schema of the command."""


class Folded(NamedTuple):
    """The key of a text: without the space around it, and in lower case."""

    field: str


class Total(NamedTuple):
    """The key of a list: the sum of what ``score`` looks up for each of its items."""

    of: str
    score: "Lookup"


Key = str | Folded | Total
"""One level of a lookup: the value of a field (``field.part`` of an object or of all items of a list), or a key."""


class Lookup(NamedTuple):
    """A set that depends on earlier fields: a vocabulary or a lookup, and the keys, in the order of its levels.

    A lookup of numbers has sets of one number, and 0 where it has nothing; of a list in its last key it counts each.
    """

    table: Node
    by: tuple[Key, ...]


class Greatest(NamedTuple):
    """A condition on a list of objects: the first with the greatest sum of ``scores`` has ``value`` in its ``reach``.

    ``scores`` are lookups of numbers, ``reach`` is a lookup of a set, all by the parts of the object. ``value`` names
    a field. Without a value of that field the condition holds.
    """

    scores: tuple[Lookup, ...]
    reach: Lookup
    value: str


class Many(NamedTuple):
    """How many values a field has; ``most`` None means any number. Values differ, but those with ``fields`` may not.

    Each item of a list may depend on those before it: while it is filled, the field holds these.
    """

    least: int = 0
    most: int | None = None


Mark = Literal["guess", "check"]
"""What a field is excepted by: its values are a secret sheet's, or they are found by checking single commands."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form.

    ``source`` is the set of its values or a lookup of it; a field with ``parts`` is an object of fields instead. With
    ``many`` it is a list. With ``keys`` it is an object of any of these keys, as ``many`` as that says, whose values
    are those of ``source``; if it is ``shared``, they add up to no more than the highest of them.

    It is there if the values of the fields that ``when`` names are among those given, and its lookup yields a set. A
    field that is ``required`` must be given where it is there, unless its set has its default, or None for no value.
    An omitted field counts as its ``default``, a value or a lookup of one. ``bars`` names fields whose values it may
    not have; a list that bars itself has no value twice. If the field ``within`` has values, it has only some of
    those. A list of objects ``holds`` in one of these parts the value of the field named with it, and meets the
    condition of ``greatest``. ``seldom`` fields are rarely changed. ``mark`` excepts its values from the promise that
    every filling is accepted. ``narrators`` fields are the narrator's alone.
    """

    source: Set | Lookup = ()
    parts: Mapping[str, "Field"] | None = None
    many: Many | None = None
    keys: Set | Lookup | None = None
    shared: bool = False
    required: bool = UNSET
    default: Json | Lookup = UNSET
    when: Mapping[str, tuple[Json, ...]] | None = None
    bars: tuple[str, ...] = ()
    within: str | None = None
    holds: Mapping[str, str] | None = None
    greatest: Greatest | None = None
    seldom: bool = False
    mark: Mark | None = None
    narrators: bool = False

    def but(self, **changes: Any) -> "Field":
        """Return the field with changes."""
        return replace(self, **changes)


Fields = Mapping[str, Field | None]


def among(values: Set, **more: Any) -> Field:
    """Return a field with the values of a set."""
    return Field(source=values, **more)


def looked_up(table: Node, *by: Key, **more: Any) -> Field:
    """Return a field whose values depend on earlier fields."""
    return Field(source=Lookup(table, by), **more)


def listed(*values: Any, **more: Any) -> Field:
    """Return a field with these values."""
    return Field(source=values, **more)


def span(low: int, high: int, **more: Any) -> Field:
    """Return a field of whole numbers."""
    return Field(source=Span(low, high), **more)


def text(longest: int = 500, shortest: int = 0, pattern: str = "", **more: Any) -> Field:
    """Return a field of free text."""
    return Field(source=AnyText(longest, shortest, pattern), **more)


def several(values: Set | Lookup, least: int = 0, most: int | None = None, **more: Any) -> Field:
    """Return a field that is a list of different values of a set."""
    return Field(source=values, many=Many(least, most), **more)


def record(parts: Fields, **more: Any) -> Field:
    """Return a field that is an object of fields."""
    return Field(parts={name: part for name, part in parts.items() if part is not None}, **more)


def vocabularies(field: Field) -> list[Vocabulary[Any]]:
    """Return the vocabularies that a field refers to, with those of its parts."""
    greatest = () if field.greatest is None else (*field.greatest.scores, field.greatest.reach)
    found = [one for source in (field.source, field.keys, field.default, *greatest) for one in _vocabularies(source)]
    for part in (field.parts or {}).values():
        found += vocabularies(part)
    return found


def _vocabularies(source: Any) -> Iterator[Vocabulary[Any]]:
    if isinstance(source, Lookup):
        yield from _vocabularies(source.table)
        for key in source.by:
            if isinstance(key, Total):
                yield from _vocabularies(key.score)
    elif isinstance(source, Vocabulary):
        yield source
