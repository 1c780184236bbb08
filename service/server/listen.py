"""Run the service on the address of its settings; a start that fails is reported as one plain sentence."""

import logging
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from redis.exceptions import BusyLoadingError, OutOfMemoryError

from domain.registry import InvalidRuleset
from domain.ruleset.scene import UnfitScene
from domain.text.validation import with_period
from events.store.protocol import StoreError, StoreUnavailable
from service.redis.embedded import EmbeddedRedisError
from service.redis.requirements import UnfitRedis
from service.server.serve import server
from service.settings import Settings

LOOPBACK: Final = "127.0.0.1"
BACKLOG: Final = 2048
STARTUP_ERRORS: Final = (EmbeddedRedisError, UnfitRedis, StoreError, InvalidRuleset, UnfitScene)
"""Errors whose message tells an operator what to change."""

NEXT_STEPS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (BusyLoadingError, "Start Yarrow again once that server has loaded its files."),
    (OutOfMemoryError, "Raise maxmemory of that server, with CONFIG SET and in its configuration file."),
    (Exception, "Start that server, or set YARROW_REDIS_URL to another."),
)
"""The advice to an operator about a store that is unavailable at the start, by the kind of its error."""

Started = Callable[[str], None]
"""Called with the URL as soon as the service answers requests."""


class CannotServe(Exception):
    """The service cannot start; the message says why and what to do."""


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens on the address of the settings. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotServe(
            f"Cannot listen on {settings.host} port {settings.port} ({_reason(error)}). Choose another port with "
            "--port or YARROW_PORT; 0 takes a free one."
        ) from error


def _reason(error: OSError) -> str:
    """Return the reason of a socket error, without the address that Python adds."""
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else str(error.strerror)


def url_of(listener: socket.socket) -> str:
    """Return the URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(settings: Settings, started: Started) -> None:
    """Serve until the process receives a stop signal. Raises CannotServe."""
    with listen(settings) as listener:
        serving = server(settings)
        app = serving.app
        failures: list[Exception] = []
        app.router.lifespan_context = _watched(app.router.lifespan_context, lambda: started(url_of(listener)), failures)
        # A start that fails is reported by the exception, not by uvicorn's log.
        log = logging.getLogger("uvicorn.error")
        log.setLevel(logging.CRITICAL)
        try:
            serving.run(sockets=[listener])
        except KeyboardInterrupt:
            return
        except SystemExit:
            # uvicorn exits if the application did not start; the reason is among the failures.
            if not failures:
                raise
    if failures:
        raise _startup_error(failures[0]) from failures[0]


def _startup_error(failure: Exception) -> Exception:
    """Return CannotServe for a failure that an operator can resolve, else the failure itself."""
    if isinstance(failure, StoreUnavailable):
        cause = failure.__cause__ or failure
        step = next(step for kind, step in NEXT_STEPS if isinstance(cause, kind))
        return CannotServe(f"{with_period(str(failure))} {step}")
    return CannotServe(str(failure)) if isinstance(failure, STARTUP_ERRORS) else failure


def _watched(lifespan: Any, started: Callable[[], None], failures: list[Exception]) -> Any:
    """Wrap the application's lifespan: call ``started`` once it is up, and collect its failures."""

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
