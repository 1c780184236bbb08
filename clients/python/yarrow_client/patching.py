"""Tables that are kept up to date by the changes of batches."""

from collections.abc import Iterable
from typing import Any

import msgspec

from yarrow_client.shapes import Difference, TableChange
from yarrow_client.table import Table


def patched(table: Table, changes: Iterable[TableChange]) -> Table:
    """Return a table with the changes that a batch of ``watch(table=True)`` makes on it, in their order.

    Changes of members that this version of the client does not know are left out.
    """
    whole = msgspec.json.decode(msgspec.json.encode(table))
    for change in changes:
        for operation in change.patch:
            _apply(whole, operation)
    return msgspec.convert(whole, Table)


def _apply(whole: Any, operation: Difference) -> None:
    """Apply an operation; a member that was left out and one that has its default are the same."""
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in operation.path.split("/")[1:]]
    place = whole
    for part in parents:
        if isinstance(place, dict) and part not in place:
            return
        place = place[int(part) if isinstance(place, list) else part]
    if isinstance(place, dict):
        if operation.op == "remove":
            place.pop(last, None)
        else:
            place[last] = operation.value
        return
    index = len(place) if last == "-" else int(last)
    end = index if operation.op == "add" else index + 1
    place[index:end] = [] if operation.op == "remove" else [operation.value]
