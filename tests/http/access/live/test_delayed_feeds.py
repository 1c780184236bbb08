"""Delayed spectators on live feeds: each receives events up to its horizon, and the whole fight once it is closed.

Random fights with rewinds are played. After each command every spectator reads until a heartbeat arrives, which is sent
only if no more events are in view. The events received by then are compared with a horizon that is computed separately.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from service.auth.spectator_delay import Delay, parse_delay
from service.settings import Settings
from tests.http.access.test_delay import horizon
from tests.http.access.tokens import bearer
from tests.http.live.test_socket import Socket, talking
from tests.live import Feed, Service, served
from tests.tiers import long
from tests.waiting import PATIENCE

DELAYS = ("1 event", "4 events", "9 events", "1 round", "2 rounds")
LIVE, REPLAY = "/v1/encounters/duel/live", "/v1/encounters/duel/replay"
HEARTBEAT = 0.05
TURNS = 20
"""Turns of the event loop that deliver everything that has arrived."""
TRIES = 25
FOES = {"pc": "ogre", "npc": "bell", "order": "pc_first"}
Frames = list[dict[str, Any]]


class Delayed:
    """A spectator with a delay, on a stream and on a socket."""

    def __init__(self, service: Service, tenant: str, said: str) -> None:
        self.service, self.delay = service, parse_delay(said)
        field = "rounds" if self.delay.rounds else "events"
        self.token = bearer(tenant, "spectator", jti=said.replace(" ", "-"), delay={field: getattr(self.delay, field)})
        self.feed: Feed | None = None
        self.socket: Socket | None = None
        self.told: tuple[Frames, Frames] = [], []

    async def begin(self, stack: AsyncExitStack) -> None:
        """Watch the encounter from its beginning, on both connections."""
        watching = self.service.watching(LIVE, params={"after": 0}, speaker="spectator", headers=self.token)
        self.feed = await stack.enter_async_context(watching)
        self.socket = await stack.enter_async_context(
            talking(self.service, query="?after=0", additional_headers=self.token)
        )

    async def quiet(self, place: int) -> tuple[int, int]:
        """Receive until a version is reached and no more events follow; return the last position of each connection."""
        streamed, said = await asyncio.gather(
            settled(self._streamed, self.told[0], place), settled(self._said, self.told[1], place)
        )
        return streamed, said

    async def _streamed(self) -> tuple[Any, str]:
        """Return the next batch of the stream, or None for a heartbeat, and the position."""
        assert self.feed is not None
        message = await self.feed.next()
        assert message.event in (None, "batch"), message
        return message.data, message.id or ""

    async def _said(self) -> tuple[Any, str]:
        """Return the same from the socket."""
        assert self.socket is not None
        said = await self.socket.next()
        kind = said.pop("type")
        assert kind in ("batch", "heartbeat"), said
        return (said, "") if kind == "batch" else (None, said["position"])

    async def refused(self, path: str = LIVE, **options: Any) -> str:
        """Return the problem code with which a stream is refused."""
        code: str = (await self.service.refused(path, speaker="spectator", headers=self.token, **options))["code"]
        return code

    async def replayed(self, **params: Any) -> Frames:
        """Return the frames of a replay."""
        async with self.service.watching(
            REPLAY, speaker="spectator", headers=self.token, params={"speed": 0, **params}
        ) as feed:
            frames: Frames = []
            while (message := await _next(feed)) is not None:
                if message.data is not None:
                    frames.append(message.data)
            return frames


async def settled(more: Callable[[], Awaitable[tuple[Any, str]]], told: Frames, place: int) -> int:
    """Receive until the version is reached and two fresh heartbeats in a row arrive; return the position.

    A heartbeat is fresh if it had to be waited for.
    """
    fresh = 0
    async with asyncio.timeout(PATIENCE):
        while True:
            coming = asyncio.ensure_future(more())
            for _ in range(TURNS):
                await asyncio.sleep(0)
            waited = not coming.done()
            data, position = await coming
            if data is not None:
                told.append(data)
                fresh = 0
            elif waited:
                fresh += 1
            if fresh >= 2 and int(position) >= place:
                return int(position)


async def _next(feed: Feed) -> Any:
    try:
        return await feed.next()
    except StopAsyncIteration:
        return None


def command(chance: random.Random, events: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a random command, which may be refused."""
    ends = [event["version"] - 1 for event in events if event["batch"] == event["version"] > 1]
    return chance.choice(
        [
            *({"type": "s3.begin_round"}, {"type": "s3.begin_round"}, {"type": "s3.begin_turn", **FOES}),
            *({"type": "s3.end_turn", "actor": actor} for actor in ("ogre", "bell")),
            *({"type": "core.note", "text": "The lantern swings.", "secret": "The bridge will break."},) * 2,
            *({"type": "core.rewind", "to": end} for end in chance.sample(ends, min(2, len(ends)))),
        ]
    )


