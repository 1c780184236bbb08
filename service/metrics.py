"""Prometheus metrics of a running service."""

import collections
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from service.problems.problem import CODES

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMANDS_PER_UPDATE: Final = 100
"""Commands counted in one update, which takes a third of the time of counting each by itself."""


class RedirectionMetrics(Collector):
    """Collects the replies by which the nodes of a cluster send commands elsewhere."""

    def __init__(self, seen: Mapping[str, int]) -> None:
        self._seen = seen

    def collect(self) -> Iterator[Metric]:
        """Yield the number of each reply."""
        replies = CounterMetricFamily(
            "yarrow_store_redirections", "Replies of nodes of a cluster that send a command elsewhere", labels=["reply"]
        )
        for reply in ("MOVED", "ASK", "TRYAGAIN"):
            replies.add_metric([reply], self._seen[reply])
        yield replies


class Metrics:
    """The metrics of one application, in a registry of its own."""

    def __init__(self, cached: Callable[[], float], long_calls: Callable[[], float] = lambda: 0) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        commands = Counter("yarrow_commands", "Commands by outcome", ["outcome"], registry=self.registry)
        self._outcomes = {name: commands.labels(name) for name in ("accepted", "repeated", "checked", *CODES)}
        self._seconds = Histogram(
            "yarrow_command_seconds",
            "Seconds from the arrival of a command to its response",
            buckets=SECONDS,
            registry=self.registry,
        )
        self._answered: list[tuple[str, float, int]] = []
        self._events = Counter("yarrow_events", "Events appended", registry=self.registry)
        for name, about, count in (
            ("yarrow_warm_encounters", "Encounters cached in memory", cached),
            ("yarrow_long_calls", "Calls that have or wait for slices of long work", long_calls),
        ):
            Gauge(name, about, registry=self.registry).set_function(count)

    def command(self, outcome: str, since: float, events: int = 0) -> None:
        """Count a command that arrived at ``since`` (``perf_counter``), and the events that it appended."""
        self._answered.append((outcome, perf_counter() - since, events))
        if len(self._answered) >= COMMANDS_PER_UPDATE:
            self._count()

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        self._count()
        return generate_latest(self.registry)

    def _count(self) -> None:
        for outcome, times in collections.Counter(outcome for outcome, _, _ in self._answered).items():
            self._outcomes[outcome].inc(times)
        for _, seconds, _ in self._answered:
            self._seconds.observe(seconds)
        self._events.inc(sum(events for _, _, events in self._answered))
        self._answered.clear()
