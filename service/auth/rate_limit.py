"""Rate limits: a token bucket for each caller, refilled at the rate of its token.

Responses say what is left of it, in the fields RateLimit and RateLimit-Policy of the IETF's draft
(draft-ietf-httpapi-ratelimit-headers, as of September 2025).
"""

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
POLICY: Final = '"requests"'
"""The name of the only policy: a number of requests at once, and as many in the time in which a bucket fills up."""


class Account(NamedTuple):
    """The bucket that pays for a request, by its owner, and its rate; without a rate nothing is charged."""

    owner: Hashable
    rate: Rate | None = None


class TooManyRequests(Problem):
    """The problem with a request over the rate limit; ``left`` is what is left in the bucket, less than one request."""

    def __init__(self, left: float, rate: Rate) -> None:
        seconds = seconds_to_next(left, rate)
        super().__init__(
            "too_many_requests",
            f"You sent more than {rate.rate:g} requests a second, of which a long one counts as several; wait for "
            f"{seconds} s and continue more slowly.",
        )
        self._headers = {"retry-after": str(seconds), **quota_headers(left, rate)}

    @property
    def headers(self) -> dict[str, str]:
        return self._headers


class RateLimiter:
    """Keeps the buckets of up to ``size`` callers, and forgets the least recently active first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, size: int = MAX_BUCKETS) -> None:
        self._clock = clock
        self._buckets: LRUCache[Hashable, tuple[float, float]] = LRUCache(size)

    def take(self, caller: Hashable, rate: Rate) -> None:
        """Count one request. Raises TooManyRequests, without counting it, if the bucket is empty."""
        left, now = self._fill(caller, rate)
        if left < 1:
            raise TooManyRequests(left, rate)
        self._buckets[caller] = left - 1, now

    def left(self, caller: Hashable, rate: Rate) -> float:
        """Return what is left in a bucket; less than zero if it owes."""
        return self._fill(caller, rate)[0]

    def charge(self, caller: Hashable, rate: Rate) -> None:
        """Count one slice of work of a request that was counted; the bucket may owe, and later requests then wait."""
        left, since = self._buckets.get(caller, (float(rate.burst), self._clock()))
        self._buckets[caller] = left - 1, since

    def _fill(self, caller: Hashable, rate: Rate) -> tuple[float, float]:
        """Return what is in a bucket now, and the time."""
        now = self._clock()
        left, since = self._buckets.get(caller, (float(rate.burst), now))
        return min(rate.burst, left + (now - since) * rate.rate), now


def quota_headers(left: float, rate: Rate) -> dict[str, str]:
    """Return the headers with the policy of a bucket and with what is left in it."""
    seconds = seconds_to_next(left, rate)
    return {"ratelimit-policy": _policy(rate), "ratelimit": f"{POLICY};r={max(0, math.floor(left))};t={seconds}"}


def seconds_to_next(left: float, rate: Rate) -> int:
    """Return the time until the bucket has one request more, in whole seconds from 1."""
    return max(1, math.ceil((max(0, math.floor(left)) + 1 - left) / rate.rate))


@lru_cache(maxsize=256)
def _policy(rate: Rate) -> str:
    return f"{POLICY};q={rate.burst};w={max(1, math.ceil(rate.burst / rate.rate))}"


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
