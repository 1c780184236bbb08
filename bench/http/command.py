"""Measures ``http_command`` and ``http_command_fsync``: complete S3 attack exchanges per second over HTTP.

Sixteen connections to one worker each attack in encounters of their own. A turn has one attack, so each connection has
a row of encounters. Unmeasured, it brings all of them to an open turn; measured, it attacks in one after another, so
that sixteen encounters are active at any time. The floor is the same number of requests to a comparable server on the
same Redis. Slices of both alternate, so that a busy machine slows both alike.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import uvloop

from bench.fights.s3 import OPENING, script
from bench.http.load import Connection, post
from bench.measure import Measure, of_pairs
from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.attacks import Attack
from events.store.protocol import Acknowledge
from service.redis.embedded import EmbeddedRedis
from tests.servers import free_ports

CONNECTIONS: Final = 16
ROW: Final = 40
SLICE: Final = 8
STARTS: Final = 7
"""Number of starts of both servers: two processes of one program differ in speed by about 3 %."""
ROUNDS: Final = 7
MIN_EVENTS: Final = 6
TARGET: Final = 0.8
SERVE: Final = (
    "from service.server.serve import serve; from service.settings import Settings; serve(Settings.from_environment())"
)


def http_command() -> Measure:
    """Measure acknowledge=memory against one XADD."""
    return _measure("memory")


def http_command_fsync() -> Measure:
    """Measure acknowledge=fsync against one XADD and WAITAOF."""
    return _measure("fsync")


def _measure(acknowledge: Acknowledge) -> Measure:
    runs = [_run(acknowledge) for _ in range(STARTS)]
    fewest = min(fewest for _, fewest in runs)
    return Measure(
        **of_pairs([pair for pairs, _ in runs for pair in pairs]),
        target=TARGET,
        unit="exchanges/s",
        note=f"{fewest} events and more each",
    )


def _run(acknowledge: Acknowledge) -> tuple[list[tuple[float, float]], int]:
    """Return pairs of value and floor, and the fewest events of an exchange."""
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis, ExitStack() as stack:
        ports = free_ports(2)
        environment = {"YARROW_REDIS_URL": redis.url, "YARROW_PORT": str(ports[0]), "YARROW_ACKNOWLEDGE": acknowledge}
        stack.enter_context(running([sys.executable, "-c", SERVE], environment))
        floor = [sys.executable, "-m", "bench.http.floor", redis.url, str(ports[1]), acknowledge]
        stack.enter_context(running(floor, {}))
        return uvloop.run(_compare(*ports))


@contextmanager
def running(command: Sequence[str], environment: dict[str, str]) -> Iterator[None]:
    """Run a server as a process within the context."""
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


async def _compare(port: int, floor_port: int) -> tuple[list[tuple[float, float]], int]:
    """Measure value and floor in alternating slices."""
    players = [Player(await connect(port), number) for number in range(CONNECTIONS)]
    await asyncio.gather(*(player.open() for player in players))
    connections = [player.connection for player in players]
    floor = [await connect(floor_port) for _ in range(CONNECTIONS)]
    shot = {"actor": "ogre", "target": "bell", "weapon": "pistol"}
    adds = [[post(f"/floor/{number}", shot)] * ROW for number in range(CONNECTIONS)]
    fewest = sys.maxsize
    pairs = []
    for _ in range(ROUNDS + 1):
        attacks = await asyncio.gather(*(player.advance_to_attack() for player in players))
        value_seconds = floor_seconds = 0.0
        for start in range(0, ROW, SLICE):
            part = slice(start, start + SLICE)
            seconds, answers = await _seconds(connections, [row[part] for row in attacks])
            value_seconds += seconds
            floor_seconds += (await _seconds(floor, [row[part] for row in adds]))[0]
            fewest = min(fewest, *(answer.count(b'"sealed":') for answer in answers))
        pairs.append((CONNECTIONS * ROW / value_seconds, CONNECTIONS * ROW / floor_seconds))
    for connection in (*floor, *connections):
        connection.close()
    if fewest < MIN_EVENTS:
        raise RuntimeError(f"an exchange has only {fewest} events")
    return pairs[1:], fewest  # the first round warms up


async def _seconds(connections: Sequence[Connection], rows: Sequence[Sequence[bytes]]) -> tuple[float, list[bytes]]:
    """Return the seconds until each connection has sent its row of requests in sequence, and the responses."""

    async def send(connection: Connection, row: Sequence[bytes]) -> list[bytes]:
        return [await connection.exchange(request) for request in row]

    began = time.perf_counter()
    answers = await asyncio.gather(*map(send, connections, rows))
    seconds = time.perf_counter() - began
    return seconds, [answer for row in answers for answer in row]


async def connect(port: int) -> Connection:
    """Connect to a server as soon as it listens."""
    for _ in range(200):
        try:
            return await Connection.to(port)
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the server does not start")


class Player:
    """A connection and the row of encounters that it plays."""

    def __init__(self, connection: Connection, number: int) -> None:
        self.connection = connection
        self._encounters = {f"duel-{number}-{place}": script() for place in range(ROW)}

    async def open(self) -> None:
        """Open the encounters."""
        opening = OPENING.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        for encounter in self._encounters:
            await self.connection.exchange(post("/v1/encounters", {**opening, "ruleset": "s3", "id": encounter}))

    async def advance_to_attack(self) -> list[bytes]:
        """Play each encounter until its next command is an attack. Returns the requests of these attacks."""
        return [await self._advance_to_attack(encounter, play) for encounter, play in self._encounters.items()]

    async def _advance_to_attack(self, encounter: str, play: Iterator[Command]) -> bytes:
        for command in play:
            fields = command.model_dump(mode="json", exclude_defaults=True, by_alias=True)
            request = post(f"/v1/encounters/{encounter}/commands", {"command": {"type": command.type, **fields}})
            if isinstance(command, Attack):
                return request
            await self.connection.exchange(request)
        raise AssertionError("the script never ends")
