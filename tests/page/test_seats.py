"""Seats: a link for each, which holds until it is taken back."""

from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.pages import new_page
from tests.page.visitor import Service, Visitor
from tests.program import serving, yarrow
from tests.tiers import long
from tests.waiting import PATIENCE


async def seats_of(page: Page) -> Locator:
    """Open the list of seats, and return it."""
    await page.get_by_role("button", name="Seats").click()
    return page.get_by_role("dialog", name="Seats")


async def take_back(visitor: Visitor, who: str) -> Locator:
    """Take back the links of a seat in the page, and return its row."""
    seats = await seats_of(visitor.page)
    row = seats.get_by_role("listitem").filter(has_text=who)
    await row.get_by_role("button", name="Take back").click()
    await expect(seats).to_contain_text(f"Taken back: {who}.")
    return row


async def test_a_link_seats_a_player_until_it_is_taken_back(
    visitor: Visitor, browser: Browser, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    row = seats.get_by_role("listitem").filter(has_text="Sanguine Clarity")
    await expect(row).to_contain_text("free")
    await row.get_by_role("button", name="Link").click()
    link = await seats.get_by_label("Link for Sanguine Clarity").input_value()
    async with new_page(browser) as page:
        player = Visitor(page, address)
        await page.goto(link)
        await expect(page).to_have_url(f"{address}/#/{fight}")
        await expect(page.get_by_label("You are")).to_have_value("clarity")
        await expect(row).to_contain_text("connected")
        await player.press(player.play.get_by_role("button", name="End the turn", exact=True))
        await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
        await expect(player.play).to_contain_text("Waiting for Burning Blade, who has the turn.")
        await row.get_by_role("button", name="Take back").click()
        await expect(page.get_by_role("alert").first).to_contain_text("Your seat has ended: its link was taken back")
        await page.reload()
        await expect(page.get_by_role("heading", name="A new link, please")).to_be_visible()
        await expect(page.get_by_role("link", name="To all fights")).to_be_visible()
        await expect(page.get_by_role("main")).to_contain_text("Your seat has ended: its link was taken back")
        await page.goto(link)  # opened again after it was taken back
        await page.reload()
        await expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
        await expect(page.get_by_role("main")).to_contain_text("invitation")


async def test_a_link_that_is_copied_says_so(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seats = await seats_of(visitor.page)
    row = seats.get_by_role("listitem").filter(has_text="Sanguine Clarity")
    await row.get_by_role("button", name="Copy link").click()
    await expect(seats.get_by_text("Copied.", exact=True)).to_be_visible()
    link = await seats.get_by_label("Link for Sanguine Clarity").input_value()
    assert await visitor.page.evaluate("navigator.clipboard.readText()") == link
    await row.get_by_role("button", name="Take back").click()
    await expect(seats.get_by_text("Taken back: Sanguine Clarity.")).to_be_visible()
    await expect(seats.get_by_text("Copied.", exact=True)).to_have_count(0)


async def test_taking_back_says_what_it_ended(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    rights = {"role": "player", "combatants": ["clarity"], "encounters": [fight]}
    made = (await service.client.post("tokens", json=rights)).raise_for_status().json()  # without a link
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    rows = seats.get_by_role("listitem")
    await expect(rows.filter(has_text="Burning Blade").get_by_role("button")).to_have_text(["Copy link"])  # it is free
    row = rows.filter(has_text="Sanguine Clarity")
    await expect(row).to_contain_text("held")
    await row.get_by_role("button", name="Take back").click()
    await expect(seats).to_contain_text("Taken back: Sanguine Clarity.")
    await expect(row).to_contain_text("free")
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert (await service.client.get(f"encounters/{fight}", headers=bearer)).status_code == 401


async def test_only_what_was_given_is_taken_back(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    rows, take = seats.get_by_role("listitem"), seats.get_by_role("button", name="Take back")
    await expect(rows.filter(has_text="Narrator")).to_contain_text("connected")  # this browser, without a link
    await expect(take).to_have_count(0)
    watcher = rows.filter(has_text="A watcher")
    await watcher.get_by_role("button", name="Copy link").click()
    await expect(take).to_have_count(1)
    await watcher.get_by_role("button", name="Take back").click()
    await expect(seats).to_contain_text("Taken back: A watcher.")
    await expect(visitor.page.get_by_role("status").last).to_contain_text("Taken back: A watcher.")
    await expect(take).to_have_count(0)
    await service.invite(fight, role="player", combatants=["clarity"])  # made elsewhere, while the list is open
    await expect(rows.filter(has_text="Sanguine Clarity").get_by_role("button", name="Take back")).to_be_visible()


async def test_taking_back_ends_a_link_and_those_that_its_holder_made(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    rights = {"role": "player", "combatants": ["clarity"], "encounters": [fight]}
    first = await service.invite(fight, role="player", combatants=["clarity"])
    held = (await service.client.post("invitations/exchange", json={"invitation": first})).raise_for_status().json()
    bearer = {"Authorization": f"Bearer {held['token']}"}
    passed_on = (await service.client.post("invitations", json=rights, headers=bearer)).raise_for_status().json()
    last = await service.invite(fight, role="player", combatants=["clarity"])
    await visitor.go(fight)
    await take_back(visitor, "Sanguine Clarity")
    for link in (passed_on["invitation"], last):
        assert (await service.client.post("invitations/exchange", json={"invitation": link})).is_error


async def test_things_have_no_seats_and_the_narrator_has_one(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="sheriffs_desk"))
    await visitor.page.get_by_role("button", name="Seats").click()
    rows = visitor.page.get_by_role("dialog", name="Seats").get_by_role("listitem")
    await expect(rows.locator("b")).to_have_text(["Narrator", "Thurston", "Steinbrenner", "A watcher"])


async def test_a_link_that_is_unknown_says_so(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await expect(visitor.region("Whose turn")).to_be_visible()
    await visitor.page.goto(f"{visitor.address}/#invitation=yarrow_invitation_unknown")
    await expect(visitor.page.get_by_role("heading", name="This link is not valid")).to_be_visible()
    await expect(visitor.page.get_by_role("main")).to_contain_text("invitation")
    await expect(visitor.page.get_by_text("Access token", exact=True)).to_be_visible()  # the name of the field is seen
    await expect(visitor.page.get_by_role("banner")).not_to_contain_text("Over the rail")
    await visitor.page.get_by_role("link", name="To all fights").click()
    await expect(visitor.page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()


async def test_a_link_gives_its_seat_also_in_the_tab_that_shows_the_fight(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    rights = {"role": "player", "combatants": ["burning_blade"], "encounters": [fight]}
    [first, second] = [(await service.client.post("invitations", json=rights)).json() for _ in range(2)]
    await visitor.go(fight)
    await expect(visitor.play.get_by_role("button", name="End the turn", exact=True)).to_be_visible()
    await visitor.page.evaluate("(link) => { location.hash = link; }", f"#invitation={first['invitation']}")
    await expect(visitor.play).to_contain_text("Waiting for Sanguine Clarity, who has the turn.")
    await expect(visitor.play.get_by_role("button", name="End the turn", exact=True)).to_have_count(0)
    await expect(visitor.page).to_have_url(f"{visitor.address}/#/{fight}")
    await service.client.delete(f"invitations/{first['id']}")
    ended = visitor.page.get_by_role("alert").filter(has_text="Your seat has ended")
    await expect(ended).to_be_visible()
    await visitor.page.evaluate("(link) => { location.hash = link; }", f"#invitation={second['invitation']}")
    await expect(ended).to_have_count(0)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()


@pytest.mark.long
async def test_a_seat_is_handed_over_in_the_page(
    visitor: Visitor, browser: Browser, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    first = await service.invite(fight, role="player", combatants=["clarity"])
    async with new_page(browser) as page, new_page(browser) as other:
        await page.goto(f"{address}/#invitation={first}")
        seats = await seats_of(page)
        await expect(seats.get_by_role("button", name="Link")).to_have_count(0)
        await seats.get_by_role("button", name="Hand over").click()
        link = await seats.get_by_label("Link for Sanguine Clarity").input_value()
        await expect(page.get_by_role("alert").first).to_contain_text("Your seat has ended")
        await expect(
            Visitor(page, address).play.get_by_role("button", name="End the turn", exact=True)
        ).to_be_disabled()
        await other.goto(link)
        await expect(other.get_by_label("You are")).to_have_value("clarity")
        next_holder = Visitor(other, address)
        await next_holder.press(next_holder.play.get_by_role("button", name="End the turn", exact=True))


async def test_who_has_handed_over_a_seat_reads_who_has_it_and_what_is_left(
    page: Page, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    await page.goto(f"{address}/#invitation={await service.invite(fight, role='player', combatants=['clarity'])}")
    seats = await seats_of(page)
    await seats.get_by_role("button", name="Hand over").click()
    await expect(seats.get_by_role("listitem")).to_have_text(["Sanguine Clarity handed over"])
    await expect(seats).to_contain_text("Sanguine Clarity goes to the person who opens this link.")
    await expect(seats).to_contain_text("This tab has no seat any more, and shows the fight as it was.")
    await expect(page.get_by_label("You are").locator("option")).to_have_text(["No seat any more"])
    link = await seats.get_by_label("Link for Sanguine Clarity").input_value()
    await seats.get_by_role("button", name="Leave").click()
    await expect(page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()
    await page.goto(link)
    await expect(page.get_by_label("You are")).to_have_value("clarity")


async def test_who_hands_over_the_seat_of_another_reads_who_has_it(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await service.invite(fight, role="player", combatants=["clarity"])
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    await seats.get_by_role("button", name="Hand over").click()
    await expect(seats).to_contain_text(
        "Sanguine Clarity goes to the person who opens this link. Who had the seat has it no"
    )
    await expect(seats.get_by_role("listitem").filter(has_text="Sanguine Clarity")).to_contain_text("invited")
    await visitor.page.keyboard.press("Escape")
    await visitor.page.get_by_label("You are").select_option("clarity")  # without a token
    seats = await seats_of(visitor.page)
    await seats.get_by_role("button", name="Hand over").click()
    await expect(seats).to_contain_text("This tab can still speak for every seat.")


@pytest.mark.long
async def test_a_watchers_link_shows_a_fight_later_where_asked(
    visitor: Visitor, browser: Browser, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    for number in range(12):
        await service.command(fight, "core.note", text=f"Note {number}")
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    await seats.get_by_label("What a watcher sees").select_option("20 events later")
    await seats.get_by_role("listitem").filter(has_text="A watcher").get_by_role("button", name="Link").click()
    link = await seats.get_by_label("Link for A watcher").input_value()
    async with new_page(browser) as page:
        await page.goto(link)
        watcher = Visitor(page, address)
        await expect(watcher.play).to_contain_text("You are watching.")
        shown = await watcher.version()
        newest = (await service.read(f"encounters/{fight}"))["version"]
        assert shown <= newest - 20
        await expect(page.get_by_label("You are").locator("option")).to_have_text(["A watcher"])


@pytest.mark.long
async def test_a_watcher_for_whom_it_is_too_early_is_told_so(page: Page, address: str, service: Service) -> None:
    fight = await service.open(ruleset="s3", combatants=[{"template": "flying_fox"}])
    early = await service.invite(fight, role="spectator", delay={"events": 500})
    await page.goto(f"{address}/#invitation={early}")
    await expect(page.get_by_role("main")).to_contain_text("You watch with a delay, and not enough has happened yet.")
    await expect(page.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.parametrize("secret", [long("0123456789abcdef0123456789abcdef", name="signed")])
async def test_a_token_says_who_one_is(page: Page, tmp_path: Path, secret: str) -> None:
    variables = {"YARROW_SECRET": secret}
    with serving(tmp_path, variables=variables) as address:
        narrator, player = (
            yarrow("token", "--expires", "1h", *rights, variables=variables).stdout.strip()
            for rights in (
                ["--role", "narrator"],
                ["--role", "player", "--combatants", "clarity", "--encounters", "rail"],
            )
        )
        bearer = {"Authorization": f"Bearer {narrator}"}
        opening = {"scene": "over_the_rail", "id": "rail"}
        httpx.post(f"{address}/v1/encounters", json=opening, headers=bearer, timeout=PATIENCE).raise_for_status()  # noqa: ASYNC210 - nothing else runs yet
        visitor = Visitor(page, address)
        await visitor.go("rail")
        await expect(page.get_by_role("heading", name="A token, please")).to_be_visible()
        await page.get_by_label("Access token").fill(player)
        await page.get_by_role("button", name="Enter").click()
        await expect(page.get_by_label("You are").locator("option")).to_have_text(["Sanguine Clarity", "A watcher"])
        await expect(page.get_by_label("You are")).to_have_value("clarity")
        await expect(visitor.play.get_by_role("heading", name="Sanguine Clarity: what do you do?")).to_be_visible()
        leave, asked = (
            page.get_by_role("button", name="Leave the seat"),
            page.get_by_role("heading", name="A token, please"),
        )
        await leave.click()
        await expect(asked).to_be_visible()
        async with httpx.AsyncClient(base_url=f"{address}/v1/", headers=bearer, timeout=PATIENCE) as client:
            rights = {"role": "player", "combatants": ["clarity"], "encounters": ["rail"]}
            made = (await client.post("invitations", json=rights)).raise_for_status().json()
            await page.goto(f"{address}/#invitation={made['invitation']}")
            await expect(page.get_by_label("You are")).to_have_value("clarity")
            await leave.click()
            await expect(asked).to_be_visible()
            seats = (await client.get("encounters/rail/seats")).raise_for_status().json()["seats"]
            assert [one["state"] for one in seats if one["seat"] == "clarity"] == ["invited"]


@pytest.mark.long
async def test_a_service_with_a_secret_asks_for_a_token_first(page: Page, tmp_path: Path) -> None:
    variables = {"YARROW_SECRET": "0123456789abcdef0123456789abcdef"}
    with serving(tmp_path, variables=variables) as address:
        narrator = yarrow("token", "--expires", "1h", "--role", "narrator", variables=variables).stdout.strip()
        await page.goto(f"{address}/#invitation=bad")
        await expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
        await page.goto(f"{address}/")
        await expect(page.get_by_role("heading", name="A token, please")).to_be_visible()
        await expect(page.get_by_role("main")).to_contain_text("its operator has one for you")
        field, enter = page.get_by_label("Access token"), page.get_by_role("button", name="Enter")
        await field.fill("wrong")
        await enter.click()
        await expect(page.get_by_role("main")).not_to_contain_text("its operator has one for you")
        await page.reload()
        await field.fill(narrator)
        await enter.click()
        await expect(page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()
        await page.evaluate("location.hash = '#invitation=bad'")
        await expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
        await field.fill(narrator)
        await enter.click()
        await expect(page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()


@pytest.mark.long
async def test_the_tab_of_a_seat_offers_no_new_fight_and_can_leave(page: Page, address: str, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await page.goto(f"{address}/#invitation={await service.invite(fight, role='player', combatants=['clarity'])}")
    await expect(page).to_have_url(f"{address}/#/{fight}")
    await page.goto(f"{address}/#/{fight}/replay")
    await expect(page.get_by_role("slider", name="Event")).to_be_visible()
    await expect(page.get_by_role("button", name="Branch here")).to_have_count(0)
    await page.goto(f"{address}/#/")
    await expect(page.get_by_role("button", name="Leave the seat")).to_be_visible()
    await expect(page.get_by_role("region", name="New fight")).to_have_count(0)
    await page.get_by_role("button", name="Leave the seat").click()
    await expect(page.get_by_role("region", name="New fight")).to_be_visible()


async def test_a_seat_is_left_in_the_fight_and_taken_again_by_its_link(
    page: Page, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    link = f"{address}/#invitation={await service.invite(fight, role='player', combatants=['clarity'])}"

    async def state() -> str:
        seats = (await service.read(f"encounters/{fight}/seats"))["seats"]
        return str(next(one["state"] for one in seats if one["seat"] == "clarity"))

    leave = page.get_by_role("banner").get_by_role("button", name="Leave the seat")
    await page.goto(link)
    await expect(page.get_by_text("live", exact=True)).to_be_visible()
    assert await state() == "connected"
    await leave.click()
    await expect(page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()
    await expect(page.get_by_role("region", name="New fight")).to_be_visible()
    assert await state() == "invited"
    await page.goto(f"{address}/#/{fight}")
    await expect(page.get_by_label("You are")).to_have_value("*all")
    await expect(leave).to_have_count(0)
    await page.goto(link)
    await expect(page.get_by_label("You are")).to_have_value("clarity")


@pytest.mark.long
async def test_a_link_that_nobody_has_opened_is_taken_back(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    text = await service.invite(fight, role="player", combatants=["clarity"])
    other = await service.invite(fight, role="spectator")
    await visitor.go(fight)
    seats = await seats_of(visitor.page)
    row = seats.get_by_role("listitem").filter(has_text="Sanguine Clarity")
    async with visitor.page.expect_response(lambda one: one.request.method == "DELETE"):
        await row.get_by_role("button", name="Take back").click()
    ended, kept = [await service.client.post("invitations/exchange", json={"invitation": one}) for one in (text, other)]
    assert (ended.is_error, kept.is_success) == (True, True)


@pytest.mark.long
async def test_all_links_of_a_seat_are_taken_back_however_many(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    links = [await service.invite(fight, role="player", combatants=["clarity"]) for _ in range(54)]  # more than a page
    await visitor.go(fight)
    row = await take_back(visitor, "Sanguine Clarity")
    await expect(row).to_contain_text("free")
    assert (await service.client.post("invitations/exchange", json={"invitation": links[-1]})).is_error
