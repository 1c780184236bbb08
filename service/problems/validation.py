"""Validation errors, as one problem that names each field at fault."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.model.refusal import FieldError
from domain.text.validation import OR, UNKNOWN_FIELD, Known, and_more, format_path, message_for, validation_messages
from service.problems.problem import Problem

OF_FIELD: Final = 3
"""The length of the location of a field of a command: after ``command`` and its type."""


def from_validation_error(error: ValidationError, body: object, model: Any, known: Known | None = None) -> Problem:
    """Return what pydantic found wrong with ``body``, which does not fit ``model``, as a problem.

    ``known`` is what a command may have meant.
    """
    if error.error_count() == 1 and (first := error.errors(include_url=False)[0])["type"] == "json_invalid":
        return Problem(
            "malformed",
            f"The body is not JSON: {first['ctx']['error']}; send it as UTF-8, with escapes of whole characters.",
        )
    found = validation_messages(error, body, model, known)
    return invalid([FieldError(format_path(fault.path) or "body", fault.message) for fault in found.shown], found.more)


def unknown_fields(error: ValidationError, body: object, model: Any, known: Known) -> tuple[FieldError, ...]:
    """Return what is wrong with the fields of ``body`` that ``model`` does not have."""
    found = validation_messages(error, body, model, known).shown
    return tuple([FieldError(format_path(fault.path), fault.message) for fault in found if fault.kind in UNKNOWN_FIELD])


def lacking_in_command(error: ValidationError) -> str | None:
    """Return the first field of a command that is missing or incomplete, if nothing else is wrong with the body.

    It is empty if the command as a whole lacks something. Unknown fields beside it may be slips for it.
    """
    found = [one for one in error.errors(include_url=False) if one["type"] not in UNKNOWN_FIELD]
    for one in found:
        kind = "missing" if len(one["loc"]) >= OF_FIELD else "value_error"
        if one["type"] != kind or one["loc"][0] != "command" or len(one["loc"]) < OF_FIELD - 1:
            return None
    if not found:
        return None
    return str(found[0]["loc"][OF_FIELD - 1]) if len(found[0]["loc"]) >= OF_FIELD else ""


def invalid_parameters(found: Iterable[ErrorDetails], purposes: Mapping[str, str]) -> Problem:
    """Return what FastAPI found wrong with parameters as a problem; ``purposes`` says what each is for.

    The first part of each location, the kind of the parameter, is left out.
    """
    errors = []
    for fault in found:
        name, message = format_path(fault["loc"][1:]), message_for(fault)
        if fault["type"] == "missing" and name in purposes:
            message = f"This parameter is required: {purposes[name]}."
        errors.append(FieldError(name, message))
    return invalid(errors)


def invalid(found: Sequence[FieldError], more: int = 0) -> Problem:
    """Return the problem ``invalid`` for these errors, merging several errors of one field.

    ``more`` is the number of errors that are left out.
    """
    by_field: dict[str, list[str]] = {}
    for fault in found:
        sentences = by_field.setdefault(fault.field, [])
        if fault.detail not in sentences:
            sentences.append(fault.detail)
    errors = tuple(FieldError(field, OR.join(sentences)) for field, sentences in by_field.items())
    first = errors[0]
    detail = f"{first.field}: {first.detail}{and_more(len(errors), more)}"
    return Problem("invalid", detail, field=first.field, errors=errors)
