"""Slow watchers are dropped with a position, lose no events, and do not affect other watchers."""

import asyncio
import json
import socket
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from service.settings import Settings
from tests.live import Service, served

MANY = 120
"""Number of combatants, so that a rewind, which carries the state, fills buffers that notes would not fill."""
OPENED = 2 + MANY
BEGUN = OPENED + 2
SMALL_BUFFER, LARGE_BUFFER = 4096, 1 << 22
REWINDS = 40


async def crowd(service: Service) -> None:
    """Open an encounter whose state is large."""
    guards = [{"template": "guard", "id": f"guard-{number}"} for number in range(MANY)]
    body = {"ruleset": "s3", "id": "crowd", "combatants": guards}
    (await service.client.post("/v1/encounters", json=body)).raise_for_status()
    assert (await service.note("It begins.", "crowd"))["version"] == BEGUN


async def rewind(service: Service, times: int) -> None:
    """Record the state a number of times."""
    for _ in range(times):
        await service.command("crowd", type="core.rewind", to=OPENED)


def asleep(service: Service) -> socket.socket:
    """Return the connection of a watcher that requests all events from now on, and does not read them."""
    place = urlsplit(service.url)
    watcher = socket.socket()
    watcher.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    watcher.connect((place.hostname, place.port))
    watcher.sendall(b"GET /v1/encounters/crowd/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return watcher


def awake(watcher: socket.socket) -> list[tuple[str, str, Any]]:
    """Read the rest of the connection: the ID, the event and the data of each complete message."""
    watcher.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LARGE_BUFFER)
    received = b""
    try:
        while piece := watcher.recv(1 << 16):
            received += piece
    except ConnectionResetError:
        pass  # the connection was cut off; complete messages are kept
    chunks = received.partition(b"\r\n\r\n")[2]
    body = b""
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        length = int(size, 16) if size else 0
        body, chunks = body + rest[:length], rest[length + 2 :]
    messages = []
    for block in body.split(b"\n\n")[:-1]:
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
        if b"data" in fields:
            found = (fields.get(b"id", b"").decode(), fields[b"event"].decode(), json.loads(fields[b"data"]))
            messages.append(found)
    return messages


async def rest_of(service: Service, position: str) -> list[int]:
    """Return the versions that a reader receives after a position."""
    head = (await service.command("crowd", type="core.close"))["version"]
    versions: list[int] = []
    async with service.watching("/v1/encounters/crowd/live", headers={"Last-Event-ID": position}) as feed:
        while not versions or versions[-1] < head:
            frame = await feed.batch()
            versions += range(frame["first"], frame["version"] + 1)
    return versions


def versions_in(messages: list[tuple[str, str, Any]]) -> list[int]:
    batches = [data for _, event, data in messages if event == "batch"]
    return [version for batch in batches for version in range(batch["first"], batch["version"] + 1)]


async def test_who_falls_too_far_behind_is_told_where_to_go_on(settings: Settings) -> None:
    async with served(settings.model_copy(update={"watch_backlog": 3, "watch_patience": 60.0})) as service:
        await crowd(service)
        with closing(asleep(service)) as watcher:
            await service.until('yarrow_watchers{of="encounter"}', 1)
            await rewind(service, REWINDS)
            messages = await asyncio.to_thread(awake, watcher)
        assert messages[-1][1] == "dropped"
        dropped = messages[-1][2]
        assert (dropped["code"], dropped["resume"]) == ("slow", messages[-2][0])
        assert await service.measured('yarrow_live_ended_total{reason="slow"}') == 1
        seen = versions_in(messages)
        assert len(seen) < 2 * REWINDS
        whole = [*seen, *await rest_of(service, dropped["resume"])]
        assert whole == list(range(BEGUN + 1, whole[-1] + 1))


async def test_who_takes_nothing_is_cut_off_and_goes_on_behind_what_it_has(settings: Settings) -> None:
    async with served(settings.model_copy(update={"watch_patience": 0.2})) as service:
        await crowd(service)
        with closing(asleep(service)) as watcher:
            await service.until('yarrow_watchers{of="encounter"}', 1)
            await rewind(service, REWINDS)
            await service.until('yarrow_live_ended_total{reason="slow"}', 1)
            assert await service.measured('yarrow_watchers{of="encounter"}') == 0
            messages = await asyncio.to_thread(awake, watcher)
        seen = versions_in(messages)
        position = messages[-1][0] if messages else str(BEGUN)
    async with served(settings) as patient:
        whole = [*seen, *await rest_of(patient, position)]
    assert whole == list(range(BEGUN + 1, whole[-1] + 1))


async def test_a_slow_watcher_holds_up_nobody_else(settings: Settings) -> None:
    async with served(settings.model_copy(update={"watch_backlog": 3})) as service:
        await crowd(service)
        with closing(asleep(service)):
            await service.until('yarrow_watchers{of="encounter"}', 1)
            async with service.watching("/v1/encounters/crowd/live") as feed:
                for _ in range(REWINDS):
                    await rewind(service, 1)
                    assert (await feed.batch())["events"][-1]["type"] == "core.rewound"
