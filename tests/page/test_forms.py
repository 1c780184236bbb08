"""Forms as they are filled in: what is chosen on what is drawn, what is typed, and data with a field for each value."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.pages import new_page
from tests.page.conftest import WIDE
from tests.page.visitor import Service, Visitor, at_any_time, sent_by
from tests.tiers import long

OPEN_HANDS = {"hand": "open"}


async def test_a_card_of_ones_hand_is_tapped_and_played(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war", options=OPEN_HANDS)
    await service.command(fight, "yin_yang.start_turn")
    hand = (await service.read(f"encounters/{fight}/table"))["combatants"]["hei"]["hand"]["cards"]
    await visitor.go(fight)
    await visitor.page.get_by_label("You are").select_option("Tshi Teng Hei")
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    form = visitor.play.get_by_role("form", name="Attack")
    cards = form.get_by_role("radiogroup", name="Card to play")
    await expect(cards.get_by_role("radio")).to_have_count(len(hand))
    last = cards.get_by_role("radio", name=hand[-1]["label"], exact=True)
    await last.check(force=True)
    await expect(last).to_be_checked()
    sent = await sent_by(visitor, form)
    assert sent["hand_card"] == hand[-1]["face"]


async def test_several_attacks_at_once_are_one_sentence(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives", chance="either")
    body = {"command": {"type": "black_dice.begin_round"}, "faces": [[6] * 7, [6], [2]]}  # Kestrel declares first
    (await service.client.post(f"encounters/{fight}/commands", json=body)).raise_for_status()
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    form = visitor.play.get_by_role("form", name="Attack")
    phrase = form.locator(".phrase")
    await expect(phrase.get_by_role("combobox")).to_have_count(3)
    await expect(form.locator(".row:visible")).to_have_count(0)
    await phrase.get_by_role("combobox", name="Target").select_option("Tough on the right")
    await phrase.get_by_role("combobox", name="Attacks").select_option("and")
    await expect(phrase).to_contain_text(re.compile("^Attack .* with .*and.*Tough on the left with"))
    sent = await sent_by(visitor, form)
    assert [one["target"] for one in sent["attack"]] == ["right", "left"]


async def test_a_deed_that_has_come_due_is_done_where_its_question_is_asked(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives")
    await service.command(fight, "black_dice.begin_round")
    for _ in range(3):
        [actor] = (await service.read(f"encounters/{fight}/table"))["to_act"]["who"]
        await service.command(fight, "black_dice.declare", actor=actor, act="feat")
    await service.command(fight, "black_dice.resolve")
    await visitor.go(fight)
    await expect(visitor.play.get_by_role("button", name="Passes")).to_be_visible()
    await visitor.play.get_by_role("button", name="Do a feat without a roll", exact=True).click()
    form = visitor.play.get_by_role("form", name="Do a feat without a roll")
    sent = await sent_by(visitor, form)
    assert sent["type"] == "black_dice.feat"
    assert (await service.read(f"encounters/{fight}/table"))["awaits"] == {}


@pytest.mark.long
async def test_a_form_whose_sentence_lacks_something_has_its_label(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives")  # both sides of a contest have parts of the same names
    await visitor.go(fight)
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Call for a contest", exact=True).click()
    form = visitor.play.get_by_role("form", name="Call for a contest")
    await expect(form.locator(".phrase")).to_have_text("Call for a contest")
    await expect(form.locator(".row .label > span").filter(has_text="Stat")).to_have_count(2)


@pytest.mark.long
async def test_a_number_begins_at_nothing_and_has_the_noun_of_its_sign(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="sheriffs_desk"))
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Place a combatant", exact=True).click()
    form = visitor.play.get_by_role("form", name="Place a combatant")
    phrase = form.locator(".phrase")
    await expect(phrase).to_contain_text(re.compile(r"^Place .* at\s+east,\s+north$"))
    for number in await phrase.get_by_role("spinbutton").all():
        await expect(number).to_have_value("0")


@pytest.mark.long
async def test_templates_of_one_name_are_told_apart(visitor: Visitor, service: Service) -> None:
    names = [one["name"] for one in (await service.read("rulesets/s3/templates"))["templates"].values()]
    assert names.count("Devil in the Wind") == 2
    await visitor.go()
    await visitor.page.get_by_role("radio", name="S3").click()
    await visitor.page.get_by_role("radio", name="My own").click()
    offered = await visitor.page.get_by_role("group", name="Add a combatant").get_by_role("button").all_inner_texts()
    assert len({*offered}) == len(names)
    assert "Flying Fox" in offered


async def test_a_form_says_whom_it_means_and_what_a_text_is(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="cutlass_against_truncheon")
    await visitor.go(fight)
    await visitor.act()
    table = await service.read(f"encounters/{fight}/table")
    [acts] = table["to_act"]["who"]
    [foe] = {one["name"] for key, one in table["combatants"].items() if key != acts}
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    await expect(visitor.play.get_by_role("form", name="Attack").locator(".phrase b").first).to_have_text(foe)
    await visitor.play.get_by_role("button", name="Not now").click()
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Make a note", exact=True).click()
    text = visitor.play.get_by_role("form", name="Make a note").get_by_role("textbox").first
    name = await text.get_attribute("aria-label")
    assert name
    await expect(text).to_have_attribute("placeholder", name)


async def test_a_drop_without_a_way_says_that_the_zone_stays_the_same(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.play.get_by_role("button", name="Drop down", exact=True).click()
    form = visitor.play.get_by_role("form", name="Drop down")
    await expect(form.get_by_text("Without one, the zone stays the same.")).to_be_visible()


@pytest.mark.long
async def test_a_question_that_takes_a_card_opens_the_hand(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war", options=OPEN_HANDS)
    await service.command(fight, "yin_yang.start_turn")
    hands = (await service.read(f"encounters/{fight}/table"))["combatants"]
    await service.command(
        fight, "yin_yang.attack", actor="hei", target="vinnie", hand_card=hands["hei"]["hand"]["cards"][0]["face"]
    )
    await visitor.go(fight)
    asked = visitor.page.get_by_role("region", name="Vinnie Luccini is asked")
    await asked.get_by_role("button", name="Chooses to strike back").click()
    card = hands["vinnie"]["hand"]["cards"][1]
    await asked.get_by_role("radio", name=card["label"], exact=True).check(force=True)
    open_before = (await service.read(f"encounters/{fight}/table"))["awaits"].keys()
    await visitor.press(asked.locator("button[type=submit]"))
    open_now = (await service.read(f"encounters/{fight}/table"))["awaits"].keys()
    assert open_before.isdisjoint(open_now)  # the cards may lead to another question


async def test_the_hands_of_others_lie_face_down(
    visitor: Visitor, browser: Browser, address: str, service: Service
) -> None:
    fight = await service.open(scene="gang_war", options=OPEN_HANDS)
    await service.command(fight, "yin_yang.start_turn")
    people = (await service.read(f"encounters/{fight}/table"))["combatants"]
    async with new_page(browser, viewport=WIDE) as page:
        player = Visitor(page, address)
        await player.go(fight)
        await page.get_by_label("You are").select_option("Tshi Teng Hei")
        cards = player.region("Combatants").get_by_role("listitem")
        own = cards.filter(has_text="Tshi Teng Hei")
        for card in people["hei"]["hand"]["cards"]:
            await expect(own.get_by_role("img", name=card["label"], exact=True)).to_be_visible()
        other = cards.filter(has_text="Vinnie Luccini")
        await expect(other).to_contain_text(f"{people['vinnie']['hand']['count']} in hand")
        await expect(other.get_by_role("img")).to_have_count(0)
        deck = page.get_by_role("img", name=re.compile(r"Deck of Vinnie Luccini: \d+ left, 0 discarded"))
        await expect(deck).to_be_visible()


async def test_other_answers_are_named_once_and_a_form_takes_their_place(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war")
    await service.command(fight, "yin_yang.start_turn")
    await service.command(fight, "yin_yang.attack", actor="hei", target="vinnie")
    await visitor.go(fight)
    asked = visitor.page.get_by_role("region", name="Vinnie Luccini is asked")
    other = asked.get_by_role("button", name="Something else")
    await other.click()
    ways = ["Strike back", "Counter", "Let it pass"]
    await expect(asked.get_by_role("toolbar").get_by_role("button")).to_have_text(ways)
    await expect(asked.get_by_role("button")).to_have_text([*ways, "Not now"])
    await asked.get_by_role("button", name="Not now").click()
    await expect(other).to_be_visible()


@pytest.mark.long
async def test_a_choice_that_opens_a_form_shows_that_alone(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_against_two"))
    step = visitor.play.get_by_role("button", name="Wants to step")
    await visitor.attacks_until(step, most=20)
    await step.click()
    asked = visitor.page.locator(".prompt")
    await expect(asked.get_by_role("button")).to_have_text(["Step", "Not now"])
    await asked.get_by_role("button", name="Not now").click()
    await expect(step).to_be_visible()


@pytest.mark.long
async def test_a_sealed_answer_that_was_changed_is_sealed_again(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_against_two"))
    change = visitor.play.get_by_role("button", name="Change it")
    await visitor.attacks_until(change)
    sealed = visitor.page.locator(".prompt").last
    await change.click()
    await expect(sealed.get_by_role("button", name="Hold", exact=True)).to_be_visible()
    await sealed.get_by_role("button", name="Not now").click()
    await expect(change).to_be_visible()
    await change.click()
    await sealed.get_by_role("button", name="Hold", exact=True).click()
    await visitor.press(sealed.get_by_role("form", name="Hold").locator("button[type=submit]"))
    await expect(change).to_be_visible()


@pytest.mark.long
async def test_a_square_is_chosen_on_the_board(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_against_two")
    await visitor.go(fight)
    step = visitor.play.get_by_role("button", name="Wants to step")
    await visitor.attacks_until(step, most=20)
    await expect(visitor.region("Board").get_by_role("button")).to_have_count(0)
    await step.click()
    squares = visitor.region("Board").get_by_role("button", name=re.compile(r"^Step to square -?\d+, -?\d+$"))
    await expect(squares).to_have_count(8)
    await expect(visitor.play).to_have_css("max-height", f"{0.4 * WIDE['height']:.0f}px")  # the board stays in sight
    square = squares.last
    name = await square.get_attribute("aria-label") or ""
    await square.click()
    await expect(square).to_have_attribute("aria-pressed", "true")
    sent = await sent_by(visitor, visitor.play)
    await expect(visitor.region("Board").get_by_role("button")).to_have_count(0)
    x, y = map(int, name.removeprefix("Step to square ").split(", "))
    assert sent["step"]["to"] == {"x": x, "y": y}


async def test_a_square_that_may_be_anywhere_is_chosen_on_the_board(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_against_two")
    await visitor.go(fight)
    form = await at_any_time(visitor, "Place a combatant")
    place = "Place a combatant to square"
    squares = visitor.region("Board").get_by_role("button", name=re.compile(f"^{place} -?\\d+, -?\\d+$"))
    columns, rows = (visitor.region("Board").locator(one).locator("span") for one in (".xs", ".ys"))
    await expect(squares).to_have_count(await columns.count() * await rows.count())
    for name in ("2, 1", "3, -1"):
        square = squares.and_(visitor.page.get_by_role("button", name=f"{place} {name}", exact=True))
        await square.click()
        await expect(square).to_have_attribute("aria-pressed", "true")
    await expect(visitor.region("Board").locator("[aria-pressed=true]")).to_have_count(1)
    assert (await sent_by(visitor, form))["to"] == {"x": 3, "y": -1}


async def test_several_squares_are_chosen_on_the_board(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_against_two"))
    form = await at_any_time(visitor, "Name an area")
    for name in ("2, 1", "3, 1", "2, 1", "4, 1"):  # one that is pressed again is none
        await visitor.region("Board").get_by_role("button", name=f"Name an area: square {name}", exact=True).click()
    await expect(visitor.region("Board").locator("[aria-pressed=true]")).to_have_count(2)
    await form.get_by_label("Name", exact=True).fill("fog")
    assert (await sent_by(visitor, form))["squares"] == [{"x": 3, "y": 1}, {"x": 4, "y": 1}]


async def test_no_square_is_chosen_on_a_board_that_is_too_large(visitor: Visitor, service: Service) -> None:
    far = {"template": "tor", "sheet": {"position": {"x": 9000, "y": -9000}}}
    await visitor.go(await service.open(ruleset="ticks", combatants=[{"template": "iris"}, far]))
    await at_any_time(visitor, "Place a combatant")
    await expect(visitor.region("Board")).to_be_visible()
    await expect(visitor.region("Board").get_by_role("button")).to_have_count(0)


async def test_an_attack_is_made_with_what_is_in_hand_unless_another_weapon_is_chosen(
    visitor: Visitor, service: Service
) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    weapon = visitor.play.get_by_role("form", name="Attack").locator(".phrase select").first
    await expect(weapon.locator("option")).to_have_text(["saber", "bare hands"])
    assert await weapon.input_value() == "0"


async def test_a_long_form_is_whole_on_a_wide_screen(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war")
    await service.command(fight, "yin_yang.start_turn")
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Act with an ability", exact=True).click()
    form = visitor.play.get_by_role("form")
    await form.get_by_text("More").click()
    await expect(form.get_by_label("Stake")).to_be_visible()
    assert await visitor.play.evaluate("(play) => play.clientHeight") > 0.5 * WIDE["height"]
    await expect(form.get_by_role("button", name="Not now")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("scene", "command"),
    [
        ("gang_war", "yin_yang.start_turn"),
        long("over_the_rail", ""),
        long("alley_ambush", ""),
        long("two_knives", "black_dice.begin_round"),
        long("two_against_two", ""),
    ],
)
async def test_a_list_of_actions_makes_the_page_longer_and_never_scrolls(
    visitor: Visitor, service: Service, scene: str, command: str
) -> None:
    fight = await service.open(scene=scene)
    if command:
        await service.command(fight, command)
    await visitor.page.set_viewport_size({"width": 1000, "height": 800})
    await visitor.go(fight)
    await visitor.settles()
    scrolls = "(play) => play.scrollHeight > play.clientHeight || getComputedStyle(play).overflowY !== 'visible'"
    assert not await visitor.play.evaluate(scrolls)
    summary = visitor.play.get_by_text("At any time")
    await summary.click()
    await expect(visitor.play).to_have_attribute("data-tall", "")
    assert not await visitor.play.evaluate(scrolls)
    await expect(summary).to_be_in_viewport()
    await visitor.play.get_by_role("button", name="Add a combatant with a sheet", exact=True).click()
    form = visitor.play.get_by_role("form")
    await expect(form.locator("select, input").first).to_be_in_viewport(ratio=1)
    assert not await visitor.play.evaluate(scrolls)


async def test_a_short_list_of_actions_stays_in_sight(visitor: Visitor, service: Service) -> None:
    await visitor.page.set_viewport_size({"width": 1440, "height": 900})
    await visitor.go(await service.open(scene="two_against_two"))
    await visitor.settles()
    assert await visitor.page.evaluate("document.documentElement.scrollHeight > innerHeight")
    await expect(visitor.play).to_be_in_viewport(ratio=1)


async def test_a_key_is_checked_against_its_pattern_while_it_is_typed(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_knives"))
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Set a distance", exact=True).click()
    key = visitor.play.get_by_role("form").locator("input[pattern]").first
    for text, is_wrong in (("roof-top_2", False), ("Roof top", True)):
        await key.fill(text)
        assert await key.evaluate("(input) => input.validity.patternMismatch") is is_wrong


async def test_what_a_form_lacks_is_named(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Change metadata", exact=True).click()
    form = visitor.play.get_by_role("form", name="Change metadata")
    await form.locator("button[type=submit]").click()
    await expect(form.get_by_role("alert")).to_have_text(
        "Metadata is missing, or does not fit. Nothing has happened.", use_inner_text=True
    )


async def test_a_number_that_may_not_be_nothing_begins_beside_it(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("century", 2)
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Turn", exact=True).click()
    form = visitor.play.get_by_role("form", name="Turn")
    await expect(form.get_by_role("spinbutton")).to_have_value("1")
    assert (await sent_by(visitor, form))["degrees"] == 1


async def test_a_number_that_is_typed_stays_while_the_fight_goes_on(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.settles()
    await visitor.play.get_by_role("button", name="Drop down", exact=True).click()
    form = visitor.play.get_by_role("form")
    storeys = form.locator("input[type=number]").first
    await storeys.fill("9")
    await service.command(fight, "core.note", text="Meanwhile")
    await expect(visitor.region("Story")).to_contain_text("Meanwhile")
    await expect(storeys).to_have_value("9")
    assert (await sent_by(visitor, form))["storeys"] == 9


async def test_metadata_has_a_field_for_each_key_and_for_its_value(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_against_two")
    await visitor.go(fight)
    form = await at_any_time(visitor, "Change metadata")
    metadata = form.get_by_role("group", name="Metadata")
    await expect(form).to_contain_text("Keys such as colour or token, with values such as gold, 12 or true.")
    await metadata.get_by_label("Value 1").fill("gold")
    await form.locator("button[type=submit]").click()  # the browser asks for the key
    assert await metadata.get_by_label("Key 1").evaluate("(input) => input.validity.valueMissing")
    await metadata.get_by_label("Key 1").fill("The colour")
    await form.locator("button[type=submit]").click()
    wrong = form.get_by_role("alert").filter(has_text="The colour: Must have 1 to 40 characters")
    await expect(wrong).to_be_visible()
    await metadata.get_by_label("Key 1").fill("colour")
    await expect(wrong).to_have_count(0)
    await metadata.get_by_label("Key 2").fill("token")
    await metadata.get_by_label("Value 2").fill("12")
    assert (await sent_by(visitor, form))["metadata"] == {"colour": "gold", "token": 12}


@pytest.mark.parametrize(
    ("scene", "template", "number"),
    [
        ("two_against_two", "tor", "Luck"),
        long("over_the_rail", "one_eyed_ogre", "Fortitude"),
        long("alley_ambush", "eva", None),
        long("two_knives", "vane", None),
        long("gang_war", "bill", None),
    ],
)
async def test_a_sheet_has_fields_and_begins_with_those_of_a_template(
    visitor: Visitor, service: Service, scene: str, template: str, number: str | None
) -> None:
    fight = await service.open(scene=scene)
    await visitor.go(fight)
    form = await at_any_time(visitor, "Add a combatant with a sheet")
    sheet = form.get_by_role("group", name="Sheet", exact=True)
    await sheet.get_by_label("Begin from the sheet of").select_option(template)
    await sheet.get_by_label("Name", exact=True).fill("Somebody Else")
    if number:
        await sheet.get_by_label(number, exact=True).fill("3")
    sent = (await sent_by(visitor, form))["sheet"]
    assert sent["name"] == "Somebody Else"
    assert number is None or sent[number.lower()] == 3
    await expect(visitor.region("Combatants")).to_contain_text("Somebody Else")


async def test_what_is_wrong_with_a_sheet_is_said_where_it_is_filled_in(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="two_against_two"))
    form = await at_any_time(visitor, "Add a combatant with a sheet")
    sheet = form.get_by_role("group", name="Sheet", exact=True)
    await sheet.get_by_label("Name", exact=True).fill("Somebody")
    await form.locator("button[type=submit]").click()
    wrong = form.locator(".row").get_by_role("alert")
    await expect(wrong).to_contain_text("statistics: This field is required.")
    await sheet.get_by_text("More of Sheet").click()
    things = sheet.get_by_label("Things")
    await things.fill("[{key: sword}]")
    await expect(wrong).to_have_count(0)
    await expect(sheet).to_contain_text("This is not JSON:")
    assert await things.evaluate("(box) => box.validity.customError")
    await things.fill('[{"key": "sword"}]')
    await expect(sheet).not_to_contain_text("This is not JSON:")
