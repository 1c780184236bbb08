"""The values that a field may have which a command lacks: what its refusal says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from domain.fields.field import UNSET, Field, Lookup
from domain.fields.sets import AnyText, Span, key_of
from domain.fields.vocabulary import View
from domain.model.event import Json
from domain.options.declared import DeclaredForm
from domain.options.listed import OTHERS, listed_values, value_of
from domain.text.phrases import one_word_of, some_words_of

MOST_VALUES: Final = 12
"""The most values of a field that a refusal lists; it says how many there are of more."""


def missing_value(
    view: View[Any], forms: Iterable[DeclaredForm], given: Mapping[str, Any], path: Sequence[int | str]
) -> str:
    """Return what a field may have that a command lacks, as the end of a sentence, or an empty text.

    ``forms`` are those of the command, ``given`` are its fields as they were sent, and ``path`` is that of the field
    in them. The text is empty for values that are not listed, or that depend on other fields which are missing, too.
    """
    found: dict[Json, None] = {}
    many, closed = False, False
    for form in forms:
        field, around = _field_at(form.fields, given, path)
        if field is None:
            continue
        if isinstance(field.source, Span):
            return _numbers(field.source.low, field.source.high)
        if isinstance(field.source, AnyText) and field.source.pattern is None:
            return f"a text of up to {field.source.longest} characters"
        values = list(_values(field, view, form.fields, {**_defaults(form.fields), **around}))
        if any(one is OTHERS or not isinstance(one, str | int) for one in values):
            return ""
        many, closed = many or field.many is not None, closed or field.source != ()
        found.update(dict.fromkeys(values))
    numbers = [one for one in found if isinstance(one, int) and not isinstance(one, bool)]
    if len(numbers) == len(found) > 1 and not many:
        return _numbers(min(numbers), max(numbers))
    words = [key_of(one) for one in found]
    if not words:
        return _nothing(view, given) if closed else ""
    if len(words) > MOST_VALUES:
        return f"one of {len(words)} values that GET …/options lists" if not many else ""
    if many:
        return some_words_of(words)
    return one_word_of(words)


def _nothing(view: View[Any], given: Mapping[str, Any]) -> str:
    """Return that nothing fits a field: because no one is there, now, or beside the fields that were sent."""
    if not view.everybody:
        return "nothing fits it while no one is there; add combatants with core.join"
    if given.keys() <= {"type"}:
        return "nothing fits it now; GET …/options lists what is possible"
    return "nothing fits it beside the other fields; GET …/options lists what goes together"


def _numbers(low: int, high: int) -> str:
    return f"a whole number from {low} to {high}"


def _field_at(
    fields: Mapping[str, Field], given: Mapping[str, Json], path: Sequence[int | str]
) -> tuple[Field | None, Mapping[str, Json]]:
    """Return the field at a path, if the forms say anything of it, and what was given for the fields around it."""
    field: Field | None = None
    known, around, here = fields, dict(given), given
    for part in path:
        if field is not None and field.keys is not None and "key" not in around:
            around["key"] = part
        elif isinstance(part, str):
            field = known.get(part)
            known = (field.parts or {}) if field is not None else {}
        here = _inside(here, part)
        if isinstance(here, Mapping):
            around.update(here)
    return field, around


def _inside(here: Any, part: int | str) -> Any:
    if isinstance(here, Mapping):
        return here.get(str(part))
    return here[part] if isinstance(here, list) and isinstance(part, int) and part < len(here) else None


def _values(field: Field, view: View[Any], fields: Mapping[str, Field], given: Mapping[str, Json]) -> Iterator[Any]:
    """Yield the values of a field or of an entry of its list, and ``OTHERS`` if they depend on what is missing."""
    source = field.source
    if field.keys is not None or field.parts is not None or source == ():
        return
    needed = [name for name, one in fields.items() if one.required is True and name not in given]
    if isinstance(source, Lookup) and not set(needed).isdisjoint(key for key in source.by if isinstance(key, str)):
        yield OTHERS
        return
    yield from (one if one is OTHERS else value_of(one) for one in listed_values(field.but(many=None), view, given))


def _defaults(fields: Mapping[str, Field]) -> dict[str, Json]:
    """Return what the fields have that are left out, as far as it does not depend on others."""
    return {
        name: field.default
        for name, field in fields.items()
        if field.default is not UNSET and not isinstance(field.default, Lookup)
    }
