"""Adding combatants from their sheets, as most rulesets do.

A sheet is one model, or a union of models, with a ``name`` and, if there are sides, a ``side``. All validation errors
are one refusal. Conditions between fields are checked by the validators of the model.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import CombatantId, Join
from domain.core.events import CombatantJoined
from domain.decision.strict_validation import validate_strictly
from domain.model.encounter import Encounter
from domain.model.event import Event, Folds
from domain.model.refusal import FieldError, Refusal, Refused, refuse
from domain.model.suggestions import as_id, unknown
from domain.text.phrases import Pronoun
from domain.text.validation import MAX_REPORTED, ValidationMessage, format_path, validation_messages

Newcomer: TypeAlias = tuple[str, list[tuple[Event, str]]]
"""The ID of a combatant who joins, and the events of joining, each with its audience."""

COMBATANT_IDS: TypeAdapter[str] = TypeAdapter(CombatantId)


class SheetError(NamedTuple):
    """One error of a sheet: the path of its field, the sentence to show, and the rule that forbids it."""

    field: str
    message: str
    rule: str | None = None


def shape_error(message: ValidationMessage) -> SheetError:
    """Return a validation error as a sheet error without a rule."""
    return SheetError(format_path(message.path), message.message)


def reject_sheet(first: SheetError, *others: SheetError, more: int = 0) -> NoReturn:
    """Refuse the sheet by the rule of the first error; list up to ``MAX_REPORTED`` errors and count the rest."""
    listed = (first, *others[: MAX_REPORTED - 1])
    shown = " ".join(f"{error.field}: {error.message}" for error in listed)
    omitted = max(len(others) + 1 - MAX_REPORTED, 0) + more
    more_errors = f" There are {omitted} more." if omitted else ""
    errors = tuple([FieldError(f"command.sheet.{error.field}", error.message) for error in listed])
    detail = f"The sheet has {'errors' if others else 'an error'}: {shown}{more_errors}"
    raise Refused(Refusal("invalid", detail, first.rule, errors[0].field, errors=errors))


def read_sheet(
    sheets: TypeAdapter[Any],
    given: Mapping[str, Any],
    model: Any,
    sheet_error: Callable[[ValidationMessage], SheetError] = shape_error,
) -> Any:
    """Return the typed sheet. Refuses an invalid one; ``sheet_error`` adds the rule to each error."""
    try:
        return validate_strictly(sheets, given)
    except ValidationError as error:
        found = validation_messages(error, given, model)
        reject_sheet(*map(sheet_error, found.shown), more=found.more)


def newcomer_id(
    command: Join, suggested: object, name: str, sheet_error: Callable[[ValidationMessage], SheetError] = shape_error
) -> str:
    """Return the new combatant's ID: from the command, else from its template or sheet, else made from its name."""
    if command.id is not None:
        return command.id
    if suggested is None:
        return id_from(name)
    try:
        return COMBATANT_IDS.validate_python(suggested)
    except ValidationError as error:
        reject_sheet(
            *(sheet_error(message)._replace(field="id") for message in validation_messages(error, suggested, str).shown)
        )


def id_from(name: str) -> str:
    """Return an ID made from a name: ``Flying Fox`` becomes ``flying_fox``."""
    return as_id(name) or "nobody"


def find_template(templates: Mapping[str, Mapping[str, Any]], key: str | None) -> Mapping[str, Any]:
    """Return the named template, or an empty one if ``key`` is None. Refuses an unknown name."""
    if key is None:
        return {}
    if key not in templates:
        detail = unknown(f"There is no template “{key}”", key, templates, "This ruleset has no templates.")
        refuse(None, detail, code="invalid", field="command.template")
    return templates[key]


def newcomers_by_id(templates: Mapping[str, Mapping[str, Any]]) -> Callable[[Encounter], Mapping[str, bool]]:
    """Return a ``newcomers`` hook for templates whose sheets are complete: whether the ID of each is not taken."""

    def newcomers(state: Encounter) -> Mapping[str, bool]:
        return {key: template.get("id", key) not in state.joined for key, template in templates.items()}

    return newcomers


def with_derived_facts(state: Any, folds: Folds, joined: CombatantJoined, facts: Iterable[Event]) -> CombatantJoined:
    """Return the event of joining with a sheet that includes the effects of ``facts``, which follow from the sheet.

    A secret sheet has no other record of these effects. For rulesets whose ``people`` have the fields of their sheets.
    """
    after = state.fork()
    for event in (joined, *facts):
        fold: Callable[[Any, Any], None] = folds.get(type(event), type(event).evolve)
        fold(event, after)
    return msgspec.structs.replace(joined, sheet=msgspec.to_builtins(after.people[joined.combatant]))


def with_pronoun(joined: CombatantJoined, pronoun: Pronoun | None) -> CombatantJoined:
    """Return a new combatant with the pronoun of its sheet; without one the event has no such field, as ever."""
    if pronoun is None:
        return joined
    return msgspec.structs.replace(joined, sheet={**joined.sheet, "pronoun": pronoun})


def join_by_sheet(
    sheets: TypeAdapter[Any], templates: Mapping[str, Mapping[str, Any]]
) -> Callable[[Encounter, Join], Newcomer]:
    """Return a ``join`` hook that uses the sheet unchanged, over the template that the command names.

    The ID of a template without ``id`` is its key.
    """

    def join(state: Encounter, command: Join) -> Newcomer:
        given = {**find_template(templates, command.template), **command.sheet}
        suggested = given.pop("id", command.template)
        sheet = read_sheet(sheets, given, sheets)
        name = newcomer_id(command, suggested, sheet.name)
        whole = {"id": name, **sheets.dump_python(sheet, mode="json")}
        return name, [(CombatantJoined(combatant=name, name=sheet.name, side=whole.get("side"), sheet=whole), "all")]

    return join
