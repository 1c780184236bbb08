"""The fields of a form: where the values of each come from, and when it is there.

A command declares the fields of its forms in ``form``, by name, in an order in which each depends on earlier ones only;
``None`` leaves a field out. What it does not name follows from its schema (``domain.options.derived``). ``form`` adds
to the one of its base classes, and the fields of ``variants`` to those of ``form``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from domain.fields.sets import AnyText, Node, Set, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Json

UNSET: Final[Any] = object()
"""The default of what follows from the schema of the command."""


class Lookup(NamedTuple):
    """A set that depends on earlier fields: a vocabulary or a lookup, and the fields, in the order of its levels."""

    table: Node
    by: tuple[str, ...]


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
"""What a field is excepted by: its values are a secret sheet's, or they are found by checking single commands."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form. Its ``label`` is made of its name if there is none.

    ``source`` is the set of its values or a lookup of it; a field with ``parts`` is an object of fields instead. With
    ``many`` it is a list. With ``keys`` it is an object of any of these keys, whose values are those of ``source``; if
    it is ``shared``, they add up to no more than the highest of them. In a list of objects no two agree in all the
    parts that ``differ`` names; of each set of values that ``apart`` has for a part, at most one object has a value;
    the numbers of a part that is ``shared`` add up to no more than the highest of them.

    It is there if the values of the fields that ``when`` names are among those given, and its lookup yields a set; an
    object may have a ``source`` for this alone. A field that is ``required`` must be given where it is there (or only
    where other fields have certain values, as in ``when``, or where a lookup has something), unless its default is
    among its values. The part of an object is named with a dot: ``to.x``. What is left out counts as its ``default`` in
    lookups, a value or a lookup of one. ``bars`` names fields whose values it may not have. ``seldom`` fields are
    rarely changed. ``mark`` excepts its values from the promise that every filling is accepted. ``narrators`` fields
    are the narrator's alone.
    """

    label: str = ""
    source: Set | Lookup = ()
    parts: Mapping[str, "Field"] | None = None
    many: Many | None = None
    keys: Set | Lookup | None = None
    shared: bool = False
    required: bool | Condition | Lookup = UNSET
    default: Json | Lookup = UNSET
    when: Condition | None = None
    bars: tuple[str, ...] = ()
    seldom: bool = False
    mark: Mark | None = None
    narrators: bool = False
    differ: tuple[str, ...] = ()
    apart: Mapping[str, tuple[tuple[Json, ...], ...]] | None = None

    def but(self, **changes: Any) -> "Field":
        """Return the field with changes."""
        return replace(self, **changes)


Fields = Mapping[str, Field | None]


def among(values: Set, **more: Any) -> Field:
    """Return a field with the values of a set."""
    return Field(source=values, **more)


def looked_up(table: Node, *by: str, **more: Any) -> Field:
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


def record(parts: Mapping[str, Field], *, there: Lookup | None = None, **more: Any) -> Field:
    """Return a field that is an object of fields; with ``there``, where this lookup yields a set."""
    return Field(parts=parts, source=there or (), **more)


def vocabularies(field: Field) -> list[Vocabulary[Any]]:
    """Return the vocabularies that a field refers to, with those of its parts."""
    sources = (field.source, field.keys, field.default, field.required)
    found = [one for source in sources if (one := _vocabulary(source)) is not None]
    for part in (field.parts or {}).values():
        found += vocabularies(part)
    return found


def _vocabulary(source: Any) -> Vocabulary[Any] | None:
    table = source.table if isinstance(source, Lookup) else source
    return table if isinstance(table, Vocabulary) else None
