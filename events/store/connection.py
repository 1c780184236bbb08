"""Connections to Redis: a client for single commands, and a connection for sequences of packed commands.

A ``Connection`` sends commands that are already packed and reads their replies in order. Groups of appends and feeds
use it, because it costs a fraction of a pipeline.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from hiredis import Reader, pack_command
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection, DefaultParser
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

from events.store.protocol import StoreDamaged, StoreError, StoreMisconfigured, StoreUnavailable

REPLY_TIMEOUT: Final = 5.0
"""Seconds after which a server that does not respond counts as unreachable."""
READ_TIMEOUT: Final = 2.0
"""Seconds within which a request's read is answered, retries included; a server that hangs must not hold up callers."""
T = TypeVar("T")
Receive = Callable[[], Coroutine[Any, Any, list[Any]]]
"""Waits for the replies to commands that have been sent, and returns them."""

_UNREACHABLE: Final = (exceptions.ConnectionError, exceptions.TimeoutError, OSError)

_INCOMPLETE: Final = object()
_MULTI, _EXEC = (pack_command((word,)) for word in ("MULTI", "EXEC"))

# Errors of a server that answers but cannot serve commands at the moment: by exception class, or by error code.
_TEMPORARY_ERRORS: Final = (
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
    exceptions.AskError,
)
_TEMPORARY_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY", "UNBLOCKED")


class Execute(Protocol):
    """Executes one Redis command."""

    async def __call__(self, *command: str | bytes | int) -> Any: ...


class Link(Protocol):
    """Exchanges packed commands with the servers of a store, as ``Connection`` does with one."""

    @property
    def spans_slots(self) -> bool:
        """True if a command may have keys of any slot; false in a cluster."""
        ...

    async def exchange(self, commands: Sequence[bytes], *, extra_time: float = 0.0) -> list[Any]: ...

    async def close(self) -> None: ...


def connect(url: str, *, timeout: float = REPLY_TIMEOUT) -> Redis:
    """Return a client for ``redis://``, ``rediss://`` or ``unix://``; its replies are bytes in plain lists."""
    return prepared(Redis.from_url(url, **client_options(timeout)))


def client_options(timeout: float) -> dict[str, Any]:
    """Return the options of every client."""
    return {
        "protocol": 2,
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.1), 2),
    }


def prepared(client: Redis) -> Redis:
    """Let a client return the replies to some commands as they are, and return it."""
    for command in ("XRANGE", "HGETALL"):
        client.set_response_callback(command, _unchanged)  # type: ignore[arg-type]  # it takes any callable
    return client


def _unchanged(reply: Any) -> Any:
    """Return a reply unchanged; the client's own callback builds dictionaries, which costs more than the read."""
    return reply


def pack(*words: bytes | str | int) -> bytes:
    """Encode a command for the wire."""
    packed: bytes = pack_command(words)  # type: ignore[arg-type]  # its stub knows tuples of one word only
    return packed


def store_error(error: Exception) -> StoreError:
    """Translate an exception of the client into a StoreError, whose cause it is; a StoreError stays itself."""
    if isinstance(error, StoreError):
        return error
    found = _store_error(error)
    found.__cause__ = error
    return found


def _store_error(error: Exception) -> StoreError:
    if isinstance(error, exceptions.NoPermissionError):
        return StoreMisconfigured(
            f"The user of the URL has too few permissions ({error}). Permit all keys that begin with yarrow:, and all "
            "commands, as in ACL SETUSER name ~yarrow:* +@all."
        )
    if isinstance(error, _UNREACHABLE):
        message = "The store is unreachable." if str(error) else "The store does not respond."
        return StoreUnavailable(message, str(error))
    if isinstance(error, _TEMPORARY_ERRORS) or str(error).startswith(_TEMPORARY_CODES):
        return StoreUnavailable("The store is temporarily unable to serve requests.", str(error))
    return StoreDamaged(f"The store cannot be used: {error}")


def hangs(error: StoreError) -> bool:
    """Return whether a server did not answer in time; another attempt would only wait as long again."""
    return isinstance(error.__cause__, (TimeoutError, exceptions.TimeoutError))


@contextmanager
def store_errors() -> Iterator[None]:
    """Translate exceptions of the client, raised in the block, into StoreUnavailable or StoreDamaged."""
    try:
        yield
    except (exceptions.RedisError, OSError) as error:
        raise store_error(error) from error


async def answered(reply: Awaitable[T], *, within: float = READ_TIMEOUT) -> T:
    """Return a reply of the client. Raises StoreUnavailable, also if it takes longer than ``within`` seconds, or
    StoreDamaged.
    """
    with store_errors():
        async with asyncio.timeout(within):
            return await reply


