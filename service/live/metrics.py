"""Prometheus metrics of the live feeds."""

from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from service.live.batches import LiveFrame

LAG_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
"""Seconds."""


class LiveMetrics:
    """Counters of the live feeds; ``watchers`` returns the number of open watches of each kind."""

    def __init__(self, registry: CollectorRegistry, watchers: Callable[[], Mapping[str, int]]) -> None:
        self._frames = Counter("yarrow_live_frames", "Batches sent to watchers", registry=registry)
        self._lag = Histogram(
            "yarrow_live_lag_seconds",
            "Time from recording a batch to sending it, for batches sent as they were recorded",
            buckets=LAG_BUCKETS,
            registry=registry,
        )
        self._ended = Counter("yarrow_live_ended", "Watches that ended, by reason", ["reason"], registry=registry)
        self.alarms = Counter("yarrow_feed_alarms", "Gaps and rollbacks detected in feeds", registry=registry)
        registry.register(_Watchers(watchers))

    def sent(self, frames: Iterable[LiveFrame], *, live: bool) -> None:
        """Count batches that were sent; ``live`` if they were sent as their batches were recorded."""
        now = time()
        for frame in frames:
            if frame.kind != "batch":
                continue
            self._frames.inc()
            if live:
                self._lag.observe(max(now - frame.recorded, 0))

    def ended(self, reason: str) -> None:
        """Count a watch that ended."""
        self._ended.labels(reason).inc()


class _Watchers(Collector):
    """Gauge of the open watches, counted when Prometheus scrapes."""

    def __init__(self, watchers: Callable[[], Mapping[str, int]]) -> None:
        self._watchers = watchers

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Yield the gauge ``yarrow_watchers``."""
        gauge = GaugeMetricFamily("yarrow_watchers", "Connected watchers, by what they watch", labels=["of"])
        for kind, count in self._watchers().items():
            gauge.add_metric([kind], count)
        yield gauge
