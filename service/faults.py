"""What is wrong with a request, said by field, in sentences that tell what to do."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from service.problems import FieldError, Problem

_control_characters = re.compile("[\x00-\x1f\x7f-\x9f]")


def unvalidated(error: ValidationError, body: object) -> Problem:
    """What pydantic found wrong with ``body``, a field at a time."""
    faults = error.errors(include_url=False)
    broken = next((fault for fault in faults if fault["type"] == "json_invalid"), None)
    if broken is not None:
        return Problem("malformed", f"The body is not JSON: {broken['ctx']['error']}.")
    return invalid([_fault(fault, body) for fault in faults])


def unfit_parameters(faults: Iterable[ErrorDetails]) -> Problem:
    """What the framework found wrong with parameters; the first part of each place says of which kind."""
    return invalid([FieldError(place(fault["loc"][1:]), _said(fault)) for fault in faults])


def invalid(faults: Sequence[FieldError]) -> Problem:
    """A request that can be read but does not have the shape it should. Several faults of one field become one."""
    by_field: dict[str, list[str]] = {}
    for fault in faults:
        said = by_field.setdefault(fault.field, [])
        if fault.detail not in said:
            said.append(fault.detail)
    errors = tuple(FieldError(field, " Or: ".join(said)) for field, said in by_field.items())
    others = f" ({len(errors) - 1} more in errors.)" if len(errors) > 1 else ""
    first = errors[0]
    return Problem("invalid", f"{first.field}: {first.detail}{others}", field=first.field, errors=errors)


def place(parts: Iterable[int | str]) -> str:
    """Where in a body something is: ``command.answers[0].kind``."""
    named = ""
    for part in parts:
        named += f"[{part}]" if isinstance(part, int) else f".{part}" if named else part
    return named or "body"


def sentence(text: str) -> str:
    """A message as a sentence."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _fault(fault: ErrorDetails, body: object) -> FieldError:
    where = list(_places(fault, body))
    if fault["type"] in TAG_FAULTS:
        where.append(str(fault["ctx"]["discriminator"]).strip("'"))
    return FieldError(place(where), _said(fault))


def _places(fault: ErrorDetails, body: object) -> Iterable[int | str]:
    """The path of a fault as the body has it: pydantic also puts the branches of unions there."""
    here: Any = body
    *_, last = fault["loc"] or ("",)
    for part in fault["loc"]:
        if _holds(here, part):
            here = here[part]
            yield part
        elif fault["type"] == "missing" and part == last:
            yield part


def _holds(value: object, part: int | str) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _said(fault: ErrorDetails) -> str:
    """The fault as a sentence that says what to do."""
    say = SENTENCES.get(fault["type"])
    return say(fault) if say else sentence(fault["msg"])


def _pattern(fault: ErrorDetails) -> str:
    if isinstance(fault["input"], str) and _control_characters.search(fault["input"]):
        return "Control characters are not taken; leave them out."
    return f"It has to match {fault['ctx']['pattern']}."


TAG_FAULTS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})
SENTENCES: Final[Mapping[str, Callable[[ErrorDetails], str]]] = {
    "extra_forbidden": lambda fault: "There is no such field; leave it out.",
    "missing": lambda fault: "It is missing; give it.",
    "string_pattern_mismatch": _pattern,
    "union_tag_invalid": lambda fault: (
        f"There is no {str(fault['ctx']['tag'])[:60]!r} here; it is one of {fault['ctx']['expected_tags']}."
    ),
    "union_tag_not_found": lambda fault: "It is missing; it says which of the possible kinds this is.",
}