class Connection:
    """One connection for packed commands; it connects at the first exchange, and again after it was lost.

    ``spans_slots`` is false for a node of a cluster: a command or a transaction has keys of one slot there.

    The client's own connection class connects, authenticates and closes. Data in between goes directly to ``_Replies``.
    """

    def __init__(self, client: Redis, *, timeout: float = REPLY_TIMEOUT, spans_slots: bool = True) -> None:
        self.spans_slots = spans_slots
        self._pool = pool = client.connection_pool
        # One timeout covers all replies of an exchange.
        options = {**pool.connection_kwargs, "socket_timeout": None}
        self._connection: AbstractConnection = pool.connection_class(**options)
        self._timeout = timeout
        self._replies: _Replies | None = None

    async def exchange(self, commands: Sequence[bytes], *, extra_time: float = 0.0) -> list[Any]:
        """Send commands and return their replies in order; an error reply is returned as an exception in its place.

        ``extra_time`` is the number of seconds for which the commands may block on the server, beyond the reply
        timeout. Raises StoreUnavailable also if that time is up, and else as ``begin`` does.
        """
        with store_errors():
            async with asyncio.timeout(self._timeout + extra_time):
                if self._replies is None:
                    await self.open()
                return await self.begin(commands)()

    @property
    def is_open(self) -> bool:
        """True if commands can be sent at once; false before the first exchange, and once the connection is lost."""
        return self._replies is not None and not self._replies.lost

    async def open(self) -> None:
        """Connect, unless the connection is open. Raises StoreUnavailable."""
        if self.is_open:
            return
        await self.close()
        await self._or_close(self._connect())

    def begin(self, commands: Sequence[bytes], *, transaction: bool = False, then: Sequence[bytes] = ()) -> Receive:
        """Send commands, and others ``then``, on a connection that has been opened. Call the result for the replies.

        The replies are those of ``exchange``, for as long as the caller waits. With ``transaction``, the server
        executes the commands as one. So it writes and syncs its file once for all of them; otherwise it does so for
        each 16 KB that it reads.

        Raises StoreUnavailable if the connection is lost, or its server has become a replica; it is then unknown which
        of the commands were executed, and the next exchange connects to the server that is now in place.
        """
        assert self._replies is not None
        alone = [*commands, *then]
        sent = [_MULTI, *commands, _EXEC, *then] if transaction else alone
        return partial(self._receive, self._replies.send(sent), alone, len(commands) if transaction else 0)

    async def _receive(self, replies: "asyncio.Future[list[Any]]", alone: Sequence[bytes], executed: int) -> list[Any]:
        """Return the replies, of which the first ``executed`` are those of a transaction.

        A server discards a transaction as a whole if it refuses one command, for lack of memory for instance. It is
        then sent the same commands ``alone``, so that a refusal does not touch the others.
        """
        found = await self._or_close(replies)
        if executed:
            results = _executed(found, executed)
            if results is None:
                return await self.begin(alone)()
            found = results
        return await self._or_close(self._from_primary(found))

    async def _or_close(self, result: Awaitable[T]) -> T:
        """Return a result. An error closes the connection, and is translated if it is one of the client."""
        try:
            return await result
        except BaseException as error:
            # A late reply must not be mistaken for the reply to a later command.
            await self.close()
            if isinstance(error, exceptions.RedisError | OSError):
                raise store_error(error) from error
            raise

    async def _from_primary(self, replies: list[Any]) -> list[Any]:
        """Return replies. If the server has become a replica, raise ReadOnlyError, and drop the pool's connections."""
        for reply in replies:
            if isinstance(reply, exceptions.ReadOnlyError):
                await self._pool.disconnect(inuse_connections=False)
                raise reply
        return replies

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


def _executed(replies: list[Any], count: int) -> list[Any] | None:
    """Return the replies to the ``count`` commands of a transaction, and those after it; None if it was discarded.

    If ``MULTI`` was refused, for lack of a permission, there was no transaction: each command has been executed alone.
    """
    begun, own, results = replies[0], replies[1 : count + 1], replies[count + 1]
    if isinstance(begun, Exception):
        results = own
    elif isinstance(results, Exception):
        return None
    return [*results, *replies[count + 2 :]]


class _Replies(asyncio.Protocol):
    """Reads the replies of one connection, for one exchange at a time.

    A lost connection or an unexpected reply fails the current exchange, or the next one.
    """

    def __init__(self, transport: asyncio.WriteTransport) -> None:
        self._transport = transport
        self._reader = Reader(
            protocolError=exceptions.InvalidResponse, replyError=DefaultParser.parse_error, notEnoughData=_INCOMPLETE
        )
        self._received: list[Any] = []
        self._expected = 0
        self._complete: asyncio.Future[list[Any]] | None = None
        self._failure: exceptions.RedisError | None = None

    @property
    def lost(self) -> bool:
        """True if no exchange can succeed any more."""
        return self._failure is not None

    def send(self, commands: Sequence[bytes]) -> "asyncio.Future[list[Any]]":
        """Send commands; the future returns all replies, or raises ConnectionError or InvalidResponse."""
        self._complete = asyncio.get_running_loop().create_future()
        if self._failure is None:
            self._expected = len(commands)
            self._transport.write(b"".join(commands))
        else:
            self._fail(self._failure)
        return self._complete

    def data_received(self, data: bytes) -> None:
        """Collect replies; the last expected reply completes the exchange."""
        received = self._received
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not _INCOMPLETE:
                # A server that is still starting or rejects connections sends an error, and counts as unreachable.
                if isinstance(reply, exceptions.ConnectionError):
                    raise reply
                received.append(reply)
            if len(received) > self._expected or (len(received) == self._expected and self._reader.has_data()):
                raise exceptions.InvalidResponse("The server sent more replies than commands.")
        except exceptions.RedisError as error:
            self._fail(error)
            return
        if self._expected and len(received) == self._expected:
            self._received, self._expected = [], 0
            if self._complete is not None and not self._complete.done():
                self._complete.set_result(received)

    def connection_lost(self, error: Exception | None) -> None:
        """Fail the exchange that waits for replies."""
        self._fail(exceptions.ConnectionError(str(error or "Connection closed by server.")))

    def _fail(self, error: exceptions.RedisError) -> None:
        self._failure = error
        if self._complete is not None and not self._complete.done():
            self._complete.set_exception(error)
            self._complete.exception()  # retrieved, also if no caller waits for it any more
