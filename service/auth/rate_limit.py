"""Rate limits: a token bucket for each caller, refilled at the rate of its token."""

import ipaddress
import math
import time
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final, NamedTuple

from cachetools import LRUCache

from service.auth.tokens import Rate
from service.problems.problem import Problem

MAX_BUCKETS: Final = 50_000
SUBNET: Final = 64  # of IPv6; a client can choose any address of its subnet


class Account(NamedTuple):
    """The bucket that pays for a request, by its owner, and its rate; without a rate nothing is charged."""

    owner: Hashable
    rate: Rate | None = None


class TooManyRequests(Problem):
    """The problem with a request over the rate limit; ``seconds`` is the time to wait."""

    def __init__(self, seconds: int, rate: Rate) -> None:
        super().__init__(
            "too_many_requests",
            f"You sent more than {rate.rate:g} requests a second, of which a long one counts as several; wait for "
            f"{seconds} s and continue more slowly.",
        )
        self._seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self._seconds)}


class RateLimiter:
    """Keeps the buckets of up to ``size`` callers, and forgets the least recently active first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, size: int = MAX_BUCKETS) -> None:
        self._clock = clock
        self._buckets: LRUCache[Hashable, tuple[float, float]] = LRUCache(size)

    def take(self, caller: Hashable, rate: Rate) -> None:
        """Count one request. Raises TooManyRequests, without counting it, if the bucket is empty."""
        now = self._clock()
        left, since = self._buckets.get(caller, (float(rate.burst), now))
        left = min(rate.burst, left + (now - since) * rate.rate)
        if left < 1:
            raise TooManyRequests(max(1, math.ceil((1 - left) / rate.rate)), rate)
        self._buckets[caller] = left - 1, now

    def charge(self, caller: Hashable, rate: Rate) -> None:
        """Count one slice of work of a request that was counted; the bucket may owe, and later requests then wait."""
        left, since = self._buckets.get(caller, (float(rate.burst), self._clock()))
        self._buckets[caller] = left - 1, since


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """Return the rate-limit key of an address: IPv4 as is, IPv6 by its /64."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, SUBNET), strict=False))
    return address
