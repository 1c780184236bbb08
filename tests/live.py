"""Watching as a client does: a service in this process with a real socket, and a reader of server-sent events."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx

from service.server.serve import Server, server
from service.settings import Settings
from tests.waiting import PATIENCE

SAME = {"X-Request-ID": "of-a-test"}
"""Gives all requests of a client one ID, so that responses can be compared."""
PLAIN = {**SAME, "Accept-Encoding": "identity"}
"""The same for a client to which nothing is compressed, so that entity tags are versions."""


class Message(NamedTuple):
    """A message of a stream: an event, or a heartbeat without data."""

    id: str | None
    event: str | None
    data: Any
    comment: str | None


class Feed:
    """The messages of one stream, and the last position received."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.position: str | None = None
        self._messages = self._parsed()

    async def next(self) -> Message:
        """Return the next message of any kind."""
        async with asyncio.timeout(PATIENCE):
            return await anext(self._messages)

    async def batch(self) -> dict[str, Any]:
        """Return the next batch; skips heartbeats, which may continue forever."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next()).data is None:
                pass
        assert message.event == "batch", message
        found: dict[str, Any] = message.data
        return found

    async def batches(self, count: int) -> list[dict[str, Any]]:
        """Return the next ``count`` batches."""
        return [await self.batch() for _ in range(count)]

    async def ended(self) -> bool:
        """Return whether the stream has ended."""
        try:
            await self.next()
        except StopAsyncIteration:
            return True
        return False

    async def dropped(self) -> dict[str, Any]:
        """Return the data of the message that ends the stream."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next()).event != "dropped":
                pass
        assert await self.ended()
        found: dict[str, Any] = message.data
        return found

    async def _parsed(self) -> AsyncIterator[Message]:
        rest = b""
        async for piece in self.answer.aiter_raw():
            *blocks, rest = (rest + piece).split(b"\n\n")
            for block in blocks:
                fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
                if b"id" in fields:
                    self.position = fields[b"id"].decode()
                yield Message(
                    fields[b"id"].decode() if b"id" in fields else None,
                    fields[b"event"].decode() if b"event" in fields else None,
                    json.loads(fields[b"data"]) if b"data" in fields else None,
                    fields[b""].decode() if b"" in fields else None,
                )
        assert rest == b""


class Service(NamedTuple):
    """A service with a socket, and functions that call it."""

    url: str
    server: Server
    client: httpx.AsyncClient

    async def open(self, encounter: str, **fields: Any) -> None:
        """Open an encounter of S3."""
        combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        body = {"ruleset": "s3", "id": encounter, "combatants": combatants, **fields}
        (await self.client.post("/v1/encounters", json=body)).raise_for_status()

    async def note(self, text: str, encounter: str = "duel", **fields: Any) -> dict[str, Any]:
        """Add a note; return the answer."""
        return await self.command(encounter, type="core.note", text=text, **fields)

    async def command(self, encounter: str, **command: Any) -> dict[str, Any]:
        """Send a command; return the answer."""
        answer = await self.client.post(f"/v1/encounters/{encounter}/commands", json={"command": command})
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @asynccontextmanager
    async def watching(
        self, path: str = "/v1/encounters/duel/live", *, speaker: str = "narrator", **options: Any
    ) -> AsyncIterator[Feed]:
        """Open a stream as a speaker; on entry it is established."""
        headers = {"Yarrow-As": speaker, **options.pop("headers", {})}
        async with self.client.stream("GET", path, headers=headers, timeout=None, **options) as answer:
            if answer.status_code != 200:
                await answer.aread()
            yield Feed(answer)

    async def refused(self, path: str, **options: Any) -> dict[str, Any]:
        """Return the problem with which the service rejects a stream."""
        async with self.watching(path, **options) as feed:
            assert feed.answer.headers["content-type"] == "application/problem+json"
            found: dict[str, Any] = feed.answer.json()
            return found

    async def measured(self, name: str) -> float:
        """Return the value of a metric, by its name with its labels."""
        text = (await self.client.get("/metrics")).text
        return next((float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(f"{name} ")), 0.0)

    async def until(self, name: str, value: float) -> None:
        """Return as soon as a metric has a value."""
        async with asyncio.timeout(PATIENCE):
            while await self.measured(name) != value:
                pass


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[Service]:
    """Run a service with these settings on a free port, and stop it as a signal does."""
    handlers, level = logging.root.handlers, logging.root.level
    listener = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    serving = server(settings)
    running = asyncio.create_task(serving.serve(sockets=[listener]))
    try:
        while not serving.started:
            assert not running.done(), running.exception()
            await asyncio.sleep(0.01)
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=PATIENCE, headers=SAME) as client:
            yield Service(url, serving, client)
    finally:
        serving.should_exit = True
        await running
        logging.root.handlers, logging.root.level = handlers, level
