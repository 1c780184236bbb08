"""What a press does: once, said when it is refused, and nothing lost that was typed or pressed."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.page.visitor import Service, Visitor

END = "End the turn"


async def refused_commands(visitor: Visitor, **problem: Any) -> list[str]:
    """Answer commands with a problem from now on; return where the addresses of those that were sent are added."""
    sent: list[str] = []

    async def refuse(route: Route) -> None:
        sent.append(route.request.url)
        await route.fulfill(status=problem["status"], content_type="application/problem+json", body=json.dumps(problem))

    await visitor.page.route("**/commands", refuse)
    return sent


async def commanded(service: Service, fight: str, kind: str) -> int:
    """Return how many commands of a kind a fight has."""
    events = (await service.read(f"encounters/{fight}/events"))["events"]
    commands = [one["data"]["command"]["type"] for one in events if one["type"] == "core.commanded"]
    return commands.count(kind)


@asynccontextmanager
async def late_answers(visitor: Visitor, *, executed: bool = True) -> AsyncIterator[list[str]]:
    """Hold back the answers to commands, or the commands themselves; yield the types of those that were sent."""
    sent: list[str] = []
    arrive = asyncio.Event()

    async def hold(route: Route) -> None:
        if route.request.headers.get("prefer") == "check":
            await route.continue_()
            return
        sent.append((route.request.post_data_json or {})["command"]["type"])
        answer = await route.fetch() if executed else None
        await arrive.wait()
        await (route.fulfill(response=answer) if answer else route.continue_())

    await visitor.page.route("**/commands", hold)
    try:
        yield sent
    finally:
        arrive.set()


async def test_a_new_question_is_answered_before_the_answer_to_the_last_press_arrives(
    visitor: Visitor, service: Service
) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    submit = visitor.play.get_by_role("form").locator("button[type=submit]")
    async with late_answers(visitor) as sent:
        await submit.click()
        await expect(visitor.page.get_by_role("region", name="Burning Blade is asked")).to_be_visible()
        before = await visitor.version()
        for digit in "112":
            await visitor.page.keyboard.press(digit)
        await expect(visitor.play).to_have_class("play waits")
        assert sent == ["s3.attack"]
    await visitor.shows_more_than(before)
    await visitor.settles()
    assert sent == ["s3.attack", "core.answer"]
    assert [await commanded(service, fight, kind) for kind in ("s3.attack", "core.answer")] == [1, 1]


async def test_forms_are_opened_before_the_answer_to_the_last_press_arrives(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    attack = visitor.play.get_by_role("button", name="Attack", exact=True)
    async with late_answers(visitor) as sent:
        before = await visitor.version()
        await visitor.play.get_by_role("button", name=END, exact=True).click()
        await visitor.shows_more_than(before)
        await attack.click()
        await expect(visitor.play.get_by_role("form", name="Attack")).to_be_visible()
        await visitor.play.get_by_role("button", name="Not now").click()
        await visitor.play.get_by_text("At any time").click()
        await visitor.play.get_by_role("button", name="Make a note", exact=True).click()
        await expect(visitor.play.get_by_role("form", name="Make a note")).to_be_visible()
        assert sent == ["s3.end_turn"]


@pytest.mark.long
async def test_a_button_is_not_pressed_again_before_its_answer_arrives(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    end = visitor.play.get_by_role("button", name=END, exact=True)
    async with late_answers(visitor, executed=False) as sent:
        await end.evaluate("(one) => [one.click(), one.click()]")
        await service.command(fight, "core.note", text="Meanwhile")
        await expect(visitor.region("Story")).to_contain_text("Meanwhile")  # the same button belongs to a newer table
        await expect(visitor.play).to_have_class("play ")
        await end.evaluate("(one) => one.click()")
    await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
    await visitor.settles()
    assert sent == ["s3.end_turn"]
    assert await commanded(service, fight, "s3.end_turn") == 1


async def test_a_double_click_is_one_command(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    button = visitor.play.get_by_role("button", name=END, exact=True)
    box = await button.bounding_box()
    assert box is not None
    before = await visitor.version()
    mouse = visitor.page.mouse
    await mouse.move(box["x"] + 5, box["y"] + 5)
    for count in (1, 2):
        await mouse.down(click_count=count)
        await mouse.up(click_count=count)
        await visitor.shows_more_than(before)  # the second click meets the button of the next one
        await visitor.settles()
    await service.command(fight, "core.note", text="After all")
    await expect(visitor.region("Story")).to_contain_text("After all")
    assert await commanded(service, fight, "s3.end_turn") == 1


async def test_a_refusal_is_seen_though_the_turn_has_passed(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()

    async def late(route: Route) -> None:
        await service.command(fight, "s3.end_turn", actor="clarity")  # another is faster
        await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
        await route.continue_()

    await visitor.page.route("**/commands", late, times=1)
    await visitor.play.get_by_role("button", name=END, exact=True).click()
    refused = visitor.play.get_by_role("alert")
    await expect(refused).to_contain_text("Refused by S3-TURN-27")
    await visitor.press(visitor.play.get_by_role("button", name=END, exact=True))
    await expect(refused).to_have_count(0)


@pytest.mark.long
async def test_a_refusal_of_a_form_is_seen_though_the_form_has_gone(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    form = visitor.play.get_by_role("form")
    await expect(form).to_contain_text("Burning Blade has to answer")

    async def late(route: Route) -> None:
        await service.command(fight, "s3.end_turn", actor="clarity")  # another is faster
        await expect(form).to_have_count(0)
        await route.continue_()

    await visitor.page.route("**/commands", late, times=1)
    await form.locator("button[type=submit]").click()
    await expect(visitor.play.get_by_role("alert")).to_contain_text("Refused by S3-TURN-27")


@pytest.mark.long
async def test_a_refusal_of_an_answer_is_seen_though_its_question_has_gone(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await visitor.act("Attack")
    [(prompt, asked)] = (await service.read(f"encounters/{fight}/table"))["awaits"].items()
    answers = visitor.play.get_by_role("group", name="Answers")

    async def late(route: Route) -> None:
        await service.command(fight, "core.answer", prompt=prompt, answer=asked["choices"][0]["answer"])
        await expect(visitor.page.get_by_role("region", name="Burning Blade is asked")).to_have_count(0)
        await route.continue_()

    await visitor.page.route("**/commands", late, times=1)
    await answers.get_by_role("button").nth(1).click()
    await expect(visitor.play.get_by_role("alert")).to_contain_text("Nothing has happened.")


@pytest.mark.long
async def test_a_key_that_is_held_on_a_button_sends_one_command(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    detail = "It cannot be ended."
    sent = await refused_commands(visitor, code="refused", status=422, detail=detail, rule="S3-TURN-27")
    await visitor.play.get_by_role("button", name=END, exact=True).focus()
    keyboard = visitor.page.keyboard
    await keyboard.down("Enter")
    await expect(visitor.play.get_by_role("alert")).to_contain_text(detail)
    await visitor.settles()
    for _ in range(3):
        await keyboard.down("Enter")
    await keyboard.up("Enter")
    await visitor.settles()
    assert len(sent) == 1


@pytest.mark.long
async def test_what_is_typed_stays_when_somebody_else_acts(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.play.get_by_text("At any time", exact=True).click()
    await visitor.play.get_by_role("button", name="Make a note", exact=True).click()
    note = visitor.play.get_by_role("form").get_by_role("textbox").first
    await note.fill("Half a sen")
    await service.command(fight, "s3.end_turn", actor="clarity")
    await expect(visitor.region("Whose turn")).to_contain_text("Burning Blade has the turn")
    await visitor.settles()
    await expect(note).to_have_value("Half a sen")


async def test_the_focus_goes_to_what_is_next_where_its_button_goes(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await visitor.play.get_by_text("At any time", exact=True).click()
    note = visitor.play.get_by_role("button", name="Make a note", exact=True)
    await note.press("Enter")
    text = visitor.play.get_by_role("form", name="Make a note").get_by_role("textbox").first
    await text.fill("It rains.")
    before = await visitor.version()
    await text.press("Enter")
    await visitor.shows_more_than(before)
    await expect(visitor.play.locator(":focus")).to_have_count(1)
    await visitor.play.get_by_role("button", name="Attack", exact=True).press("Enter")
    await expect(visitor.play.get_by_role("form", name="Attack").locator(":focus")).to_have_count(1)
    await service.command(fight, "s3.end_turn", actor="clarity")  # the form goes with the turn
    await expect(visitor.play.get_by_role("heading", name="Burning Blade: what do you do?")).to_be_focused()


@pytest.mark.long
async def test_the_keyboard_reaches_a_group_whose_last_button_has_gone(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    policy = {"type": "core.set_policy", "of": "clarity", "kind": "oppose", "answer": "ask"}
    path = f"encounters/{fight}/commands"
    (await service.client.post(path, json={"command": policy})).raise_for_status()
    await visitor.go(fight)
    await visitor.play.get_by_text("At any time", exact=True).click()
    group = visitor.play.get_by_role("toolbar", name="Table")
    removing = group.get_by_role("button", name="Remove a standing answer")
    await group.get_by_role("button", name="Set a standing answer").focus()
    await visitor.page.keyboard.press("ArrowRight")
    await expect(removing).to_be_focused()
    (await service.client.post(path, json={"command": {**policy, "answer": None}})).raise_for_status()
    await expect(removing).to_have_count(0)
    await expect(group.locator("[tabindex='0']")).to_have_text(["Set a standing answer"])


@pytest.mark.long
async def test_a_held_digit_answers_once(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.act("Attack")
    await expect(visitor.play.locator(".answer").first).to_be_visible()
    before = await visitor.version()
    await visitor.page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '1', repeat: true, bubbles: true}))"
    )
    await visitor.settles()
    assert await visitor.version() == before
    await visitor.answer(1)


@pytest.mark.long
async def test_a_command_that_is_sent_again_says_so(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    detail = "The store was modified."
    sent = await refused_commands(visitor, code="store_damaged", status=503, detail=detail)
    button = visitor.play.get_by_role("button", name=END, exact=True)
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await button.click()
    await expect(visitor.page.get_by_text("Sending again …")).to_be_visible()
    await expect(button).to_be_disabled()
    await expect(visitor.play.get_by_role("alert")).to_contain_text(
        f"{detail} Whether it has happened, the story says."
    )
    await expect(button).to_be_enabled()
    assert len(sent) == 2


async def test_skipping_to_the_content_moves_the_focus_alone(page: Page, visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await expect(visitor.play).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_be_focused()
    await expect(page).to_have_url(f"{visitor.address}/#/{fight}")


async def test_a_fight_begun_with_the_keyboard_has_the_focus(page: Page, visitor: Visitor) -> None:
    await visitor.go()
    await page.get_by_role("radio", name="Black Dice").press("Space")
    await page.get_by_role("button", name="Begin").press("Enter")
    await expect(visitor.region("Whose turn")).to_be_visible()
    await expect(page.get_by_role("main")).to_be_focused()
    await expect(page.get_by_role("main")).to_have_css("outline-style", "none")
    await page.go_back()
    await page.get_by_role("searchbox").click()
    await page.go_forward()
    await expect(page.get_by_role("main")).to_be_focused()


async def test_an_address_that_names_no_fight_says_so(visitor: Visitor) -> None:
    await visitor.go("%")
    await expect(visitor.page.get_by_role("heading", name="This cannot be shown")).to_be_visible()
    await visitor.page.get_by_role("link", name="To all fights").click()
    await expect(visitor.page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()


@pytest.mark.long
async def test_a_fight_may_be_called_fights(visitor: Visitor, service: Service) -> None:
    await service.open(scene="over_the_rail", id="fights")
    await visitor.go("fights")
    await expect(visitor.region("Whose turn")).to_contain_text("Sanguine Clarity has the turn")
