"""The page when something between it and the service breaks: shown, resumed, nothing lost or doubled."""

import asyncio
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from tests.page.visitor import Service, Visitor
from tests.program import serving
from tests.servers import free_ports
from tests.tiers import long
from tests.waiting import PATIENCE


async def test_a_command_without_an_answer_is_sent_again_and_executed_once(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    sent: list[str | None] = []

    async def cut(route: Route) -> None:
        if route.request.headers.get("prefer") == "check":
            await route.continue_()
            return
        sent.append(route.request.headers.get("idempotency-key"))
        await route.fetch()  # the service gets it, and the answer is lost
        await (route.abort() if len(sent) == 1 else route.continue_())

    await visitor.page.route("**/commands", cut)
    await visitor.go(fight)
    await visitor.press(visitor.play.get_by_role("button", name="End the turn", exact=True))
    await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
    await expect(visitor.play.get_by_role("heading", name="Burning Blade: what do you do?")).to_be_visible()
    while len(sent) < 2:
        await visitor.page.wait_for_timeout(50)
    assert sent[0] == sent[1]
    events = (await service.read(f"encounters/{fight}/events"))["events"]
    commands = [one["data"]["command"]["type"] for one in events if one["type"] == "core.commanded"]
    assert commands.count("s3.end_turn") == 1


@pytest.mark.long
async def test_two_tabs_show_the_same(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    other = Visitor(await visitor.page.context.new_page(), visitor.address)
    await other.go(fight)
    await other.press(other.play.get_by_role("button", name="End the turn", exact=True))
    await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
    await visitor.press(visitor.play.get_by_role("button", name="End the turn", exact=True))
    await expect(other.region("Whose turn")).to_have_text(
        await visitor.region("Whose turn").inner_text(), use_inner_text=True
    )


@pytest.mark.parametrize(
    ("view", "lost", "found"),
    [
        ("", "**/v1/encounters?*", ".fights .fight"),
        long("{fight}/proof", "**/audit", ".verdicts"),
        long("{fight}/replay", "**/table?at=*", ".stage"),
    ],
)
async def test_what_could_not_be_read_is_tried_again(
    visitor: Visitor, service: Service, view: str, lost: str, found: str
) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.page.route(lost, lambda route: route.abort())
    await visitor.go(view.format(fight=fight))
    said = visitor.page.get_by_role("main").get_by_role("alert")
    await expect(said).to_contain_text("The service does not answer.")
    await visitor.page.unroute_all(behavior="wait")
    await said.get_by_role("button", name="Try again").click()
    await expect(visitor.page.locator(found).first).to_be_visible()
    await expect(said).to_have_count(0)


@pytest.mark.parametrize("scene", [long("over_the_rail")])
async def test_a_replay_whose_story_could_not_be_read_reads_it_again(
    visitor: Visitor, service: Service, scene: str
) -> None:
    fight = await service.open(scene=scene)
    await visitor.go(fight)
    await expect(visitor.region("Story").get_by_role("listitem").first).to_be_visible()
    await visitor.page.route("**/story?*", lambda route: route.abort())
    await visitor.page.get_by_role("link", name="Replay").click()
    said = visitor.page.get_by_role("main").get_by_role("alert")
    await expect(said).to_contain_text("The service does not answer.")
    await visitor.page.unroute_all(behavior="wait")
    await said.get_by_role("button", name="Try again").click()
    await expect(said).to_have_count(0)


@pytest.mark.parametrize("scene", [long("over_the_rail")])
async def test_the_page_goes_on_after_a_restart_of_the_service(page: Page, tmp_path: Path, scene: str) -> None:
    port = str(free_ports(1)[0])
    with serving(tmp_path, "--port", port) as address:
        opened = httpx.post(f"{address}/v1/encounters", json={"scene": scene}, timeout=PATIENCE).json()  # noqa: ASYNC210 - nothing else runs yet
        visitor = Visitor(page, address)
        await visitor.go(opened["encounter"])
        await expect(page.get_by_text("live", exact=True)).to_be_visible()
    await expect(page.get_by_text(f"The connection broke at event {opened['version']}.")).to_be_visible()
    await expect(visitor.play.get_by_role("button", name="End the turn", exact=True)).to_be_disabled()
    with serving(tmp_path, "--port", port):
        await expect(page.get_by_text("live", exact=True)).to_be_visible()
        await expect(page.get_by_role("status").last).to_contain_text("Connected again at event")
        await visitor.press(visitor.play.get_by_role("button", name="End the turn", exact=True))
        await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")


@pytest.mark.long
async def test_what_may_be_done_is_read_again_until_the_service_answers(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.settles()
    asked: list[str] = []

    async def cut(route: Route) -> None:
        asked.append(route.request.url)
        await (route.abort() if len(asked) < 3 else route.continue_())

    await visitor.page.route("**/options*", cut)
    await service.command(fight, "s3.end_turn", actor="clarity")
    await expect(visitor.play.get_by_role("heading", name="Burning Blade: what do you do?")).to_be_visible()
    await visitor.press(visitor.play.get_by_role("button", name="End the turn", exact=True))


@pytest.mark.long
async def test_more_of_the_story_that_could_not_be_read_is_read_again(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.settles()
    story = visitor.region("Story")
    await visitor.page.route("**/story?*", lambda route: route.abort())
    await story.get_by_label("How much is told").select_option("Everything")
    await expect(story.get_by_role("alert")).to_contain_text("The service does not answer.")
    await visitor.page.unroute_all(behavior="wait")
    await story.get_by_role("button", name="Try again").click()
    told = (await service.read(f"encounters/{fight}/story", level=3))["entries"]
    await expect(story.locator(".line")).to_have_count(len(told))
    await expect(story.get_by_role("alert")).to_have_count(0)


@pytest.mark.long
async def test_a_bundle_that_could_not_be_read_says_so(visitor: Visitor, service: Service) -> None:
    await visitor.go(f"{await service.open(scene='over_the_rail')}/proof")
    await visitor.page.route("**/bundle", lambda route: route.abort())
    await visitor.page.get_by_role("button", name="Take the bundle").click()
    await expect(visitor.page.get_by_role("main").get_by_role("alert")).to_contain_text("The service does not answer.")


@pytest.mark.long
async def test_a_line_is_told_once_though_the_feed_and_an_answer_bring_it(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.settles()
    story, before = visitor.region("Story"), await visitor.version()
    await story.get_by_label("How much is told").select_option("Everything")
    await expect(story.locator(".line.level-3").first).to_be_visible()
    noted = asyncio.Event()

    async def slow(route: Route) -> None:
        is_first = f"at={before + 2}" in route.request.url  # that of the note, which the feed brings
        noted.set()
        await asyncio.sleep(1.5 if is_first else 2.5)
        await route.continue_()

    await visitor.page.route("**/story?*", slow)
    await service.command(fight, "core.note", text="It rains.")
    await noted.wait()
    await visitor.press(visitor.play.get_by_role("button", name="End the turn", exact=True))
    await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
    told = (await service.read(f"encounters/{fight}/story", level=3))["entries"]
    await expect(story.locator(".line")).to_have_count(len(told))


@pytest.mark.long
async def test_two_tabs_that_command_at_once_do_it_once(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    other = Visitor(await visitor.page.context.new_page(), visitor.address)
    for tab in (visitor, other):
        await tab.page.route("**/live**", lambda route: None)  # neither sees what the other does
        await tab.go(fight)
        await expect(tab.play.get_by_role("button", name="End the turn", exact=True)).to_be_visible()
    await asyncio.gather(
        *(tab.play.get_by_role("button", name="End the turn", exact=True).click() for tab in (visitor, other))
    )
    turns = [tab.region("Whose turn").filter(has_text="Burning Blade has the turn") for tab in (visitor, other)]
    refusals = [tab.page.get_by_role("alert").filter(has_text="Refused by S3-TURN") for tab in (visitor, other)]
    for refusal, turn in zip(refusals, turns, strict=True):
        await expect(refusal.or_(turn).first).to_be_visible()
    assert sum([await refusal.count() for refusal in refusals]) == 1
    events = (await service.read(f"encounters/{fight}/events"))["events"]
    commands = [one["data"]["command"]["type"] for one in events if one["type"] == "core.commanded"]
    assert commands.count("s3.end_turn") == 1
    for tab in (visitor, other):
        await tab.page.unroute_all(behavior="ignoreErrors")