@pytest.mark.parametrize("seed", [0, long(1)])
async def test_it_is_told_what_is_in_view_as_it_comes_and_everything_in_the_end(guarded: Settings, seed: int) -> None:
    chance = random.Random(seed)
    async with served(guarded.model_copy(update={"heartbeat": HEARTBEAT})) as service, AsyncExitStack() as stack:
        service.client.headers.update(bearer(guarded.tenant))
        watchers = [Delayed(service, guarded.tenant, said) for said in DELAYS]
        await service.open("duel")
        plain = await stack.enter_async_context(service.watching(params={"after": 0}, speaker="spectator"))
        for _ in range(TRIES):
            page = (await service.client.get("/v1/encounters/duel/events?limit=1000")).json()
            await asyncio.gather(*(look(watcher, page["events"], stack) for watcher in watchers))
            body = {"command": command(chance, page["events"])}
            await service.client.post("/v1/encounters/duel/commands", json=body)
        end = (await service.command("duel", type="core.close"))["version"]
        whole = [await plain.batch()]
        while whole[-1]["version"] < end:
            whole.append(await plain.batch())
        assert {"core.rewound", "s3.round_begun"} <= {event["type"] for frame in whole for event in frame["events"]}
        for watcher in watchers:
            await see_the_end(watcher, whole, stack)


async def look(watcher: Delayed, events: list[dict[str, Any]], stack: AsyncExitStack) -> None:
    """Assert that a watcher received exactly the events that are in its view."""
    place = horizon(events, watcher.delay)
    if place == 0:
        assert await watcher.refused() == "not_found"
        assert await watcher.refused(REPLAY) == "not_found"
        return
    if watcher.feed is None:
        await watcher.begin(stack)
    assert await watcher.quiet(place) == (place, place)
    for told in watcher.told:
        assert [event["version"] for frame in told for event in frame["events"]] == list(range(1, place + 1))
    assert await watcher.replayed() == watcher.told[0]
    assert await watcher.refused(REPLAY, params={"to": place + 1}) == "not_found"
    assert await watcher.refused(params={"after": place + 1}) == "position_ahead"


async def see_the_end(watcher: Delayed, whole: Frames, stack: AsyncExitStack) -> None:
    """Assert that a closed encounter is sent whole, once, and that both feeds then end."""
    if watcher.feed is None or watcher.socket is None:
        await watcher.begin(stack)
    assert watcher.feed is not None
    assert watcher.socket is not None
    feed, other = watcher.told
    while (message := await _next(watcher.feed)) is not None:
        if message.data is not None:
            feed.append(message.data)
    while len(other) < len(whole):
        said = await watcher.socket.of("batch")
        other.append({name: part for name, part in said.items() if name != "type"})
    assert await watcher.socket.closed() == (1000, "complete")
    assert feed == other == whole
    assert watcher.delay != Delay(events=1) or len(whole) > 10
