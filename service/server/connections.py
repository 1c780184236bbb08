"""Connections of the server: how many may be open, in all and from one address, and for how long they may wait.

A connection that has not sent its first request yet makes room for a new one if all places are taken, the oldest first.
Connections with a request are never closed for others.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.responses import Response

from service.auth.rate_limit import rate_limit_key
from service.http.responses.encoded import problem_response
from service.problems.problem import Problem
from service.problems.request_id import HEADER, current_request, new_request_id
from service.server import MAX_HEAD_BYTES
from service.settings import Settings

CHECK_INTERVAL: Final = 1.0
"""Seconds between two checks of what connections wait for."""
KEEP_ALIVE: Final = 60
"""Seconds for which a connection may wait between two requests."""
READ_TIMEOUT: Final = 60.0
"""Seconds for which a client may read nothing of a response that waits for it."""
BODY_BYTES_PER_SECOND: Final = 16 * 1024
"""Bytes of a body for whose arrival the rest of it gets one more second."""
READ_AHEAD: Final = 1024 * 1024
"""Bytes that a connection may send beyond the request that is being answered, and its body."""
MAX_DRAINED: Final = 64 * 1024 * 1024
"""Bytes of a body of unknown length that a client may still send after an early response, before it reads that."""
DRAIN_TIMEOUT: Final = 1.0
"""Seconds for which the input of a rejected request is still read before the connection is closed."""
LOG_INTERVAL: Final = 60.0
"""Seconds between two log lines about one limit."""
REASONS: Final = {
    "address": "A connection from %s was refused, because its address has as many as "
    "YARROW_CONNECTIONS_PER_ADDRESS, or half of all places.",
    "all": "A connection from %s was refused, because there are as many as YARROW_CONNECTIONS and open files permit.",
    "waiting": "A connection from %s that had sent no request was closed for a new one, because there are as many as "
    "YARROW_CONNECTIONS and open files permit.",
    "head": "",
    "body": "",
    "response": "",
}
"""Why the server refuses or closes connections; the limits of connections with what the log says."""
_log = logging.getLogger(__name__)


class Connection:
    """A connection to the server, with the times and the budget of what it sends.

    ``budget`` is the number of bytes that it may send before its next request begins, or its next message arrives.
    ``begun`` is false while it waits for the first byte of a request, and ``used`` until the first has begun. Once all
    of a request has arrived with its head, the connection ``has_whole_body``; the request is ``small`` if all of that
    is no larger than a head may be. Input of a ``rejected`` connection is dropped.
    """

    __slots__ = (
        "_awaited_since",
        "_body_bytes",
        "_body_seconds",
        "_unread",
        "_unread_since",
        "active",
        "address",
        "begun",
        "body_complete",
        "budget",
        "ended",
        "has_whole_body",
        "host",
        "loop",
        "rejected",
        "since",
        "small",
        "transport",
        "used",
    )

    def __init__(self, transport: asyncio.Transport, host: str, address: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport, self.host, self.address = transport, host, address
        self.active = 0
        self.budget = MAX_HEAD_BYTES
        self.body_complete = self.begun = True
        self.used = self.rejected = self.has_whole_body = self.small = False
        self.since = self.loop.time()
        self.ended: asyncio.Future[None] = self.loop.create_future()
        self._awaited_since: float | None = None
        self._body_bytes, self._body_seconds = 0, 0.0
        self._unread: int | None = None
        self._unread_since = 0.0

    def begin_head(self) -> None:
        """Note that the first bytes of a request have arrived."""
        self.begun, self.since = True, self.loop.time()

    def begin(self, body: int | None) -> None:
        """Note the begin of a request. ``body`` is the length of its body; None if it is not known."""
        self.active += 1
        self.begun = self.used = True
        self.body_complete = body == 0 or self.has_whole_body
        self.budget = READ_AHEAD + (MAX_DRAINED if body is None else body)
        if not self.body_complete:
            self._body_bytes, self._body_seconds = 0, 0.0

    def end(self) -> None:
        """Note the end of a request: the connection waits for the next one."""
        self.active -= 1
        if not self.active:
            self.since = self.loop.time()
            self.begun = not self.body_complete  # the rest of a body has the time of a head
            if self.body_complete:
                self.budget = MAX_HEAD_BYTES

    def await_body(self) -> None:
        """Note that the request waits for a part of its body."""
        self._awaited_since = self.loop.time()

    def take_body(self, count: int, *, complete: bool) -> None:
        """Note that a part of the body has arrived."""
        if self._awaited_since is not None:
            self._body_seconds += self.loop.time() - self._awaited_since
            self._awaited_since = None
        self._body_bytes += count
        self.body_complete = complete
        if not complete:
            self.budget = max(self.budget, READ_AHEAD)

    def pause_writing(self) -> None:
        """Note that the client reads too little of its responses."""
        self._unread, self._unread_since = self.transport.get_write_buffer_size(), self.loop.time()

    def resume_writing(self) -> None:
        """Note that the client has read almost everything."""
        self._unread = None

    def overdue(self, now: float, head: float, body: float) -> str | None:
        """Return what takes too long: to send a ``head`` or ``body``, or to read a ``response``; else None."""
        if self._unread is not None:
            unread = self.transport.get_write_buffer_size()
            if unread < self._unread:
                self._unread, self._unread_since = unread, now
            return "response" if now - self._unread_since > READ_TIMEOUT else None
        if self.active:
            if self._awaited_since is None:
                return None
            spent = self._body_seconds + now - self._awaited_since
            return "body" if spent > body + self._body_bytes / BODY_BYTES_PER_SECOND else None
        return "head" if now - self.since > (head if self.begun else head + KEEP_ALIVE) else None


class Connections(Collector):
    """The connections of a server, with their limits; collects their metrics.

    ``count`` counts a rejected request against the rate limit of an address. Raises Problem if that is exceeded.
    """

    def __init__(self, settings: Settings, count: Callable[[str], object]) -> None:
        self.limit = settings.connections
        self.count = count
        self._of_address = settings.connections_per_address
        self._head, self._body = settings.head_timeout, settings.body_timeout
        self._proxies = [ip_network(one) for one in settings.proxy_networks]
        self._open: dict[Connection, None] = {}
        self._unused: dict[Connection, None] = {}
        self._addresses: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()
        self._logged: dict[str, float] = {}
        self._check: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to close connections that take too long."""
        self._check = asyncio.get_running_loop().call_later(CHECK_INTERVAL, self._check_all)

    def stop(self) -> None:
        """Stop doing so."""
        if self._check is not None:
            self._check.cancel()

    def open(self, transport: asyncio.Transport) -> Connection | None:
        """Return a new connection; None if it is refused, and closed with a problem as its response."""
        peer = transport.get_extra_info("peername")
        host = peer[0]
        connection = Connection(transport, host, rate_limit_key(host))
        most = self._most_of_address
        if self._addresses[connection.address] >= most and not self._is_proxy(host):
            self._refuse(connection, "address", "too_many_requests", f"Your address has {most} connections")
            return None
        if len(self._open) >= self.limit:
            oldest = self._oldest_unused()
            if oldest is None:
                self._refuse(connection, "all", "busy", "The service has as many connections as it can have")
                return None
            self._note("waiting", oldest)
            oldest.transport.abort()
            self.closed(oldest)
        self._open[connection] = self._unused[connection] = None
        self._addresses[connection.address] += 1
        return connection

    @property
    def _most_of_address(self) -> int:
        """The number of connections that one address may have: half of all places at most."""
        return min(self._of_address, max(1, self.limit // 2))

    def closed(self, connection: Connection) -> None:
        """Note the end of a connection."""
        if connection in self._open:
            del self._open[connection]
            self._unused.pop(connection, None)
            self._addresses[connection.address] -= 1
            if not self._addresses[connection.address]:
                del self._addresses[connection.address]
        if not connection.ended.done():
            connection.ended.set_result(None)

    def reject(self, connection: Connection, problem: Problem) -> None:
        """Answer a request that never reaches the application with a problem, count it by its address, and close."""
        try:
            self.count(connection.host)
        except Problem as refusal:
            problem = refusal
        self._close_with(connection, problem)

    def collect(self) -> Iterator[Metric]:
        """Yield the number of open connections, and of those that were refused or closed, by reason."""
        yield GaugeMetricFamily("yarrow_connections", "Open connections", value=len(self._open))
        ended = CounterMetricFamily("yarrow_connections_ended", "Connections refused or closed", labels=["reason"])
        for reason in REASONS:
            ended.add_metric([reason], self._ended[reason])
        yield ended

    def _oldest_unused(self) -> Connection | None:
        """Return the oldest connection that has sent no request yet; None if there is none."""
        while self._unused:
            oldest = next(iter(self._unused))
            if not oldest.used:
                return oldest
            del self._unused[oldest]
        return None

    def _refuse(self, connection: Connection, reason: str, code: str, sentence: str) -> None:
        self._note(reason, connection)
        connection.transport.write(raw_response(Problem(code, f"{sentence}; close some, or retry later.")))
        connection.transport.close()
        connection.ended.set_result(None)

    def _note(self, reason: str, connection: Connection) -> None:
        """Count the end of a connection; log that of a limit at most once a minute."""
        self._ended[reason] += 1
        now = connection.loop.time()
        if REASONS[reason] and now >= self._logged.get(reason, 0):
            self._logged[reason] = now + LOG_INTERVAL
            _log.warning(f"{REASONS[reason]} yarrow_connections_ended_total counts them.", connection.host)

    def _check_all(self) -> None:
        """Close the connections that take too long."""
        self.start()
        now = asyncio.get_running_loop().time()
        late = [(one, what) for one in self._open if (what := one.overdue(now, self._head, self._body))]
        for connection, what in late:
            self._note(what, connection)
            if what == "body":
                late_body = Problem("timed_out", "The body of the request did not arrive in time; send it faster.")
                self._close_with(connection, late_body)
            else:
                connection.transport.abort()
            self.closed(connection)

    def _close_with(self, connection: Connection, problem: Problem) -> None:
        """Answer with a problem, and close the connection.

        Input is drained briefly: closing with unread data resets the connection and loses the response.
        """
        connection.rejected = True
        connection.transport.write(raw_response(problem))
        connection.loop.call_later(DRAIN_TIMEOUT, connection.transport.close)

    def _is_proxy(self, host: str) -> bool:
        address: Any = ip_address(host)
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self._proxies)


def raw_response(problem: Problem) -> bytes:
    """Return the response with a problem as it is written to a connection that is then closed."""
    request_id = new_request_id()
    before = current_request.set(request_id)
    answer: Response = problem_response(problem, {HEADER: request_id})
    current_request.reset(before)
    status = HTTPStatus(answer.status_code)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}".encode(),
        *(b": ".join(header) for header in answer.raw_headers),
    ]
    return b"\r\n".join([*lines, b"connection: close", b"", bytes(answer.body)])


def head_too_large() -> Problem:
    """Return the problem with a request whose path and headers are too large."""
    return Problem(
        "too_large",
        f"The path and headers of a request may have at most {MAX_HEAD_BYTES // 1024} KiB together. "
        "Request less at once, or use a token for fewer encounters.",
    )
