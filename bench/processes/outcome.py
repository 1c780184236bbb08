"""The outcome of a session: what it found, and its section of the report."""

import os
import platform
import statistics
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis
import uvloop

from bench.calibration import REFERENCE, loop_seconds
from bench.processes.arrivals import SAID, SPEED
from bench.processes.play import Session
from bench.processes.services import KEPT, MEBIBYTE, PROCESSES, StoreServers, Topology, growth, serving, store_of

ROOT: Final = Path(__file__).parents[2]
NO_REPORTS: Final = (":!bench/processes.md", ":!bench/results.json", ":!tests/soak.md")
"""The paths that Git compares: all but the reports, which the run itself may have written already."""
TABLES: Final = 12
SECONDS: Final = 600.0
WARNING: Final = '"level": "warning"'
MOST_GROWTH: Final = 1.1
"""The factor by which the memory of a process may grow between the second and the last third of the time."""
TITLES: Final[Mapping[Topology, str]] = {
    "redis": "One Redis",
    "cluster": "A cluster of three primaries, with a replica each",
}
INTRODUCTION: Final = f"""# Measurements with four processes

`python -m bench.processes` and `make soak` write this page: the numbers of the last runs, and the machine of each.

{PROCESSES} processes of the service share one store. At each table a fight of one of the five rulesets is played by its
script, an hour in ten minutes, and {PROCESSES} watchers follow it, one through each process. Each command goes through
the next process. Requests are due at random times, whether earlier ones have been answered or not. A latency counts
from the time at which its request was due, so it includes the wait for the command before it at the same table.
Processes cache {KEPT} encounters, and keep {KEPT} batches of each for its watchers, so that caches are full early.

A run fails if

- a request is answered with a problem, other than those after which the documentation asks clients to retry,
- a watcher, a replay or a bundle lacks a batch, repeats one, or has one that was not acknowledged,
- a process exports other bytes than the others, or an audit does not prove chain and legality,
- a process logs an error, or its memory grows by more than {MOST_GROWTH - 1:.0%} between the second third of the time
  and the last.
"""


@dataclass(frozen=True)
class Outcome:
    """A session that has ended, with the machine and the store on which it ran, and the number of logged warnings."""

    topology: Topology
    acknowledge: str
    tables: int
    session: Session
    machine: str
    warnings: int

    @property
    def growth(self) -> float:
        """The greatest factor by which the memory of a process has grown."""
        return growth(self.session.memory)

    @property
    def requests(self) -> int:
        """The number of requests that were answered."""
        return sum(map(len, self.session.latencies.values()))

    def section(self) -> str:
        """Return the section of the report."""
        session = self.session
        rows = [
            _row(kind, SAID[kind], times, session.seconds, _problems(session, kind))
            for kind, times in session.latencies.items()
        ]
        delays = [delay for fight in session.fights for delay in fight.delays()]
        seen = "from sending a command to one process until a watcher of another has received its batch"
        events = sum(fight.version for fight in session.fights)
        first, last = session.memory[0], session.memory[-1]
        rate = self.requests / session.seconds
        played = (
            f"{self.tables} tables, {session.seconds * SPEED / 60:.0f} minutes of play in {session.seconds:.0f} s: "
            f"{self.requests:,} requests, {rate:.1f} a second, and {events:,} events in {len(session.fights)} fights."
        )
        memory = (
            f"Memory of the processes: first {_mebibytes(first.services)}, at the end {_mebibytes(last.services)}. "
            f"From the second third of the time to the last, none has grown by more than {self.growth - 1:.1%}. "
            f"The store used {first.store:.1f} MiB first, and {last.store:.1f} MiB at the end."
        )
        lines = [
            f"## {TITLES[self.topology]}",
            "",
            f"{self.machine} With `YARROW_ACKNOWLEDGE={self.acknowledge}`.",
            "",
            played,
            "",
            "| request | what | number | a second | p50 ms | p95 ms | p99 ms | longest ms | retried |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
            *rows,
            _row("–", seen, delays, session.seconds, ""),
            "",
            memory,
            "",
            f"Warnings that the processes logged: {self.warnings}.",
            "",
            *([f"- {fault}" for fault in session.faults] or ["No faults."]),
        ]
        return "\n".join(lines) + "\n"


def run(topology: Topology, tables: int, seconds: float) -> Outcome:
    """Play for some seconds on a store of its own."""
    with tempfile.TemporaryDirectory() as folder, store_of(topology, Path(folder) / "store") as store:
        load = os.getloadavg()[0]
        with serving(store, Path(folder)) as services:

            async def played() -> Session:
                session = Session(services, store, tables, seconds)
                await session.run()
                return session

            session = uvloop.run(played())
            warnings = [line for line in services.logged() if WARNING in line]
            session.faults += [f"logged: {line}" for line in services.logged() if line not in warnings]
        return Outcome(topology, store.acknowledge, tables, session, _machine(store, load), len(warnings))


def keep(outcome: Outcome, report: Path) -> None:
    """Write the section of a run into the report, in place of the last one of its topology."""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    kept = {part.partition("\n")[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    kept[TITLES[outcome.topology]] = outcome.section()
    sections = [kept[title].strip() + "\n" for title in TITLES.values() if title in kept]
    report.write_text("\n".join([INTRODUCTION, *sections]), encoding="utf-8")


def _row(kind: str, what: str, times: Sequence[float], seconds: float, problems: str) -> str:
    cells = [kind, what, f"{len(times):,}", f"{len(times) / seconds:.1f}"]
    if len(times) > 1:
        parts = statistics.quantiles(times, n=100, method="inclusive")
        cells += [f"{moment * 1000:,.0f}" for moment in (parts[49], parts[94], parts[98], max(times))]
    else:
        cells += ["–"] * 4
    return f"| {' | '.join([*cells, problems])} |"


def _problems(session: Session, kind: str) -> str:
    """Return the problems that requests of a kind were answered with."""
    return ", ".join(f"{number} `{code}`" for (of, code), number in sorted(session.problems.items()) if of == kind)


def _mebibytes(values: Sequence[float]) -> str:
    return f"{', '.join(f'{value:.0f}' for value in values)} MiB"


def _machine(store: StoreServers, load: float) -> str:
    """Describe the machine, what runs on it, and the revision; ``load`` was its load average before the run."""
    with redis.Redis.from_url(store.servers[0]) as client:
        version = client.info("server")["redis_version"]
    models = [line.partition(": ")[2] for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    memory = int(_lines("/proc/meminfo")[0].split()[1]) * 1024 // MEBIBYTE
    return (
        f"At {revision()}, on {len(os.sched_getaffinity(0))} cores ({model}) with {memory:,} MiB, "
        f"{platform.system()} {platform.release()}, CPython {platform.python_version()}, Redis {version}. "
        f"The reference loop of the bench took {loop_seconds():.3f} s, and not {REFERENCE:g}. The load average of the "
        f"machine was {load:.1f} before the run, and {os.getloadavg()[0]:.1f} after it."
    )


def revision() -> str:
    """Return the revision of the working tree, ``-dirty`` if more than reports differs from it."""
    described = subprocess.run(["git", "describe", "--always"], cwd=ROOT, capture_output=True, text=True, check=True)
    differs = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", ".", *NO_REPORTS], cwd=ROOT, check=False)
    return described.stdout.strip() + ("-dirty" if differs.returncode else "")


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()
