"""Query parameters: what would change nothing of the answer is turned away, unknown names and second values alike."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fastapi import Request

from domain.text.validation import MOST_TOLD, nearest
from service.problems.problem import FieldError
from service.problems.validation import invalid


def only_known_parameters(request: Request) -> None:
    """Raise Problem ``invalid`` for query parameters that a ``GET`` does not read, or reads once."""
    if request.method == "GET":
        no_other_parameters(request)


def no_other_parameters(request: Request) -> None:
    """Raise Problem ``invalid`` for query parameters that are not read, or given twice, whatever the method."""
    if not request.query_params:
        return
    known = list(_parameters(request.scope["route"].dependant))
    require_known(request.query_params, known)
    given = Counter(name for name, _ in request.query_params.multi_items())
    if twice := [FieldError(name, "It is given more than once; give it once.") for name in given if given[name] > 1]:
        raise invalid(twice)  # no more than are known


def require_known(names: Iterable[str], known: Sequence[str]) -> None:
    """Raise Problem ``invalid`` for names of parameters that are not among the ``known``."""
    unknown = [name for name in names if name not in known]
    if unknown:
        told = [FieldError(name[:60], _said(name, known)) for name in unknown[:MOST_TOLD]]
        raise invalid(told, len(unknown) - len(told))


def _said(name: str, known: Sequence[str]) -> str:
    if not known:
        return "There is no such parameter; none is read here."
    meant = nearest(name, known)
    guess = f" Did you mean {meant}?" if meant else ""
    those = "the only one here is called" if len(known) == 1 else "those read here are called"
    return f"There is no such parameter; {those} {', '.join(known)}.{guess}"


def _parameters(dependant: Any) -> Iterator[str]:
    """The query parameters that a path and what it depends on read."""
    for parameter in dependant.query_params:
        yield parameter.alias
    for inner in dependant.dependencies:
        yield from _parameters(inner)
