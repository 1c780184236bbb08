"""The uvicorn server: one worker on one port, with uvloop and httptools."""

import gc
import socket
from typing import Any, Final

import uvicorn

from service.app import create_app
from service.problems.strict_json import MAX_BODY_BYTES
from service.server.logs import LOGGING
from service.server.uvicorn_protocols import Protocol, SocketProtocol
from service.services import services_of
from service.settings import Settings

MAX_MESSAGE_BYTES: Final = MAX_BODY_BYTES + 1024
"""Maximum size of a WebSocket message: a body, and the fields that a request has in its headers."""

GC_THRESHOLDS: Final = (10_000, 2, 100)
"""Collections that are short, and rarer than by default: a command leaves few reference cycles, and none may stall."""


class Server(uvicorn.Server):
    """A server that, once started, collects garbage and exempts the remaining objects from later collections.

    Otherwise every collection would stop all requests to traverse what start-up allocated.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()  # the command line pauses it while the service loads

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live feeds, which never end by themselves, and wait for all other requests."""
        app: Any = self.config.app
        await services_of(app).hub.stop()
        await super().shutdown(sockets)


def server(settings: Settings) -> Server:
    """Return a server for these settings, ready to run."""
    return Server(
        uvicorn.Config(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http=Protocol,
            ws=SocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            lifespan="on",
            access_log=False,
            log_config=LOGGING,
            server_header=False,
            date_header=False,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=10,
        )
    )


def serve(settings: Settings) -> None:
    """Serve until the process receives a stop signal."""
    server(settings).run()
