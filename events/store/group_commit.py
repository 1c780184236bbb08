"""Group commit: appends that wait at the same time are sent together and share one wait for durability.

While one group is in flight, the next one gathers, and what is ready to be decided joins it before it is sent. A server
on its own executes a group as one transaction, and so writes and syncs its file once; a node of a cluster cannot,
because the appends of a group have different slots. The server is kept busy: a full group is sent as soon as nothing is
in flight, and of a longer queue only half, so that the server works on these while the callers of the others receive
answers and send more. Replicas are waited for longer, once for the whole queue.
"""

import asyncio
import hashlib
from collections import deque
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, Final, NamedTuple

from redis.exceptions import NoScriptError

from events.store.connection import Connection, Receive, hangs, pack, store_error, store_errors
from events.store.protocol import Acknowledge, StoreError, StoreUnavailable

MAX_GROUP_SIZE: Final = 64
"""Maximum number of appends in a group."""
SMALL_GROUP_SIZE: Final = 8
"""Up to this many waiting appends form one group; a longer queue is sent in halves."""
ASKING: Final = pack("ASKING")


class AppendOutcome(NamedTuple):
    """The script's reply, and whether its writes have the requested durability."""

    reply: list[Any]
    safe: bool


class _Waiter(NamedTuple):
    """A command of a group, perhaps after ``ASKING``, which asks a node of a cluster that imports its slot.

    It fails at the time ``due`` of the event loop.
    """

    commands: tuple[bytes, ...]
    outcome: "asyncio.Future[AppendOutcome]"
    due: float


class _Group(NamedTuple):
    """Waiters whose commands have been sent together, and what receives the replies."""

    waiters: list[_Waiter]
    receive: Receive


