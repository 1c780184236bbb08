"""Serving: one worker on one port, with the fastest event loop and parser that are at hand."""

import gc
import socket

import uvicorn

from service.app import create_app
from service.settings import Settings


class Server(uvicorn.Server):
    """Takes what start-up has made out of the garbage collector's rounds, which would stop every request for it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()


def server(settings: Settings) -> Server:
    """A server that is ready to run."""
    return Server(
        uvicorn.Config(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            loop="uvloop",
            http="httptools",
            lifespan="on",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=10,
        )
    )


def serve(settings: Settings) -> None:
    """Serve until the process is told to stop."""
    server(settings).run()
