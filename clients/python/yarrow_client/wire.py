"""The wire: requests that are tried again while the service is away, and problems raised as what they are."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from random import uniform
from typing import Any, TypeVar

import httpx
import msgspec

from yarrow_client.problems import NotYarrow, Problem, Unreachable, problem_of

PATIENCE = httpx.Timeout(10.0, read=120.0)
AWAY = frozenset({502, 503, 504})
"""What a proxy answers while the service behind it is away."""
FIRST_DELAY, LONGEST_DELAY = 0.1, 10.0

T = TypeVar("T")


class Patience:
    """How long to go on trying: seconds from the first failure on, with ever longer delays in between."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._delay = FIRST_DELAY

    def alive(self) -> None:
        """The service has answered: what failed before no longer counts."""
        self._until = None

    def well(self) -> None:
        """The service does what it should: the next failure is the first."""
        self._until, self._delay = None, FIRST_DELAY

    async def wait(self, why: Exception, least: float = 0.0) -> None:
        """Wait before the next try, not in step with others; at the end of all patience raise why."""
        now = time.monotonic()
        self._until = self._until or now + self._seconds
        if now >= self._until:
            if isinstance(why, Problem):
                raise why
            raise Unreachable(f"No Yarrow answers: {str(why) or type(why).__name__}.") from why
        delay = max(least, uniform(0.5, 1.0) * self._delay)  # noqa: S311 - chance that nothing hangs on
        self._delay = min(2 * self._delay, LONGEST_DELAY)
        await asyncio.sleep(min(delay, self._until - now))


class Wire:
    """Asks one service as one speaker."""

    def __init__(self, http: httpx.AsyncClient, headers: Mapping[str, str], patience: float) -> None:
        self.http = http
        self.headers = headers
        self.patience = patience

    def speaking(self, speaker: str) -> "Wire":
        """The same connections, another speaker."""
        return Wire(self.http, {**self.headers, "Yarrow-As": speaker}, self.patience)

    async def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        **parameters: Any,
    ) -> httpx.Response:
        """The answer to a request that may be sent more than once. Raises Problem, Unreachable, NotYarrow."""
        patient = Patience(self.patience)
        while True:
            try:
                async with aclosing(await self.send(method, path, headers=headers, body=body, **parameters)) as answer:
                    await answer.aread()
                    return answer
            except (httpx.TransportError, Problem) as error:
                await patient.wait(error, again_after(error))

    async def read(self, kind: type[T], path: str, **parameters: Any) -> T:
        """What is at a path, as a struct of that kind. Raises Problem, Unreachable, NotYarrow."""
        return decoded(await self.ask("GET", path, **parameters), kind)

    async def pieces(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **parameters: Any
    ) -> AsyncGenerator[bytes]:
        """The body of an answer as it comes. Raises Problem, and Unreachable, also where it breaks off."""
        patient = Patience(self.patience)
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
                    raise Unreachable(f"The answer broke off: {str(error) or type(error).__name__}.") from error
            return

    async def send(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        timeout: httpx.Timeout = PATIENCE,  # noqa: ASYNC109 - of each wait, not of the whole
        **parameters: Any,
    ) -> httpx.Response:
        """An answer whose body is read as it comes, to be closed. Raises httpx.TransportError, Problem, NotYarrow."""
        given = {name: value for name, value in parameters.items() if value is not None}
        request = self.http.build_request(
            method, path, headers={**self.headers, **(headers or {})}, content=body, params=given, timeout=timeout
        )
        answer = await self.http.send(request, stream=True)
        if answer.is_success:
            return answer
        async with aclosing(answer):
            said = await answer.aread()
        if method == "HEAD" and is_problem(answer):  # its words would be in the body, which no answer to HEAD has
            return await self.send("GET", path, headers=headers, timeout=timeout, **parameters)
        if answer.status_code in AWAY and not is_problem(answer):
            raise httpx.RemoteProtocolError(f"status {answer.status_code} from what stands before the service")
        raise problem_of(answer.status_code, said, answer.headers.get("retry-after"))


def again_after(error: Exception) -> float:
    """Seconds after which a request may be sent again. Raises the error where it would end no better."""
    if isinstance(error, httpx.UnsupportedProtocol):
        raise Unreachable(f"{error} An address begins with http://, as http://127.0.0.1:8000.") from error
    if isinstance(error, Problem):
        if error.retry_after is None:
            raise error
        return error.retry_after
    return 0.0


def is_problem(answer: httpx.Response) -> bool:
    """Whether an answer says by its type that it is a problem."""
    media: str = answer.headers.get("content-type", "")
    return media.startswith("application/problem+json")


def decoded(answer: httpx.Response, kind: type[T]) -> T:
    """The body of an answer. Raises NotYarrow where it has another shape."""
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except msgspec.DecodeError as error:
        raise NotYarrow(f"What {answer.url.path} answers is no {kind.__name__}: {error}.") from error
