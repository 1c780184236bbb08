"""The answer of options: which forms apply to a state, with the sets and lookups that their fields refer to."""

from collections.abc import Iterable
from typing import Any, TypeVar

from domain.fields.field import Field, Lookup
from domain.fields.sets import is_nothing
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Encounter
from domain.options.declared import DeclaredForm, is_needed
from domain.options.encoding import Encoder
from domain.options.shapes import PromptEntry, StatePart

S = TypeVar("S", bound=Encounter)


def can_be_filled(view: View[Any], form: DeclaredForm) -> bool:
    """Return whether the command has a purpose now, and no field that is always required lacks all values."""
    kind = form.command
    answers_nothing = kind.actor_field is None and kind.answers_to is not None and not view.asked(kind.answers_to)
    if answers_nothing or not kind.offered(view.state, view.speaker):
        return False
    return all(_has_values(view, field) for field in form.needed)


def _has_values(view: View[Any], field: Field) -> bool:
    """Return whether a field that is needed has a value for any combatant."""
    source = field.source.table if isinstance(field.source, Lookup) else field.source
    if field.parts is not None and source == ():
        return field.many is not None or all(
            _has_values(view, part) for part in field.parts.values() if is_needed(part)
        )
    return not is_nothing(view[source] if isinstance(source, Vocabulary) else source)


def state_part(
    view: View[S], forms: Iterable[DeclaredForm], prompts: Iterable[PromptEntry], names: dict[str, str]
) -> StatePart:
    """Return the state part of the options that have these forms and prompts; ``names`` are those of combatants."""
    applying = tuple(forms)
    encoder = Encoder(view)
    for form in applying:
        encoder.want(form.vocabularies)
    encoder.write()
    return StatePart(
        version=view.state.version,
        names=names,
        sets=encoder.sets,
        lookups=encoder.lookups,
        forms=tuple([form.name for form in applying]),
        prompts=tuple(prompts),
    )