class GroupCommit:
    """Runs one script for many callers on one connection.

    ``acknowledge`` is what a caller waits for: with ``fsync`` the server's append-only file on disk, with ``replicas``
    the memory of that many ``replicas``; ``timeout`` is the maximum wait for these in seconds. Each caller has its
    outcome ``within`` that many seconds.
    """

    def __init__(
        self,
        connection: Connection,
        script: str,
        acknowledge: Acknowledge,
        *,
        within: float,
        replicas: int = 1,
        timeout: float = 1.0,
    ) -> None:
        self._connection = connection
        self._load = pack("SCRIPT", "LOAD", script)
        self._sha = hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
        self._acknowledge = acknowledge
        self._replicas = replicas
        self._overlaps = acknowledge != "replicas"
        self._within = within
        milliseconds = int(timeout * 1000)
        self._wait = {
            "memory": [],
            "fsync": [pack("WAITAOF", 1, 0, milliseconds)],
            "replicas": [pack("WAIT", replicas, milliseconds)],
        }[acknowledge]
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[_Waiter] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._in_flight: _Group | None = None
        self._closed = False

    def run(
        self, keys: Sequence[str], arguments: Sequence[bytes | str | int], *, asking: bool = False
    ) -> Coroutine[Any, Any, AppendOutcome]:
        """Run the script once. A caller that is cancelled before its group is sent runs nothing.

        ``asking`` is for a node of a cluster that imports the slot of the keys. Raises StoreUnavailable if the
        connection is lost or the server cannot write, StoreDamaged for any other script error.
        """
        return self.send(pack("EVALSHA", self._sha, len(keys), *keys, *arguments), asking=asking)

    async def send(self, command: bytes, *, asking: bool = False) -> AppendOutcome:
        """Send a packed command with the next group; the command must be safe to repeat. Raises as ``run`` does."""
        if self._closed:
            raise StoreUnavailable("The store is closed.")
        outcome: asyncio.Future[AppendOutcome] = self._loop.create_future()
        commands = (ASKING, command) if asking else (command,)
        self._waiting.append(_Waiter(commands, outcome, self._loop.time() + self._within))
        if self._writer is None:
            self._writer = self._loop.create_task(self._write())
        if len(self._waiting) == SMALL_GROUP_SIZE and self._may_begin():
            self._in_flight = self._begin()  # the server works while what else is ready is decided
        return await outcome

    async def close(self) -> None:
        """Wait for the commands in flight, accept no more, and close the connection."""
        self._closed = True
        if self._writer is not None:
            await asyncio.wait([self._writer])  # unlike the task itself, this may be cancelled without harm to callers
        await self._connection.close()

    async def _write(self) -> None:
        try:
            while self._waiting or self._in_flight:
                if self._in_flight is None:
                    await asyncio.sleep(0)  # a group costs as much as several appends: what is ready joins it
                    await self._connect()
                group = self._in_flight = self._in_flight or self._begin()
                if group is None:
                    continue
                try:
                    await self._commit(group)
                except StoreError as error:
                    _fail(group.waiters, error)
                    if hangs(error):
                        _fail(self._waiting, error)  # the others would only wait as long again
                        self._waiting.clear()
                self._in_flight = None
        except BaseException:
            sent = self._in_flight.waiters if self._in_flight else []
            _fail([*sent, *self._waiting], StoreUnavailable("The store was stopped."))
            self._waiting.clear()
            raise
        finally:
            self._writer = self._in_flight = None

    async def _connect(self) -> None:
        """Connect before a group is taken, so that who leaves until then runs nothing. If it fails, it does for all."""
        if self._in_flight or self._connection.is_open:
            return
        self._waiting = deque(waiter for waiter in self._waiting if not waiter.outcome.cancelled())
        if not self._waiting:
            return
        try:
            with store_errors():
                async with asyncio.timeout_at(self._waiting[0].due):
                    await self._connection.open()
        except StoreError as error:
            _fail(self._waiting, error)
            self._waiting.clear()

    def _may_begin(self) -> bool:
        return self._overlaps and self._in_flight is None and self._connection.is_open

    def _begin(self) -> _Group | None:
        """Send the next group, and return it; None if all of its callers have left."""
        waiting = [self._waiting.popleft() for _ in range(self._size(len(self._waiting)))]
        group = [waiter for waiter in waiting if not waiter.outcome.cancelled()]
        return _Group(group, self._sent(group)) if group else None

    def _size(self, waiting: int) -> int:
        """Return the size of the next group."""
        size = max(SMALL_GROUP_SIZE, waiting // 2) if self._overlaps else waiting
        return min(size, waiting, MAX_GROUP_SIZE)

    async def _commit(self, group: _Group) -> None:
        """Finish a group, whose first has waited longest: if time is up for it, the server hangs for all."""
        with store_errors():
            async with asyncio.timeout_at(group.waiters[0].due):
                await self._deliver(group)

    async def _deliver(self, group: _Group) -> None:
        """Finish a group; commands that fail because the server lacks the script are sent again, after the script."""
        waiters = group.waiters
        try:
            replies, safe = self._read(waiters, await group.receive())
        except StoreUnavailable as error:
            if hangs(error):
                raise  # it hangs, and a retry would only wait again
            # An idle connection may have died unnoticed. A retry is harmless: commands are known by their ID.
            await self._connection.open()
            replies, safe = self._read(waiters, await self._sent(waiters)())
        found = list(zip(waiters, replies, strict=True))
        _resolve((one for one in found if not isinstance(one[1], NoScriptError)), safe)
        without_script = [waiter for waiter, reply in found if isinstance(reply, NoScriptError)]
        if without_script:
            [_, *again] = await self._sent(without_script, self._load)()
            replies, safe = self._read(without_script, again)
            _resolve(zip(without_script, replies, strict=True), safe)

    def _sent(self, group: list[_Waiter], *before: bytes) -> Receive:
        """Send the commands of a group, after others, and return what receives the replies."""
        commands = [*before, *(command for waiter in group for command in waiter.commands)]
        several = len(commands) > 1 and self._connection.spans_slots
        return self._connection.begin(commands, transaction=several, then=self._wait)

    def _read(self, group: list[_Waiter], replies: list[Any]) -> tuple[list[Any], bool]:
        """Return the script's reply to each command of a group, and whether all of the group's writes are durable."""
        asked = [command for waiter in group for command in waiter.commands]
        own = [reply for command, reply in zip(asked, replies, strict=False) if command is not ASKING]
        return own, self._acknowledge == "memory" or self._is_safe(replies[-1])

    def _is_safe(self, reply: Any) -> bool:
        """Return whether the wait was satisfied, rather than timed out."""
        if isinstance(reply, Exception):
            return False
        return bool(reply[0] >= 1 if self._acknowledge == "fsync" else reply >= self._replicas)


def _resolve(found: Iterable[tuple[_Waiter, Any]], safe: bool) -> None:
    for waiter, reply in found:
        if waiter.outcome.done():
            continue
        if isinstance(reply, Exception):
            waiter.outcome.set_exception(store_error(reply))
        else:
            waiter.outcome.set_result(AppendOutcome(reply, safe))


def _fail(group: Iterable[_Waiter], error: StoreError) -> None:
    for waiter in group:
        if not waiter.outcome.done():
            waiter.outcome.set_exception(error)
