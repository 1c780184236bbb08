"""Whole fights, played to their end in the page alone: in every system, by several people, by the keyboard."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.pages import new_page
from tests.page.conftest import WIDE
from tests.page.visitor import Service, Visitor
from tests.plugins.packages import install, installed, write
from tests.program import serving
from tests.tiers import long
from tests.waiting import PATIENCE

MOST_FIGHTS = 3
MOST_STEPS = 400
STOPS = 24
"""At how many versions a replay is compared, on the way to the start and on the way back."""
SCENES = {
    "black_dice": "two_knives",
    "yin_yang": "boxing_match",
    "century": "sheriffs_desk",
    "ticks": "through_the_door",
}
SECRET = "The bridge is sawn through."
METERS = """() => Object.fromEntries([...document.querySelectorAll('.card')].map((card) => [
  card.querySelector('.title .name').textContent,
  [...card.querySelectorAll('.meter')].map((one) => `${one.ariaLabel}: ${one.getAttribute('aria-valuetext')}`)]))"""
RECEIVED = """() => {
  const asked = window.fetch;
  window.received = [];
  window.fetch = async (...request) => {
    const answer = await asked(...request);
    if (!answer.body) return answer;
    const [one, other] = answer.body.tee();
    window.received.push(new Response(other).text().catch(() => ''));
    return new Response(one, answer);
  };
}"""
"""Keeps everything that the scripts of a page receive, live feeds too, which end with the fight."""


async def is_over(service: Service, fight: str) -> bool:
    table = await service.read(f"encounters/{fight}/table")
    return bool(table.get("over")) or table["status"] != "open"


async def played_out(visitor: Visitor, service: Service, scene: str) -> str:
    """Play fights of a scene until one is decided; return its ID. In some, nobody can attack any more before that."""
    for _ in range(MOST_FIGHTS):
        fight = await service.open(scene=scene)
        await visitor.go(fight)
        for _ in range(MOST_STEPS):
            if await is_over(service, fight):
                return fight
            await visitor.act("Attack")
    raise AssertionError(f"no fight of {scene} is decided")


def drawn(table: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what the cards have to show: meters of combatants, then those of what they hold."""
    legend, shown = table["legend"], {}
    for one in table["combatants"].values():
        meters = [(legend[name]["label"], meter) for name, meter in one.get("meters", {}).items()]
        held = [
            (item["name"], next(iter(item["meters"].values())))
            for item in one.get("items", {}).values()
            if item.get("meters")
        ]
        shown[one["name"]] = [f"{label}: {_value(meter)}" for label, meter in meters + held]
    return shown


def _value(meter: Mapping[str, Any]) -> str:
    most = f" of {meter['most']}" if "most" in meter else ""
    return meter.get("text") or f"{meter['now']}{most}".replace("-", "−", 1)


