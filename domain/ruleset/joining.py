"""Joining by the sheet alone: what most rulesets need so that somebody takes part.

A sheet of this kind is one model, or a union of models, with a ``name`` and, where there are sides, a ``side``. Faults
of shape are the refusal; what has to hold between fields is said by the model's own validators.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import CombatantId, Join
from domain.core.events import CombatantJoined
from domain.core.evolve import Folds
from domain.decision.strict_validation import strictly
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import refuse
from domain.text.validation import MOST_TOLD, ValidationMessage, faults, place

S = TypeVar("S", bound=Encounter)
Newcomer: TypeAlias = tuple[str, list[tuple[Event, str]]]
"""The ID of somebody who joins, and the facts of its joining, each with its audience."""

COMBATANT_IDS: TypeAdapter[str] = TypeAdapter(CombatantId)


class SheetError(NamedTuple):
    """One fault of a sheet: the path of the field, the sentence about it, and the rule that forbids it, if one does."""

    field: str
    said: str
    rule: str | None = None


def plain_misfit(fault: ValidationMessage) -> SheetError:
    """A fault of shape, which no rule speaks of."""
    return SheetError(place(fault.where), fault.said)


def reject_sheet(first: SheetError, *others: SheetError, more: int = 0) -> NoReturn:
    """Refuse the sheet with its faults, by the rule of the first; so many are told, and how many more there are."""
    told = " ".join(f"{misfit.field}: {misfit.said}" for misfit in (first, *others[: MOST_TOLD - 1]))
    untold = max(len(others) + 1 - MOST_TOLD, 0) + more
    refuse(
        first.rule,
        f"The sheet has {'faults' if others else 'a fault'}: {told}{f' There are {untold} more.' if untold else ''}",
        code="invalid",
        field=f"command.sheet.{first.field}",
    )


def sheet_of(
    sheets: TypeAdapter[Any],
    given: Mapping[str, Any],
    model: Any,
    misfit: Callable[[ValidationMessage], SheetError] = plain_misfit,
) -> Any:
    """The sheet as its model has it; refuses one with faults, each of which ``misfit`` gives its rule."""
    try:
        return strictly(sheets, given)
    except ValidationError as error:
        found = faults(error, given, model)
        reject_sheet(*map(misfit, found.told), more=found.more)


def newcomer_id(
    command: Join, suggested: object, name: str, misfit: Callable[[ValidationMessage], SheetError] = plain_misfit
) -> str:
    """The newcomer's ID: the command's, else the one that its template or sheet brings, else made from its name."""
    if command.id is not None:
        return command.id
    if suggested is None:
        return id_from(name)
    try:
        return COMBATANT_IDS.validate_python(suggested)
    except ValidationError as error:
        reject_sheet(*(misfit(fault)._replace(field="id") for fault in faults(error, suggested, str).told))


def id_from(name: str) -> str:
    """An ID that can be told from the name: ``Flying Fox`` becomes ``flying_fox``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:32] or "nobody"


def template_of(templates: Mapping[str, Mapping[str, Any]], key: str | None) -> Mapping[str, Any]:
    """The template that a command names; nothing where it names none."""
    if key is None:
        return {}
    if key not in templates:
        known = ", ".join(templates) or "none"
        refuse(None, f"There is no template {key!r}; there are {known}.", code="invalid", field="command.template")
    return templates[key]


def with_derived_facts(state: Any, folds: Folds, joined: CombatantJoined, facts: Iterable[Event]) -> CombatantJoined:
    """A newcomer whose sheet has in it what follows of itself from it, which is told of a secret one in no other way.

    For rulesets that keep their combatants as ``people``, as their sheets have them.
    """
    after = state.fork()
    for event in (joined, *facts):
        folds[type(event)](after, event)
    return msgspec.structs.replace(joined, sheet=msgspec.to_builtins(after.people[joined.combatant]))


def join_by_sheet(
    sheets: TypeAdapter[Any], templates: Mapping[str, Mapping[str, Any]]
) -> Callable[[Encounter, Join], Newcomer]:
    """A ruleset's ``join`` that takes a sheet as it is, over the template that the command names.

    A template without an ``id`` gives its key as the newcomer's.
    """

    def join(state: Encounter, command: Join) -> Newcomer:
        given = {**template_of(templates, command.template), **command.sheet}
        suggested = given.pop("id", command.template)
        sheet = sheet_of(sheets, given, Any)
        name = newcomer_id(command, suggested, sheet.name)
        whole = {"id": name, **sheets.dump_python(sheet, mode="json")}
        return name, [(CombatantJoined(name, sheet.name, whole.get("side"), whole), "all")]

    return join
