"""Listening: from settings to a service that answers on an address, and the plain sentence where that is not to be."""

import logging
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from domain.registry import UnfitRuleset
from events.store.protocol import StoreError, StoreUnavailable
from service.redis.embedded import EmbeddedRedisError
from service.redis.requirements import UnfitRedis
from service.server.serve import server
from service.settings import Settings

LOOPBACK: Final = "127.0.0.1"
BACKLOG: Final = 2048
REASONS: Final = (EmbeddedRedisError, UnfitRedis, StoreError, UnfitRuleset)

Started = Callable[[str], None]
"""Is told the URL as soon as the service answers."""


class CannotServe(Exception):
    """The service cannot start; the message says why, and what to do."""


def listen(settings: Settings) -> socket.socket:
    """A socket on the address of the settings. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotServe(
            f"Nothing can listen on {settings.host} port {settings.port} ({_reason(error)}): choose another with "
            "--port or YARROW_PORT; 0 takes any that is free."
        ) from error


def _reason(error: OSError) -> str:
    """Why, without the address that Python adds to it."""
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else str(error.strerror)


def url_of(listener: socket.socket) -> str:
    """The URL that a socket is reached at."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(settings: Settings, started: Started) -> None:
    """Serve until the process is told to stop. Raises CannotServe."""
    with listen(settings) as listener:
        serving = server(settings)
        app: Any = serving.config.app
        failures: list[Exception] = []
        app.router.lifespan_context = _watched(app.router.lifespan_context, lambda: started(url_of(listener)), failures)
        # What keeps the service from starting is said in one sentence, not by the server's log.
        log = logging.getLogger("uvicorn.error")
        log.setLevel(logging.CRITICAL)
        try:
            serving.run(sockets=[listener])
        except KeyboardInterrupt:
            return
        except SystemExit:
            # The server ends the process where the application did not start; why, is among the failures.
            if not failures:
                raise
    if failures:
        raise _told(failures[0]) from failures[0]


def _told(failure: Exception) -> Exception:
    """Why the service did not start, as a sentence where it is somebody's to change."""
    if isinstance(failure, StoreUnavailable):
        return CannotServe(f"{failure} Start that server, or name another with YARROW_REDIS_URL.")
    return CannotServe(str(failure)) if isinstance(failure, REASONS) else failure


def _watched(lifespan: Any, started: Callable[[], None], failures: list[Exception]) -> Any:
    """The application's lifespan, which also says when it has begun, and keeps what went wrong."""

    @asynccontextmanager
    async def watched(app: Any) -> AsyncIterator[Any]:
        try:
            async with lifespan(app) as state:
                logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
                started()
                yield state
        except Exception as error:
            failures.append(error)
            raise

    return watched
