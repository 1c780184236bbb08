"""The page is for everybody: nothing that axe-core calls serious, nothing wider than a phone, no target too small."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.chromium import package
from tests.browser.pages import new_page
from tests.page.systems import SYSTEMS
from tests.page.visitor import Service, Visitor
from tests.tiers import long

PHONE = {"width": 360, "height": 740}
LEAST = 24
"""Pixels that a target has in each direction."""
GRAVE = {"serious", "critical"}
SMALL = """least => [...document.querySelectorAll('a[href], button, summary, select, input, textarea')]
  .filter((one) => one.checkVisibility() && !one.closest('.away, .skip') && !one.matches('p a, .skip'))
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
  .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""


async def faults(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    if await page.evaluate("typeof axe") == "undefined":
        await page.evaluate(package("axe-core").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {json.dumps([node['html'][:120] for node in one['nodes'][:3]])}"
        for one in found["violations"]
        if one["impact"] in GRAVE
    ]


@pytest.mark.parametrize("key", [long(key) if place else key for place, key in enumerate(SYSTEMS)])
@pytest.mark.parametrize("scheme", ["light", long("dark")])
async def test_every_view_is_for_everybody(browser: Browser, address: str, key: str, scheme: Any) -> None:
    system = SYSTEMS[key]
    async with new_page(browser, viewport=PHONE, color_scheme=scheme, reduced_motion="reduce") as page:
        visitor = Visitor(page, address)
        found = {}
        async for view in views(visitor, system.title, system.scene):
            wide = await page.evaluate("document.documentElement.scrollWidth")
            small = await page.evaluate(SMALL, LEAST)
            found[view] = [*(await faults(page)), *small, *([f"{wide} wide"] if wide > PHONE["width"] else [])]
        assert {view: some for view, some in found.items() if some} == {}
        assert len(found) == 7


async def views(visitor: Visitor, title: str, scene: str) -> AsyncIterator[str]:
    """Go through the views; yield the name of each while it is shown."""
    page = visitor.page
    await visitor.go()
    await page.get_by_role("radio", name=title).click()
    await page.get_by_role("radio", name="My own").click()
    await page.get_by_text("house rules").click()
    yield "a fight of one's own"
    fight = await visitor.begin(title, scene)
    yield "the table"
    for _ in range(8):
        await visitor.act("Attack")
    yield "the table after a while"
    for fold in await page.locator("main :is(.card summary, .line summary, .fold > summary)").all():
        await fold.click()
    yield "all that opens"
    await visitor.go(f"{fight}/replay/12")
    await expect(page.get_by_role("slider", name="Event")).to_have_value("12")
    yield "replay"
    await visitor.go(f"{fight}/proof")
    await expect(page.locator(".verdicts").get_by_role("listitem")).to_have_count(3)
    yield "proof"
    await visitor.go("nowhere")
    await expect(page.get_by_role("alert").first).to_be_visible()
    yield "what is not there"


@pytest.mark.parametrize("key", [long(key) for key in SYSTEMS])
async def test_the_widest_names_fit_on_a_phone(browser: Browser, address: str, service: Service, key: str) -> None:
    templates = (await service.read(f"rulesets/{key}/templates"))["templates"]
    joining = [{"template": one, "id": f"wide_{one}", "sheet": {"name": "W" * 80}} for one in list(templates)[:3]]
    fight = await service.open(ruleset=key, name="W" * 80, combatants=joining)
    async with new_page(browser, viewport=PHONE, reduced_motion="reduce") as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        for _ in range(4):
            await visitor.settles()
            assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            if not await visitor.play.locator(".answer, .actions button").count():
                break
            await visitor.act("Attack")
        branch = {"at": await visitor.version(), "name": "W" * 80}
        (await service.client.post(f"encounters/{fight}/branches", json=branch)).raise_for_status()
        await visitor.go(f"{fight}/replay")
        await expect(page.get_by_label("Side by side with")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(
    ("scene", "label"),
    [
        ("over_the_rail", "Add a combatant with a sheet"),
        long("over_the_rail", "Add a combatant from a template"),
        long("alley_ambush", "Set a condition"),
        long("gang_war", "Place a weapon of the chart"),
    ],
)
async def test_a_form_with_long_lists_fits_on_a_phone(
    browser: Browser, address: str, service: Service, scene: str, label: str
) -> None:
    fight = await service.open(scene=scene)
    async with new_page(browser, viewport=PHONE, reduced_motion="reduce") as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await visitor.play.get_by_text("At any time").click()
        await visitor.play.get_by_role("button", name=label, exact=True).click()
        await expect(visitor.play.get_by_role("form", name=label)).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_the_seats_lie_in_the_middle_of_a_phone(browser: Browser, address: str, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    async with new_page(browser, viewport=PHONE) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await page.get_by_role("button", name="Seats").click()
        box = await page.get_by_role("dialog", name="Seats").bounding_box()
        assert box is not None
        assert box["x"] == PHONE["width"] - box["x"] - box["width"], "room for a scrollbar, too"


async def test_what_falls_keeps_its_colours_where_colours_are_forced(
    browser: Browser, service: Service, address: str
) -> None:
    fight = await service.play_published("s3", 2)
    async with new_page(browser, viewport=PHONE, forced_colors="active") as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        heads, tails = (visitor.throw.locator(f".coin.{face}").first for face in ("heads", "tails"))
        for thing in (heads, tails, visitor.region("Combatants").locator(".token").first):
            await expect(thing).to_have_css("forced-color-adjust", "none")
        shown = [await one.evaluate("(one) => getComputedStyle(one).backgroundColor") for one in (heads, tails)]
        assert shown[0] != shown[1]


async def test_the_story_on_a_phone_stays_at_its_newest_line(browser: Browser, address: str, service: Service) -> None:
    fight = await service.play_published("s3", 24)
    async with new_page(browser, viewport=PHONE) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        lines = visitor.region("Story").get_by_role("list")
        told = len((await service.read(f"encounters/{fight}/story", level=1))["entries"])
        assert told >= 12, "more than a phone shows"
        await lines.scroll_into_view_if_needed()
        await expect(lines.get_by_role("listitem").last).to_be_in_viewport()
        await expect(lines.get_by_role("listitem").first).not_to_be_in_viewport()


@pytest.mark.parametrize("width", [long(720), 820])
async def test_the_bar_of_a_seat_fits_on_a_tablet_with_the_name_of_its_fight(
    browser: Browser, address: str, service: Service, width: int
) -> None:
    fight = await service.open(scene="over_the_rail", name="The lamps of the harbour")
    link = await service.invite(fight, role="player", combatants=["clarity"])
    async with new_page(browser, viewport={"width": width, "height": 900}) as page:
        await page.goto(f"{address}/#invitation={link}")
        bar = page.get_by_role("banner")
        await expect(bar.get_by_role("button", name="Leave the seat")).to_be_visible()
        rights = await bar.locator("a, button, select").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().right)"
        )
        assert max(rights) <= width
        name = await bar.locator(".fight-name").bounding_box()
        assert name is not None
        assert name["width"] > 100, "enough to know a fight by"


@pytest.mark.parametrize(("ruleset", "template"), [("ticks", "iris"), long("century", "street_thug")])
async def test_a_crowd_in_one_place_stays_there(
    browser: Browser, address: str, service: Service, ruleset: str, template: str
) -> None:
    crowd = [{"template": template, "id": f"one_{place}"} for place in range(40)]
    fight = await service.open(ruleset=ruleset, combatants=crowd)
    async with new_page(browser, viewport=PHONE) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await expect(visitor.region("Combatants").locator(".card")).to_have_count(len(crowd))
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(("ruleset", "said"), [long("yin_yang", "191 more"), long("black_dice", "more, in the story")])
async def test_what_a_crowd_does_at_once_stays_within_a_few_screens(
    browser: Browser, address: str, service: Service, ruleset: str, said: str
) -> None:
    [template, *_] = (await service.read(f"rulesets/{ruleset}/templates"))["templates"]
    crowd = [{"template": template, "id": f"one_{place}", "sheet": {"name": f"Number {place}"}} for place in range(200)]
    fight = await service.open(ruleset=ruleset, combatants=crowd)
    async with new_page(browser, viewport=PHONE, reduced_motion="reduce") as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await visitor.settles()
        await visitor.act()
        await expect(visitor.page.locator(".turn, .stage").filter(has_text=said)).to_be_visible()
        for part in (visitor.region("Whose turn"), visitor.throw):
            box = await part.bounding_box()
            assert box is not None
            assert box["height"] < 4 * PHONE["height"]


async def test_a_crowd_of_many_sides_is_brief(browser: Browser, address: str, service: Service) -> None:
    crowd = [{"template": "iris", "id": f"one_{place}", "sheet": {"name": f"Number {place}"}} for place in range(40)]
    fight = await service.open(ruleset="ticks", combatants=crowd)
    async with new_page(browser, viewport=PHONE) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        cards = visitor.region("Combatants").locator(".card")
        await expect(cards).to_have_count(len(crowd))
        box = await cards.last.bounding_box()
        assert box is not None
        assert box["height"] < 60, "a card of one line"
        hearing = [one["id"] for one in crowd[2:]]
        await service.command(fight, "ticks.call_combat", actor="one_0", against="one_1", earshot=hearing)
        await service.command(fight, "ticks.start_round")
        await expect(cards.filter(has_text="asked")).to_have_count(len(crowd))
        box = await cards.last.bounding_box()
        assert box is not None
        assert box["height"] < 60, "still one line, although it is everybody's turn"


@pytest.mark.parametrize("count", [long(200)])
async def test_long_names_and_crowds_stay_usable(browser: Browser, address: str, service: Service, count: int) -> None:
    name = "W" * 76 + f" {count}"  # no other fight of the tests is called so
    crowd = [{"template": "guard", "id": f"guard_{place}"} for place in range(count - 1)]
    fight = await service.open(ruleset="s3", name=name, combatants=[{"template": "flying_fox"}, *crowd])
    async with new_page(browser, viewport=PHONE, reduced_motion="reduce") as page:
        visitor = Visitor(page, address)
        await visitor.go()
        await expect(page.get_by_role("link", name=name)).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await visitor.go(fight)
        cards = visitor.region("Combatants").locator(".card")
        await expect(cards).to_have_count(count)
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        last = cards.last
        box = await last.bounding_box()
        assert box is not None
        assert box["height"] < 60, "a card of one line"
        await last.locator("summary").click()
        await expect(last.locator(".sheet")).to_be_visible()
        await visitor.act()
        await expect(visitor.play).to_be_visible()
