"""Redis Cluster: commands find the node of their slot, and follow it when it moves or its primary fails.

The map of slots is read from any node. A node corrects it by ``MOVED``; while a slot moves, ``ASK`` names the node that
already has a key, and ``TRYAGAIN`` says that the keys of a command are on both. Commands are repeated until a deadline,
so all of them must be safe to repeat.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final, NamedTuple

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from events.store.address import Address, at_endpoint, endpoint_of
from events.store.connection import (
    READ_TIMEOUT,
    REPLY_TIMEOUT,
    Connection,
    answered,
    connect,
    hangs,
    pack,
    store_error,
)
from events.store.group_commit import ASKING, AppendOutcome, GroupCommit
from events.store.protocol import StoreUnavailable
from events.store.servers import MAX_CONNECTIONS, Words

SLOTS: Final = 16384
RETRY_INTERVAL: Final = 0.05
"""Seconds between two attempts while a slot moves, or until another node has taken over."""
SILENCE: Final = 1.0
"""Seconds between two readings of the map of slots while a node does not answer: it may have been replaced."""
MULTI: Final = pack("MULTI")
_SLOTS: Final = pack("CLUSTER", "SLOTS")
_LATER: Final = (TryAgainError, ClusterDownError)
"""Replies of a node that may serve the command later."""
_SCRIPTS: Final = (b"EVAL", b"EVALSHA")


class Endpoint(NamedTuple):
    """The address of a node."""

    host: str
    port: int


Owners = list[Endpoint | None]
"""A map of slots: the primary of each, if it has one."""


class _Node:
    """A node: a client, whose options its connections share, and its idle connections."""

    def __init__(self, url: str) -> None:
        self.client = connect(url)
        self._free: list[Connection] = []
        self._places = asyncio.Semaphore(MAX_CONNECTIONS)

    def connect(self) -> Connection:
        """Return a further connection, which the caller closes."""
        return Connection(self.client, spans_slots=False)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Lend a connection that no other task uses."""
        async with self._places:
            connection = self._free.pop() if self._free else self.connect()
            try:
                yield connection
            finally:
                self._free.append(connection)

    async def close(self) -> None:
        for connection in self._free:
            await connection.close()
        await self.client.aclose()


