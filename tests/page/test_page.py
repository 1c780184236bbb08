"""The views of the page: the list, playing, refusals, replay, proof, and what a seat sees."""

import re
import subprocess
import sys

import pytest
from playwright.async_api import Response, expect

from tests.page.systems import SYSTEMS
from tests.page.visitor import Service, Visitor

S3 = SYSTEMS["s3"]
LONG_NAME = "W" * 200
MOST_THROWS = 20
LONG_NOTE = "It rains. " * 1000


async def test_a_fight_is_found_in_the_list(visitor: Visitor, service: Service) -> None:
    for name in ("Night on the pier", "Day on the pier"):
        await service.open(scene="over_the_rail", name=name)
    await visitor.go()
    fights = visitor.region("All fights")
    await expect(fights.get_by_role("link", name="Night on the pier")).to_be_visible()
    await fights.get_by_role("searchbox").fill("night on")
    await expect(fights.get_by_role("link", name="Day on the pier")).to_have_count(0)
    row = fights.get_by_role("listitem").filter(has_text="Night on the pier")
    await expect(row).to_contain_text("Sanguine Clarity against Burning Blade, Guard")
    await fights.get_by_role("searchbox").fill("nowhere")
    await fights.get_by_role("button", name="Show all fights").click()
    await fights.get_by_role("link", name="Day on the pier").click()
    await expect(visitor.region("Whose turn")).to_contain_text("Sanguine Clarity has the turn")


async def test_a_fight_of_ones_own_choice_is_begun(visitor: Visitor, service: Service) -> None:
    await visitor.go()
    page = visitor.page
    await page.get_by_role("radio", name="Century").click()
    await page.get_by_role("radio", name="My own").click()
    begin, joining = page.get_by_role("button", name="Begin"), page.locator(".joining").get_by_role("listitem")
    await begin.click()
    await expect(page.get_by_role("alert").first).to_have_text("Nobody fights yet: press a name for each who does.")
    for name in ("Street thug", "Street thug", "Soldier"):
        await page.get_by_role("button", name=name, exact=True).click()
    await expect(page.get_by_role("main").get_by_role("alert")).to_have_count(0)
    await joining.first.get_by_role("button", name="Take out").click()
    await page.get_by_role("button", name="Street thug", exact=True).click()
    await expect(joining.locator("b")).to_have_text(["Street thug 2", "Soldier", "Street thug 3"])
    await page.get_by_label("Side of Street thug 3").select_option("Side 2")
    await begin.click()
    await expect(visitor.region("Whose turn")).to_be_visible()
    await expect(page.get_by_role("banner")).to_contain_text("Street thug 2, Soldier and Street thug 3")
    table = await service.read(f"encounters/{page.url.rpartition('/')[2]}/table")
    sides = {one["id"]: one["name"] for one in table["sides"]}
    joined = {key: (one["name"], sides[one["side"]]) for key, one in table["combatants"].items()}
    assert joined == {
        "street_thug_2": ("Street thug", "Opposition"),
        "soldier": ("Soldier", "Opposition"),
        "street_thug_3": ("Street thug 2", "Side 2"),
    }


async def test_house_rules_have_the_words_of_the_system(visitor: Visitor, service: Service) -> None:
    await visitor.go()
    await visitor.page.get_by_role("radio", name="Century").click()
    await visitor.page.get_by_text("house rules").click()
    options = visitor.page.locator("details .rows")
    await expect(options.get_by_label("Move Points to block", exact=True)).to_have_value("4")
    await expect(options.get_by_label("When the dying die").locator("option")).to_have_text(
        ["End of the next round", "Start of the next round"]
    )
    words = (await service.read("rulesets/century"))["words"]
    shown = await options.locator(".label > span").all_inner_texts()
    assert {text for key, text in words.items() if key.startswith("option.")} <= {*shown}


