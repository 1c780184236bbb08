"""Serving: one worker on one port, with the fastest event loop and parser that are at hand."""

import gc
import socket
from typing import Any, Final

import uvicorn

from service.app import create_app
from service.problems.strict_json import MAX_BODY_BYTES
from service.server.logs import LOGGING
from service.server.uvicorn_protocols import Protocol, SocketProtocol
from service.settings import Settings

MOST_MESSAGE: Final = MAX_BODY_BYTES + 1024
"""What a socket takes at once: a body, and what its request would have in its headers."""

COLLECT_AFTER: Final = (50_000, 2, 20)
"""When garbage is collected: a command leaves little that is not gone by itself, so that looking for it may wait."""


class Server(uvicorn.Server):
    """A server that collects garbage once it has started, and then leaves out what start-up made.

    Every collection would otherwise stop all requests to go through that.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        gc.enable()  # the command line pauses it while the service loads

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what would go on for ever; everything else is waited for."""
        app: Any = self.config.app
        await app.state.hub.stop()
        await super().shutdown(sockets)


def server(settings: Settings) -> Server:
    """A server that is ready to run."""
    return Server(
        uvicorn.Config(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http=Protocol,
            ws=SocketProtocol,
            ws_max_size=MOST_MESSAGE,
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
    """Serve until the process is told to stop."""
    server(settings).run()
