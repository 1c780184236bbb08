"""Calls: what the slices of one request cost its caller, and the end of its work when the client disconnects."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar, Token
from typing import Any, Final, Generic, Self, TypeVar

from starlette.types import Message, Receive

from service.problems.problem import Problem
from service.work.places import Places

T = TypeVar("T")
A = TypeVar("A", bound=Hashable)

WITHOUT_BODY: Final = frozenset({"GET", "HEAD"})
FREE_SLICES: Final = 4
"""Slices that a call does without waiting for other calls of its account."""


class Call(Generic[A]):
    """The long work of one request, a context manager: it holds a place of its ``account``, and charges each slice.

    If ``urgent``, it waits for no other call of its account: others wait for it, as they do for a command.
    """

    closed = False
    _slices = 0
    _receive: Receive | None = None
    _received = False
    _gone = False
    _turn: asyncio.Semaphore | None = None
    _watch: asyncio.Task[None] | None = None
    _waiting: asyncio.Future[Any] | None = None
    _held: ExitStack | None = None
    _token: "Token[Call[Any] | None] | None" = None

    def __init__(self, places: Places, account: A, charge: Callable[[A], None], *, urgent: bool = False) -> None:
        self._places, self._account, self._charge, self._urgent = places, account, charge, urgent

    def __enter__(self) -> Self:
        """Attribute the work of the block to this call."""
        self._token = current_call.set(self)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Give back the place, and stop watching the client."""
        assert self._token is not None
        current_call.reset(self._token)
        self.closed = True
        if self._held is not None:
            self._held.close()
        if self._watch is not None:
            self._watch.cancel()

    def watch(self, receive: Receive, method: str) -> Receive:
        """End the work when the client disconnects, once the request has been received with the returned function."""
        self._receive, self._received = receive, method in WITHOUT_BODY
        return self.receive

    async def receive(self) -> Message:
        """Receive the next message of the request."""
        assert self._receive is not None
        message = await self._receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            self._received = True
        return message

    async def slice(self, do: Callable[[], Awaitable[T]]) -> T:
        """Do one slice. Raises Problem ``too_many_requests``, or one that is never delivered if the client has left."""
        if self._held is None or self._turn is None:
            self._held = ExitStack()
            self._turn = self._held.enter_context(self._places.taken(self._account))
        elif self._slices == FREE_SLICES and not self._urgent:
            await self._unless_gone(self._turn.acquire())
            self._held.callback(self._turn.release)
        if self._watch is None and self._receive is not None and self._received:
            self._watch = asyncio.create_task(self._await_disconnect(self._receive))
        self._slices += 1
        self._charge(self._account)
        return await self._unless_gone(do())

    async def _await_disconnect(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        if self._waiting is not None:
            self._waiting.cancel()

    async def _unless_gone(self, awaited: Awaitable[T]) -> T:
        waiting: asyncio.Future[T] = asyncio.ensure_future(awaited)
        self._waiting = waiting
        if self._gone:
            waiting.cancel()
        try:
            return await waiting
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._gone and waiting.cancelled() and task is not None and not task.cancelling():
                raise Problem("malformed", "The client has disconnected.") from None
            raise
        finally:
            self._waiting = None
            waiting.cancel()


current_call: Final[ContextVar[Call[Any] | None]] = ContextVar("current_call", default=None)
"""The call whose work is being done; work in the background has none."""


@contextmanager
def shared_work() -> Iterator[None]:
    """Attribute the work of a block to no call, because others wait for it too: it neither waits nor ends for one."""
    token = current_call.set(None)
    try:
        yield
    finally:
        current_call.reset(token)
