"""Tests that four processes of the service play the same encounters on one store, for as long as one likes."""

from pathlib import Path

import pytest

from bench.processes.__main__ import REPORT
from bench.processes.outcome import MOST_GROWTH, SECONDS, TABLES, keep, run
from bench.processes.services import PROCESSES, Topology
from tests.tiers import long, soak


@pytest.mark.parametrize(
    ("topology", "tables", "seconds"),
    [
        long("redis", 8, 20.0),
        long("cluster", 8, 20.0),
        soak("redis", TABLES, SECONDS, name="redis-hour"),
        soak("cluster", TABLES, SECONDS, name="cluster-hour"),
    ],
)
def test_four_processes_play_the_same_encounters_without_faults_in_constant_memory(
    tmp_path: Path, topology: Topology, tables: int, seconds: float
) -> None:
    outcome = run(topology, tables, seconds)
    keep(outcome, REPORT if seconds == SECONDS else tmp_path / REPORT.name)
    session = outcome.session
    assert session.faults == []
    assert outcome.growth <= MOST_GROWTH
    assert all(session.latencies.values()), "requests of every kind were answered"
    for fight in session.fights:
        commanded = {process for process, _ in fight.sent.values()}
        assert commanded == set(range(PROCESSES)) or len(fight.batches) < PROCESSES
        assert [watcher.process for watcher in fight.watchers] == list(range(PROCESSES))
    assert any(True for fight in session.fights for _ in fight.delays()), "watchers saw what others appended"