async def test_an_attack_is_filled_in_and_answered_by_the_keyboard_alone(visitor: Visitor, service: Service) -> None:
    fight = await visitor.begin(S3.title, S3.scene)
    keyboard = visitor.page.keyboard
    attack = visitor.play.get_by_role("toolbar", name="Attack").get_by_role("button", name="Attack", exact=True)
    await attack.focus()
    await keyboard.press("ArrowRight")
    await expect(visitor.play.get_by_role("button", name="Disarm")).to_be_focused()
    await keyboard.press("ArrowLeft")
    await keyboard.press("Enter")
    target = visitor.play.get_by_role("combobox", name="Weapon")
    await expect(target).to_be_focused()
    await keyboard.press("Escape")
    await expect(attack).to_be_focused()
    await keyboard.press("Enter")
    await expect(visitor.play.get_by_text("Burning Blade has to answer Sanguine Clarity's attack.")).to_be_visible()
    await visitor.play.get_by_role("button", name="Attack", exact=True).focus()
    await keyboard.press("Enter")
    asked = visitor.page.get_by_role("region", name="Burning Blade is asked")
    await expect(asked.get_by_role("heading")).to_be_focused()
    await expect(visitor.page.get_by_role("alert").first).to_contain_text("Burning Blade, you are asked")
    await visitor.answer(1)
    await expect(visitor.play.get_by_role("heading", level=2)).to_be_focused()  # what is next; a tie asks for a call
    events = (await service.read(f"encounters/{fight}/events"))["events"]
    thrown = {one["data"]["label"] for one in events if one["type"] == "s3.coins_thrown"}
    assert thrown >= {"melee", "evasion"}


