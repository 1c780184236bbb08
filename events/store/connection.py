"""Connections to Redis: a client for single commands, and a wire for many in a row.

A wire sends commands that are already packed and reads their replies in order, which is what a group of appends or a
feed needs, at a fraction of the cost of a pipeline.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from hiredis import Reader, pack_command
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection, DefaultParser
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

from events.store.protocol import StoreDamaged, StoreError, StoreUnavailable

REPLY_TIMEOUT: Final = 5.0
"""Seconds until a server that does not answer counts as away."""

_UNREACHABLE: Final = (exceptions.ConnectionError, exceptions.TimeoutError, OSError)

_NOT_YET: Final = object()

# What a server that is there says when it cannot serve just now: by the client's class, or by the error's code.
_NOT_NOW: Final = (
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
    exceptions.AskError,
)
_NOT_NOW_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")


def connect(url: str, *, patience: float = REPLY_TIMEOUT) -> Redis:
    """A client for ``redis://``, ``rediss://`` or ``unix://``; its replies are bytes in plain lists."""
    client = Redis.from_url(
        url,
        protocol=2,
        socket_timeout=patience,
        socket_connect_timeout=patience,
        retry=Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
    )
    client.set_response_callback("XRANGE", _as_it_is)  # type: ignore[arg-type]  # it takes any callable
    return client


def _as_it_is(reply: Any) -> Any:
    """Keep the client from making a dictionary of each entry, which costs more than reading it."""
    return reply


def pack(*words: bytes | str | int) -> bytes:
    """A command as it goes over the wire."""
    packed: bytes = pack_command(words)  # type: ignore[arg-type]  # its stub knows tuples of one word only
    return packed


def store_error(error: Exception) -> StoreError:
    """An error of the client, in the words of the store."""
    if isinstance(error, _UNREACHABLE):
        return StoreUnavailable("The store is away." if str(error) else "The store does not answer.", str(error))
    if isinstance(error, _NOT_NOW) or str(error).startswith(_NOT_NOW_CODES):
        return StoreUnavailable("The store cannot serve just now.", str(error))
    return StoreDamaged(f"The store cannot be used: {error}")


@contextmanager
def store_errors() -> Iterator[None]:
    """Raise what goes wrong inside as StoreUnavailable or StoreDamaged."""
    try:
        yield
    except (exceptions.RedisError, OSError) as error:
        raise store_error(error) from error


class Connection:
    """One connection that sends packed commands in a row; it connects when it is needed, and again after a loss.

    The client's own connection connects, shakes hands and closes. What comes in between goes straight to ``_Replies``.
    """

    def __init__(self, client: Redis, *, patience: float = REPLY_TIMEOUT) -> None:
        pool = client.connection_pool
        # Replies are waited for together, not one by one.
        options = {**pool.connection_kwargs, "socket_timeout": None}
        self._connection: AbstractConnection = pool.connection_class(**options)
        self._patience = patience
        self._replies: _Replies | None = None

    async def exchange(self, commands: Sequence[bytes], *, blocked: float = 0.0) -> list[Any]:
        """Send commands and give their replies, with an error reply as a value of its place.

        The server may take its time for ``blocked`` seconds beyond the usual patience. Raises StoreUnavailable when
        the connection is lost, after which nobody knows which of the commands were carried out.
        """
        try:
            async with asyncio.timeout(self._patience + blocked):
                replies = self._replies or await self._connect()
                return await replies.to(commands)
        except BaseException as error:
            # No late reply may be taken for that of a later command.
            await self.close()
            if isinstance(error, exceptions.RedisError | OSError):
                raise store_error(error) from error
            raise

    async def close(self) -> None:
        """Close the connection; the next exchange opens it again."""
        self._replies = None
        with suppress(exceptions.RedisError, OSError):
            await self._connection.disconnect(nowait=True)

    async def _connect(self) -> "_Replies":
        await self._connection.connect()  # type: ignore[no-untyped-call]
        writer = self._connection._writer
        assert writer is not None
        self._replies = _Replies(writer.transport)
        writer.transport.set_protocol(self._replies)
        return self._replies


class _Replies(asyncio.Protocol):
    """The replies that come over one connection, for one exchange after the other.

    A connection that is lost, or that brings what nobody has asked for, says so to this exchange or to the next.
    """

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport = transport
        self._reader = Reader(
            protocolError=exceptions.InvalidResponse, replyError=DefaultParser.parse_error, notEnoughData=_NOT_YET
        )
        self._came: list[Any] = []
        self._due = 0
        self._all: asyncio.Future[list[Any]] | None = None
        self._failure: exceptions.RedisError | None = None

    def to(self, commands: Sequence[bytes]) -> "asyncio.Future[list[Any]]":
        """Send commands; the future gives all their replies, or raises ConnectionError or InvalidResponse."""
        self._all = asyncio.get_running_loop().create_future()
        if self._failure is None:
            self._due = len(commands)
            self._transport.write(b"".join(commands))
        else:
            self._all.set_exception(self._failure)
        return self._all

    def data_received(self, data: bytes) -> None:
        """Take replies as they come; with the last one that is due the exchange is complete."""
        came = self._came
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not _NOT_YET:
                # A server that is only starting, or lets nobody in, says so and is as good as away.
                if isinstance(reply, exceptions.ConnectionError):
                    raise reply
                came.append(reply)
            if len(came) > self._due or (len(came) == self._due and self._reader.has_data()):
                raise exceptions.InvalidResponse("The server says more than it was asked.")
        except exceptions.RedisError as error:
            self._fail(error)
            return
        if self._due and len(came) == self._due:
            self._came, self._due = [], 0
            if self._all is not None and not self._all.done():
                self._all.set_result(came)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail what waits for replies."""
        self._fail(exceptions.ConnectionError(str(error or "Connection closed by server.")))

    def _fail(self, error: exceptions.RedisError) -> None:
        self._failure = error
        if self._all is not None and not self._all.done():
            self._all.set_exception(error)
