"""Presence: the live connections to an encounter, as each process records its own.

A record counts for a time, so that those of a process that died are forgotten. The clock of Redis measures it.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from events.store.connection import Execute
from events.store.keys import presence_key
from events.store.protocol import StreamId

_ATTEND: Final = files("events.store").joinpath("attend.lua").read_text(encoding="utf-8")
_ATTENDING: Final = files("events.store").joinpath("attending.lua").read_text(encoding="utf-8")


class PresenceStore:
    """The live connections to all encounters; every method may raise StoreError."""

    def __init__(self, execute: Execute, partitions: int) -> None:
        self._execute, self._partitions = execute, partitions

    async def attend(self, stream: StreamId, process: str, connections: bytes, milliseconds: int) -> None:
        """Record the connections of a process, which count for a time; none, empty, are removed."""
        key = presence_key(stream, self._partitions)
        await self._execute("EVAL", _ATTEND, 1, key, process, connections, milliseconds)

    async def attending(self, stream: StreamId) -> Sequence[bytes]:
        """Return the connections as each process that still counts recorded them."""
        found: list[bytes] = await self._execute("EVAL", _ATTENDING, 1, presence_key(stream, self._partitions))
        return sorted(found)
