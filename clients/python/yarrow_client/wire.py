"""The connection to a service: retries requests while it is unavailable, and raises problems."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Mapping
from contextlib import aclosing
from random import uniform
from typing import Any, NamedTuple, NoReturn, TypeVar

import httpx

from yarrow_client.problems import (
    Interrupted,
    InvalidArgument,
    Problem,
    TooMuch,
    Unreachable,
    problem_of,
    read_json,
)

REQUEST_TIMEOUT = httpx.Timeout(10.0, read=120.0)
UNAVAILABLE = frozenset({502, 503, 504})
"""Statuses that a proxy returns while the service is unavailable."""
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)
"""Failures before anything of a request was sent."""
FIRST_DELAY, MAX_DELAY = 0.1, 10.0
KEY = "Idempotency-Key"
_can_be_sent = re.compile(r"[!-~]+(?: +[!-~]+)*").fullmatch

Body = bytes | Callable[[], AsyncIterable[bytes]]
"""A body, or a function that begins it again for each attempt."""
T = TypeVar("T")


class Retries(NamedTuple):
    """For how many seconds failures are retried, and rate limits waited for; ``on_retry`` receives each failure."""

    patience: float
    rate_patience: float
    on_retry: Callable[[Exception], None] | None = None


class Patience:
    """The retry policy: retries with exponential backoff, failures and rate limits each from the first one on.

    ``url`` is the address of the service, for its messages.
    """

    def __init__(self, retries: Retries, url: str) -> None:
        self._retries = retries
        self._url = url
        self._until: dict[bool, float] = {}
        self._delay = FIRST_DELAY

    def alive(self) -> None:
        """Record that the service responds: the deadlines restart with the next failure."""
        self._until.clear()

    def well(self) -> None:
        """Record success: deadlines and delay restart with the next failure."""
        self._until.clear()
        self._delay = FIRST_DELAY

    async def wait(self, why: Exception, least: float = 0.0) -> None:
        """Wait before the next attempt, with jitter; after the deadline raise Unreachable or the problem ``why``."""
        now = time.monotonic()
        limited = isinstance(why, TooMuch)
        patience = self._retries.rate_patience if limited else self._retries.patience
        until = self._until.setdefault(limited, now + patience)
        if now >= until or now + least > until:
            if isinstance(why, Problem):
                raise why
            raise Unreachable(
                f"No Yarrow service responds at {self._url} ({str(why) or type(why).__name__}). "
                "Start one with `yarrow serve`, or check the address."
            ) from why
        if self._retries.on_retry:
            self._retries.on_retry(why)
        delay = max(least, uniform(0.5, 1.0) * self._delay)  # noqa: S311 - jitter
        self._delay = min(2 * self._delay, MAX_DELAY)
        await asyncio.sleep(min(delay, until - now))


class Wire:
    """Sends requests to one service as one speaker."""

    def __init__(
        self, http: httpx.AsyncClient, headers: Mapping[str, str], retries: Retries, kept: dict[str, Any] | None = None
    ) -> None:
        self.http = http
        self.headers = headers
        self.retries = retries
        self._kept = {} if kept is None else kept

    def speaking(self, speaker: str) -> "Wire":
        """Return the same connections for another speaker."""
        return Wire(self.http, {**self.headers, **speaking_as(speaker)}, self.retries, self._kept)

    def patience(self) -> Patience:
        """Return the retry policy of one request or feed."""
        return Patience(self.retries, str(self.http.base_url).removesuffix("/v1/"))

    async def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Body | None = None,
        once: str | None = None,
        **parameters: Any,
    ) -> httpx.Response:
        """Send a request, with retries, and return the response. Raises Problem, Unreachable, NotYarrow.

        A request that must not be executed twice has ``once``: it is not retried after a failure by which it may have
        been executed, and Unreachable then says in that sentence what to do next.
        """
        patient = self.patience()
        may_have_arrived = False
        try:
            while True:
                try:
                    sent = self.send(method, path, headers=headers, body=body, **parameters)
                    async with aclosing(await sent) as answer:
                        await answer.aread()
                        return answer
                except (httpx.TransportError, Problem) as error:
                    arrived = not isinstance(error, (*NOT_SENT, TooMuch))
                    may_have_arrived = may_have_arrived or arrived
                    if once and arrived:
                        raise_unknown(error, once)
                    await patient.wait(error, again_after(error))
        except Unreachable as error:
            error.key = (headers or {}).get(KEY)
            error.may_have_arrived = may_have_arrived
            raise

    async def read(self, kind: type[T], path: str, **parameters: Any) -> T:
        """Return the resource at a path as ``kind``. Raises Problem, Unreachable, NotYarrow."""
        return decoded(await self.ask("GET", path, **parameters), kind)

    async def read_once(self, path: str) -> Any:
        """Return the resource at a path, which never changes, so that it is kept. Raises Problem, Unreachable."""
        if path not in self._kept:
            self._kept[path] = await self.read(dict, path)
        return self._kept[path]

    async def pieces(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **parameters: Any
    ) -> AsyncGenerator[bytes]:
        """Yield the body of a response as it arrives. Raises Problem, and Unreachable also if the connection breaks."""
        patient = self.patience()
        while True:
            try:
                answer = await self.send(method, path, headers=headers, **parameters)
            except (httpx.TransportError, Problem) as error:
                await patient.wait(error, again_after(error))
                continue
            async with aclosing(answer):
                try:
                    async for piece in answer.aiter_bytes():
                        yield piece
                except httpx.TransportError as error:
                    raise Interrupted(f"The connection broke: {str(error) or type(error).__name__}.") from error
            return

    async def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Body | None = None,
        timeout: httpx.Timeout = REQUEST_TIMEOUT,  # noqa: ASYNC109 - of each read, not of the whole request
        **parameters: Any,
    ) -> httpx.Response:
        """Return a streaming response, to be closed. Raises httpx.TransportError, Problem, NotYarrow."""
        query = {name: value for name, value in parameters.items() if value is not None}
        content = body() if callable(body) else body
        request = self.http.build_request(
            method, path, headers={**self.headers, **(headers or {})}, content=content, params=query, timeout=timeout
        )
        answer = await self.http.send(request, stream=True)
        if answer.is_success:
            return answer
        async with aclosing(answer):
            refusal = await answer.aread()
        if method == "HEAD" and is_problem(answer):  # the response to HEAD has no body: read it with GET
            return await self.send("GET", path, headers=headers, timeout=timeout, **parameters)
        if answer.status_code in UNAVAILABLE and not is_problem(answer):
            raise httpx.RemoteProtocolError(f"status {answer.status_code} from a proxy of the service")
        raise problem_of(answer.status_code, refusal, answer.headers.get("retry-after"))


def raise_unknown(error: Exception, otherwise: str) -> NoReturn:
    """Raise a problem as it is, and Unreachable for a failure by which a request may have been executed."""
    if isinstance(error, Problem):
        raise error
    why = str(error) or type(error).__name__
    raise Unreachable(f"Whether the service has executed the request is not known: {why}. {otherwise}") from error


def again_after(error: Exception) -> float:
    """Return the seconds after which to retry. Raises the error if a retry cannot succeed."""
    if isinstance(error, httpx.UnsupportedProtocol):
        raise Unreachable(f"{error} Use a URL like http://127.0.0.1:8000.") from error
    if isinstance(error, Problem):
        if error.retry_after is None:
            raise error
        return error.retry_after
    return 0.0


def is_problem(answer: httpx.Response) -> bool:
    """Return whether a response has the media type of problems."""
    media: str = answer.headers.get("content-type", "")
    return media.startswith("application/problem+json")


def decoded(answer: httpx.Response, kind: type[T]) -> T:
    """Return the decoded body of a response. Raises NotYarrow, or OtherVersion if it does not have this shape."""
    return read_json(answer.content, kind, f"The response of {answer.url.path}")


def sendable(value: str, otherwise: str) -> str:
    """Return the value of a header. Raises InvalidArgument, which says ``otherwise``, if it cannot be sent."""
    if not _can_be_sent(value):
        raise InvalidArgument(otherwise)
    return value


def speaking_as(speaker: str) -> dict[str, str]:
    """Return the header that names the speaker. Raises InvalidArgument."""
    otherwise = f"Unknown speaker {speaker!r}; use narrator, player:<ids> or spectator."
    return {"Yarrow-As": sendable(speaker, otherwise)}