async def test_a_refusal_shows_its_rule_and_sentence_where_it_was_given(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.page.route("**/live**", lambda route: None)  # this page hears nothing of what others do
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    form = visitor.play.get_by_role("form", name="Attack")
    await expect(form).to_be_visible()
    await service.command(fight, "s3.end_turn", actor="clarity")
    await form.locator("button[type=submit]").click()
    refused = form.get_by_role("alert")
    await expect(refused).to_contain_text("Refused by S3-TURN-27: It is the turn of Burning Blade")
    await expect(refused).to_contain_text("Nothing has happened.")
    await refused.get_by_text("S3-TURN-27", exact=True).click()
    rule = await service.read("rulesets/s3/rules/S3-TURN-27")
    await expect(refused).to_contain_text(rule["title"])
    await visitor.page.unroute_all(behavior="ignoreErrors")


async def test_what_another_does_is_seen_at_once(visitor: Visitor, service: Service) -> None:
    fight = await visitor.begin(S3.title, S3.scene)
    await service.command(fight, "core.note", text="The lamps go out.")
    await expect(visitor.region("Story")).to_contain_text("The lamps go out.")
    await expect(visitor.page.get_by_role("status").last).to_contain_text("The lamps go out.")


async def test_the_coins_that_fell_at_the_table_are_tapped(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail", chance="supplied")
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Make a check", exact=True).click()
    form = visitor.play.get_by_role("form")
    await form.locator("button[type=submit]").click()
    faces = form.get_by_role("group", name=re.compile("throws .* coins"))
    await faces.get_by_role("button", name="Coin 1: heads").click()
    before = await visitor.version()
    sent: list[str] = []
    visitor.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
    await faces.get_by_role("button", name="That is what fell").evaluate("(one) => [one.click(), one.click()]")
    await visitor.shows_more_than(before)
    await visitor.settles()
    assert len(sent) == 1  # a second press sends nothing
    events = (await service.read(f"encounters/{fight}/events"))["events"]
    thrown = [one for one in events if "thrown" in one["type"]]
    assert thrown[-1]["data"]["draw"]["faces"].startswith("TH")


async def test_replay_shows_what_the_service_says_of_every_version(visitor: Visitor, service: Service) -> None:
    fight = await visitor.begin(S3.title, S3.scene)
    await visitor.play_until(re.compile("heads?"), "Attack")
    last = await visitor.version()
    await visitor.page.get_by_role("link", name="Replay").click()
    event = visitor.page.get_by_role("slider", name="Event")
    await expect(event).to_have_value(str(last))
    await event.focus()
    for version in range(last - 1, last - 8, -1):
        await visitor.page.keyboard.press("ArrowLeft")
        await expect(visitor.page.locator("[data-version]")).to_have_attribute("data-version", str(version))
    await visitor.page.keyboard.press("Home")
    await expect(event).to_have_value("1")
    await expect(visitor.page.locator("[data-version]")).to_have_attribute("data-version", "1")
    await visitor.go(f"{fight}/replay/17")
    table = await service.read(f"encounters/{fight}/table", at=17)
    await expect(visitor.region("Whose turn")).to_contain_text(table["to_act"]["has"])
    await visitor.page.keyboard.press("ArrowLeft")
    await expect(visitor.page.locator("[data-version]")).to_have_attribute("data-version", "16")
    await visitor.page.get_by_role("button", name="Branch here").click()  # within a batch: from the end of the nearest
    await expect(visitor.region("Yours to do")).to_be_visible()
    branches = (await service.read(f"encounters/{fight}/branches"))["encounters"]
    assert [one["branch_of"]["version"] for one in branches] == [17]
    await visitor.page.get_by_role("link", name="Replay", exact=True).click()
    await visitor.page.get_by_role("link", name="this fight", exact=True).click()
    await expect(visitor.page).to_have_url(re.compile(f"{fight}/replay/17$"))
    await expect(visitor.page.get_by_label("Side by side with")).to_be_visible()
    await expect(visitor.page.get_by_text("A branch of")).to_have_count(0)


async def test_the_marks_of_a_replay_say_what_they_mean(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("s3", 24)
    told = (await service.read(f"encounters/{fight}/story", level=1))["entries"]
    moments = [one for one in told if one.get("moment")]
    fall = next(one for one in moments if one["moment"] == "fall")
    await visitor.go(f"{fight}/replay/1")
    legend = visitor.region("Replay").get_by_text("Marks:")
    await expect(legend).to_be_visible()
    assert {one["moment"] for one in moments} <= {*(await legend.inner_text()).split()}
    mark = visitor.page.locator(".lane .mark.fall").first
    await expect(mark).to_have_attribute("title", re.compile(f"^fall, event .*{re.escape(fall['sentence'])}"))
    await expect(visitor.page.locator("[data-version='1']")).to_be_attached()  # nothing moves any more
    await mark.click()
    slider = visitor.page.get_by_role("slider", name="Event")
    await expect(slider).to_have_value(str(fall["version"]))
    await expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^Event {fall['version']} of \d+, fall\. "))


async def test_in_the_midst_of_a_batch_something_is_being_settled(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("s3", 2)
    versions = range(1, (await service.read(f"encounters/{fight}"))["version"])
    tables = {at: await service.read(f"encounters/{fight}/table", at=at) for at in versions}
    at = max(at for at, table in tables.items() if not table["to_act"]["who"])
    assert not tables[at]["to_act"]["now"]
    await visitor.go(f"{fight}/replay/{at}")
    await expect(visitor.region("Whose turn")).to_contain_text("Being settled")


async def test_the_controls_of_a_replay_stay_where_they_are(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("black_dice", 4)
    await visitor.go(f"{fight}/replay/1")
    shown, play = visitor.page.locator("[data-version]"), visitor.page.get_by_role("button", name="Play", exact=True)
    await expect(shown).to_have_attribute("data-version", "1")
    before = await play.bounding_box()
    await visitor.page.keyboard.press("End")
    await expect(visitor.throw.locator(".die").first).to_be_visible()
    assert await play.bounding_box() == before


async def test_proof_gives_the_verdicts_and_the_bundle(visitor: Visitor, service: Service) -> None:
    fight = await visitor.begin(S3.title, S3.scene)
    await visitor.page.get_by_role("link", name="Proof").click()
    verdicts = visitor.page.locator(".verdicts").get_by_role("listitem")
    await expect(verdicts).to_have_count(3)
    await expect(verdicts.first).to_contain_text("proven")
    audit = await service.read(f"encounters/{fight}/audit")
    await expect(visitor.region("What it rests on")).to_contain_text(audit["hash"])
    await visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = visitor.page.get_by_role("button", name="Copy hash of the chain")
    await copy.click()
    await expect(copy).to_have_text("Copied")
    assert await visitor.page.evaluate("navigator.clipboard.readText()") == audit["hash"]
    async with visitor.page.expect_download() as download:
        await visitor.page.get_by_role("button", name="Take the bundle").click()
    taken = await (await download.value).path()
    bundle = await service.client.get(f"encounters/{fight}/bundle")
    assert taken.read_bytes() == bundle.content
    async with visitor.page.expect_download() as download:
        await visitor.page.get_by_role("link", name="verify.py").click()
    program = await (await download.value).path()
    words = [sys.executable, str(program), str(taken)]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: ASYNC221 - nothing else runs
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_proof_says_what_people_threw_and_ruled_themselves(visitor: Visitor, service: Service) -> None:
    seeded = await service.open(scene="alley_ambush")
    ruled = await service.open(scene="two_knives")
    for fight in (seeded, ruled):
        await service.command(fight, "core.close")
    supplied = await service.play_published("century", 3)
    await service.command(supplied, "core.close")
    lead, verdicts = visitor.page.locator(".lead"), visitor.page.locator(".verdicts").get_by_role("listitem")
    await visitor.go(f"{seeded}/proof")
    await expect(lead).to_have_text("Nothing in this fight was changed, steered or made up.")
    by_hand = "Nothing in this record was changed. What people threw or ruled themselves is counted below."
    for fight in (ruled, supplied):
        await visitor.go(f"{fight}/proof")
        await expect(lead).to_have_text(by_hand)
        await expect(verdicts.nth(1)).to_contain_text("nothing to prove")
    await expect(visitor.page.get_by_role("main")).not_to_contain_text("0 thrown at the table")
    await visitor.go(supplied)
    await visitor.page.get_by_label("You are").select_option("A watcher")
    await visitor.page.get_by_role("link", name="Proof", exact=True).click()
    await expect(lead).to_have_text("What can be proven of this fight is proven.")


async def test_a_player_is_never_sent_what_is_secret(visitor: Visitor, service: Service) -> None:
    sheet = {"fortitude": 7, "items": [{"kind": "hand_cannon"}], "hands": {}}
    guard = {"template": "guard", "id": "hidden", "secret": True, "sheet": sheet}
    fight = await service.open(ruleset="s3", combatants=[{"template": "flying_fox"}, guard])
    await visitor.go(fight)
    received: list[Response] = []
    visitor.page.on("response", lambda answer: received.append(answer))  # noqa: PLW0108 - Playwright marks a handler
    await visitor.page.get_by_label("You are").select_option("Flying Fox")
    await expect(visitor.play.get_by_text("You need do nothing.")).to_be_visible()
    of_player = [one for one in received if one.request.headers.get("yarrow-as") == "player:fox"]
    texts = [await answer.text() for answer in of_player if "/live" not in answer.url]
    assert len(texts) >= 3  # the table, the state and the story
    assert [text for text in texts if re.search("hand.cannon", text)] == []
    card = visitor.region("Combatants").get_by_role("listitem").filter(has_text="Guard")
    await expect(card.get_by_role("meter")).to_have_count(0)


async def test_a_name_that_is_too_long_is_refused_at_its_field_and_stays(visitor: Visitor, service: Service) -> None:
    await visitor.page.set_viewport_size({"width": 1440, "height": 600})
    await visitor.go()
    await visitor.page.get_by_role("radio", name=S3.title).click()
    await visitor.page.get_by_text("house rules").click()
    row = visitor.page.locator(".row").filter(has=visitor.page.get_by_label("Name", exact=True))
    field = row.get_by_label("Name", exact=True)
    await field.fill(LONG_NAME)
    await expect(visitor.page.get_by_label("Player characters may be slain")).to_be_visible()
    await visitor.page.get_by_role("button", name="Begin").click()
    await expect(row.get_by_role("alert")).to_contain_text("Must have at most 80 characters.")
    await expect(row.get_by_role("alert")).to_be_in_viewport()  # far above the button, because the options are many
    await expect(field).to_have_value(LONG_NAME)
    await field.fill(LONG_NAME[:80])
    await visitor.page.get_by_role("button", name="Begin").click()
    await expect(visitor.region("Whose turn")).to_be_visible()


async def test_a_text_that_is_too_long_is_refused_in_its_form_and_stays(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    before = (await service.read(f"encounters/{fight}"))["version"]
    await visitor.go(fight)
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name="Make a note", exact=True).click()
    form = visitor.play.get_by_role("form", name="Make a note")
    text = form.get_by_role("textbox").first
    await text.fill(LONG_NOTE)
    await form.locator("button[type=submit]").click()
    await expect(form.get_by_role("alert")).to_contain_text(f"and these are {len(LONG_NOTE)}. Nothing has happened.")
    await expect(text).to_have_value(LONG_NOTE)
    assert (await service.read(f"encounters/{fight}"))["version"] == before


async def test_names_and_notes_are_texts_and_never_run(visitor: Visitor, service: Service) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>" + "x" * 27
    sheet = {"template": "guard", "id": "evil", "sheet": {"name": evil[:40]}}
    fight = await service.open(ruleset="s3", name=evil, combatants=[{"template": "flying_fox"}, sheet])
    await service.command(fight, "core.note", text=evil)
    dialogs: list[str] = []
    visitor.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    await visitor.go(fight)
    await expect(visitor.region("Story")).to_contain_text("<script>alert(2)</script>")
    await expect(visitor.page.locator("main img, main script")).to_have_count(0)
    assert dialogs == []


async def test_what_is_not_there_is_said_with_a_way_out(visitor: Visitor) -> None:
    await visitor.go("nowhere")
    await expect(visitor.page.get_by_role("alert").first).to_have_text("There is no encounter nowhere.")
    await visitor.page.get_by_role("link", name="To all fights").click()
    await expect(visitor.page.get_by_role("heading", name="Fights", exact=True)).to_be_visible()


async def test_one_card_is_drawn_at_the_table(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war", chance="supplied")
    await service.command(fight, "yin_yang.start_turn")
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Test without an ability", exact=True).click()
    await visitor.play.get_by_role("form").locator("button[type=submit]").click()
    await expect(visitor.play.get_by_role("group", name=re.compile("^Tshi Teng Hei draws 1 card for "))).to_be_visible()


@pytest.mark.long
async def test_the_dice_that_fell_at_the_table_are_typed(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives", chance="supplied")
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Begin the round").click()
    await visitor.play.get_by_role("form").locator("button[type=submit]").click()
    faces = visitor.play.get_by_role("group", name=re.compile("throws"))
    fell = faces.get_by_label(re.compile("The faces of"))
    over = visitor.region("Story").get_by_text("Round 1 begins")
    typed: list[int] = []
    for _ in range(MOST_THROWS):
        await expect(fell.or_(over).first).to_be_visible()
        if await over.count():
            break
        asked = faces.locator("legend")
        legend = await asked.inner_text()
        thrown = [(len(typed) + place) % 6 + 1 for place in range(int(re.findall(r"\d+", legend)[0]))]
        await fell.fill(" ".join(map(str, thrown)))
        await faces.get_by_role("button", name="That is what fell").click()
        await expect(asked.filter(has_text=legend)).to_have_count(0)
        typed += thrown
    [told] = [one for one in (await service.read(f"encounters/{fight}/story", level=1))["entries"] if one.get("throws")]
    assert [face["face"] for throw in told["throws"] for face in throw["faces"]] == typed


async def test_a_fight_that_is_decided_is_closed_where_that_is_said(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await service.command(fight, "s3.impose", combatant="clarity", disabled="down")
    await visitor.go(fight)
    you_are = visitor.page.get_by_label("You are")
    await you_are.select_option("Burning Blade")
    await expect(visitor.play).to_contain_text("The fight is decided. Play on, or have the narrator close it.")
    await you_are.select_option("Everybody here")
    await visitor.press(visitor.play.get_by_role("button", name="close the fight"))
    await expect(visitor.play).to_contain_text("The fight is over. See it again, or read its proof.")
    assert (await service.read(f"encounters/{fight}"))["status"] == "closed"


async def test_the_narrator_is_named_within_sentences(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="sheriffs_desk"))
    await expect(visitor.region("Whose turn")).to_contain_text("The narrator has to begin a round")
    await visitor.page.get_by_label("You are").select_option("Thurston")
    await expect(visitor.play).to_contain_text("Waiting for the narrator, who has to begin a round.")


@pytest.mark.long
async def test_what_was_asked_at_the_table_is_not_asked_elsewhere(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    await visitor.act("Attack")
    asked = visitor.page.locator("#asked")
    await expect(asked).to_contain_text("you are asked")
    await visitor.page.get_by_role("link", name="Replay").click()
    await expect(asked).to_be_empty()
    await visitor.page.get_by_role("link", name="Table").click()
    await expect(asked).to_contain_text("you are asked")


async def test_it_is_said_whose_turn_it_is(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await visitor.go(fight)
    await visitor.page.get_by_label("You are").select_option("Burning Blade")
    await expect(visitor.play).to_contain_text("Waiting for Sanguine Clarity, who has the turn.")
    await expect(visitor.page.get_by_text("live", exact=True)).to_be_visible()
    await service.command(fight, "s3.end_turn", actor="clarity")
    await expect(visitor.page.get_by_role("status").last).to_contain_text("It is your turn, Burning Blade.")
