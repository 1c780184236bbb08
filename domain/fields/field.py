"""The fields of a form: where the values of each come from, and when it is there.

A command declares the fields of its forms in ``form``, by name, in an order in which each depends on earlier ones only;
``None`` leaves a field out. Fields without a declaration follow from the schema (``domain.options.derived``). ``form``
adds to the one of its base classes, and the fields of ``variants`` to those of ``form``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from domain.fields.sets import AnyText, Either, Node, Set, Span, Without
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Json

UNSET: Final[Any] = object()
"""The default of what follows from the schema of the command."""


class Folded(NamedTuple):
    """The key of a text: without the space around it, and in lower case."""

    field: str


class Total(NamedTuple):
    """The key of a list: the sum of what ``score`` looks up for each of its entries."""

    of: str
    score: "Lookup"


class Fixed(NamedTuple):
    """The key that is always this value, so that the lookups of several fields are parts of one."""

    value: str


Key = str | Folded | Total | Fixed
"""One level of a lookup: the value of a field (``field.part`` of an object or of all entries of a list), or a key."""


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


class Few(NamedTuple):
    """A limit: at most ``most`` entries of a list have one of some values; then the others may not have them.

    ``entries`` names the list, or with a dot a part of its objects. ``most`` as a lookup is the highest of its numbers.
    """

    entries: str
    values: Set | Lookup
    most: int | Lookup


class Many(NamedTuple):
    """How many values a field has; ``most`` None means any number.

    Different values are counted. With ``distinct`` none may be named twice.
    """

    least: int = 0
    most: int | None = None
    distinct: bool = False


Condition = Mapping[str, tuple[Json, ...]]
"""Names of fields, each with the values that it has to have."""
Mark = Literal["guess", "check"]
"""The reason of an exception: the values are a secret sheet's, or they are found by checking single commands."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form. ``help`` explains it; its label is that of its name (``domain.text.words``).

    ``phrase`` says an object of ``parts`` in a sentence, as that of a command does: ``{target} with {weapon}``.

    ``source`` is the set of its values or a lookup of it; a field with ``parts`` is an object of fields instead, or one
    of the values of ``instead``. With ``many`` it is a list, whose least and greatest number of entries may be looked
    up, as a ``Span``. With ``keys`` it is an object of any of these keys, as ``many`` as that says, whose values are
    those of ``source`` or objects of the ``parts``, in which ``key`` names the key; if it is ``shared``, they add up to
    no more than the highest of them.

    It is there if the values of the fields that ``when`` names are among those given, and its lookup yields a set; an
    object may have a ``source`` for this alone. A field that is ``required`` must be given where it is there (or only
    where other fields have certain values, as in ``when``, or where a lookup has something), unless its set has its
    default, or None for no value. The part of an object is named with a dot: ``to.x``. A field that is left out counts
    as its ``default`` in lookups, a value or a lookup of one. ``bars`` names fields whose values it may not have, and
    ``few`` bars values that enough entries of a list have. If the field ``within`` is given, it has only values (with
    ``keys``, only keys) of that.

    Lists are filled in order: the name of a list, with a dot that of a part, means the entries before. In a list of
    objects no two agree in all the parts that ``differ`` names; of each set of values that ``apart`` has for a part, at
    most one object has a value; the numbers of a part that is ``shared`` add up to no more than the highest of them;
    one ``holds`` in each of these parts the value of the field named with it; the condition of ``greatest`` is met.

    A value is refused for which one of the lookups of ``never`` has something. In these the name of the field is the
    value itself, with all entries of a list, and the parts of an object have their own names as well.

    ``seldom`` fields are rarely changed. ``mark`` excepts its values from the promise that every filling is accepted.
    ``narrators`` fields are the narrator's alone, and ``players`` is what players have in place of a field that other
    fields of the narrator's bear on.
    """

    help: str = ""
    phrase: str = ""
    source: Set | Lookup = ()
    parts: Mapping[str, "Field"] | None = None
    instead: Set = ()
    many: Many | Lookup | None = None
    keys: Set | Lookup | None = None
    within: str | None = None
    shared: bool = False
    required: bool | Condition | Lookup = UNSET
    default: Json | Lookup = UNSET
    when: Condition | None = None
    bars: tuple[str, ...] = ()
    few: tuple[Few, ...] = ()
    differ: tuple[str, ...] = ()
    apart: Mapping[str, tuple[tuple[Json, ...], ...]] | None = None
    holds: Mapping[str, str] | None = None
    greatest: Greatest | None = None
    never: tuple[Lookup, ...] = ()
    seldom: bool = False
    mark: Mark | None = None
    narrators: bool = False
    players: "Field | None" = None

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


def text(longest: int = 500, shortest: int = 0, pattern: str | None = None, **more: Any) -> Field:
    """Return a field of free text."""
    return Field(source=AnyText(longest, shortest, pattern), **more)


def several(
    values: Set | Lookup, least: int = 0, most: int | None = None, *, distinct: bool = False, **more: Any
) -> Field:
    """Return a field that is a list of values of a set."""
    return Field(source=values, many=Many(least, most, distinct), **more)


def record(parts: Fields, *, there: Lookup | None = None, **more: Any) -> Field:
    """Return a field that is an object of fields; with ``there``, where this lookup yields a set."""
    return Field(parts={name: part for name, part in parts.items() if part is not None}, source=there or (), **more)


def vocabularies(field: Field) -> list[Vocabulary[Any]]:
    """Return the vocabularies that a field refers to, with those of its parts."""
    greatest = () if field.greatest is None else (*field.greatest.scores, field.greatest.reach)
    limits = [source for few in field.few for source in (few.values, few.most)]
    sources = (field.source, field.instead, field.keys, field.default, field.required, field.many)
    found = [one for source in (*sources, *greatest, *limits, *field.never) for one in _vocabularies(source)]
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
    elif isinstance(source, Without):
        yield from _vocabularies(source.of)
    elif isinstance(source, Either):
        for one in source.sets:
            yield from _vocabularies(one)
