"""A transport that sends what a connection writes in one step of the event loop together.

Uvicorn writes the head and the body of a response one after the other, and uvloop sends each at once. A system call
costs about as much as deciding a command.
"""

import asyncio
from typing import Any, Final

MAX_HELD: Final = 64 * 1024
"""Bytes beyond which nothing more is held, so that the transport pauses an application that writes too much."""


class GatheringTransport(asyncio.Transport):
    """A connection's transport whose writes wait for the end of the current step of the event loop."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._held: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> None:
        if not self._held:
            self._loop.call_soon(self._send)
        self._held.append(data)
        self._size += len(data)
        if self._size > MAX_HELD:
            self._send()

    def close(self) -> None:
        self._send()
        self._transport.close()

    def abort(self) -> None:
        self._held.clear()
        self._transport.abort()

    def get_write_buffer_size(self) -> int:
        return self._size + self._transport.get_write_buffer_size()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._transport.set_protocol(protocol)

    def _send(self) -> None:
        held, self._held, self._size = self._held, [], 0
        if held:
            self._transport.write(b"".join(held))
