"""The headers of a request, read in one pass: the values of each by its name in lower case, in the order sent."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from starlette.types import Scope

from service.problems.problem import Problem

SentHeaders: TypeAlias = Mapping[bytes, list[bytes]]
_KEY: Final = "yarrow.headers"


def by_name(lines: Iterable[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    """Return the values of each header."""
    headers: dict[bytes, list[bytes]] = {}
    for name, value in lines:
        if name in headers:
            headers[name].append(value)
        else:
            headers[name] = [value]
    return headers


def headers_of(scope: Scope) -> SentHeaders:
    """Return the headers of a request; its scope keeps them for the next call."""
    headers: SentHeaders | None = scope.get(_KEY)
    if headers is None:
        headers = scope[_KEY] = by_name(scope["headers"])
    return headers


def only_header(headers: SentHeaders, name: bytes, shown: str) -> bytes | None:
    """Return the value of a header, or None without it.

    Raises Problem ``malformed``, with the name as it is ``shown``, if it is repeated: no rule says which line counts.
    """
    values = headers.get(name)
    if values is None:
        return None
    if len(values) > 1:
        raise Problem("malformed", f"The request has the header {shown} twice; send it once.", field=shown)
    return values[0]
