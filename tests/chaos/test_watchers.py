"""Tests that watchers receive the exact stream over all their connections, even if ``kill -9`` interrupts them.

The service, its Redis, or both are killed during play. Each watcher resumes after the last event that it received and
keeps the received bytes unchanged.
"""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import httpx
import msgspec
import pytest

from tests.chaos import writers
from tests.chaos.test_kill import ENCOUNTERS, in_mid_append, kill, killable, open_encounters, service
from tests.chaos.writers import Acknowledged, Writer, check_whole, records_of, writing
from tests.servers import free_ports
from tests.tiers import long
from tests.waiting import PATIENCE, until

OF_EVERYTHING: Final = 10
ROUNDS: Final = 2
MAY_BE_ANSWERED: Final = (404, 503)
"""Statuses that may come instead of a stream: the encounter is not open yet, or the service is not ready."""

_frame: Final = msgspec.json.Decoder(Acknowledged).decode


class Watcher:
    """A watcher of one encounter or of all, which reconnects as often as needed."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.position: str | None = None
        self.seen: dict[str, list[Acknowledged]] = {}
        self.connections = 0
        self.connected = False

    async def watch(self) -> None:
        """Watch until the stream is complete."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                if await self._connected():
                    return
            await asyncio.sleep(0.1)

    async def _connected(self) -> bool:
        """Read one connection; return whether the stream is complete."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            begun = "0" if self.position is None and self.path != "/v1/live" else self.position
            position = "" if begun is None else f"Last-Event-ID: {begun}\r\n"
            writer.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n{position}\r\n".encode())
            status = int((await reader.readuntil(b"\r\n\r\n"))[9:12])
            assert status in (200, 204, *MAY_BE_ANSWERED), status
            self.connected = status == 200
            self.connections += self.connected
            while self.connected:
                block = await reader.readuntil(b"\n\n")
                lines = (line for line in block.split(b"\n") if not line.endswith(b"\r"))  # skips chunk framing
                self._take(dict(line.split(b": ", 1) for line in lines if line))
            return status == 204
        finally:
            self.connected = False
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _take(self, fields: dict[bytes, bytes]) -> None:
        if fields.get(b"event") == b"batch":
            frame = _frame(fields[b"data"])
            self.seen.setdefault(frame.encounter, []).append(frame)
        if b"id" in fields:
            self.position = fields[b"id"].decode()

    def at(self, encounter: str) -> int:
        """Return the last version of an encounter that was received."""
        frames = self.seen.get(encounter)
        return frames[-1].first + len(frames[-1].events) - 1 if frames else 0


class Crowd(threading.Thread):
    """All watchers, in a separate thread so that the test cannot delay them."""

    def __init__(self, port: int, count: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.count = count
        self.watchers: list[Watcher] = []
        self.fault: BaseException | None = None
        self._loop = asyncio.new_event_loop()
        self._halt = asyncio.Event()

    def run(self) -> None:
        try:
            self._loop.run_until_complete(self._watch())
        except BaseException as error:  # raised later in the test, because an exception in a thread cannot fail it
            self.fault = error
        finally:
            self._loop.close()

    async def _watch(self) -> None:
        paths = [f"/v1/encounters/{encounter}/live" for encounter in ENCOUNTERS]
        self.watchers = [
            Watcher(self.port, "/v1/live" if number < OF_EVERYTHING else paths[number % len(paths)])
            for number in range(self.count)
        ]
        watching = [asyncio.create_task(watcher.watch()) for watcher in self.watchers]
        halting = asyncio.create_task(self._halt.wait())
        while not halting.done():
            pending = [task for task in watching if not task.done()]
            await asyncio.wait([halting, *pending], return_when=asyncio.FIRST_COMPLETED)
            for task in watching:
                if task.done():
                    task.result()
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    def stop(self) -> None:
        """Stop watching."""
        self._loop.call_soon_threadsafe(self._halt.set)
        self.join(PATIENCE)
        if self.fault:
            raise self.fault

    def wait(self, holds: Callable[[Watcher], bool], awaited: str) -> None:
        """Wait until a condition holds for all watchers."""

        def all_hold() -> bool:
            assert self.fault is None, self.fault
            return bool(self.watchers) and all(holds(watcher) for watcher in self.watchers)

        until(all_hold, awaited)


@contextmanager
def crowd(port: int, count: int) -> Iterator[Crowd]:
    """Run a crowd of watchers."""
    found = Crowd(port, count)
    found.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.mark.parametrize("count", [30, long(100)])
def test_what_many_watchers_saw_is_the_stream(
    tmp_path: Path, redis_program: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(writers, "PAUSE", 0.15)  # every watcher receives every batch, all on one machine
    chance = random.Random(100)
    port, redis_port = free_ports(2)
    url, redis_url = f"http://127.0.0.1:{port}", f"redis://127.0.0.1:{redis_port}"
    kills = [*(("service",), ("redis",), ("service", "redis")) * ROUNDS]
    redis_server = killable(redis_program, tmp_path, redis_port)
    try:
        with httpx.Client(base_url=url, timeout=30) as client, crowd(port, count) as watching, ExitStack() as stack:
            serving = stack.enter_context(service(tmp_path / "none", port, redis_url=redis_url))
            watching.wait(lambda one: one.position is not None or one.path != "/v1/live", "everybody watches")
            open_encounters(client)
            with writing(url, ENCOUNTERS, "watched") as hands:
                for victims in kills:
                    watching.wait(lambda one: one.connected, "everybody watches again")
                    in_mid_append(hands, chance)
                    processes = {"service": serving.pid, "redis": redis_server.pid}
                    kill(*(processes[victim] for victim in victims))
                    if "redis" in victims:
                        redis_server.wait()
                        redis_server = killable(redis_program, tmp_path, redis_port)
                    if "service" in victims:
                        serving.wait()
                        serving = stack.enter_context(service(tmp_path / "none", port, redis_url=redis_url))
            streams = finished(client, hands)
            watching.wait(
                lambda one: all(one.at(encounter) == len(stream) for encounter, stream in of(one, streams).items()),
                "everybody has seen the end",
            )
            for watcher in watching.watchers:
                for encounter, stream in of(watcher, streams).items():
                    frames = watcher.seen[encounter]
                    assert [frame.first for frame in frames[1:]] == [
                        frame.first + len(frame.events) for frame in frames[:-1]
                    ]
                    assert [record for frame in frames for record in frame.records] == stream
                assert watcher.connections >= sum("service" in victims for victims in kills)
    finally:
        redis_server.kill()
        redis_server.wait()


def finished(client: httpx.Client, hands: list[Writer]) -> dict[str, list[bytes]]:
    """Close the encounters in play; return the streams of all encounters that were opened."""
    for encounter in ENCOUNTERS:
        assert client.post(f"/v1/encounters/{encounter}/commands", json={"command": {"type": "core.close"}}).is_success
        check_whole(client, encounter)
    opened = {batch.encounter for hand in hands for batch in hand.acknowledged}
    return {encounter: records_of(client, encounter, after=0) for encounter in opened}


def of(watcher: Watcher, streams: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    """Return the streams that a watcher must have received."""
    return streams if watcher.path == "/v1/live" else {name: streams[name] for name in [watcher.path.split("/")[3]]}
