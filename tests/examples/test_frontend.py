"""The frontend of one file draws a fight of every system, follows it, and gives commands."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from domain.registry import rulesets
from tests.live import Service
from tests.program import ROOT

SOURCE = (ROOT / "examples" / "frontend.html").read_text(encoding="utf-8")


class Fight(NamedTuple):
    """A scene, and what its page shows at first, after a command of another speaker, and after one of its own."""

    scene: str
    speaker: str
    cards: Mapping[str, tuple[str, ...]]
    opened: str
    to_act: str
    other: str
    command: Mapping[str, Any]
    told: str
    then_to_act: str
    menus: Mapping[str, str]
    button: str
    tells: str
    at_last: str


DEVIL = {"type": "s3.attack", "actor": "devil", "target": "guard_1", "weapon": "straightsword"}
TOR = {"type": "ticks.declare", "actor": "tor", "action": "attack", "target": "hanna", "weapon": "tor.baseball_bat"}
FIGHTS = {
    "s3": Fight(
        scene="jailbreak",
        speaker="player:guard_1",
        cards={"Devil in the Wind": ("Players · able", "Hidden from First guard"), "First guard": ("Wounds 0 of 4",)},
        opened="it is Devil in the Wind's turn",
        to_act="Devil in the Wind: the turn. Then First guard.",
        other="player:devil",
        command=DEVIL,
        told="Devil in the Wind closes in and attacks First guard with the straightsword",
        then_to_act="Devil in the Wind: the turn (waiting). Then First guard. Awaited: First guard.",
        menus={},
        button="Answers with evasion",
        tells="(hits|misses|in a tie with) First guard",
        # After a tie one of them calls the coin.
        at_last=r"Devil in the Wind: the turn( \(waiting\)\. Then First guard\. Awaited: [\w ]+\.|\. Then)",
    ),
    "black_dice": Fight(
        scene="two_knives",
        speaker="player:kestrel,left,right",
        cards={"Kestrel": ("Players · able", "Health 12 of 12", "Fate 6"), "Tough on the left": ("Opposition",)},
        opened="Kestrel is now close to Tough on the left and Tough on the right.",
        to_act="Narrator: to begin a round.",
        other="narrator",
        command={"type": "black_dice.begin_round"},
        told="Round 1 begins; the order is",
        then_to_act=": to declare. Then",
        menus={},
        button="Dodge fully",
        tells="(Kestrel|Tough on the (left|right)) wants to dodge fully",  # who declares first is thrown
        at_last=r": to declare\. Then",
    ),
    "yin_yang": Fight(
        scene="boxing_match",
        speaker="player:vassili",
        cards={"Vassili": ("Opposition · NPC · able", "Vitality 4 of 4", "Actions 0"), "Gabrielle": ("Heroes",)},
        opened="Gabrielle joins the heroes.",
        to_act="Narrator: the next turn to start.",
        other="narrator",
        command={"type": "yin_yang.start_turn"},
        told="Turn 1 begins.",
        then_to_act="Vassili, Gabrielle: actions left.",
        menus={"Weapon": "boxing fists", "Target": "Gabrielle"},
        button="Attack",
        tells="Vassili attacks Gabrielle with boxing fists",
        at_last=r"Awaited: Gabrielle\.",
    ),
    "century": Fight(
        scene="chainsaw",
        speaker="player:eva",
        cards={"Eva": ("Surgery · Character · able", "Hit Points 13 of 13", "Fate Points 5"), "Medic": ("Stimpaks 3",)},
        opened="Chainsaw maniac joins the intruder side; Medic and Eva join the surgery side.",
        to_act="Narrator: to begin a round.",
        other="narrator",
        command={"type": "century.begin_round"},
        told="Round 1 begins.",
        then_to_act="Awaited: Eva.",
        menus={},
        button="Spends 1 Fate Point before the initiative throw (+3 on the score)",
        tells="Eva spends 1 Fate Point before the initiative throw.",
        at_last=r"Awaited: Eva\.",
    ),
    "ticks": Fight(
        scene="shield_and_hatchet",
        speaker="player:bruno",
        cards={"Bruno Hale": ("Wounds 0 of 12", "Declares on tick 10"), "Hanna Brandt": ("Passage · able",)},
        opened="Round 1 begins.",
        to_act="Tor Maddox: to declare. Then Bruno Hale, Hanna Brandt. Awaited: Tor Maddox.",
        other="player:tor",
        command=TOR,
        told="Tor Maddox attacks Hanna Brandt with the baseball bat.",
        then_to_act="Bruno Hale: to declare. Then Hanna Brandt. Awaited: Bruno Hale.",
        menus={"Target": "Hanna Brandt", "Weapon": "nightstick"},
        button="Attack",
        tells="Bruno Hale attacks Hanna Brandt with the nightstick",
        at_last=r"Hanna Brandt: to declare\. Awaited: Hanna Brandt\.",
    ),
}


async def opened(service: Service, scene: str, **fields: Any) -> str:
    """Open a scene, and return the part of the page's address that names the service and the fight."""
    answer = await service.client.post("/v1/encounters", json={"scene": scene, "id": "fight", **fields})
    answer.raise_for_status()
    return f"frontend.html?service={service.url}&encounter=fight"


