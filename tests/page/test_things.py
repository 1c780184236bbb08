"""Each system's own things are elements with a role and a name, in published fights, whose faces are known."""

import re
from itertools import combinations

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.pages import new_page
from tests.page.conftest import WIDE
from tests.page.visitor import Service, Visitor
from tests.tiers import long

MOST_UNTOLD = 8
"""As many details are shown of what is not told in a line yet."""
BOXES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({left, top, right, bottom}) => [left, top, right, bottom])"""


COVERED = """all => all.filter((one) => {
  const {left, top} = one.getBoundingClientRect();
  return document.elementFromPoint(left + 9, top + 9) !== one;
}).length"""
"""How many elements something else covers."""


async def published(visitor: Visitor, service: Service, key: str, steps: int) -> None:
    """Play the first steps of a published fight, and open its table."""
    await visitor.go(await service.play_published(key, steps))
    await visitor.settles()


def card(visitor: Visitor, name: str) -> Locator:
    """Return the card of a combatant."""
    return visitor.region("Combatants").locator(".card").filter(has=visitor.page.locator(".title", has_text=name))


async def names(images: Locator) -> list[str | None]:
    """Return the names of elements, in the order in which they are read."""
    return [await one.get_attribute("aria-label") for one in await images.all()]


async def test_coins_lie_against_each_other_and_who_pins_whom_is_one_knot(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "s3", 2)
    throw = visitor.region("The last throw")
    hu, claw = "Doctor Hu, hand to hand: 9 coins, 6 heads", "Iron Claw, hand to hand: 7 coins, 5 heads"
    assert await names(throw.get_by_role("img")) == [hu, claw]
    await expect(throw.locator(".coin.heads")).to_have_count(11)
    await expect(throw.locator(".coin.tails")).to_have_count(5)
    knot = visitor.region("Board").locator(".knot.bound")
    await expect(knot).to_contain_text(re.compile(r"Doctor Hu\s*pins, 6\b.*Iron Claw"))
    assert await names(knot.get_by_role("img")) == ["Doctor Hu, Players", "Iron Claw, Opposition"]
    await expect(card(visitor, "Iron Claw")).to_contain_text(re.compile("pinned by Doctor Hu, 6"))
    breath = card(visitor, "Doctor Hu").get_by_role("meter", name="Breath")
    await expect(breath).to_have_attribute("aria-valuetext", "4 of 4")
    await expect(breath.locator(".full")).to_have_count(4)


async def test_what_no_combatant_throws_is_thrown_by_the_world(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="over_the_rail")
    await service.command(fight, "s3.drop_down", actor="clarity", storeys=9)
    await visitor.go(fight)
    await expect(visitor.throw.get_by_role("img", name=re.compile("^The world, the fall: "))).to_be_visible()


async def test_the_table_throws_for_the_world(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail", chance="supplied"))
    await visitor.settles()
    await visitor.play.get_by_role("button", name="Drop down", exact=True).click()
    form = visitor.play.get_by_role("form")
    await form.locator("input[type=number]").first.fill("9")
    await form.locator("button[type=submit]").click()
    for legend in ("Sanguine Clarity throws 6 coins for Acrobatics", "The world throws 18 coins for Fall"):
        await expect(form.get_by_role("group", name=legend)).to_be_visible()
        await form.get_by_role("button", name="That is what fell").click()
    await expect(form.get_by_role("group", name="Sanguine Clarity throws 5 coins for Fortitude")).to_be_visible()


async def boxes(things: Locator) -> list[tuple[float, float, float, float]]:
    """Return where things are drawn: left, top, right and bottom."""
    found: list[tuple[float, float, float, float]] = await things.evaluate_all(BOXES)
    return found


def overlaps(found: list[tuple[float, float, float, float]]) -> list[object]:
    """Return the pairs of boxes that share some place."""
    pairs = combinations(found, 2)
    return [(a, b) for a, b in pairs if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]


@pytest.mark.long
async def test_those_on_one_square_stand_side_by_side(visitor: Visitor, service: Service) -> None:
    joining = [{"template": "iris"}, {"template": "bruno"}, {"template": "tor"}]
    await visitor.go(await service.open(ruleset="ticks", combatants=joining))
    tokens = visitor.region("Board").locator(".token")
    await expect(tokens).to_have_count(3)
    assert overlaps(await boxes(tokens)) == []


async def test_those_at_one_distance_stand_above_each_other(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="alley_ambush")
    order = (await service.read(f"encounters/{fight}/table"))["order"]
    for each in order[1:]:
        await service.command(fight, "century.set_position", combatant=each, position={"x": 0, "y": 7})
    await visitor.go(fight)
    distances = visitor.region("Board").get_by_role("list", name="Distances from")
    tokens = distances.locator(".token")
    await expect(tokens).to_have_count(4)
    assert overlaps(await boxes(tokens)) == []
    assert overlaps([*await boxes(visitor.throw), *await boxes(tokens)]) == []


@pytest.mark.parametrize("width", [long(360), long(1440)])
async def test_labels_of_distances_keep_apart_on_few_levels(
    browser: Browser, address: str, service: Service, width: int
) -> None:
    fight = await service.open(scene="alley_ambush")
    async with new_page(browser, viewport={"width": width, "height": 900}) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        labels = visitor.region("Board").get_by_role("list", name="Distances from").locator(".small")
        await expect(labels).to_have_count(4)
        found = await boxes(labels)
        assert overlaps(found) == []
        assert len({top for _, top, *_ in found}) == 2


@pytest.mark.long
async def test_jokers_are_jokers(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war", chance="supplied", options={"hand": "open"})
    body = {
        "command": {"type": "yin_yang.start_turn"},
        "faces": [["COLOURED", "8C"], ["4S", "9D", "WHITE"], ["QS", "6C"]],
    }
    (await service.client.post(f"encounters/{fight}/commands", json=body)).raise_for_status()
    await visitor.go(fight)
    hand = visitor.throw.get_by_role("img", name=re.compile("^Tshi Teng Hei"))
    await expect(hand).to_have_attribute("aria-label", re.compile(": coloured joker, 8 of clubs"))
    await expect(hand.locator(".pcard").first).to_have_text("")
    await expect(hand.locator(".pcard.red")).to_have_count(0)


async def test_zones_that_one_climbs_to_are_storeys(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="over_the_rail"))
    floors = visitor.region("Board").locator(".floor")
    await expect(floors.first).to_contain_text(re.compile("storey 2.*Upper deck"))
    await expect(floors.last).to_contain_text(re.compile("ground.*Engine room"))
    await expect(visitor.region("Board").locator("line")).to_have_count(1)


async def test_vehicles_show_who_drives_and_which_seats_are_free(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.open(scene="autocycle_chase"))
    vehicle = visitor.region("Board").get_by_role("listitem", name=re.compile("Star's autocycle.*: Shooting Star"))
    await expect(vehicle).to_be_visible()
    label = await vehicle.get_attribute("aria-label") or ""
    free = int((re.findall(r"(\d) free", label) or ["0"])[0])
    await expect(vehicle.locator(".seat.free")).to_have_count(free)


async def test_pools_have_white_and_black_dice_and_health_two_rows(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "black_dice", 4)
    pool = visitor.throw.get_by_role("img", name=re.compile("^Sergeant Pryce, against .*: white 1, .*, black 3; 1"))
    await expect(pool.locator(".die.white")).to_have_count(9)
    await expect(pool.locator(".die.black")).to_have_text(["3"])
    health = card(visitor, "Sergeant Pryce").get_by_role("meter", name="Health")
    await expect(health).to_have_attribute("aria-valuetext", "11 of 14")
    await expect(health.locator(".pips")).to_have_count(2)
    await expect(health.locator(".pips").first.locator(".full")).to_have_count(11)
    await expect(health.locator(".grey .full")).to_have_count(8)


async def test_what_each_does_in_an_exchange_follows_the_name(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "black_dice", 3)
    due = visitor.region("What is to fall").locator(".due li")
    await expect(due).to_contain_text([re.compile(r"\w attacks\b"), re.compile(r"\w attacks\b")], use_inner_text=True)


async def test_the_order_of_initiative_is_a_list(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives")
    await service.command(fight, "black_dice.begin_round")
    following = (await service.read(f"encounters/{fight}/table"))["to_act"]["next"]
    await visitor.go(fight)
    order = visitor.region("Whose turn").get_by_role("list", name="Who is next").get_by_role("listitem")
    await expect(order).to_have_count(len(following))


async def test_each_throw_of_many_has_its_result(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="two_knives")
    await service.command(fight, "black_dice.begin_round")
    begun = (await service.read(f"encounters/{fight}/story", level=1))["entries"][-1]
    await visitor.go(fight)
    results = [str(one["result"]) for one in begun["throws"]]
    assert len(results) > 2
    await expect(visitor.throw.locator(".what b:last-child")).to_have_text(results)


async def test_nothing_is_to_fall_in_a_fight_that_is_closed(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("black_dice", 3)
    await visitor.go(fight)
    await expect(visitor.region("What is to fall")).to_be_visible()
    await service.command(fight, "core.close")
    await expect(visitor.region("The last throw")).to_be_visible()
    await expect(visitor.throw.locator(".due")).to_have_count(0)
    await expect(visitor.throw.locator(".die").first).to_be_visible()


async def test_what_begins_stands_before_what_happens_in_it(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.play_published("black_dice", 3))
    story = visitor.region("Story")
    lines = story.locator(".lines > li")
    await expect(lines.filter(has_text=re.compile("^deeds$"))).to_be_visible()
    told = await lines.all_inner_texts()
    before = told.index("Deeds") - 1
    assert "wants to" in told[before] or "strike back" in told[before], told
    await story.get_by_label("How much is told").select_option("How it came about")
    await expect(lines.filter(has_text="Up next: ")).to_be_visible()
    headings = await story.get_by_role("heading", level=3).all_inner_texts()
    assert headings == [*dict.fromkeys(headings)]
    told = await lines.all_inner_texts()
    assert told[told.index("Deeds") + 1].startswith("Up next: ")


async def test_of_what_is_not_told_yet_the_newest_details_are_shown(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="alley_ambush")
    await service.command(fight, "century.begin_round")
    await visitor.go(fight)
    for _ in range(3):
        await visitor.answer()
    entries = (await service.read(f"encounters/{fight}/story", level=2))["entries"]
    told = [one["batch"] for one in entries if one["level"] == 1][-1]
    untold = [one["version"] for one in entries if one["batch"] > told]
    assert len(untold) > MOST_UNTOLD
    shown = visitor.region("Story").locator(".line.level-2 .version")
    await expect(shown).to_have_text([str(one) for one in untold[-MOST_UNTOLD:]])


async def test_cards_that_were_played_and_decks_have_their_names(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "yin_yang", 2)
    played = await names(visitor.region("The last throw").get_by_role("img"))
    assert played[:2] == [
        "Bishop, the attack: 6 of hearts, 6 against 7",
        "Da Hook, the attack: 9 of clubs, too high against 7",
    ]
    await expect(
        visitor.page.get_by_role("img", name="Deck of Bishop: 52 left, 2 discarded, 5 of diamonds on top")
    ).to_be_visible()


async def test_a_target_number_is_a_table_beside_two_percentile_dice(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "century", 2)
    throw = visitor.region("The last throw")
    roll = throw.get_by_role("img", name=re.compile("^Thurston, To-Hit Roll: Avenger 9mm: 40 against 72"))
    await expect(roll.locator(".die")).to_have_text(["40", "0"])
    target = throw.get_by_role("table", name="Target number of Thurston").get_by_role("row")
    await expect(target.first).to_have_text(re.compile(r"base\s*\+60\s*CE-RANGE-1"))
    await expect(target.last).to_have_text(re.compile(r"Needs at most\s*72"))
    line = visitor.region("Board").get_by_role("list", name="Distances from Thurston").get_by_role("listitem")
    await expect(line).to_have_text([re.compile("Thurston, 0 m"), re.compile("Steinbrenner, 5 m")])
    left = card(visitor, "Thurston").get_by_role("meter", name="Move Points")
    await expect(left).to_have_attribute("aria-valuetext", "7 of 10")
    points = card(visitor, "Steinbrenner").first.get_by_role("meter", name="Hit Points")
    await expect(points).to_have_attribute("aria-valuetext", "10 of 13")


async def test_a_count_goes_up_with_declarations_and_down_with_deeds(visitor: Visitor, service: Service) -> None:
    await published(visitor, service, "ticks", 2)
    declared = visitor.region("The count up, at 10").get_by_role("listitem")
    await expect(declared.first).to_have_text(re.compile("^8Tor Maddox *Attacks Bruno Hale"))
    await published(visitor, service, "ticks", 6)
    doing = visitor.region("The count down, at 17").get_by_role("listitem")
    await expect(doing.first).to_have_text(re.compile("^17Sable Quinn *Aims at Iris Vane"))
    squares = visitor.region("Board").get_by_role("listitem")
    await expect(squares.and_(visitor.page.get_by_role("listitem", name="Sable Quinn: square 6, 0"))).to_be_visible()


async def test_who_acts_now_is_not_named_as_next(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("ticks", 6)
    acts = (await service.read(f"encounters/{fight}/table"))["to_act"]
    assert (acts["who"], acts["next"]) == (["sable"], [["sable"], ["iris"], ["tor"]])
    await visitor.go(fight)
    following = visitor.region("Whose turn").get_by_role("list", name="Who is next").get_by_role("listitem")
    await expect(following).to_have_text(["then Iris Vane", "then Tor Maddox"])


@pytest.mark.parametrize(("seat", "told"), [long("A watcher", ""), ("Tor Maddox", ""), long("Iris Vane", "Tor Maddox")])
async def test_a_declaration_is_sealed_until_the_last_who_declares_on_its_tick(
    browser: Browser, address: str, service: Service, seat: str, told: str
) -> None:
    twins = [{"template": "iris"}, {"template": "iris", "id": "twin", "sheet": {"name": "Her twin"}}]
    fight = await service.open(
        ruleset="ticks", combatants=[*twins, {"template": "tor", "sheet": {"position": {"x": 1}}}]
    )
    await service.command(fight, "ticks.call_combat", actor="iris", against="tor", earshot=["twin"])
    await service.command(fight, "ticks.start_round")
    await service.command(fight, "ticks.declare", actor="tor", action="evade")
    await service.command(fight, "ticks.declare", actor="iris", action="attack", target="tor", weapon="sword")
    async with new_page(browser, viewport=WIDE) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await page.get_by_label("You are").select_option(seat)
        sealed = visitor.region("The count up, at 14").get_by_role("listitem").filter(has_text="Iris Vane")
        await expect(sealed).to_contain_text("Sealed")
        assert (await sealed.inner_text()).count("Tor Maddox") == bool(told)


@pytest.mark.parametrize(
    ("scene", "command", "scrolled"),
    [
        ("gang_war", "yin_yang.start_turn", False),
        long("over_the_rail", "", True),
        long("sheriffs_desk", "", True),
        long("two_knives", "black_dice.begin_round", True),
        long("two_against_two", "", True),
    ],
)
async def test_the_board_is_seen_while_one_chooses_on_a_low_screen(
    browser: Browser, address: str, service: Service, scene: str, command: str, *, scrolled: bool
) -> None:
    fight = await service.open(scene=scene)
    if command:
        await service.command(fight, command)
    async with new_page(browser, viewport={"width": 1280, "height": 720}) as page:
        visitor = Visitor(page, address)
        await visitor.go(fight)
        await visitor.settles()
        await visitor.play.get_by_text("At any time", exact=True).click()
        pieces = page.locator(".board .token")
        assert await pieces.count() > 1
        for width in (1280, 1024):
            await page.set_viewport_size({"width": width, "height": 720})
            if scrolled or width == 1024:  # what is above the board has to go
                await page.locator(".board").evaluate("(one) => one.scrollIntoView()")
            assert await pieces.evaluate_all(COVERED) == 0
            (board,), (play,) = [await boxes(page.locator(one)) for one in (".board", ".play")]
            assert board[1] < play[1], "what grows is below the board"


async def test_in_a_crowd_a_card_is_brief_until_it_is_opened(visitor: Visitor, service: Service) -> None:
    crowd = [{"template": "guard", "id": f"guard_{place}"} for place in range(11)]
    watcher = {"template": "flying_fox", "id": "watcher"}
    fight = await service.open(ruleset="s3", combatants=[watcher, *crowd])
    await visitor.go(fight)
    last = visitor.region("Combatants").locator(".card").last
    await expect(last).to_contain_text(re.compile(r"\d+ of \d+"))
    await expect(last.locator(".token")).to_have_text("G11")
    await expect(last.get_by_role("meter")).to_have_count(0)
    await last.locator("summary").click()
    await expect(last.get_by_role("meter").first).to_be_visible()
    await visitor.page.get_by_label("You are").select_option("watcher")  # an ID, and not the page's own watcher
    await expect(visitor.play).not_to_contain_text("You are watching.")
    await visitor.page.get_by_role("button", name="Seats").click()
    box = await visitor.page.get_by_role("dialog", name="Seats").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= WIDE["height"]


async def test_of_a_crowd_that_is_next_the_first_are_named(visitor: Visitor, service: Service) -> None:
    crowd = [{"template": "iris", "id": f"one_{place}", "sheet": {"name": f"Number {place}"}} for place in range(12)]
    fight = await service.open(ruleset="ticks", combatants=[{"template": "tor"}, *crowd])
    earshot = [f"one_{place}" for place in range(1, 12)]
    await service.command(fight, "ticks.call_combat", actor="tor", against="one_0", earshot=earshot)
    await service.command(fight, "ticks.start_round")
    await visitor.go(fight)
    named = ", ".join(f"Number {place}" for place in range(9))
    order = visitor.region("Whose turn").get_by_role("list", name="Who is next").get_by_role("listitem")
    await expect(order).to_have_text(f"then {named} and 3 more")


@pytest.mark.long
async def test_in_a_crowd_who_answers_is_chosen_from_a_list(visitor: Visitor, service: Service) -> None:
    crowd = [{"template": "iris", "id": f"one_{place}", "sheet": {"name": f"Number {place}"}} for place in range(30)]
    fight = await service.open(ruleset="ticks", combatants=crowd)
    earshot = [f"one_{place}" for place in range(2, 30)]
    await service.command(fight, "ticks.call_combat", actor="one_0", against="one_1", earshot=earshot)
    await service.command(fight, "ticks.start_round")
    await visitor.go(fight)
    who = visitor.play.get_by_role("combobox", name="Who answers")
    await expect(who).to_have_value("one_0")
    await expect(visitor.page.get_by_role("region", name="Number 0 is asked")).to_be_visible()
    await who.select_option("Number 29")
    await expect(visitor.page.get_by_role("region", name="Number 29 is asked")).to_be_visible()
    await expect(visitor.page.get_by_role("region", name="Number 0 is asked")).to_have_count(0)


async def test_a_token_begins_with_whole_letters(visitor: Visitor, service: Service) -> None:
    names = {"dragon": "\U0001d519eil Drache", "masks": "!? …", "guard": "Guard 12"}
    crowd = [{"template": "guard", "id": key, "sheet": {"name": name}} for key, name in names.items()]
    await visitor.go(await service.open(ruleset="s3", combatants=crowd))
    tokens = visitor.region("Combatants").locator(".card .token")
    await expect(tokens).to_have_text(["\U0001d519D", "", "G12"])


async def test_what_has_no_line_yet_stands_at_the_end_of_the_story_and_is_read_aloud(
    visitor: Visitor, service: Service
) -> None:
    fight = await service.open(ruleset="century", combatants=[{"template": "eva"}, {"template": "gunslinger"}])
    await visitor.go(fight)
    await visitor.act()
    await visitor.answer(2)
    told = visitor.region("Story").get_by_role("listitem")
    spends = "Eva spends 1 Fate Point before the initiative throw."
    await expect(told.last).to_contain_text(spends)
    await expect(visitor.page.locator("#said")).to_contain_text(spends)
    await expect(told.filter(has_text="spend")).to_have_class(["line level-2"])
    held = await visitor.version()
    await visitor.answer(2)
    both = "Eva and Gunslinger each spend 1 Fate Point before the initiative throw"
    await expect(told.last).to_contain_text(both)
    await expect(told.filter(has_text="spend")).to_have_class(["line level-1"])
    await visitor.go(f"{fight}/replay/{held}")
    await expect(visitor.page.locator(".line.later")).to_contain_text([both])
