"""Responses whose head is sent together with the body, or its beginning.

Uvicorn writes one after the other, and uvloop sends each at once. A system call that wakes a client costs about as much
as deciding a command.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from starlette.types import Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

HEAD: Final = b"HTTP/1.1 "
"""How the head of a response begins."""


class GatheringTransport(asyncio.Transport):
    """A connection's transport that holds the head of a response until the next write.

    It is sent at the end of the current step of the event loop if nothing follows it.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._head = b""

    def write(self, data: Any) -> None:
        head, self._head = self._head, b""
        if head:
            self._transport.writelines((head, data))
        elif data.startswith(HEAD):
            self._head = data
            self._loop.call_soon(self._send)
        else:
            self._transport.write(data)

    def write_whole(self, response: bytes) -> None:
        """Write a response with its head and its whole body."""
        self._send()
        self._transport.write(response)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def abort(self) -> None:
        self._head = b""
        self._transport.abort()

    def get_write_buffer_size(self) -> int:
        return len(self._head) + self._transport.get_write_buffer_size()

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
        if self._head:
            head, self._head = self._head, b""
            self._transport.write(head)


def send_at_once(send: Send, headers: Mapping[str, str], body: bytes) -> bool:
    """Write the whole response 200 of the request that uvicorn has given ``send``, and return whether it was possible.

    It is not possible where uvicorn would wait, or close the connection. Uvicorn checks each header again, which takes
    longer than all else that it does for a command; these have been checked as they were made.
    """
    cycle: RequestResponseCycle = send.__self__  # type: ignore[attr-defined]  # uvicorn's send is a method of it
    transport = cycle.transport
    assert isinstance(transport, GatheringTransport)
    if cycle.disconnected or cycle.flow.write_paused or not cycle.keep_alive:
        return False
    head = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
    transport.write_whole(b"%b200 OK\r\n%b\r\n%b" % (HEAD, head.encode(), body))
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    cycle.on_response()
    return True
