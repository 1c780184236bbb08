"""Four processes of the service on one store, and the memory that they use."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Literal, NamedTuple

import redis

from bench.http.command import SERVE
from service.redis.embedded import server_program
from tests.servers import SAFE, free_ports
from tests.servers import running as running_server
from tests.topologies.nodes import cluster
from tests.waiting import until

PROCESSES: Final = 4
KEPT: Final = 64
"""The number of encounters that a process caches, and of batches that it keeps for the watchers of each.

Both are so low that they are reached before memory is compared.
"""
MEBIBYTE: Final = 1 << 20
Topology = Literal["redis", "cluster"]


class StoreServers(NamedTuple):
    """A store: its address, the durability that suits it, and its servers that hold data."""

    url: str
    acknowledge: str
    servers: tuple[str, ...]


class Memory(NamedTuple):
    """Mebibytes at one moment: the resident memory of each process of the service, and what the store uses in all."""

    services: tuple[float, ...]
    store: float


class Services(NamedTuple):
    """The running processes of the service: their ports, process IDs and logs."""

    ports: tuple[int, ...]
    processes: tuple[int, ...]
    logs: tuple[Path, ...]

    def logged(self) -> list[str]:
        """Return the lines that the processes have logged."""
        return [line for log in self.logs for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]


@contextmanager
def store_of(topology: Topology, directory: Path) -> Iterator[StoreServers]:
    """Run one Redis, or a cluster of three primaries with a replica each."""
    if topology == "redis":
        with running_server(server_program(), directory, **SAFE) as url:
            yield StoreServers(url, "fsync", (url,))
    else:
        with cluster(server_program(), directory) as nodes:
            yield StoreServers(nodes.url, "replicas", tuple(node.url for node in nodes.primaries))


@contextmanager
def serving(store: StoreServers, directory: Path) -> Iterator[Services]:
    """Run the processes of the service on a store, started one after another."""
    ports = free_ports(PROCESSES)
    logs = [directory / f"service-{number}.log" for number in range(PROCESSES)]
    processes = []
    with ExitStack() as stack:
        for port, log in zip(ports, logs, strict=True):
            variables = {
                "YARROW_REDIS_URL": store.url,
                "YARROW_PORT": str(port),
                "YARROW_ACKNOWLEDGE": store.acknowledge,
                "YARROW_WARM": str(KEPT),
                "YARROW_WATCH_BACKLOG": str(KEPT),
            }
            process = stack.enter_context(_process(variables, log))
            until(lambda: process.poll() is not None or _listens(port), "a process listens")  # noqa: B023 - called here
            if process.poll() is not None:
                raise RuntimeError(f"a process has ended: {log.read_text(encoding='utf-8')}")
            processes.append(process.pid)
        yield Services(tuple(ports), tuple(processes), tuple(logs))


@contextmanager
def _process(variables: Mapping[str, str], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    others = {name: value for name, value in os.environ.items() if not name.startswith("YARROW_")}
    with log.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-c", SERVE], env={**others, **variables}, stderr=file)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    async def try_once() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()

    try:
        asyncio.run(try_once())
    except OSError:
        return False
    return True


def memory_of(services: Services, store: StoreServers) -> Memory:
    """Measure the memory that the processes and the store use."""
    used = 0.0
    for url in store.servers:
        with redis.Redis.from_url(url) as client:
            used += client.info("memory")["used_memory"] / MEBIBYTE
    return Memory(tuple(map(_resident, services.processes)), used)


def _resident(process: int) -> float:
    """Return the resident memory of a process in mebibytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / MEBIBYTE


def growth(samples: Sequence[Memory]) -> float:
    """Return by which factor the memory of a process has grown at most, from the second third of the time to the last.

    The first third fills caches.
    """
    third = len(samples) // 3
    middle, last = samples[third : 2 * third], samples[2 * third :]
    return max(
        _median([one.services[number] for one in last]) / _median([one.services[number] for one in middle])
        for number in range(PROCESSES)
    )


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]