async def scrub(visitor: Visitor, service: Service, fight: str) -> None:
    """Scrub a fight to its start and back; everything is as the service says at each stop."""
    await visitor.go(f"{fight}/replay")
    event = visitor.page.get_by_role("slider", name="Event")
    last = int(await event.get_attribute("max") or 0)
    stops = sorted({1, last, *range(1, last, max(1, last // STOPS))})
    for at in [*reversed(stops), *stops]:
        await event.fill(str(at))
        await expect(visitor.page.locator("[data-version]")).to_have_attribute("data-version", str(at))
        table = await service.read(f"encounters/{fight}/table", at=at)
        assert await visitor.page.evaluate(METERS) == drawn(table), at
        turn = (
            table["over"]["sentence"] if table.get("over") else table["to_act"]["has"] if table["to_act"]["who"] else ""
        )
        await expect(visitor.region("Whose turn")).to_contain_text(turn)


@pytest.mark.parametrize("key", [long(key) for key in SCENES])
async def test_a_fight_is_played_to_its_end_and_scrubbed_to_its_start_and_back(
    visitor: Visitor, service: Service, key: str
) -> None:
    fight = await played_out(visitor, service, SCENES[key])
    over = (await service.read(f"encounters/{fight}/table"))["over"]
    await expect(visitor.region("Whose turn")).to_contain_text(over["sentence"])
    await expect(visitor.play).to_contain_text("The fight is decided. Play on, or close the fight")
    await scrub(visitor, service, fight)


@pytest.mark.parametrize("scene", [long("bridge_duel")])
async def test_two_players_a_narrator_and_a_watcher_see_a_fight_to_its_end(
    browser: Browser, address: str, service: Service, scene: str
) -> None:
    fight = await service.open(scene=scene)
    await service.command(fight, "core.note", text="Mist rises.", secret=SECRET)
    links = {name: await service.invite(fight, role="player", combatants=[name]) for name in ("devil", "blackthorne")}
    links |= {
        "narrator": await service.invite(fight, role="narrator"),
        "watcher": await service.invite(fight, role="spectator"),
    }
    async with AsyncExitStack() as stack:
        seats: dict[str, Visitor] = {}
        for name, invitation in links.items():
            page = await stack.enter_async_context(new_page(browser, viewport=WIDE))
            await page.add_init_script(f"({RECEIVED})()")
            await page.goto(f"{address}/#invitation={invitation}")
            seats[name] = Visitor(page, address)
            await expect(seats[name].region("Whose turn")).to_be_visible()
        while not (table := await service.read(f"encounters/{fight}/table"))["over"]:
            asked = [one["to"] for one in table["awaits"].values() if not one.get("answered") and not one.get("later")]
            who = (asked or table["to_act"]["who"])[0]
            mine = seats[who if who in seats else "narrator"]
            await expect(mine.page.locator("[data-version]")).to_have_attribute("data-version", str(table["version"]))
            await mine.act("Attack")
        await expect(seats["watcher"].play.get_by_role("button")).to_have_count(0)
        await service.command(fight, "core.close")
        closed = (await service.read(f"encounters/{fight}"))["version"]
        for name, one in seats.items():
            await expect(one.region("Whose turn")).to_contain_text(table["over"]["sentence"])
            await expect(one.page.locator("[data-version]")).to_have_attribute("data-version", str(closed))
            received = await one.page.evaluate("Promise.all(window.received)")
            assert sum(len(text) for text in received) > 30_000  # even of a short fight
            assert any(SECRET in text for text in received) == (name == "narrator"), name
            assert any("event: batch" in text for text in received)
        await scrub(seats["watcher"], service, fight)


async def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if await wanted.evaluate("(one) => one === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}.")


async def choose(page: Page, name: str) -> None:
    """Choose one of the radio buttons of a group by the arrow keys, when the first of them has the focus."""
    wanted = page.get_by_role("radio", name=name)
    for _ in range(12):
        if await wanted.is_checked():
            return
        await page.keyboard.press("ArrowDown")
    raise AssertionError(f"The arrows do not come to {name}.")


@pytest.mark.parametrize("names", [long(["Century", "The sheriff's desk"])])
async def test_the_keyboard_alone_begins_and_plays_a_fight_to_its_end(
    visitor: Visitor, service: Service, names: Sequence[str]
) -> None:
    page, keyboard = visitor.page, visitor.page.keyboard
    system, scene = names
    await visitor.go()
    await tab_to(page, page.get_by_role("radio").first)
    await keyboard.press("Space")
    await choose(page, system)
    await expect(page.get_by_role("button", name="Begin")).to_be_visible()
    await tab_to(page, page.locator(".scenes input:checked"))
    await choose(page, scene)
    await tab_to(page, page.get_by_role("button", name="Begin"))
    await keyboard.press("Enter")
    await expect(visitor.region("Whose turn")).to_be_visible()
    fight = page.url.rpartition("/")[2]
    for _ in range(MOST_STEPS):
        if await is_over(service, fight):
            break
        await visitor.settles()
        await expect(visitor.play.locator(".answer, .actions button").first).to_be_visible()
        before = await visitor.version()
        if await visitor.play.locator(".answer").count():
            await keyboard.press("1")
        else:
            attack = visitor.play.get_by_role("button", name="Attack", exact=True)
            await tab_to(
                page, attack.first if await attack.count() else visitor.play.locator(".actions button.main").first
            )
            await keyboard.press("Enter")
            form = visitor.play.get_by_role("form")
            changed = page.locator(f"[data-version]:not([data-version='{before}'])")
            await expect(form.or_(changed).first).to_be_visible()
            if await form.count():
                await tab_to(page, form.locator("button[type=submit]"))
                await keyboard.press("Enter")
        await visitor.shows_more_than(before)
    over = (await service.read(f"encounters/{fight}/table"))["over"]
    await expect(visitor.region("Whose turn")).to_contain_text(over["sentence"])


@pytest.mark.parametrize("line", [long(1)])
async def test_a_ruleset_from_outside_is_played(page: Page, tmp_path: Path, line: int) -> None:
    install(write(tmp_path / "source"), tmp_path / "installed")
    with serving(tmp_path, variables=installed(tmp_path / "installed")) as address:
        visitor = Visitor(page, address)
        await visitor.go()
        await page.get_by_role("radio", name="Tug of war").click()
        await page.get_by_role("radio", name="My own").click()
        for name in ("Ox", "Mouse"):
            await page.get_by_role("button", name=name, exact=True).click()
        await page.get_by_text("house rules").click()
        await page.get_by_label("line").fill(str(line))
        await page.get_by_role("button", name="Begin").click()
        await expect(visitor.region("Whose turn")).to_be_visible()
        fight = page.url.rpartition("/")[2]
        pull = visitor.play.get_by_role("button", name="Pull", exact=True)
        for _ in range(MOST_STEPS):
            await visitor.act("Pull")
            await visitor.settles()
            if not await pull.or_(visitor.play.locator(".answer")).count():
                break  # one of them is over the line
        await expect(visitor.region("Combatants").get_by_role("meter", name="Slid").first).to_be_visible()
        async with httpx.AsyncClient(base_url=f"{address}/v1/", timeout=PATIENCE) as client:
            await scrub(visitor, Service(client), fight)


@pytest.mark.parametrize("scene", [long("over_the_rail")])
async def test_two_branches_are_compared_side_by_side(visitor: Visitor, service: Service, scene: str) -> None:
    fight = await service.open(scene=scene)
    left = (await service.read(f"encounters/{fight}"))["version"]
    body = {"at": left, "name": "What if she waits"}
    branch = (
        (await service.client.post(f"encounters/{fight}/branches", json=body)).raise_for_status().json()["encounter"]
    )
    await service.command(branch, "s3.end_turn", actor="clarity")
    await service.command(branch, "s3.impose", combatant="guard", prone=True)  # a difference whatever falls
    await visitor.go(fight)
    for _ in range(4):
        await visitor.act("Attack")
    await visitor.go(f"{fight}/replay")
    await visitor.page.get_by_label("Side by side with").select_option("Beside What if she waits")
    played, other = visitor.region("As it was played"), visitor.region("What if she waits")
    await expect(other).to_contain_text(f"branched at event {left}")
    await expect(played.get_by_role("listitem").filter(has_text="differs").first).to_be_visible()
    for name in ("Sanguine Clarity", "Burning Blade", "Guard"):
        boxes = [await side.get_by_text(name, exact=True).first.bounding_box() for side in (played, other)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["y"] == boxes[1]["y"]  # rows are aligned
    await visitor.page.get_by_role("slider", name="Event").fill(str(left))
    await expect(other).to_contain_text(f"the same until event {left}")
    await expect(played.get_by_text("differs")).to_have_count(0)
