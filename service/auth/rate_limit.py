"""Limits: how much one caller may ask, by a bucket of requests that fills up again as time goes by."""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final

from service.auth.tokens import Rate
from service.problems.problem import Problem

MOST_BUCKETS: Final = 50_000
SUBNET: Final = 64  # of IPv6, which one customer is given as a whole


class TooManyRequests(Problem):
    """The caller has to wait for so many seconds."""

    def __init__(self, seconds: int, rate: Rate) -> None:
        super().__init__(
            "too_many_requests",
            f"More than {rate.rate:g} requests a second came from you; wait for {seconds} s and go on more slowly.",
        )
        self._seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        return {"retry-after": str(self._seconds)}


class Limits:
    """The buckets of all callers, those forgotten first who have asked for nothing in the longest time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, caller: Hashable, rate: Rate) -> None:
        """Count one request. Raises TooManyRequests where the bucket is empty; that request is not counted."""
        now = self._clock()
        left, since = self._buckets.get(caller, (float(rate.burst), now))
        left = min(rate.burst, left + (now - since) * rate.rate)
        if left < 1:
            raise TooManyRequests(max(1, math.ceil((1 - left) / rate.rate)), rate)
        self._buckets[caller] = left - 1, now
        self._buckets.move_to_end(caller)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)


@lru_cache(maxsize=4096)
def rate_limit_key(address: str) -> str:
    """Whom an address stands for: itself, and of IPv6 its whole network, in which one may choose among addresses."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, SUBNET), strict=False))
    return address
