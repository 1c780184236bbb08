"""The answer of options: which forms apply to a state, with the sets and lookups that their fields refer to."""

from collections.abc import Iterable
from typing import Any, TypeVar

from domain.fields.field import UNSET, Field, Lookup
from domain.fields.sets import is_nothing
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.options.declared import DeclaredForm
from domain.options.encoding import Encoder

S = TypeVar("S", bound=Encounter)


def can_be_filled(view: View[Any], form: DeclaredForm) -> bool:
    """Return whether no required field lacks all values: one that lacks some is for those who fill the form.

    A lookup without values is no obstacle for a field that the schema does not require: it is there for no one.
    """
    return all(_has_values(view, field) for field in form.fields.values())


def _has_values(view: View[Any], field: Field) -> bool:
    if not field.required or field.when or field.many is not None:
        return True
    if field.parts is not None:
        return all(_has_values(view, part) for part in field.parts.values())
    if isinstance(field.source, Lookup) and field.default is not UNSET:
        return True
    source = field.source.table if isinstance(field.source, Lookup) else field.source
    return not is_nothing(view[source] if isinstance(source, Vocabulary) else source)


def answer(view: View[S], forms: Iterable[DeclaredForm], prompts: Iterable[Json]) -> dict[str, Json]:
    """Return the state part of an answer: names, sets, lookups, the names of the forms, and the open prompts."""
    applying = tuple(forms)
    encoder = Encoder(view)
    for form in applying:
        encoder.want(form.vocabularies)
    encoder.write()
    return {
        "version": view.state.version,
        "names": {one: view.state.name_of(one) for one in view.state.joined},
        "sets": encoder.sets,
        "lookups": encoder.lookups,
        "forms": [form.name for form in applying],
        "prompts": list(prompts),
    }
