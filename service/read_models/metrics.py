"""Measures of the projections across encounters."""

from collections.abc import Iterator
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.read_models.projection_runner import ProjectionRunner

LABELS: Final = ("projection",)


class ProjectionMetrics(Collector):
    """Tells how far each projection is, as it was when this process last looked."""

    def __init__(self, across: ProjectionRunner) -> None:
        self._across = across

    def describe(self) -> Iterator[Metric]:
        """Nothing: what is measured is not known before the first look."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The measures of this moment."""
        lag = GaugeMetricFamily("yarrow_projection_lag_batches", "Batches that are not in it yet", labels=LABELS)
        stuck = GaugeMetricFamily("yarrow_projection_stuck_partitions", "Where it cannot go on", labels=LABELS)
        applied = CounterMetricFamily(
            "yarrow_projection_batches", "Batches that this process has put in", labels=LABELS
        )
        for state in self._across.last_seen():
            lag.add_metric([state.projection], state.behind or 0)
            stuck.add_metric([state.projection], len(state.stuck))
            applied.add_metric([state.projection], self._across.applied[state.projection])
        missing = CounterMetricFamily("yarrow_feed_entries_missing", "Entries that the feeds have lost")
        missing.add_metric([], self._across.missing)
        yield from (lag, stuck, applied, missing)
