"""What is wrong with a request, as one problem that names each field at fault."""

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.text.validation import faults, place, said
from service.problems.problem import FieldError, Problem


def unvalidated(error: ValidationError, body: object, model: Any) -> Problem:
    """What pydantic found wrong with ``body``, which should have been a ``model``, a field at a time."""
    if error.error_count() == 1 and (first := error.errors(include_url=False)[0])["type"] == "json_invalid":
        return Problem("malformed", f"The body is not JSON: {first['ctx']['error']}.")
    found = faults(error, body, model)
    return invalid([FieldError(place(fault.where) or "body", fault.said) for fault in found.told], found.more)


def unfit_parameters(found: Iterable[ErrorDetails]) -> Problem:
    """What the framework found wrong with parameters; the first part of each place says of which kind."""
    return invalid([FieldError(place(fault["loc"][1:]), said(fault)) for fault in found])


def invalid(found: Sequence[FieldError], more: int = 0) -> Problem:
    """A request that can be read but does not have the shape it should. Several faults of one field become one.

    ``more`` is the number of faults that are not told.
    """
    by_field: dict[str, list[str]] = {}
    for fault in found:
        sentences = by_field.setdefault(fault.field, [])
        if fault.detail not in sentences:
            sentences.append(fault.detail)
    errors = tuple(FieldError(field, " Or: ".join(sentences)) for field, sentences in by_field.items())
    beside = [f"{len(errors) - 1} more in errors" if len(errors) > 1 else "", f"{more} more not told" if more else ""]
    others = f" ({', '.join(filter(None, beside))}.)" if any(beside) else ""
    first = errors[0]
    return Problem("invalid", f"{first.field}: {first.detail}{others}", field=first.field, errors=errors)
