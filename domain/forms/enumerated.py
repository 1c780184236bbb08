"""Forms of acting commands: what each command asks, filled from the state, one form for each filling that is legal.

A ruleset lists for each command the fields that forms settle, with the values to try, and the fields that stay open,
with their domains. Whether a filling is legal is not said a second time: the rules themselves are asked, up to the
first draw. What open fields demand of each other is the predicate ``rules``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError

from domain.core.commands import Command, type_of
from domain.forms.model import RULES, Domain, Form, OpenField
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
Values = Callable[[Any, Any], Iterable[Json]]
"""The values to try for a field, given the state and who acts."""
Filling = Mapping[str, Any]
Fillings = Callable[[Any, Any], Iterable[Filling]]
"""The fillings to try for several fields that go together."""
Rescues = Callable[[Any, Any, Refusal], Iterable[Filling]]
Objection = Callable[[S, Command, Speaker], Refusal | None]

NO_COMMAND = Refusal("invalid", "These fields make no command.")


class FormSpec(NamedTuple):
    """What a command asks: fields that forms settle, each by itself or all together, and fields that they leave open.

    ``rescues`` gives fillings of open fields that may make legal what a rule refuses without them.
    """

    settled: Mapping[str, Values] | Fillings = {}
    open: Mapping[str, Callable[[Any, Any], Domain]] = {}
    rescues: Rescues = lambda state, actor, refusal: ()
    required: frozenset[str] = frozenset()


def acting_forms(
    state: S,
    actor: Any,
    speaker: Speaker,
    objection: Objection[S],
    kind: type[Command],
    asked: FormSpec,
    *,
    more: tuple[OpenField, ...] = (),
    costs: Mapping[str, Json] | None = None,
) -> Iterator[Form]:
    """The forms of one command of the actor: one for each legal filling of the settled fields.

    ``more`` are open fields besides those of ``asked``; ``costs`` tells what the command uses up.
    """
    fields = tuple(
        OpenField(field, domain(state, actor), required=field in asked.required) for field, domain in asked.open.items()
    )
    open_fields = (*fields, *more)
    for filling in _fillings(state, actor, asked):
        settled: dict[str, Json] = {"actor": actor.id, **filling}
        fill = _fill(state, actor, speaker, objection, kind, settled, asked.rescues)
        if fill is not None:
            predicates = (RULES,) if open_fields else ()
            yield Form(type_of(kind), settled, open_fields, predicates, {**(costs or {})}, {**fill})


def _fillings(state: Encounter, actor: Any, asked: FormSpec) -> Iterator[Filling]:
    """The fillings of the settled fields to ask the rules about."""
    if callable(asked.settled):
        yield from asked.settled(state, actor)
        return
    names = tuple(asked.settled)
    for values in product(*(list(candidates(state, actor)) for candidates in asked.settled.values())):
        yield dict(zip(names, values, strict=True))


def _fill(
    state: S,
    actor: Any,
    speaker: Speaker,
    objection: Objection[S],
    kind: type[Command],
    settled: Mapping[str, Json],
    rescues: Rescues,
) -> Filling | None:
    """What the rules need besides the settled fields: nothing, a filling that meets their no, or None for no way."""
    refusal = _objection(state, speaker, objection, kind, settled)
    if refusal is None:
        return {}
    fillings = rescues(state, actor, refusal)
    accepted = (f for f in fillings if _objection(state, speaker, objection, kind, {**settled, **f}) is None)
    return next(accepted, None)


def _objection(
    state: S, speaker: Speaker, objection: Objection[S], kind: type[Command], fields: Mapping[str, Any]
) -> Refusal | None:
    try:
        command = kind.model_validate(fields)
    except ValidationError:
        return NO_COMMAND
    return objection(state, command, speaker)


def same(domain: Domain) -> Callable[[Any, Any], Domain]:
    """A domain that is the same for everybody."""
    return lambda state, actor: domain


def fixed(*values: Json) -> Values:
    """Values that are the same for everybody."""
    return lambda state, actor: values


def can_be_filled(field: OpenField) -> bool:
    """Whether there is anything to choose from where something has to be chosen."""
    values = getattr(field.domain, "values", None)
    return not field.required or values is None or bool(values)


def open_forms(state: Encounter, rows: Iterable[tuple[type[Command], tuple[OpenField, ...]]]) -> Iterator[Form]:
    """Commands as forms of open fields alone; those that could not be filled are left out."""
    for kind, fields in rows:
        if (not state.prompts or kind.interrupts) and all(map(can_be_filled, fields)):
            yield Form(type_of(kind), {}, fields, (RULES,))
