"""A fight that was imported open, under its own ID, is sealed: its feeds end like those of a closed one."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr

from service.settings import Settings
from tests.http.access.tokens import SECRET, bearer
from tests.http.live.test_socket import talking
from tests.live import Service, served

LINES = {"Content-Type": "application/x-ndjson"}
LIVE = "/v1/encounters/duel/live"


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with an imported duel of eight events that continues elsewhere."""
    async with served(settings.model_copy(update={"tenant": f"{settings.tenant}-a"})) as elsewhere:
        await elsewhere.open("duel")
        for number in range(2):
            await elsewhere.note(f"note {number}")
        kept = (await elsewhere.client.get("/v1/encounters/duel/bundle")).content
    guarded = settings.model_copy(update={"secret": SecretStr(SECRET)})
    async with served(guarded) as service:
        service.client.headers.update(bearer(settings.tenant))
        answer = await service.client.post("/v1/bundles", content=kept, headers=LINES)
        assert (answer.status_code, answer.json()["status"]) == (201, "sealed")
        yield service


async def test_its_stream_ends_and_is_not_begun_again(service: Service) -> None:
    async with service.watching(params={"after": 0}) as feed:
        assert [frame["version"] for frame in await feed.batches(3)] == [4, 6, 8]
        assert await feed.ended()
    for options in ({"headers": {"Last-Event-ID": "8"}}, {"params": {"after": 8}}, {}):
        async with service.watching(**options) as feed:
            assert feed.answer.status_code == 204
    assert (await service.refused(LIVE, params={"after": 9}))["code"] == "position_ahead"


async def test_its_socket_is_closed_as_complete(service: Service) -> None:
    headers = {"Authorization": service.client.headers["Authorization"]}
    for query, versions in (("?after=4", [6, 8]), ("?after=8", [])):
        async with talking(service, query=query, additional_headers=headers) as socket:
            assert [(await socket.of("batch"))["version"] for _ in versions] == versions
            assert await socket.closed() == (1000, "complete")


@pytest.mark.parametrize(("events", "end"), [(1, 6), (3, 4), (5, 0)])
async def test_who_watches_with_a_delay_is_told_what_is_in_view_and_no_more(
    service: Service, settings: Settings, events: int, end: int
) -> None:
    token = bearer(settings.tenant, "spectator", jti="d", delay={"events": events})
    delayed: dict[str, Any] = {"headers": token, "speaker": "spectator"}
    if end == 0:
        assert (await service.refused(LIVE, **delayed))["code"] == "not_found"
        return
    state = (await service.client.get("/v1/encounters/duel", headers=token)).json()
    assert (state["version"], state["status"]) == (end, "sealed")
    [listed] = (await service.client.get("/v1/encounters", headers=token)).json()["encounters"]
    assert (listed["version"], listed["status"]) == (end, "sealed")
    async with service.watching(params={"after": 0}, **delayed) as feed:
        assert [frame["version"] for frame in await feed.batches(end // 2 - 1)][-1] == end
        assert await feed.ended()
    async with service.watching(params={"after": end}, **delayed) as feed:
        assert feed.answer.status_code == 204
