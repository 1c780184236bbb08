"""What the page says when a fight cannot be followed any more, and what one can do then."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect
from redis import Redis

from events.store.keys import keys_of
from events.store.protocol import StreamId
from events.store.redis_store import DEFAULT_PARTITIONS
from tests.page.visitor import Service, Visitor
from tests.program import serving
from tests.servers import free_ports, running, valkey_program
from tests.tiers import long
from tests.waiting import PATIENCE

SCENE = {"scene": "over_the_rail", "id": "rail"}
KEPT = {"appendonly": "yes", "appendfsync": "always"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[str]:
    """The address of a Redis."""
    with running(valkey_program(), tmp_path / "redis", **KEPT) as url:
        yield url


async def opened(page: Page, address: str) -> Visitor:
    """Open a fight, and wait until the page follows it."""
    httpx.post(f"{address}/v1/encounters", json=SCENE, timeout=PATIENCE).raise_for_status()  # noqa: ASYNC210 - nothing else runs yet
    visitor = Visitor(page, address)
    await visitor.go("rail")
    await expect(page.get_by_text("live", exact=True)).to_be_visible()
    return visitor


@pytest.mark.long
async def test_a_token_that_has_run_out_is_said_with_a_way_on(page: Page, address: str, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    ending = (datetime.now(UTC) + timedelta(seconds=4)).isoformat()
    rights = {"role": "player", "combatants": ["clarity"], "encounters": [fight], "expires": ending}
    made = (await service.client.post("invitations", json=rights)).raise_for_status().json()
    await page.goto(f"{address}/#invitation={made['invitation']}")
    visitor = Visitor(page, address)
    await expect(visitor.play.get_by_role("heading", name="Sanguine Clarity: what do you do?")).to_be_visible()
    await expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("Your seat has ended")
    await expect(visitor.play.get_by_role("button", name="End the turn", exact=True)).to_be_disabled()
    await expect(visitor.region("Combatants")).to_contain_text("Sanguine Clarity")  # what was seen stays
    await page.get_by_role("button", name="Enter a token").click()
    await expect(page.get_by_label("Access token")).to_be_visible()


@pytest.mark.long
async def test_an_invitation_that_ends_while_a_fight_is_filled_in_loses_nothing(
    page: Page, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    rights = {"role": "narrator", "encounters": [fight]}
    made = (await service.client.post("invitations", json=rights)).raise_for_status().json()
    await page.goto(f"{address}/#invitation={made['invitation']}")
    await expect(page.get_by_role("region", name="Whose turn")).to_be_visible()
    await page.goto(f"{address}/#/")
    await page.get_by_role("radio", name="Ticks").click()
    await page.get_by_role("radio", name="My own").click()
    await page.get_by_role("button", name="Iris Vane", exact=True).click()
    await page.get_by_text("house rules").click()
    name = page.get_by_label("Name", exact=True)
    await name.fill("After hours")
    (await service.client.delete(f"invitations/{made['id']}")).raise_for_status()
    await page.get_by_role("searchbox").fill("nowhere")  # reading the list is refused, too
    lost = page.get_by_role("region", name="All fights")
    await expect(lost.get_by_role("alert")).to_contain_text("token")
    await expect(lost.get_by_label("Access token")).to_be_visible()
    await page.get_by_role("button", name="Begin").click()
    new = page.get_by_role("region", name="New fight")
    await expect(new.get_by_role("alert")).to_contain_text("token")
    await expect(new).to_contain_text("What you filled in is still here: enter a token, and begin.")
    await new.get_by_role("button", name="Continue without a token").click()
    await expect(new.get_by_role("alert")).to_have_count(0)
    await expect(name).to_have_value("After hours")
    await page.get_by_role("button", name="Begin").click()
    await expect(page.get_by_role("region", name="Combatants")).to_contain_text("Iris Vane")
    assert (await service.read(f"encounters/{page.url.rpartition('/')[2]}"))["name"] == "After hours"


@pytest.mark.parametrize("how", [long("deleted"), long("damaged")])
async def test_a_fight_that_is_lost_under_the_page_is_said(page: Page, tmp_path: Path, store: str, how: str) -> None:
    with serving(tmp_path, variables={"YARROW_REDIS_URL": store}) as address:
        visitor = await opened(page, address)
        keys = keys_of(StreamId("main", "rail"), DEFAULT_PARTITIONS)
        with Redis.from_url(store) as client:
            client.delete(*([keys.events] if how == "damaged" else client.keys("*rail*")))
        if how == "damaged":  # which the feed does not notice
            await visitor.play.get_by_role("button", name="End the turn", exact=True).click()
        said = page.get_by_role("main").get_by_role("alert").or_(page.locator(".lost"))
        await expect(said.first).to_contain_text("store")
        await expect(visitor.region("Combatants")).to_contain_text("Sanguine Clarity")
        await page.reload()
        await expect(page.get_by_role("heading", name="This cannot be shown")).to_be_visible()
        await expect(page.get_by_role("alert").first).not_to_be_empty()
        await page.get_by_role("link", name="To all fights").click()
        await expect(page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()


@pytest.mark.parametrize("scene", [long("over_the_rail")])
async def test_the_page_goes_on_after_a_restart_of_redis(page: Page, tmp_path: Path, scene: str) -> None:
    port = str(free_ports(1)[0])
    variables = {"YARROW_REDIS_URL": f"redis://127.0.0.1:{port}"}
    with ExitStack() as stack:
        with running(valkey_program(), tmp_path / "redis", port=port, **KEPT) as url:
            address = stack.enter_context(serving(tmp_path, variables=variables))
            visitor = await opened(page, address)
            await visitor.settles()
            before = await visitor.version()
            with Redis.from_url(url) as client:
                client.client_pause(60_000)  # so that the command is under way when the page notices the loss
            await visitor.play.get_by_role("button", name="End the turn", exact=True).click()
        with running(valkey_program(), tmp_path / "redis", port=port, **KEPT):
            await visitor.shows_more_than(before)
            await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
            await expect(page.get_by_text("live", exact=True)).to_be_visible()
            events = httpx.get(f"{address}/v1/encounters/rail/events", timeout=PATIENCE).json()["events"]  # noqa: ASYNC210 - the page waits
            commands = [one["data"]["command"]["type"] for one in events if one["type"] == "core.commanded"]
            assert commands.count("s3.end_turn") == 1
