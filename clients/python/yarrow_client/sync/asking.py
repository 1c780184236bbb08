"""Request helpers: idempotency keys, path segments, and lists that are read page by page."""
# Written by `python -m docs.python_client` from yarrow_client/asking.py; change that.

from collections.abc import Iterator
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import quote
from uuid import uuid4

import msgspec

from yarrow_client.problems import InvalidArgument
from yarrow_client.seating import Granted
from yarrow_client.shapes import Listed, Listing
from yarrow_client.sync.wire import KEY, Wire, decoded, sendable

JSON: Final = {"Content-Type": "application/json"}
NDJSON: Final = "application/x-ndjson"


def keyed(key: str | None) -> dict[str, str]:
    """Return the ``Idempotency-Key`` header, with a new key if none is given. Raises InvalidArgument."""
    given = key or str(uuid4())
    return {KEY: sendable(given, f"The key {given!r} cannot be sent; use visible ASCII characters, such as a UUID.")}


def quoted(name: str) -> str:
    """Return a name, escaped as a segment of a path. Raises InvalidArgument for one that would name another path."""
    if name in {"", ".", ".."}:
        raise InvalidArgument(f"{name!r} is not an ID.")
    return quote(name, safe="")


class Page(Protocol):
    """A page of a list: ``next`` is the ``after`` of the next page, None on the last."""

    @property
    def next(self) -> str | None: ...


P = TypeVar("P", bound=Page)


def pages(wire: Wire, page_type: type[P], path: str, **filters: Any) -> Iterator[P]:
    """Yield all pages of a list."""
    after: str | None = None
    while True:
        page = wire.read(page_type, path, after=after, limit=100, **filters)
        yield page
        after = page.next
        if after is None:
            return


def listed(wire: Wire, path: str, **filters: Any) -> Iterator[Listed]:
    """Yield the encounters of all pages of a list."""
    for page in pages(wire, Listing, path, **filters):
        for found in page.encounters:
            yield msgspec.structs.replace(found, current=page.current)


def made(wire: Wire, path: str, otherwise: str, **fields: Any) -> Granted:
    """Make a token or an invitation at a path, from the fields that are not None.

    Nothing prevents that it is made twice, so it is not sent again once it may have arrived: Unreachable then says
    ``otherwise``, which is what to do next.
    """
    body = msgspec.json.encode({name: one for name, one in fields.items() if one is not None})
    return decoded(wire.ask("POST", path, headers=JSON, body=body, once=otherwise), Granted)