class Cluster:
    """The nodes of a cluster and its map of slots; ``seen`` counts the replies MOVED, ASK and TRYAGAIN."""

    def __init__(self, address: Address) -> None:
        self._url = address.urls[0]
        self._seeds = [Endpoint(*endpoint_of(url)) for url in address.urls]
        self._nodes: dict[Endpoint, _Node] = {}
        self._owners: Owners = [None] * SLOTS
        self._refreshing: asyncio.Task[None] | None = None
        self.seen: Counter[str] = Counter()

    @property
    def served(self) -> int:
        """The number of slots that have a node."""
        return SLOTS - self._owners.count(None)

    async def execute(self, *command: str | bytes | int) -> Any:
        [reply] = await self.execute_all([command])
        return reply

    async def execute_all(self, commands: Sequence[Words]) -> list[Any]:
        replies = await self.exchange([pack(*command) for command in commands], READ_TIMEOUT)
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    def link(self, *, timeout: float = REPLY_TIMEOUT) -> "ClusterLink":
        return ClusterLink(self, timeout)

    def commits(self, make: Callable[[Connection], GroupCommit], within: float) -> "ClusterCommits":
        return ClusterCommits(self, make, within)

    def spread(self, keys: Sequence[str]) -> list[str]:
        return list({self._owners[key_slot(key.encode())]: key for key in keys}.values())

    async def clients(self) -> Mapping[str, Redis]:
        owners = sorted({owner for owner in self._owners if owner is not None})
        return {f"{host}:{port}": self.node(Endpoint(host, port)).client for host, port in owners}

    async def close(self) -> None:
        if self._refreshing is not None:
            await asyncio.wait([self._refreshing])
        for node in self._nodes.values():
            await node.close()
        self._nodes.clear()

    def node(self, endpoint: Endpoint) -> _Node:
        """Return a node, known or new."""
        node = self._nodes.get(endpoint)
        if node is None:
            node = self._nodes[endpoint] = _Node(at_endpoint(self._url, *endpoint))
        return node

    def owner(self, slot: int) -> Endpoint:
        """Return the primary of a slot. Raises StoreUnavailable if none is known."""
        found = self._owners[slot]
        if found is None:
            raise StoreUnavailable("The store is temporarily unable to serve requests.", f"Slot {slot} has no node.")
        return found

    def redirected(self, error: object) -> Endpoint | None:
        """Count a reply of a node that does not serve a command, and correct the map of slots by it.

        Returns the node to ask, once.
        """
        if isinstance(error, MovedError):
            self.seen["MOVED"] += 1
            self._owners[error.slot_id] = self._endpoint(error)
        elif isinstance(error, AskError):
            self.seen["ASK"] += 1
            return self._endpoint(error)
        elif isinstance(error, TryAgainError):
            self.seen["TRYAGAIN"] += 1
        return None

    def _endpoint(self, error: AskError) -> Endpoint:
        """Return the node that a reply names; one without a host is the one that was asked for the slot."""
        asked = self._owners[error.slot_id]
        return Endpoint(error.host or (asked.host if asked else self._seeds[0].host), error.port)

    async def refresh(self) -> None:
        """Read the map of slots from the first node that answers; concurrent callers share one reading."""
        await asyncio.shield(self._refresh_soon())

    def _refresh_soon(self) -> "asyncio.Task[None]":
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())
            self._refreshing.add_done_callback(_retrieve)
        return self._refreshing

    @contextmanager
    def refreshed_in_silence(self) -> Iterator[None]:
        """Read the map of slots again if the block takes long: a primary that hangs does not say who replaced it.

        The block may wait as long as it does; later ones find the new primary.
        """
        loop = asyncio.get_running_loop()
        timer: asyncio.TimerHandle

        def refresh() -> None:
            nonlocal timer
            self._refresh_soon()
            timer = loop.call_later(SILENCE, refresh)

        timer = loop.call_later(SILENCE, refresh)
        try:
            yield
        finally:
            timer.cancel()

    async def _refresh(self) -> None:
        """Take the first complete map, or else the one with the fewest slots missing: a node that was removed from the
        cluster, or is new, has an empty one.
        """
        known = list({*self._nodes, *self._seeds})
        random.shuffle(known)  # a node that is cut off has an old map, and must not be asked first every time
        error: Exception = StoreUnavailable("The store is unreachable.")
        found: list[Owners] = []
        for endpoint in known:
            try:
                found.append(await self._map_of(endpoint))
            except (StoreUnavailable, TimeoutError, RedisError) as failure:
                error = failure
                continue
            if None not in found[-1]:
                break
        if not found:
            raise _unavailable(error)
        self._owners = min(found, key=lambda owners: owners.count(None))

    async def _map_of(self, endpoint: Endpoint) -> Owners:
        """Return the map of slots that a node has. Raises StoreUnavailable, TimeoutError, RedisError."""
        async with asyncio.timeout(READ_TIMEOUT), self.node(endpoint).connection() as connection:
            [found] = await connection.exchange([_SLOTS])
        if isinstance(found, RedisError):
            raise found
        owners: Owners = [None] * SLOTS
        for first, last, primary, *_ in found:
            host = (primary[0] or b"").decode()
            owner = Endpoint(endpoint.host if host in ("", "?") else host, primary[1])
            owners[first : last + 1] = [owner] * (last + 1 - first)
        return owners

    async def exchange(self, commands: Sequence[bytes], within: float) -> list[Any]:
        """Send packed commands to the nodes of their slots, and return their replies in order; an error reply is
        returned in its place.

        A list that begins with ``MULTI`` is one transaction in one slot. Raises StoreUnavailable if a command cannot
        be served within that many seconds.
        """
        if commands and commands[0] == MULTI:
            slot = slot_of(commands[1])
            return await self._served([_Request(slot, list(commands))], within)
        return await self._served([_Request(slot_of(command), [command]) for command in commands], within)

    async def _served(self, requests: "Sequence[_Request]", within: float) -> list[Any]:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        waiting = list(requests)
        while True:
            failure = await self._attempt(waiting, deadline)
            waiting = [request for request in waiting if request.replies is None]
            if not waiting:
                return [reply for request in requests for reply in request.replies or ()]
            if failure is not None:
                if loop.time() + RETRY_INTERVAL >= deadline:
                    raise failure
                await asyncio.sleep(RETRY_INTERVAL)
                await self.refresh_after(failure, deadline)

    async def refresh_after(self, failure: StoreUnavailable, deadline: float) -> None:
        """Read the map of slots again until a deadline, unless a slot only moves; if that fails, the next attempt does
        it again.
        """
        if isinstance(failure.__cause__, TryAgainError):
            return
        with suppress(StoreUnavailable, TimeoutError):
            async with asyncio.timeout_at(deadline):
                await self.refresh()

    async def _attempt(self, requests: "Sequence[_Request]", deadline: float) -> StoreUnavailable | None:
        """Send requests once, and note the replies of those that are served. Returns why another one has to wait."""
        by_node: dict[Endpoint, list[_Request]] = {}
        try:
            for request in requests:
                by_node.setdefault(request.asked or self.owner(request.slot), []).append(request)
        except StoreUnavailable as failure:
            return failure
        found = await asyncio.gather(*(self._sent(node, some, deadline) for node, some in by_node.items()))
        return next((failure for failure in found if failure is not None), None)

    async def _sent(
        self, endpoint: Endpoint, requests: "Sequence[_Request]", deadline: float
    ) -> StoreUnavailable | None:
        commands: list[bytes] = []
        for request in requests:
            commands += [ASKING, *request.commands] if request.asked else request.commands
        try:
            with self.refreshed_in_silence():
                async with asyncio.timeout_at(deadline), self.node(endpoint).connection() as connection:
                    replies = iter(await connection.exchange(commands, extra_time=REPLY_TIMEOUT))
        except TimeoutError as late:
            return _unavailable(late)
        except StoreUnavailable as failure:
            for request in requests:
                request.asked = None
            return failure
        later: StoreUnavailable | None = None
        for request in requests:
            if request.asked:
                next(replies)
            request.asked = None
            own = [next(replies) for _ in request.commands]
            error = next((one for one in own if isinstance(one, (AskError, *_LATER))), None)
            if error is None:
                request.replies = own
                continue
            request.asked = self.redirected(error)
            if isinstance(error, _LATER) or (request.asked and len(own) > 1):
                request.asked = None  # a transaction waits until its slot has moved
                later = _unavailable(error)
        return later


