"""Measures of the live feeds, for Prometheus."""

from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from service.live.batches import LiveFrame

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


class LiveMetrics:
    """What the live feeds count; ``watchers`` tells how many watch what."""

    def __init__(self, registry: CollectorRegistry, watchers: Callable[[], Mapping[str, int]]) -> None:
        self._frames = Counter("yarrow_live_frames", "Batches sent to watchers", registry=registry)
        self._lag = Histogram(
            "yarrow_live_lag_seconds",
            "From a batch's record to its sending, of those that were sent as they came",
            buckets=SECONDS,
            registry=registry,
        )
        self._ended = Counter("yarrow_live_ended", "Watches that ended, by why", ["reason"], registry=registry)
        self.alarms = Counter("yarrow_feed_alarms", "Places where a feed did not go on", registry=registry)
        registry.register(_Watchers(watchers))

    def sent(self, frames: Iterable[LiveFrame], *, live: bool) -> None:
        """Count frames that were sent; ``live`` where they were sent as they came."""
        now = time()
        for frame in frames:
            self._frames.inc()
            if live:
                self._lag.observe(max(now - frame.recorded, 0))

    def ended(self, reason: str) -> None:
        """Count a watch that ended."""
        self._ended.labels(reason).inc()


class _Watchers(Collector):
    """How many watch at the moment of asking."""

    def __init__(self, watchers: Callable[[], Mapping[str, int]]) -> None:
        self._watchers = watchers

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """The one gauge."""
        gauge = GaugeMetricFamily("yarrow_watchers", "Watchers that are connected, by what they watch", labels=["of"])
        for kind, count in self._watchers().items():
            gauge.add_metric([kind], count)
        yield gauge
