"""The element ``<yarrow-table>`` on a page of another origin."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from tests.page.visitor import Service, Visitor
from tests.program import ROOT, serving, yarrow
from tests.waiting import PATIENCE

HOST = """<!doctype html>
<html lang="en"><title>The Gaming Gazette</title><link rel="icon" href="data:,">
<style>yarrow-table {{ --ink: rgb(10, 20, 30); }} yarrow-table::part(head) {{ letter-spacing: 2px; }}</style>
<input aria-label="A comment" autofocus>
{shown}<yarrow-table encounter="nowhere"></yarrow-table>
"""
AT_END = "list => list.scrollTop > 0 && list.scrollTop + list.clientHeight > list.scrollHeight - 2"
[SHOWN] = re.findall(r"```html\n(.*?)```", (ROOT / "docs" / "howto" / "page.md").read_text("utf-8"), flags=re.DOTALL)


async def test_a_fight_is_followed_on_the_page_of_another(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    shown = SHOWN.replace("https://yarrow.example", address).replace('"alley"', f'"{fight}"')
    (folder / "index.html").write_text(HOST.format(shown=shown), encoding="utf-8")
    await page.goto(f"{elsewhere}/index.html")
    table = page.get_by_role("article", name="Over the rail")
    await expect(table.get_by_role("region", name="Whose turn")).to_contain_text("Sanguine Clarity has the turn")
    await expect(page.get_by_label("A comment")).to_be_focused()
    await service.command(fight, "s3.end_turn", actor="clarity")
    await expect(table.get_by_role("region", name="Whose turn")).to_contain_text("Burning Blade has the turn")
    await expect(table.locator("[part=head]")).to_have_css("letter-spacing", "2px")
    await expect(table).to_have_css("color", "rgb(10, 20, 30)")
    await expect(table.get_by_role("link", name="Open in Yarrow")).to_have_attribute("href", f"{address}/#/{fight}")
    await expect(page.get_by_text("nowhere")).to_be_visible()


async def test_the_lines_that_embed_a_fight_are_copied_from_its_seats(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    await page.goto(f"{address}/#/{await service.open(scene='over_the_rail')}")
    await page.get_by_role("button", name="Seats").click()
    seats = page.get_by_role("dialog", name="Seats")
    await seats.get_by_text("Show the fight on another page").click()
    await expect(seats.get_by_role("button", name="Copy the lines")).to_be_visible()
    (folder / "copied.html").write_text(await seats.locator("pre").inner_text(), encoding="utf-8")
    await page.goto(f"{elsewhere}/copied.html")
    await expect(page.get_by_role("article", name="Over the rail")).to_contain_text("Sanguine Clarity has the turn")


@pytest.mark.long
async def test_lines_for_a_service_that_asks_for_tokens_hold_an_invitation(
    page: Page, tmp_path: Path, elsewhere: str, folder: Path
) -> None:
    variables = {"YARROW_SECRET": "0123456789abcdef0123456789abcdef", "YARROW_ORIGINS": elsewhere}
    with serving(tmp_path, variables=variables) as address:
        token = yarrow("token", "--expires", "1h", "--role", "narrator", variables=variables).stdout.strip()
        await page.goto(f"{address}/")
        await page.get_by_label("Access token").fill(token)
        await page.get_by_role("button", name="Enter").click()
        await Visitor(page, address).begin("S3: Silk, Steam and Steel", "Over the rail")
        await page.get_by_role("button", name="Seats").click()
        seats = page.get_by_role("dialog", name="Seats")
        await seats.get_by_text("Show the fight on another page").click()
        await expect(seats.locator("pre")).to_have_count(0)
        await expect(seats).to_contain_text("Copy a link for a watcher first: the lines hold it.")
        watcher = seats.get_by_role("listitem").filter(has_text="A watcher")
        await watcher.get_by_role("button", name="Copy link").click()
        (folder / "invited.html").write_text(await seats.locator("pre").inner_text(), encoding="utf-8")
        await watcher.get_by_role("button", name="Take back").click()
        await expect(seats.locator("pre")).to_have_count(0)
        await watcher.get_by_role("button", name="Copy link").click()
        (folder / "again.html").write_text(await seats.locator("pre").inner_text(), encoding="utf-8")
        await page.goto(f"{elsewhere}/again.html")
        await expect(page.get_by_role("article", name="Over the rail")).to_contain_text("Sanguine Clarity has the turn")
        await page.goto(f"{elsewhere}/invited.html")
        await expect(page.get_by_role("status")).to_contain_text("invitation")


@pytest.mark.long
async def test_an_embedded_fight_says_why_it_is_not_shown_and_shows_a_version(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    at = (await service.read(f"encounters/{fight}"))["version"]
    await service.command(fight, "core.note", text="Much later")
    elements = [
        f'encounter="{fight}" invitation="bad"',
        'encounter="nowhere"',
        "",
        f'encounter="{fight}" at="{at}"',
        f'encounter="{fight}" announce',
        'invitation="bad"',
    ]
    shown = "".join(f"<yarrow-table {attributes}></yarrow-table>" for attributes in elements)
    script = f'<script type="module" src="{address}/embed.js"></script>'
    (folder / "reasons.html").write_text(f"<!doctype html>{script}{shown}", encoding="utf-8")
    await page.goto(f"{elsewhere}/reasons.html")
    tables = page.locator("yarrow-table")
    await expect(tables.nth(0).get_by_role("status")).to_contain_text("invitation")
    await expect(tables.nth(1).get_by_role("status")).to_have_text("There is no fight nowhere here.")
    await expect(tables.nth(2).get_by_role("status")).to_have_text("The attribute encounter is missing.")
    await expect(tables.nth(5).get_by_role("status")).to_contain_text("invitation")
    await expect(tables.nth(3).locator("[part=head]")).to_contain_text(f"event {at}")
    await expect(tables.nth(3)).not_to_contain_text("Much later")
    await expect(tables.nth(4).get_by_role("status")).to_contain_text("Much later")
    await service.command(fight, "core.note", text="Later still")
    await expect(tables.nth(4).get_by_role("status")).to_contain_text("Later still")


async def test_an_embedded_story_begins_at_its_newest_line(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    fight = await service.play_published("s3", 3)
    script = f'<script type="module" src="{address}/embed.js"></script>'
    shown = f'<yarrow-table encounter="{fight}"></yarrow-table>'
    (folder / "newest.html").write_text(f"<!doctype html>{script}{shown}", encoding="utf-8")

    async def later(route: Route) -> None:
        await expect(page.get_by_role("region", name="Story")).to_be_visible()
        await route.continue_()

    await page.route("**/style.css", later)
    await page.goto(f"{elsewhere}/newest.html")
    lines = page.locator(".lines")
    await expect(lines).to_have_css("overflow-y", "auto")
    await page.wait_for_function(AT_END, arg=await lines.element_handle(), timeout=PATIENCE * 1000)


@pytest.mark.long
async def test_an_embedded_story_opens_rules_and_tells_everything(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    script = f'<script type="module" src="{address}/embed.js"></script>'
    shown = f'<yarrow-table encounter="{fight}"></yarrow-table>'
    (folder / "story.html").write_text(f"<!doctype html>{script}{shown}", encoding="utf-8")
    await page.goto(f"{elsewhere}/story.html")
    story = page.get_by_role("region", name="Story")
    await story.locator(".line summary").last.click()
    await story.locator(".rule summary").first.click()
    await expect(story.locator(".rule p").first).to_contain_text(". ")
    await story.get_by_label("How much is told").select_option("Everything")
    told = (await service.read(f"encounters/{fight}/story", level=3))["entries"]
    await expect(story.locator(".line")).to_have_count(len(told))


@pytest.mark.long
async def test_an_embedded_fight_that_is_taken_out_before_it_is_there_is_not_followed(
    page: Page, address: str, elsewhere: str, folder: Path, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    links = [await service.invite(fight, role="player", combatants=[one]) for one in ("clarity", "burning_blade")]
    script = f'<script type="module" src="{address}/embed.js"></script>'
    shown = [f'<yarrow-table encounter="{fight}" invitation="{link}"></yarrow-table>' for link in links]
    (folder / "removed.html").write_text(
        f"<!doctype html>{script}{shown[0]}<script type='module'>"
        f"document.querySelector('yarrow-table').remove(); document.body.innerHTML = '{shown[1]}';</script>",
        encoding="utf-8",
    )
    await page.goto(f"{elsewhere}/removed.html")
    await expect(page.locator("[part=head]")).to_contain_text("live")
    await page.wait_for_timeout(500)
    seats = {one["seat"]: one["state"] for one in (await service.read(f"encounters/{fight}/seats"))["seats"]}
    assert (seats["clarity"], seats["burning_blade"]) == ("held", "connected")
