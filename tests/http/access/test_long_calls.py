"""Long calls over real HTTP: they leave the service free for others, are bounded, and end with their client."""

import asyncio
from typing import Any

import pytest

from service.encounters.reading.story_teller import TOLD_AT_ONCE
from service.read_models.listing import DELAYED_PER_SLICE
from service.services import services_of
from service.settings import Settings
from service.work.places import MAX_AT_ONCE, Places
from service.work.worker import worker
from tests.gate import gate
from tests.http.access.tokens import bearer
from tests.http.conftest import running
from tests.live import Service, served
from tests.waiting import eventually

EVENTS = 600
AUDIT = "/v1/encounters/duel/audit"


async def play(service: Service, events: int = EVENTS) -> None:
    """Open an encounter and add notes to it."""
    await service.open("duel")
    version = 0
    while version < events:
        version = (await service.note("so"))["version"]


def places_of(service: Service) -> Places:
    """Return the places of the service."""
    app = service.server.app
    return services_of(app).places


async def hold(service: Service, count: int) -> None:
    """Wait until this number of calls hold a place."""

    async def holds() -> bool:
        return len(places_of(service)) == count

    await eventually(holds, f"{count} calls hold a place")


async def test_while_long_calls_wait_others_are_answered(settings: Settings) -> None:
    async with served(settings) as service:
        await play(service, 150)
        with gate() as held:
            audit = asyncio.create_task(service.client.get(AUDIT))
            await hold(service, 1)
            assert (await service.client.get("/healthz")).is_success
            assert (await service.note("still here"))["version"] > 150
            assert (await service.client.get("/v1/encounters/duel")).is_success
            assert not audit.done()
            await held.open()
            assert (await audit).json()["legality"]["verdict"] == "proven"


async def test_long_calls_are_bounded_where_no_token_is_needed(settings: Settings) -> None:
    async with served(settings) as service:
        await play(service, 10)
        with gate() as held:
            audits = [asyncio.create_task(service.client.get(AUDIT)) for _ in range(MAX_AT_ONCE)]
            await hold(service, MAX_AT_ONCE)
            refused = await service.client.get(AUDIT)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
            assert refused.headers["retry-after"] == "1"
            assert "yarrow_long_calls 64.0" in (await service.client.get("/metrics")).text
            assert (await service.client.get("/v1/encounters/duel")).is_success
            await held.open()
            assert {(await audit).status_code for audit in audits} == {200}
        assert (await service.client.get(AUDIT)).is_success


@pytest.mark.parametrize("path", [AUDIT, "/v1/encounters/duel/story?limit=1000", "/v1/encounters/duel/bundle"])
async def test_a_client_that_disconnects_ends_its_call(settings: Settings, path: str) -> None:
    async with served(settings) as service:
        await play(service)
        before = worker().slices
        with gate() as first:
            call = asyncio.create_task(service.client.get(path))
            await hold(service, 1)
            with gate() as second:
                await first.open()
                call.cancel()
                await hold(service, 0)
                await second.open()
        assert worker().slices - before <= 3, "the two gates, and the first slice"


async def test_a_delayed_spectator_pays_for_the_encounters_of_each_page_of_a_list(
    guarded: Settings, tenant: str
) -> None:
    async with running(guarded) as api:
        for number in range(2 * DELAYED_PER_SLICE + 1):
            opening = {"ruleset": "s3", "id": f"fight-{number:02}"}
            assert (await api.client.post("/v1/encounters", json=opening, headers=bearer(tenant))).is_success

        async def statuses(jti: str, burst: int, **more: Any) -> list[int]:
            headers = bearer(tenant, "spectator", jti=jti, limits={"rate": 0.01, "burst": burst}, **more)
            return [(await api.client.get("/v1/encounters", headers=headers)).status_code for _ in range(burst)]

        delay = {"events": 1}
        assert await statuses("delayed", 5, delay=delay) == [200, 200, 429, 429, 429], "four requests a page"
        assert await statuses("plain", 5) == [200] * 5


async def test_a_long_call_costs_its_token_as_many_requests_as_it_has_slices(guarded: Settings, tenant: str) -> None:
    async with running(guarded) as api:
        rich = bearer(tenant, jti="rich", limits={"rate": 1000, "burst": 100_000})
        api.client.headers.update(rich)
        await api.open()
        while await api.version() < EVENTS:
            assert (await api.command("core.note", text="so")).is_success
        poor = bearer(tenant, jti="poor", limits={"rate": 0.01, "burst": 5})
        before = worker().slices
        assert (await api.client.get(AUDIT, headers=poor)).is_success
        slices = worker().slices - before
        assert slices > 5
        refused = await api.client.get("/v1/encounters/duel", headers=poor)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        assert (slices - 5) * 100 < int(refused.headers["retry-after"]) <= (slices + 2 - 5 + 1) * 100
        assert "a long one counts as several" in refused.json()["detail"]
        assert (await api.client.get("/v1/encounters/duel")).is_success


async def test_a_story_costs_a_few_requests_for_each_hundred_events(guarded: Settings, tenant: str) -> None:
    async with running(guarded) as api:
        api.client.headers.update(bearer(tenant, limits={"rate": 1000, "burst": 100_000}))
        await api.open()
        while await api.version() < EVENTS:
            assert (await api.command("core.note", text="so")).is_success
        before = worker().slices
        assert (await api.get("/story", params={"limit": EVENTS})).is_success
        assert EVENTS // TOLD_AT_ONCE <= worker().slices - before <= 2 * EVENTS // TOLD_AT_ONCE
