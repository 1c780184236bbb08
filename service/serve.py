"""Serving: one worker on one port, with the fastest event loop and parser that are at hand."""

import gc
import socket
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from service.app import create_app
from service.http.answers import problem_answer
from service.http.event_stream import ABORT
from service.logs import LOGGING
from service.problems import Problem
from service.settings import Settings
from service.strict_json import MOST_BYTES

MOST_MESSAGE: Final = MOST_BYTES + 1024
"""What a socket takes at once: a body, and what its request would have in its headers."""


class Server(uvicorn.Server):
    """Takes what start-up has made out of the garbage collector's rounds, which would stop every request for it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what would go on for ever; everything else is waited for."""
        app: Any = self.config.app
        await app.state.hub.stop()
        await super().shutdown(sockets)


class Protocol(HttpToolsProtocol):
    """HTTP/1.1, with a way to cut a connection off.

    What is no request, and so never reaches the application, is answered by a problem too.
    """

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {ABORT: {"connection": self.transport.abort}}

    def send_400_response(self, msg: str) -> None:
        answer = problem_answer(Problem("malformed", "This is no request that can be read as HTTP/1.1."))
        lines = [b"HTTP/1.1 400 Bad Request", *(b": ".join(header) for header in answer.raw_headers)]
        self.transport.write(b"\r\n".join([*lines, b"connection: close", b"", answer.body]))
        self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets, with a way to cut a connection off."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][ABORT] = {"connection": self.transport.abort}


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