def line(page: Page, button: str) -> Locator:
    """Return the line of a form, by its button."""
    return page.locator("div", has=page.get_by_role("button", name=button, exact=True)).last


async def screen(page: Page) -> list[str]:
    """Return the cards, who is to act, the questions and the story as they are shown."""
    parts = [page.get_by_label("Combatants"), page.get_by_role("status")]
    parts += [page.get_by_label(name) for name in ("Questions", "Story")]
    return [await part.inner_text() for part in parts]


@pytest.mark.parametrize("ruleset", FIGHTS)
async def test_the_page_shows_a_fight_follows_it_and_gives_a_command(
    ruleset: str, service: Service, site: str, page: Page
) -> None:
    fight, asked = FIGHTS[ruleset], list[str]()
    page.on("request", lambda request: asked.append(request.url))
    address = f"{site}/{await opened(service, fight.scene)}"
    await page.goto(f"{address}&as={fight.speaker}")

    status, story = page.get_by_role("status"), page.get_by_role("log", name="Story")
    for name, texts in fight.cards.items():
        card = page.get_by_role("article", name=name, exact=True)
        await expect(card.get_by_role("heading", name=name, exact=True)).to_be_visible()
        for text in texts:
            await expect(card).to_contain_text(text)
    await expect(story.get_by_role("listitem").last).to_contain_text(fight.opened)
    await expect(status).to_have_text(fight.to_act)

    body, other = {"command": fight.command}, {"Yarrow-As": fight.other}
    (await service.client.post("/v1/encounters/fight/commands", json=body, headers=other)).raise_for_status()
    await expect(story).to_contain_text(fight.told)
    await expect(status).to_contain_text(fight.then_to_act)

    button = page.get_by_role("button", name=re.compile(f"^{re.escape(fight.button)}( \\(|$)"))
    for label, value in fight.menus.items():
        await line(page, fight.button).get_by_label(label).select_option(value)
    before = await screen(page)
    await button.click()
    await expect(story).to_contain_text(re.compile(fight.tells))
    await expect(status).to_contain_text(re.compile(fight.at_last))
    shown = await screen(page)
    assert shown[:3] != before[:3]
    assert len([url for url in asked if url.endswith("/table")]) == 1  # the rest came as changes

    await page.reload()
    await expect(status).to_contain_text(re.compile(fight.at_last))
    assert await screen(page) == shown


async def test_a_refusal_is_shown_where_the_command_was_given(service: Service, site: str, browser: Browser) -> None:
    page = await browser.new_page()
    address = await opened(service, "two_knives", chance="supplied")
    await page.goto(f"{site}/{address}&as=narrator")
    await page.get_by_role("button", name="Begin the round").click()
    await expect(line(page, "Begin the round").get_by_role("alert")).to_contain_text("The next throw needs faces")
    await expect(page.get_by_role("status")).to_have_text("Narrator: to begin a round.")
    await page.close()


async def test_a_menu_has_the_values_that_go_with_what_was_picked_before(
    service: Service, site: str, page: Page
) -> None:
    await page.goto(f"{site}/{await opened(service, 'two_knives')}&as=narrator")
    feat = line(page, "Do a feat without a roll")
    await expect(feat.get_by_label("What").get_by_role("option", name="Child")).to_have_count(1)
    await feat.get_by_label("Feat").select_option("Throw a ball")
    await expect(feat.get_by_label("What").get_by_role("option", name="Child")).to_have_count(0)
    await expect(feat.get_by_label("Feat").get_by_role("option", selected=True)).to_have_text("Throw a ball")


async def test_a_menu_leaves_out_who_was_picked_before(service: Service, site: str, page: Page) -> None:
    await page.goto(f"{site}/{await opened(service, 'shield_and_hatchet')}&as=narrator")
    hide = line(page, "Hide a combatant from another")
    whom = hide.get_by_label("Whom").get_by_role("option")
    await expect(whom).to_have_text(["Bruno Hale", "Tor Maddox"])
    await hide.get_by_label("Who sees").select_option("Bruno Hale")
    await expect(whom).to_have_text(["Hanna Brandt", "Tor Maddox"])
    await hide.get_by_role("button").click()
    await expect(page.get_by_role("log", name="Story")).to_contain_text("Bruno Hale")


async def test_a_spectator_has_no_buttons(service: Service, site: str, page: Page) -> None:
    await page.goto(f"{site}/{await opened(service, 'chainsaw')}")
    await service.command("fight", type="century.begin_round")
    await expect(page.get_by_role("heading", name="Eva may spend Fate")).to_be_visible()
    await expect(page.get_by_role("button")).to_have_count(0)


def test_the_page_is_one_file_that_names_no_ruleset() -> None:
    assert [key for key in rulesets() if re.search(rf"\b{key}\b", SOURCE)] == []
    assert re.findall(r"\bsrc=|\bimport\b|<link(?! rel=\"icon\" href=\"data:,\")", SOURCE) == []
    assert len(SOURCE.splitlines()) <= 250
