"""Live connections of a token: their number is limited, and each is closed when the token expires or is revoked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final

import pytest

from service.settings import Settings
from tests.clock import Clock
from tests.http.access.tokens import bearer
from tests.http.live.test_socket import talking
from tests.live import Feed, Service, served
from tests.waiting import PATIENCE

LIVE: Final = "/v1/encounters/duel/live"
REPLAY: Final = "/v1/encounters/duel/replay"
ALL: Final = "/v1/live"
QUIET: Final = 300.0
"""Heartbeat interval in seconds, too long for a heartbeat to be sent during a test."""
HOUR: Final = 3600


@pytest.fixture
def quiet(guarded: Settings) -> Settings:
    """Settings with tokens, three live connections for each, and hardly any heartbeats."""
    return guarded.model_copy(update={"heartbeat": QUIET, "streams": 3})


@pytest.fixture
async def service(quiet: Settings, tenant: str) -> AsyncIterator[Service]:
    """The service, with a duel of three batches."""
    async with served(quiet) as service:
        service.client.headers.update(bearer(tenant, jti="host"))
        await service.open("duel")
        for text in ("one", "two"):
            await service.note(text)
        yield service


async def begun(stack: AsyncExitStack, service: Service, path: str, headers: dict[str, str]) -> Feed:
    """Open a stream, and read its first message."""
    slowly = {"params": {"speed": 1e-5, "most_pause": 3600}} if path == REPLAY else {}
    feed = await stack.enter_async_context(service.watching(path, speaker="spectator", headers=headers, **slowly))
    assert feed.answer.status_code == 200
    await feed.next()
    stack.callback(lambda: feed)  # keeps a reference, because a stream ends when it is garbage-collected
    return feed


def is_one_too_many(problem: dict[str, Any]) -> bool:
    """Return whether a problem reports too many connections, and says how to resolve it."""
    said = problem["status"], problem["code"]
    return said == (429, "too_many_requests") and "close one of them" in problem["detail"]


async def test_a_token_has_so_many_live_connections_of_any_kind_and_no_more(service: Service, tenant: str) -> None:
    guest, other = bearer(tenant, "spectator", jti="guest"), bearer(tenant, "spectator", jti="other")
    async with AsyncExitStack() as stack:
        for path in (LIVE, ALL):
            await begun(stack, service, path, guest)
        socket = await stack.enter_async_context(talking(service, additional_headers=guest))
        await socket.next()
        for path in (LIVE, ALL, REPLAY):
            assert is_one_too_many(await service.refused(path, speaker="spectator", headers=guest))
        async with talking(service, additional_headers=guest) as refused:
            assert is_one_too_many(await refused.next())
            assert await refused.closed() == (4429, "too_many_requests")
        await begun(stack, service, LIVE, other)
        assert (await service.client.get("/v1/encounters/duel", headers=guest)).is_success
    async with AsyncExitStack() as stack:
        async with asyncio.timeout(PATIENCE):  # until the service has noticed the disconnects
            while "yarrow_watchers{" in (await service.client.get("/metrics")).text:
                pass
        for _ in range(2):
            await begun(stack, service, REPLAY, guest)
        await begun(stack, service, LIVE, guest)
        assert is_one_too_many(await service.refused(LIVE, speaker="spectator", headers=guest))


async def test_who_is_refused_takes_no_seat_and_leaves_nothing_behind(service: Service, tenant: str) -> None:
    guest = bearer(tenant, "spectator", jti="guest")
    for _ in range(5):
        assert (await service.refused(LIVE, headers=guest, speaker="spectator", params={"after": 99}))["status"] == 409
        assert (await service.client.head(LIVE, headers=guest)).status_code == 200
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await begun(stack, service, ALL, guest)
        await service.open("brawl")
        assert is_one_too_many(await service.refused("/v1/encounters/brawl/live", speaker="spectator", headers=guest))
        feed = await begun(stack, service, "/v1/encounters/brawl/live", bearer(tenant, "spectator", jti="other"))
        await service.note("heard", "brawl")
        assert (await feed.batch())["encounter"] == "brawl"


async def test_a_token_may_say_how_many_it_has(service: Service, tenant: str) -> None:
    usual = {"rate": 100, "burst": 100}
    one = bearer(tenant, "spectator", jti="one", limits={**usual, "streams": 1})
    five = bearer(tenant, "spectator", jti="five", limits={**usual, "streams": 5})
    same = bearer(tenant, "spectator", jti="same", limits=usual)
    for headers, most in ((one, 1), (five, 5), (same, 3)):
        async with AsyncExitStack() as stack:
            for _ in range(most):
                await begun(stack, service, LIVE, headers)
            assert is_one_too_many(await service.refused(LIVE, speaker="spectator", headers=headers))


async def test_without_a_secret_nobody_is_counted(quiet: Settings) -> None:
    async with served(quiet.model_copy(update={"secret": None})) as service, AsyncExitStack() as stack:
        await service.open("duel")
        for _ in range(5):
            await begun(stack, service, LIVE, {})


async def test_a_quiet_connection_ends_when_its_token_does(
    service: Service, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    guest = bearer(tenant, "spectator", jti="guest", exp=int(clock.of_day()) + HOUR)
    host = bearer(tenant, jti="host", exp=int(clock.of_day()) + 2 * HOUR)
    service.client.headers.update(host)
    async with AsyncExitStack() as stack:
        feeds = [await begun(stack, service, path, guest) for path in (LIVE, ALL)]
        socket = await stack.enter_async_context(talking(service, additional_headers=guest))
        assert (await socket.next())["type"] == "heartbeat"
        clock.move(HOUR - 60)
        await service.note("still here")
        for told in (*[await feed.batch() for feed in feeds], await socket.of("batch")):
            assert told["encounter"] == "duel"
        clock.move(60)
        dropped = [*[await feed.dropped() for feed in feeds], await socket.of("dropped")]
        assert {one["code"] for one in dropped} == {"not_allowed"}
        assert await socket.closed() == (4401, "not_allowed")
        assert (await service.refused(LIVE, speaker="spectator", headers=guest))["code"] == "unauthorized"


async def test_quiet_connections_of_a_revoked_token_end_everywhere(
    service: Service, quiet: Settings, tenant: str
) -> None:
    guest, other = bearer(tenant, "spectator", jti="guest"), bearer(tenant, "spectator", jti="other")
    async with served(quiet) as second, AsyncExitStack() as stack:
        feeds = [await begun(stack, place, path, guest) for place in (service, second) for path in (LIVE, REPLAY)]
        socket = await stack.enter_async_context(talking(second, additional_headers=guest))
        kept = await begun(stack, second, LIVE, other)
        answer = await service.client.post("/v1/tokens/revoke", json={"token": "guest"})
        assert answer.is_success
        dropped = [*[await feed.dropped() for feed in feeds], await socket.of("dropped")]
        assert {one["code"] for one in dropped} == {"not_allowed"}
        await service.note("on we go")
        assert (await kept.batch())["encounter"] == "duel"
