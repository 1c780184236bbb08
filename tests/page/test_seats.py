"""Seats: a link for each, which holds until it is taken back."""

from playwright.async_api import Browser, expect

from tests.browser.pages import new_page
from tests.page.visitor import Service, Visitor


async def test_a_link_seats_a_player_until_it_is_taken_back(
    visitor: Visitor, browser: Browser, address: str, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.page.get_by_role("button", name="Seats").click()
    seats = visitor.page.get_by_role("dialog", name="Seats")
    row = seats.get_by_role("listitem").filter(has_text="Sanguine Clarity")
    await expect(row).to_contain_text("free")
    await row.get_by_role("button", name="Link").click()
    link = await row.get_by_label("Link for Sanguine Clarity").input_value()
    async with new_page(browser) as page:
        player = Visitor(page, address)
        await page.goto(link)
        await expect(page).to_have_url(f"{address}/#/{fight}")
        await expect(page.get_by_label("You are")).to_have_value("clarity")
        await expect(row).to_contain_text("connected")
        await player.press(player.play.get_by_role("button", name="End the turn", exact=True))
        await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
        await expect(player.play).to_contain_text("Nothing is yours to do now.")
        await row.get_by_role("button", name="Take back").click()
        await expect(page.get_by_role("alert").first).to_contain_text("token")


async def test_a_link_that_is_unknown_says_so(visitor: Visitor) -> None:
    await visitor.page.goto(f"{visitor.address}/#invitation=yarrow_invitation_unknown")
    await expect(visitor.page.get_by_role("heading", name="A token, please")).to_be_visible()
    await expect(visitor.page.get_by_role("main")).to_contain_text("invitation")
