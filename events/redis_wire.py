"""Connections to Redis: a client for single commands, and a wire for many in a row.

A wire sends commands that are already packed and reads their replies in order, which is what a group of appends or a
feed needs, at a fraction of the cost of a pipeline.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from hiredis import pack_command
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

from events.store import StoreDamaged, StoreError, StoreUnavailable

PATIENCE: Final = 5.0
"""Seconds until a server that does not answer counts as away."""

_UNREACHABLE: Final = (exceptions.ConnectionError, exceptions.TimeoutError, OSError)

# What a server that is there says when it cannot serve just now: by the client's class, or by the error's code.
_NOT_NOW: Final = (
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
    exceptions.AskError,
)
_NOT_NOW_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")


def connect(url: str, *, patience: float = PATIENCE) -> Redis:
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


class Wire:
    """One connection that sends packed commands in a row; it connects when it is needed, and again after a loss."""

    def __init__(self, client: Redis, *, patience: float = PATIENCE) -> None:
        pool = client.connection_pool
        # Replies are waited for together, not one by one.
        options = {**pool.connection_kwargs, "socket_timeout": None}
        self._connection: AbstractConnection = pool.connection_class(**options)
        self._patience = patience

    async def exchange(self, commands: Sequence[bytes], *, blocked: float = 0.0) -> list[Any]:
        """Send commands and give their replies, with an error reply as a value of its place.

        The server may take its time for ``blocked`` seconds beyond the usual patience. Raises StoreUnavailable when
        the connection is lost, after which nobody knows which of the commands were carried out.
        """
        connection = self._connection
        try:
            async with asyncio.timeout(self._patience + blocked):
                await connection.send_packed_command(b"".join(commands))
                return [await _reply(connection) for _ in commands]
        except (exceptions.RedisError, OSError) as error:
            # The connection has closed itself, so that no late reply is taken for that of a later command.
            raise store_error(error) from error

    async def close(self) -> None:
        """Close the connection; the next exchange opens it again."""
        with suppress(exceptions.RedisError, OSError):
            await self._connection.disconnect(nowait=True)


async def _reply(connection: AbstractConnection) -> Any:
    try:
        return await connection.read_response()
    except exceptions.ResponseError as error:
        return error