class _Request:
    """Commands of one slot that are sent together; ``asked`` is the node that has to be asked for them next."""

    def __init__(self, slot: int, commands: list[bytes]) -> None:
        self.slot = slot
        self.commands = commands
        self.asked: Endpoint | None = None
        self.replies: list[Any] | None = None


class ClusterLink:
    """A link to all nodes, over connections that it shares with others."""

    spans_slots = False

    def __init__(self, cluster: Cluster, timeout: float) -> None:
        self._cluster = cluster
        self._timeout = timeout

    async def exchange(self, commands: Sequence[bytes], *, extra_time: float = 0.0) -> list[Any]:
        return await self._cluster.exchange(commands, self._timeout + extra_time)

    async def close(self) -> None:
        """The connections are the cluster's."""


class ClusterCommits:
    """Sends appends to the nodes of their slots: a group commit for each node, on a connection of its own.

    An append fails after ``within`` seconds, retries included.
    """

    def __init__(self, cluster: Cluster, make: Callable[[Connection], GroupCommit], within: float) -> None:
        self._cluster = cluster
        self._make = make
        self._within = within
        self._commits: dict[Endpoint, GroupCommit] = {}
        self._closed = False

    async def run(self, keys: Sequence[str], arguments: Sequence[bytes | str | int]) -> AppendOutcome:
        """Run the script once, on the node of its keys. Raises as ``GroupCommit.run`` does."""
        slot = key_slot(keys[0].encode())
        routed = self._routed(slot, lambda commits, asking: commits.run(keys, arguments, asking=asking))
        return await answered(routed, within=self._within)

    async def send(self, command: bytes) -> AppendOutcome:
        """Send a packed command with the next group of its node. Raises as ``GroupCommit.send`` does."""
        routed = self._routed(slot_of(command), lambda commits, asking: commits.send(command, asking=asking))
        return await answered(routed, within=self._within)

    async def _routed(self, slot: int, send: Callable[[GroupCommit, bool], Awaitable[AppendOutcome]]) -> AppendOutcome:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + REPLY_TIMEOUT
        asked: Endpoint | None = None
        while True:
            try:
                endpoint = asked or self._cluster.owner(slot)
                with self._cluster.refreshed_in_silence():
                    return await send(self._of(endpoint), asked is not None)
            except StoreUnavailable as failure:
                if self._closed or loop.time() + RETRY_INTERVAL >= deadline:
                    raise
                cause = failure.__cause__
                if hangs(failure):
                    raise
                asked = self._cluster.redirected(cause)
                if isinstance(cause, AskError):
                    continue
                if isinstance(cause, ResponseError) and not isinstance(cause, (*_LATER, ReadOnlyError)):
                    raise
                await asyncio.sleep(RETRY_INTERVAL)
                await self._cluster.refresh_after(failure, deadline)

    def _of(self, endpoint: Endpoint) -> GroupCommit:
        commits = self._commits.get(endpoint)
        if commits is None:
            commits = self._commits[endpoint] = self._make(self._cluster.node(endpoint).connect())
        return commits

    async def close(self) -> None:
        """Wait for the appends in flight, and close the connections."""
        self._closed = True
        await asyncio.gather(*(commits.close() for commits in self._commits.values()))


def _retrieve(task: "asyncio.Task[None]") -> None:
    """Retrieve the error of a task that no caller waits for any more."""
    if not task.cancelled():
        task.exception()


def slot_of(command: bytes) -> int:
    """Return the slot of a packed command: of its first key, which is its first argument or follows a script."""
    name, end = _word(command, command.index(b"\r\n") + 2)
    place = 3 if name in _SCRIPTS else 1
    word = name
    for _ in range(place):
        word, end = _word(command, end)
    return key_slot(word)


def _word(command: bytes, start: int) -> tuple[bytes, int]:
    """Return the word of a packed command that begins at ``start``, and where the next one begins."""
    length_end = command.index(b"\r\n", start)
    first = length_end + 2
    last = first + int(command[start + 1 : length_end])
    return command[first:last], last + 2


def _unavailable(error: Exception) -> StoreUnavailable:
    """Return an error of a node as one that may pass."""
    found = store_error(error)
    return found if isinstance(found, StoreUnavailable) else StoreUnavailable("The store is unreachable.", str(error))
