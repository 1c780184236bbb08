"""The servers of a store, behind one interface: a single Redis, the primary that sentinels name, or a cluster."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from redis.asyncio import Redis
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel
from redis.exceptions import ReadOnlyError

from events.store.address import Address, endpoint_of, options_of
from events.store.connection import REPLY_TIMEOUT, Connection, Link, client_options, connect, prepared
from events.store.group_commit import AppendOutcome, GroupCommit

SENTINEL_TIMEOUT: Final = 0.5
"""Seconds within which a sentinel answers. All are asked at once, so one that hangs delays a new connection by this."""
MAX_CONNECTIONS: Final = 16
"""Connections to a server for single commands; further commands wait for one of them."""
Words = tuple[str | bytes | int, ...]
T = TypeVar("T")


class Commits(Protocol):
    """Sends appends in groups, and waits for their durability."""

    async def run(self, keys: Sequence[str], arguments: Sequence[bytes | str | int]) -> AppendOutcome: ...

    async def send(self, command: bytes) -> AppendOutcome: ...

    async def close(self) -> None: ...


class Servers(Protocol):
    """The servers of a store. Its methods raise the client's exceptions, or StoreUnavailable.

    ``seen`` counts the replies by which nodes of a cluster send commands elsewhere: MOVED, ASK, TRYAGAIN.
    """

    seen: Counter[str]

    async def execute(self, *command: str | bytes | int) -> Any:
        """Execute one command."""
        ...

    async def execute_all(self, commands: Sequence[Words]) -> list[Any]:
        """Execute commands, in no certain order if they are of different slots. Raises the first error."""
        ...

    def link(self, *, timeout: float = REPLY_TIMEOUT) -> Link:
        """Return a further link, which the caller closes."""
        ...

    def commits(self, make: Callable[[Connection], GroupCommit], within: float) -> Commits:
        """Return what sends appends; ``make`` returns a group commit on a connection.

        An append that nodes of a cluster pass from one to another fails after ``within`` seconds.
        """
        ...

    def spread(self, keys: Sequence[str]) -> list[str]:
        """Return one of the keys for each primary that has any."""
        ...

    async def clients(self) -> Mapping[str, Redis]:
        """Return a client of each primary, by its name."""
        ...

    async def close(self) -> None: ...


class Sentinels(Sentinel):
    """Sentinels that are all asked: the one with the newest configuration is right.

    After a failover, another one may still name the former primary, which answers as one when it is started again.
    """

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return host and port of the primary. Raises MasterNotFoundError."""
        answers = await asyncio.gather(*(one.sentinel_masters() for one in self.sentinels), return_exceptions=True)
        known = [one[service_name] for one in answers if isinstance(one, dict) and service_name in one]
        newest = max(known, key=lambda state: int(state["config-epoch"]), default=None)
        if newest is None or not self.check_master_state(newest, service_name):
            raise MasterNotFoundError(f"The sentinels name no primary of {service_name}.")
        return newest["ip"], int(newest["port"])


class SingleServer:
    """One Redis: the one at a URL, or the primary that sentinels name, which may change."""

    def __init__(self, client: Redis, sentinel: Sentinels | None = None) -> None:
        self.seen: Counter[str] = Counter()
        self.client = client
        self._places = asyncio.Semaphore(MAX_CONNECTIONS)
        self.sentinel = sentinel

    async def execute(self, *command: str | bytes | int) -> Any:
        return await self._with_primary(lambda: self.client.execute_command(*command))  # type: ignore[no-untyped-call]

    async def execute_all(self, commands: Sequence[Words]) -> list[Any]:
        async def execute() -> list[Any]:
            pipeline = self.client.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            return await pipeline.execute()

        return await self._with_primary(execute)

    async def _with_primary(self, execute: Callable[[], Awaitable[T]]) -> T:
        """Execute; retry on new connections if the server has become a replica."""
        async with self._places:
            try:
                return await execute()
            except ReadOnlyError:
                await self.client.connection_pool.disconnect(inuse_connections=False)
                return await execute()

    def link(self, *, timeout: float = REPLY_TIMEOUT) -> Connection:
        return Connection(self.client, timeout=timeout)

    def commits(self, make: Callable[[Connection], GroupCommit], within: float) -> GroupCommit:
        return make(self.link())

    def spread(self, keys: Sequence[str]) -> list[str]:
        return list(keys[:1])

    async def clients(self) -> Mapping[str, Redis]:
        return {"": self.client}

    async def close(self) -> None:
        await self.client.aclose()
        if self.sentinel is not None:
            await self.sentinel.aclose()


def single_server(address: Address, *, timeout: float = REPLY_TIMEOUT) -> SingleServer:
    """Return the server at the first URL of an address, or the one that its sentinels name."""
    if address.name is None:
        return SingleServer(connect(address.urls[0], timeout=timeout))
    server = options_of(address.urls[0])
    encrypted = {name: value for name, value in server.items() if name.startswith("ssl")}
    credentials = {name.removeprefix("sentinel_"): value for name, value in address.sentinel_options}
    options = client_options(timeout)
    sentinel = Sentinels(  # type: ignore[no-untyped-call]
        [endpoint_of(url) for url in address.urls],
        sentinel_kwargs={**client_options(SENTINEL_TIMEOUT), **encrypted, **credentials},
    )
    return SingleServer(prepared(sentinel.master_for(address.name, **{**options, **server})), sentinel)
