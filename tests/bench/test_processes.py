"""Tests that the session of four processes is due as stated, finds what it claims to find, and keeps its report."""

import random
from collections import Counter
from pathlib import Path

import pytest

from bench.fights.s3 import S3_DUEL
from bench.processes.arrivals import HOUR, PER_HOUR, SAID, SPEED, arrivals
from bench.processes.fights import Acknowledged, Fight, Watcher, follow_on
from bench.processes.outcome import TITLES, Outcome, keep
from bench.processes.play import Session
from bench.processes.services import PROCESSES, Memory, Services, StoreServers, Topology, growth

BATCHES = [(1, 4), (5, 6), (7, 7)]


def test_an_hour_of_requests_is_due_in_a_sixth_of_the_time_in_order() -> None:
    tables, seconds = 50, HOUR / SPEED
    due = arrivals(tables, seconds, random.Random(1))
    assert due == sorted(due)
    assert all(0 < arrival.due < seconds for arrival in due)
    counted = Counter(arrival.kind for arrival in due)
    assert counted.keys() == PER_HOUR.keys() == SAID.keys()
    assert all(0.7 < counted[kind] / tables / number < 1.3 for kind, number in PER_HOUR.items())


def test_batches_follow_on_without_a_gap_and_without_overlap() -> None:
    assert follow_on(BATCHES, after=0)
    assert follow_on(BATCHES[1:], after=4)
    assert not follow_on(BATCHES[1:], after=0)
    assert not follow_on([*BATCHES, BATCHES[-1]], after=0)


def fight(received: list[tuple[int, int]], process: int = 1) -> Fight:
    """Return a fight whose batches were sent to process 0, and what a watcher of another process received."""
    found = Fight("duel", S3_DUEL)
    for number, (first, version) in enumerate(BATCHES):
        found.keep(Acknowledged(first, version), 0, float(number))
    watcher = Watcher(process)
    for first, version in received:
        watcher.take(b'{"first":%d,"version":%d}' % (first, version), 10.0)
    found.watchers = [watcher]
    return found


@pytest.mark.parametrize("received", [BATCHES[:2], [*BATCHES, BATCHES[-1]], [BATCHES[1], BATCHES[0], BATCHES[2]]])
def test_a_watcher_that_misses_repeats_or_swaps_a_batch_is_a_fault(received: list[tuple[int, int]]) -> None:
    assert list(fight(BATCHES).faults()) == []
    [fault] = fight(received).faults()
    assert fault.startswith("duel: process 1 showed ")


def test_two_acknowledgements_of_one_version_are_a_fault() -> None:
    found = fight(BATCHES)
    found.keep(Acknowledged(7, 7), 1, 3.0)
    assert any("gaps or overlap" in fault for fault in found.faults())


def test_delays_are_those_of_batches_that_another_process_appended_after_the_opening() -> None:
    assert list(fight(BATCHES, process=1).delays()) == [9.0, 8.0]
    assert list(fight(BATCHES, process=0).delays()) == []


def test_growth_is_that_of_the_process_that_has_grown_most_after_the_first_third() -> None:
    flat = (100.0,) * (PROCESSES - 1)
    samples = [Memory((*flat, last), 1.0) for last in (10.0, 10.0, 50.0, 50.0, 60.0, 60.0)]
    assert growth(samples) == pytest.approx(1.2)


def outcome(topology: Topology, *faults: str) -> Outcome:
    """Return the outcome of a session that was never run, with a few numbers."""
    nowhere = Services((), (), ())
    session = Session(nowhere, StoreServers("redis://nowhere", "fsync", ()), tables=2, seconds=10.0)
    session.latencies["play"] = [0.001, 0.002, 0.003]
    session.problems["play", "store_away"] = 2
    session.faults = list(faults)
    session.memory = [Memory((100.0,) * PROCESSES, 1.0)] * 3
    session.fights = [fight(BATCHES)]
    return Outcome(topology, "fsync", 2, session, "On a machine.", 0)


def test_a_report_keeps_the_last_run_of_each_topology(tmp_path: Path) -> None:
    report = tmp_path / "processes.md"
    for one in (outcome("cluster", "a fault"), outcome("redis"), outcome("cluster")):
        keep(one, report)
    page = report.read_text(encoding="utf-8")
    assert [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")] == list(TITLES.values())
    assert page.count("No faults.") == 2
    assert "- a fault" not in page
    assert f"| play | {SAID['play']} | 3 | 0.3 | 2 | 3 | 3 | 3 | 2 `store_away` |" in page
