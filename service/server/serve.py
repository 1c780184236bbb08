"""The uvicorn server: one worker on one port, with uvloop, httptools and websockets, and limits of connections."""

import gc
import signal
import socket
import threading
from typing import Final

import uvicorn

from service.app import create_app
from service.server.connections import KEEP_ALIVE, Connections
from service.server.huge_pages import keep_in_huge_pages
from service.server.logs import LOGGING
from service.server.open_files import connections_possible
from service.server.protocols import MAX_MESSAGE_BYTES, protocols
from service.server.requests import LimitedRequests
from service.services import services_of
from service.settings import Settings

GC_THRESHOLDS: Final = (10_000, 2, 100)
"""Collections that are short, and rarer than by default: a command leaves few reference cycles, and none may stall."""


class Server(uvicorn.Server):
    """A server of ``app`` that, once started, exempts the objects that exist from garbage collections.

    Otherwise every collection would stop all requests to traverse what start-up allocated.
    """

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.connections = Connections(settings, self._count)
        http, websockets = protocols(self.connections)
        super().__init__(
            uvicorn.Config(
                LimitedRequests(self.app, self.connections, settings.proxy_networks),
                host=settings.host,
                port=settings.port,
                loop="uvloop",
                http=http,
                ws=websockets,
                ws_max_size=MAX_MESSAGE_BYTES,
                ws_per_message_deflate=False,
                lifespan="on",
                access_log=False,
                log_config=LOGGING,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=10,
            )
        )

    def _count(self, address: str) -> None:
        services_of(self.app).access.count(address)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the process, which belongs to the server, receives a stop signal."""
        _stop_with_terminal()
        ended = threading.Event()
        threading.Thread(target=keep_in_huge_pages, args=(ended,), name="huge pages", daemon=True).start()
        try:
            super().run(sockets)
        finally:
            ended.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.connections.start()
        await super().startup(sockets)
        services = services_of(self.app)
        services.metrics.registry.register(self.connections)
        self.connections.limit = connections_possible(self.connections.limit, services.primaries)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()  # the command line pauses it while the service loads

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live feeds, which never end by themselves, and wait for all other requests."""
        await services_of(self.app).hub.stop()
        await super().shutdown(sockets)
        self.connections.stop()


def _stop_with_terminal() -> None:
    """Let a terminal that is closed (SIGHUP) stop the service as SIGTERM does, unless it was started with ``nohup``."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))


def server(settings: Settings) -> Server:
    """Return a server for these settings, ready to run."""
    return Server(settings)


def serve(settings: Settings) -> None:
    """Serve until the process receives a stop signal."""
    server(settings).run()
