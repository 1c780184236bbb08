"""Presence: for which seats clients of this process are connected, recorded for all processes.

A process records its connections to an encounter when they change, and again with each heartbeat; a record counts for
three heartbeats, so that those of a process that died are soon forgotten.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple
from uuid import uuid4

import msgspec

from events.store.presence import PresenceStore
from events.store.protocol import StoreError, StreamId
from service.auth.access import Caller

HEARTBEATS: Final = 3
"""Heartbeats for which a record counts."""
_log = logging.getLogger(__name__)


class Connected(msgspec.Struct, frozen=True, array_like=True):
    """The connections of one holder: its speaker, its name and their number."""

    speaker: str
    name: str
    connections: int


class Attendant(NamedTuple):
    """The holder of connections that are counted together: its speaker and its name."""

    speaker: str
    name: str


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(list[Connected]).decode


class Presence:
    """The connections of this process, by encounter, and those of all processes."""

    def __init__(self, store: PresenceStore, heartbeat: float) -> None:
        self._store, self._heartbeat = store, heartbeat
        self._process = uuid4().hex
        self._connections: dict[StreamId, Counter[Attendant]] = {}
        self._changed: set[StreamId] = set()
        self._news = asyncio.Event()

    def enter(self, stream: StreamId, caller: Caller) -> None:
        """Count a connection of a caller to an encounter."""
        self._connections.setdefault(stream, Counter())[_attendant(caller)] += 1
        self._note(stream)

    def leave(self, stream: StreamId, caller: Caller) -> None:
        """Stop counting a connection."""
        here = self._connections[stream]
        here[_attendant(caller)] -= 1
        self._connections[stream] = +here
        if not self._connections[stream]:
            del self._connections[stream]
        self._note(stream)

    async def everywhere(self, stream: StreamId) -> list[Connected]:
        """Return who is connected to an encounter in any process, in a fixed order. Raises StoreError."""
        found: Counter[Attendant] = Counter()
        for record in await self._store.attending(stream):
            for one in _decode(record):
                found[Attendant(one.speaker, one.name)] += one.connections
        return [Connected(*who, number) for who, number in sorted(found.items())]

    @asynccontextmanager
    async def recording(self) -> AsyncIterator[None]:
        """Record the connections of this process within the block, and remove them at its end."""
        over = asyncio.Event()
        recording = asyncio.create_task(self._record_until(over))
        try:
            yield
        finally:
            over.set()
            self._news.set()
            await recording

    def _note(self, stream: StreamId) -> None:
        self._changed.add(stream)
        self._news.set()

    async def _record_until(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._heartbeat):
                    await self._news.wait()
            if not self._news.is_set():
                self._changed |= self._connections.keys()
            self._news.clear()
            await self._record()
        self._changed |= self._connections.keys()
        self._connections.clear()
        await self._record()

    async def _record(self) -> None:
        """Record what has changed; what cannot be recorded now is recorded with the next heartbeat."""
        changed, self._changed = self._changed, set()
        try:
            for stream in changed:
                here = self._connections.get(stream)
                record = _encode([Connected(*who, here[who]) for who in here]) if here else b""
                milliseconds = int(HEARTBEATS * self._heartbeat * 1000)
                await self._store.attend(stream, self._process, record, milliseconds)
        except StoreError as error:
            _log.warning("Live connections cannot be recorded at the moment: %s", error, extra={"seldom": True})


def _attendant(caller: Caller) -> Attendant:
    """Return whose connection it is; spectators are only counted."""
    return Attendant(str(caller.speaker), "" if caller.speaker.role == "spectator" else caller.principal)
