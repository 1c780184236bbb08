"""Joining by the sheet alone: what most rulesets need so that somebody takes part.

A sheet of this kind is one model, or a union of models, with a ``name`` and, where there are sides, a ``side``. Faults
of shape are the refusal; what has to hold between fields is said by the model's own validators.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from pydantic import TypeAdapter, ValidationError

from domain.core_commands import CombatantId, Join
from domain.core_events import CombatantJoined
from domain.encounter import Encounter
from domain.event import Event
from domain.faults import faults, place
from domain.refusal import refuse

S = TypeVar("S", bound=Encounter)
Newcomer: TypeAlias = tuple[str, list[tuple[Event, str]]]
"""The ID of somebody who joins, and the facts of its joining, each with its audience."""

COMBATANT_IDS: TypeAdapter[str] = TypeAdapter(CombatantId)


def join_by_sheet(
    sheets: TypeAdapter[Any], templates: Mapping[str, Mapping[str, Any]]
) -> Callable[[Encounter, Join], Newcomer]:
    """A ruleset's ``join`` that takes a sheet as it is, over the template that the command names.

    The newcomer's ID is the command's, else the ``id`` of the template, else made from the sheet's name.
    """

    def join(state: Encounter, command: Join) -> Newcomer:
        given = {**_template(templates, command.template), **command.sheet}
        suggested = given.pop("id", None)
        try:
            sheet = sheets.validate_python(given)
            name = command.id or COMBATANT_IDS.validate_python(suggested or id_from(sheet.name))
        except ValidationError as error:
            first, *others = (f"{place(fault.where) or 'id'}: {fault.said}" for fault in faults(error, given, Any))
            where = place(faults(error, given, Any)[0].where) or "id"
            told = " ".join((first, *others))
            kind = "faults" if others else "a fault"
            refuse(None, f"The sheet has {kind}: {told}", code="invalid", field=f"command.sheet.{where}")
        whole = {"id": name, **sheets.dump_python(sheet, mode="json")}
        return name, [(CombatantJoined(name, sheet.name, whole.get("side"), whole), "all")]

    return join


def id_from(name: str) -> str:
    """An ID that can be told from the name: ``Flying Fox`` becomes ``flying_fox``."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:32] or "nobody"


def _template(templates: Mapping[str, Mapping[str, Any]], key: str | None) -> Mapping[str, Any]:
    if key is None:
        return {}
    if key not in templates:
        known = ", ".join(templates) or "none"
        refuse(None, f"There is no template {key!r}; there are {known}.", code="invalid", field="command.template")
    return templates[key]
