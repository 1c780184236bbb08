"""Tests that one frame ends each watcher's stream when the store is rolled back, so that none waits for lost events.

A Redis is killed and restarted with less data or none, or the keys of one encounter are reset and a process that is
unaware of it continues the encounter.
"""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from redis.asyncio import Redis

from events.store.keys import keys_of
from events.store.protocol import StreamId
from service.live import encounter_feed
from service.settings import Settings
from tests.chaos.test_kill import killable
from tests.http.live.test_socket import talking
from tests.live import Feed, Service, served
from tests.servers import free_ports
from tests.waiting import PATIENCE

ALL, LIVE = "/v1/live", "/v1/encounters/duel/live"
PARTITIONS = 4
KEPT, LOST = 6, 10
"""Versions: the one that the older copy holds, and the one that all watchers have reached."""


class Server:
    """A Redis that tests can kill and restart."""

    def __init__(self, program: Path, directory: Path) -> None:
        self.program, self.directory = program, directory
        [self.port] = free_ports(1)
        self.running: subprocess.Popen[bytes] = killable(program, directory, self.port)

    def kill(self) -> None:
        self.running.kill()
        self.running.wait()

    def start(self) -> None:
        self.running = killable(self.program, self.directory, self.port)

    @property
    def files(self) -> Path:
        return self.directory / "appendonlydir"

    @property
    def copy(self) -> Path:
        return self.directory / "copy"


@pytest.fixture
def server(redis_program: Path, tmp_path: Path) -> Iterator[Server]:
    """A Redis for this test alone."""
    found = Server(redis_program, tmp_path)
    yield found
    found.kill()


@pytest.fixture
async def service(
    server: Server, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Service, Settings]]:
    """A service whose duel is at version ``KEPT``, and its settings."""
    monkeypatch.setattr(encounter_feed, "RECHECK_INTERVAL", 0.2)
    url = SecretStr(f"redis://127.0.0.1:{server.port}")
    own = settings.model_copy(update={"redis_url": url, "partitions": PARTITIONS, "heartbeat": 0.2})
    async with served(own) as found:
        await found.open("duel")
        await found.note("kept")
        yield found, own


@pytest.fixture
def settings(tenant: str) -> Settings:
    """The settings, without the Redis."""
    return Settings(tenant=tenant)


def keep_nothing(server: Server) -> None:
    server.kill()
    shutil.rmtree(server.files)
    server.start()


def keep_less(server: Server) -> None:
    server.kill()
    shutil.rmtree(server.files)
    shutil.copytree(server.copy, server.files)
    server.start()


async def dropped(feed: Feed) -> dict[str, Any]:
    """Read a stream to its ``dropped`` message, which must be the last; return the message's data."""
    async with asyncio.timeout(PATIENCE):
        while (message := await feed.next()).data is None:
            pass
    assert message.event == "dropped", message
    assert await feed.ended()
    found: dict[str, Any] = message.data
    return found


@pytest.mark.parametrize(
    ("lose", "afterwards"), [(keep_nothing, "not_found"), (keep_less, "position_ahead")], ids=["nothing", "less"]
)
async def test_who_watches_a_store_that_went_back_in_time_is_told(
    service: tuple[Service, Settings], server: Server, lose: Callable[[Server], None], afterwards: str
) -> None:
    there, settings = service
    shutil.copytree(server.files, server.copy)
    for text in ("lost", "lost as well"):
        await there.note(text)
    async with (
        there.watching(params={"after": 0}) as feed,
        there.watching(ALL) as everything,
        talking(there) as socket,
    ):
        assert [frame["version"] for frame in await feed.batches(4)][-1] == LOST
        position = (await everything.next()).id
        assert position is not None
        await asyncio.to_thread(lose, server)
        told = await dropped(feed)
        assert (told["code"], told["resume"]) == ("history_lost", str(LOST))
        assert "operator" in told["detail"]
        told = await dropped(everything)
        assert told["code"] == "history_lost"
        assert "watch without a position" in told["detail"]
        told = await socket.of("dropped")
        assert (told["code"], told["resume"]) == ("history_lost", str(LOST))
        assert await socket.closed() == (4503, "history_lost")
    assert (await there.refused(LIVE, params={"after": LOST}))["code"] == "history_lost"
    ahead = await there.refused(ALL, headers={"Last-Event-ID": position})
    assert (ahead["status"], ahead["code"]) == (409, "position_ahead")
    assert await there.measured('yarrow_live_ended_total{reason="history_lost"}') == 3
    assert await there.measured("yarrow_feed_alarms_total") >= 1
    async with served(settings) as anew:
        assert (await anew.refused(LIVE, params={"after": LOST}))["code"] == afterwards


async def test_who_watches_an_encounter_that_was_set_back_is_told_before_it_goes_on_otherwise(
    service: tuple[Service, Settings], server: Server
) -> None:
    there, settings = service
    keys = keys_of(StreamId(settings.tenant, "duel"), PARTITIONS)
    async with Redis(port=server.port) as client, there.watching(ALL) as everything:
        saved = {key: await client.dump(key) for key in (keys.head, keys.events, keys.commands)}
        for text in ("lost", "lost as well"):
            await there.note(text)
        assert [frame["version"] for frame in await everything.batches(2)] == [LOST - 2, LOST]
        async with there.watching() as feed, talking(there) as socket:
            await feed.next()
            assert (await socket.next())["position"] == str(LOST)
            for key, dump in saved.items():
                assert dump is not None
                await client.restore(key, 0, dump, replace=True)
            told = await dropped(feed)
            assert (told["code"], told["resume"]) == ("history_lost", str(LOST))
            assert (await socket.of("dropped"))["code"] == "history_lost"
        async with served(settings) as ignorant:
            assert (await ignorant.note("another history"))["version"] == KEPT + 2
        assert (await dropped(everything))["code"] == "history_lost"
        assert (await there.refused(LIVE, params={"after": LOST}))["code"] == "history_lost"
        assert await there.measured("yarrow_feed_alarms_total") == 1
