"""Strict query strings: reject unknown and repeated parameters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fastapi import Request

from domain.model.refusal import FieldError
from domain.text.validation import MAX_REPORTED, closest_match
from service.problems.problem import Problem
from service.problems.validation import invalid


def strict_get_parameters(request: Request) -> None:
    """Reject unknown and repeated query parameters of a GET. Raises Problem ``invalid``."""
    if request.method == "GET":
        strict_parameters(request)


def strict_parameters(request: Request) -> None:
    """Reject unknown and repeated query parameters of any method. Raises Problem ``invalid``."""
    if not request.query_params:
        return
    known = list(_parameters(request.scope["route"].dependant))
    require_known(request.query_params, known)
    counts = Counter(name for name, _ in request.query_params.multi_items())
    if repeated := [name for name in counts if counts[name] > 1]:
        raise repeated_parameters(repeated)


def require_known(names: Iterable[str], known: Sequence[str]) -> None:
    """Raise Problem ``invalid`` for names that are not among the ``known`` parameters."""
    unknown = [name for name in names if name not in known]
    if unknown:
        reported = [FieldError(name[:60], _unknown_parameter(name, known)) for name in unknown[:MAX_REPORTED]]
        raise invalid(reported, len(unknown) - len(reported))


def repeated_parameters(names: Iterable[str]) -> Problem:
    """Return the problem that parameters appear more than once."""
    return invalid([FieldError(name, "This parameter appears more than once; send it once.") for name in names])


def _unknown_parameter(name: str, known: Sequence[str]) -> str:
    if not known:
        return "There is no such parameter; this path has none."
    meant = closest_match(name, known)
    guess = f" Did you mean {meant}?" if meant else ""
    parameters = "the only parameter is" if len(known) == 1 else "the parameters are"
    return f"There is no such parameter; {parameters} {', '.join(known)}.{guess}"


def _parameters(dependant: Any) -> Iterator[str]:
    """Yield the names of the query parameters of a route and its dependencies."""
    for parameter in dependant.query_params:
        yield parameter.alias
    for inner in dependant.dependencies:
        yield from _parameters(inner)
