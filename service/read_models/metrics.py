"""Prometheus metrics of the projections across encounters."""

from collections.abc import Iterator
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.read_models.projection_runner import ProjectionRunner

LABELS: Final = ("projection",)


class ProjectionMetrics(Collector):
    """Collects the lag of each projection, as this process last read it."""

    def __init__(self, across: ProjectionRunner) -> None:
        self._across = across

    def describe(self) -> Iterator[Metric]:
        """Return nothing: the projections are not known before the first read."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics."""
        lag = GaugeMetricFamily(
            "yarrow_projection_lag_batches", "Batches that the projection has not applied yet", labels=LABELS
        )
        stuck = GaugeMetricFamily(
            "yarrow_projection_stuck_partitions", "Partitions in which the projection cannot continue", labels=LABELS
        )
        applied = CounterMetricFamily(
            "yarrow_projection_batches", "Batches that this process has applied", labels=LABELS
        )
        for state in self._across.last_seen():
            lag.add_metric([state.projection], state.behind or 0)
            stuck.add_metric([state.projection], len(state.stuck))
            applied.add_metric([state.projection], self._across.applied[state.projection])
        missing = CounterMetricFamily("yarrow_feed_entries_missing", "Entries that are missing from the feeds")
        missing.add_metric([], self._across.missing)
        yield from (lag, stuck, applied, missing)
