"""Measure ``watchers``: the share of live watchers that receive every batch once and in order while commands arrive.

A thousand connections watch fifty encounters on one worker, with the differences of the table; fifty commands arrive
per second, each in the next encounter. A watcher counts if its frames are all batches of its encounter, complete, once
and in order, each with the changes up to its last event. The delay is measured from just before a command is sent to
the arrival of each of its frames, so it includes deciding, storing, drawing and sending.
"""

import asyncio
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import uvloop

from bench.http.command import SERVE, connect, running
from bench.http.load import Connection, post
from bench.measure import Measure
from service.redis.embedded import EmbeddedRedis
from tests.servers import free_ports

WATCHERS: Final = 1000
ENCOUNTERS: Final = 50
RATE: Final = 50
SECONDS: Final = 12
ARRIVAL_TIMEOUT: Final = 10.0
DATA: Final = b"event: batch\ndata: "


class _Change(msgspec.Struct):
    version: int
    patch: list[msgspec.Raw]


class _Frame(msgspec.Struct):
    version: int
    first: int
    events: list[msgspec.Raw]
    table: list[_Change]


_frame: Final = msgspec.json.Decoder(_Frame).decode


class Watcher(asyncio.Protocol):
    """One connection that watches one encounter, and keeps what it receives with the times, to be parsed afterwards."""

    def __init__(self, encounter: str) -> None:
        self.encounter = encounter
        self.pieces: list[tuple[float, bytes]] = []
        self.begun = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        path = f"GET /v1/encounters/{self.encounter}/live?table=true HTTP/1.1"
        self.transport.write(f"{path}\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.pieces.append((time.perf_counter(), data))
        if not self.begun.done() and b"retry:" in data:
            self.begun.set_result(None)

    def frames(self) -> list[tuple[float, _Frame]]:
        """Return the frames with the times at which they arrived."""
        found, rest = [], b""
        for moment, piece in self.pieces:
            rest += piece
            while (start := rest.find(DATA)) >= 0 and (end := rest.find(b"\n\n", start)) >= 0:
                found.append((moment, _frame(rest[start + len(DATA) : end])))
                rest = rest[end:]
        return found


def watchers() -> Measure:
    """Measure the share of watchers that received every batch."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a watcher is an open file, here and in the service
    with tempfile.TemporaryDirectory() as directory, EmbeddedRedis(Path(directory)) as redis:
        [port] = free_ports(1)
        environment = {"YARROW_REDIS_URL": redis.url, "YARROW_PORT": str(port)}
        with running([sys.executable, "-c", SERVE], environment):
            return uvloop.run(_measure(port))


async def _measure(port: int) -> Measure:
    names = [f"duel-{number}" for number in range(ENCOUNTERS)]
    connections = [await connect(port) for _ in range(8)]
    for name in names:
        await connections[0].exchange(post("/v1/encounters", {"ruleset": "s3", "id": name, "combatants": PAIR}))
    loop = asyncio.get_running_loop()
    crowd: list[Watcher] = []
    for number in range(WATCHERS):
        made = partial(Watcher, names[number % ENCOUNTERS])
        crowd.append((await loop.create_connection(made, "127.0.0.1", port))[1])
    await asyncio.gather(*(watcher.begun for watcher in crowd))
    batches = await _play(connections, names)
    await asyncio.sleep(1.0)
    until = time.perf_counter() + ARRIVAL_TIMEOUT
    complete = 0
    while complete < WATCHERS and time.perf_counter() < until:
        complete = sum(_received_all(watcher.frames(), batches[watcher.encounter]) for watcher in crowd)
        await asyncio.sleep(0.5)
    delays = sorted(
        moment - sent
        for watcher in crowd
        for (moment, _), (sent, _, _) in zip(watcher.frames(), batches[watcher.encounter], strict=False)
    )
    for connection in connections:
        connection.close()
    for watcher in crowd:
        watcher.transport.close()
    share = complete / WATCHERS
    p95 = delays[int(len(delays) * 0.95)] * 1000
    return Measure(
        value=share,
        floor=1.0,
        ratio=share,
        target=1.0,
        unit="of all",
        note=f"{WATCHERS} watchers, {len(delays):,} frames, delay {p95:.0f} ms (p95)",
    )


PAIR: Final = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
Batches = dict[str, list[tuple[float, int, int]]]
"""By encounter, for each batch: the time at which its command was sent, its first version and its last."""


async def _play(connections: list[Connection], names: list[str]) -> Batches:
    """Send commands at a constant rate, however long the responses take. Returns the batches."""
    batches: Batches = {name: [] for name in names}
    free = asyncio.Queue[Connection]()
    for connection in connections:
        free.put_nowait(connection)

    async def send(number: int) -> None:
        name = names[number % ENCOUNTERS]
        connection = await free.get()
        sent = time.perf_counter()
        command = {"type": "core.note", "text": f"note {number}", "secret": "under the seal"}
        answer: Any = msgspec.json.decode(
            await connection.exchange(post(f"/v1/encounters/{name}/commands", {"command": command}))
        )
        batches[name].append((sent, answer["first"], answer["version"]))
        free.put_nowait(connection)

    began = time.perf_counter()
    sending = []
    for number in range(RATE * SECONDS):
        await asyncio.sleep(max(0.0, began + number / RATE - time.perf_counter()))
        sending.append(asyncio.create_task(send(number)))
    await asyncio.gather(*sending)
    return batches


def _received_all(frames: list[tuple[float, _Frame]], batches: list[tuple[float, int, int]]) -> bool:
    """Return whether the frames are all batches, complete, once and in order."""
    whole = all(len(frame.events) == frame.version - frame.first + 1 for _, frame in frames)
    drawn = all(frame.table[-1].version == frame.version for _, frame in frames)
    return (
        whole
        and drawn
        and [(frame.first, frame.version) for _, frame in frames] == [(first, last) for _, first, last in batches]
    )
