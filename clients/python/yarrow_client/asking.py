"""How things are asked: the headers of commands, names in paths, lists of many pages."""

from collections.abc import AsyncIterator
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

import msgspec

from yarrow_client.shapes import Listed, Listing
from yarrow_client.wire import Wire

JSON: Final = {"Content-Type": "application/json"}
NDJSON: Final = "application/x-ndjson"


def keyed(key: str | None) -> dict[str, str]:
    """The header with a command's key, or with a new one."""
    return {"Idempotency-Key": key or str(uuid4())}


def quoted(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="")


async def listed(wire: Wire, path: str, **filters: Any) -> AsyncIterator[Listed]:
    """All pages of a list of encounters."""
    after: str | None = None
    while True:
        page = await wire.read(Listing, path, after=after, limit=100, **filters)
        for found in page.encounters:
            yield msgspec.structs.replace(found, current=page.current)
        after = page.next
        if after is None:
            return
