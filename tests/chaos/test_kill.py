"""Tests that after ``kill -9`` during appends every acknowledged batch is stored completely, once, in a valid chain.

The short tier has eight kills and the long one fifty: of the service, of its Redis, of both at once, and of a Redis
that the service outlives. Clients write continuously and retry unanswered requests with the same key.
"""

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from service.redis.embedded import MANIFEST, remove_torn_write
from tests.chaos.writers import COMBATANTS, Acknowledged, Writer, check_kept, check_whole, writing
from tests.program import said, started
from tests.servers import SAFE, free_ports
from tests.tiers import long, soak
from tests.waiting import until

ENCOUNTERS: Final = ("duel", "brawl")


def kill(*processes: int) -> None:
    """End processes abruptly, as a power failure would."""
    for process in processes:
        os.kill(process, signal.SIGKILL)


def redis_of(directory: Path) -> int:
    """Return the process ID of the Redis server of a data directory."""
    with redis.Redis(unix_socket_path=str(directory / "redis.sock")) as client:
        return int(client.info("server")["process_id"])


def in_mid_append(writers: list[Writer], chance: random.Random) -> None:
    """Return at a random moment during writing, after each writer has received another answer."""
    before = [len(writer.acknowledged) for writer in writers]

    def answered() -> bool:
        assert not any(writer.fault for writer in writers), [writer.fault for writer in writers]
        return all(len(writer.acknowledged) > least for writer, least in zip(writers, before, strict=True))

    until(answered, "everybody who writes is answered once more")
    time.sleep(chance.uniform(0, 0.1))


@contextmanager
def service(directory: Path, port: int, **variables: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a service on the port."""
    arguments = ["serve", "--port", str(port), "--data-dir", str(directory), "--json"]
    with started(
        *arguments, variables={f"YARROW_{name.upper()}": value for name, value in variables.items()}
    ) as process:
        line = said(process)
        assert line, process.communicate()[1]
        assert json.loads(line) == {"url": f"http://127.0.0.1:{port}"}
        yield process


def open_encounters(client: httpx.Client) -> None:
    for encounter in ENCOUNTERS:
        body = {"ruleset": "s3", "id": encounter, "combatants": COMBATANTS}
        assert client.post("/v1/encounters", json=body).is_success


def news_of(writers: list[Writer], seen: dict[Writer, int]) -> list[Acknowledged]:
    """Return the batches acknowledged since the previous call."""
    news = []
    for writer in writers:
        until = len(writer.acknowledged)
        news += writer.acknowledged[seen.get(writer, 0) : until]
        seen[writer] = until
    return news


def check_all(client: httpx.Client, writers: list[Writer], kills: int) -> None:
    """Check that every acknowledged batch is in a valid stream, and that the kills interrupted requests."""
    every = news_of(writers, {})
    check_kept(client, every)
    for encounter in {batch.encounter for batch in every}:
        check_whole(client, encounter)
    assert sum(writer.unanswered for writer in writers) >= kills


@pytest.mark.parametrize(
    ("kills", "victims"),
    [
        pytest.param(2, ("service",), id="service"),
        pytest.param(2, ("service", "redis"), id="both"),
        long(8, ("service",), name="service-8"),
        long(4, ("redis",), name="redis-4"),
        long(4, ("service", "redis"), name="both-4"),
        soak(30, ("service", "redis"), name="both-30"),
    ],
)
def test_a_killed_service_has_kept_what_it_acknowledged(tmp_path: Path, kills: int, victims: tuple[str, ...]) -> None:
    chance = random.Random(str(victims))
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    seen: dict[Writer, int] = {}
    with httpx.Client(base_url=url, timeout=30) as client:
        with service(tmp_path, port):
            open_encounters(client)
        with writing(url, ENCOUNTERS, "-".join(victims)) as writers:
            for _ in range(kills):
                news = news_of(writers, seen)
                with service(tmp_path, port) as process:
                    check_kept(client, news)
                    in_mid_append(writers, chance)
                    processes = {"service": process.pid, "redis": redis_of(tmp_path)}
                    kill(*(processes[victim] for victim in victims))
            with service(tmp_path, port):
                for writer in writers:
                    writer.stop()
                check_all(client, writers, kills)


@pytest.mark.parametrize(("run", "kills"), [(0, 4), long(1, 17), long(2, 17)])
def test_a_service_outlives_a_redis_that_is_killed(tmp_path: Path, redis_program: Path, run: int, kills: int) -> None:
    chance = random.Random(run)
    port, redis_port = free_ports(2)
    url = f"http://127.0.0.1:{port}"
    seen: dict[Writer, int] = {}
    server = killable(redis_program, tmp_path, redis_port)
    try:
        with (
            httpx.Client(base_url=url, timeout=30) as client,
            service(tmp_path / "none", port, redis_url=f"redis://127.0.0.1:{redis_port}"),
        ):
            open_encounters(client)
            with writing(url, ENCOUNTERS, f"run-{run}") as writers:
                for _ in range(kills):
                    in_mid_append(writers, chance)
                    kill(server.pid)
                    server.wait()
                    news = news_of(writers, seen)
                    server = killable(redis_program, tmp_path, redis_port)
                    check_kept(client, news)
            check_all(client, writers, kills)
    finally:
        server.kill()
        server.wait()


def killable(program: Path, directory: Path, port: int) -> "subprocess.Popen[bytes]":
    """Start a Redis on the files that an earlier one left in the directory, after removing an incomplete last write."""
    if (directory / MANIFEST).exists():
        remove_torn_write(program, directory)
    options = [word for name, value in SAFE.items() for word in (f"--{name.replace('_', '-')}", value)]
    words = [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", *options]
    process = subprocess.Popen(words, cwd=directory, stdout=subprocess.DEVNULL)
    with redis.Redis(port=port, retry=Retry(ConstantBackoff(0.02), 500)) as client:
        client.ping()
    return process
