"""Forms of acting commands, enumerated from the state: one form for each legal filling of the settled fields.

A ruleset lists for each command the fields that forms settle, with the values to try, and the fields that stay open,
with their domains. Legality is not defined a second time: each filling is probed by the rules, up to the first draw.
Conditions between open fields are checked by the predicate ``rules``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from domain.core.commands import Command, type_of
from domain.forms.model import RULES, Domain, Form, OpenField, RefusalCheck
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
Values = Callable[[Any, Any], Iterable[Json]]
"""Returns the values to try for a field, given the state and the actor."""
Filling = Mapping[str, Any]
"""Field names to values."""
Fillings = Callable[[Any, Any], Iterable[Filling]]
"""Returns the fillings to try for several dependent fields, given the state and the actor."""
FallbackFillings = Callable[[Any, Any, Refusal], Iterable[Filling]]
"""Returns fillings of open fields to try after a refusal, given the state, the actor and the refusal."""

NO_COMMAND = Refusal("invalid", "The fields do not form a valid command.")


class FormSpec(NamedTuple):
    """The fields of a command that its forms settle, independently or together, and those that they leave open.

    ``fallback_fillings`` returns fillings of open fields that may make a refused filling legal.
    """

    settled: Mapping[str, Values] | Fillings = {}
    open: Mapping[str, Callable[[Any, Any], Domain]] = {}
    fallback_fillings: FallbackFillings = lambda state, actor, refusal: ()
    required: frozenset[str] = frozenset()


def acting_forms(
    state: S,
    actor: Any,
    speaker: Speaker,
    check: RefusalCheck[S],
    kind: type[Command],
    spec: FormSpec,
    *,
    more: tuple[OpenField, ...] = (),
    costs: Mapping[str, Json] | None = None,
) -> Iterator[Form]:
    """Yield the forms of one command of the actor: one for each legal filling of the settled fields.

    ``more`` lists open fields besides those of ``spec``; ``costs`` lists what the command uses up.
    """
    fields = tuple(
        OpenField(field, domain(state, actor), required=field in spec.required) for field, domain in spec.open.items()
    )
    open_fields = (*fields, *more)
    for filling in _fillings(state, actor, spec):
        settled: dict[str, Json] = {"actor": actor.id, **filling}
        fill = _fill(state, actor, speaker, check, kind, settled, spec.fallback_fillings)
        if fill is not None:
            predicates = (RULES,) if open_fields else ()
            yield Form(type_of(kind), settled, open_fields, predicates, {**(costs or {})}, {**fill})


def _fillings(state: Encounter, actor: Any, spec: FormSpec) -> Iterator[Filling]:
    """Yield the fillings of the settled fields to probe."""
    if callable(spec.settled):
        yield from spec.settled(state, actor)
        return
    names = tuple(spec.settled)
    for values in product(*(list(candidates(state, actor)) for candidates in spec.settled.values())):
        yield dict(zip(names, values, strict=True))


def _fill(
    state: S,
    actor: Any,
    speaker: Speaker,
    check: RefusalCheck[S],
    kind: type[Command],
    settled: Mapping[str, Json],
    fallback_fillings: FallbackFillings,
) -> Filling | None:
    """Return the open fields that make the settled ones legal (maybe none), or None if they cannot be legal."""
    refusal = _refusal(state, speaker, check, kind, settled)
    if refusal is None:
        return {}
    fillings = fallback_fillings(state, actor, refusal)
    accepted = (f for f in fillings if _refusal(state, speaker, check, kind, {**settled, **f}) is None)
    return next(accepted, None)


def _refusal(
    state: S, speaker: Speaker, check: RefusalCheck[S], kind: type[Command], fields: Mapping[str, Any]
) -> Refusal | None:
    try:
        command = kind.model_validate(fields)
    except ValidationError:
        return NO_COMMAND
    return check(state, command, speaker)


def same(domain: Domain) -> Callable[[Any, Any], Domain]:
    """Return a function that always returns this domain."""
    return lambda state, actor: domain


def fixed(*values: Json) -> Values:
    """Return a function that always returns these values."""
    return lambda state, actor: values


def can_be_filled(field: OpenField) -> bool:
    """Return whether a field can be filled: a required field needs at least one value."""
    values = getattr(field.domain, "values", None)
    return not field.required or values is None or bool(values)


def open_forms(state: Encounter, rows: Iterable[tuple[type[Command], tuple[OpenField, ...]]]) -> Iterator[Form]:
    """Yield forms with open fields only, without the commands whose required fields cannot be filled."""
    for kind, fields in rows:
        if (not state.prompts or kind.interrupts) and all(map(can_be_filled, fields)):
            yield Form(type_of(kind), {}, fields, (RULES,))
