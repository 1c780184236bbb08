"""Validation errors, as one problem that names each field at fault."""

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.model.refusal import FieldError
from domain.text.validation import OR, Known, and_more, format_path, message_for, validation_messages
from service.problems.problem import Problem


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


def invalid_parameters(found: Iterable[ErrorDetails]) -> Problem:
    """Return what FastAPI found wrong with parameters as a problem.

    The first part of each location, the kind of the parameter, is left out.
    """
    return invalid([FieldError(format_path(fault["loc"][1:]), message_for(fault)) for fault in found])


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
