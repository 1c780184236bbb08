"""Group commit: appends that wait at the same time travel together and share one wait for the disk.

While one group is on its way the next one gathers. Where no wait is asked for, half of many that wait go at once, so
that the server works on these while the callers of the others are answered and bring more.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from redis.exceptions import NoScriptError

from events.store.connection import Connection, pack, store_error
from events.store.protocol import Acknowledge, StoreError, StoreUnavailable

MAX_GROUP_SIZE: Final = 64
"""Appends of a group at most."""
SMALL_GROUP_SIZE: Final = 8
"""Up to this many waiting appends go in one group; more are divided in two."""


class AppendOutcome(NamedTuple):
    """The script's reply, and whether what it wrote is known to be as safe as was asked for."""

    reply: list[Any]
    safe: bool


class _Waiter(NamedTuple):
    command: bytes
    outcome: "asyncio.Future[AppendOutcome]"


class GroupCommit:
    """Runs one script for many callers on one connection.

    ``acknowledge`` says what a caller waits for: with ``fsync`` the server's append-only file on disk, with
    ``replicas`` the memory of ``replicas`` of them; ``patience`` is how long that may take, in seconds.
    """

    def __init__(
        self, wire: Connection, script: str, acknowledge: Acknowledge, *, replicas: int = 1, patience: float = 1.0
    ) -> None:
        self._wire = wire
        self._load = pack("SCRIPT", "LOAD", script)
        self._sha = hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
        self._acknowledge = acknowledge
        self._replicas = replicas
        self._patience = patience
        milliseconds = int(patience * 1000)
        self._wait = {
            "memory": [],
            "fsync": [pack("WAITAOF", 1, 0, milliseconds)],
            "replicas": [pack("WAIT", replicas, milliseconds)],
        }[acknowledge]
        self._waiting: deque[_Waiter] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, keys: Sequence[str], arguments: Sequence[bytes | str | int]) -> AppendOutcome:
        """Run the script once. A caller that is cancelled before its group leaves runs nothing.

        Raises StoreUnavailable when the connection is lost or the server cannot write, StoreDamaged for any other
        error of the script.
        """
        return await self.send(pack("EVALSHA", self._sha, len(keys), *keys, *arguments))

    async def send(self, command: bytes) -> AppendOutcome:
        """Send a packed command with the next group: one that may be repeated without harm. Raises as ``run`` does."""
        if self._closed:
            raise StoreUnavailable("The store is closed.")
        outcome: asyncio.Future[AppendOutcome] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiter(command, outcome))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await outcome

    async def close(self) -> None:
        """Let what is on its way arrive, take nothing more, and close the connection."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._wire.close()

    async def _write(self) -> None:
        group: list[_Waiter] = []
        try:
            while self._waiting:
                waiting = [self._waiting.popleft() for _ in range(self._size(len(self._waiting)))]
                group = [waiter for waiter in waiting if not waiter.outcome.cancelled()]
                try:
                    await self._commit(group)
                except StoreError as error:
                    _fail(group, error)
        except BaseException:
            _fail([*group, *self._waiting], StoreUnavailable("The store was stopped."))
            self._waiting.clear()
            raise
        finally:
            self._writer = None

    def _size(self, waiting: int) -> int:
        """How many of those that wait go at once: a wait for the disk is shared by as many as there are."""
        size = waiting if self._wait else max(SMALL_GROUP_SIZE, waiting // 2)
        return min(size, waiting, MAX_GROUP_SIZE)

    async def _commit(self, group: list[_Waiter]) -> None:
        """Carry a group through; what a server turns away for want of the script goes again, the script ahead."""
        if not group:
            return
        try:
            replies, safe = await self._exchange(group)
        except StoreUnavailable:
            # A connection that idled may have died unnoticed. Going again is harmless: commands are known by their ID.
            replies, safe = await self._exchange(group)
        strangers = [waiter for waiter, reply in zip(group, replies, strict=True) if isinstance(reply, NoScriptError)]
        if strangers:
            _settle(strangers, *await self._exchange(strangers, load=True))
        _settle(group, replies, safe)

    async def _exchange(self, group: list[_Waiter], *, load: bool = False) -> tuple[list[Any], bool]:
        """The script's reply to each of a group, and whether all that the group wrote is safe."""
        before = [self._load] if load else []
        commands = [*before, *(waiter.command for waiter in group), *self._wait]
        replies = await self._wire.exchange(commands, blocked=self._patience)
        own = replies[len(before) : len(before) + len(group)]
        return own, self._acknowledge == "memory" or self._is_safe(replies[-1])

    def _is_safe(self, reply: Any) -> bool:
        """Whether the wait ended because enough have it, and not because it took too long."""
        if isinstance(reply, Exception):
            return False
        return bool(reply[0] >= 1 if self._acknowledge == "fsync" else reply >= self._replicas)


def _settle(group: Sequence[_Waiter], replies: Sequence[Any], safe: bool) -> None:
    for waiter, reply in zip(group, replies, strict=True):
        if waiter.outcome.done():
            continue
        if isinstance(reply, Exception):
            waiter.outcome.set_exception(store_error(reply))
        else:
            waiter.outcome.set_result(AppendOutcome(reply, safe))


def _fail(group: Sequence[_Waiter], error: StoreError) -> None:
    for waiter in group:
        if not waiter.outcome.done():
            waiter.outcome.set_exception(error)
