"""A fight of each system is begun in three clicks and an exchange is played; what each has is seen as what it is."""

import pytest
from playwright.async_api import expect

from tests.page.systems import SYSTEMS
from tests.page.visitor import Service, Visitor
from tests.tiers import one_in


@pytest.mark.parametrize("key", one_in(len(SYSTEMS), [key for key, system in SYSTEMS.items() if system.falls]))
async def test_an_exchange_is_played_and_what_falls_is_seen(visitor: Visitor, key: str) -> None:
    system = SYSTEMS[key]
    assert system.falls is not None
    await visitor.begin(system.title, system.scene)
    thrown = await visitor.play_until(system.falls, *system.act)
    await expect(thrown).to_be_visible()


async def test_a_count_shows_who_declared_what_and_keeps_what_is_sealed(visitor: Visitor) -> None:
    system = SYSTEMS["ticks"]
    await visitor.begin(system.title, system.scene)
    count = visitor.region("The count up, at 8")
    await expect(count.get_by_role("listitem")).to_have_count(4)
    await visitor.act("Attack")
    await expect(visitor.page.locator(".declared")).to_contain_text("Attacks Iris Vane with the baseball bat")
    await expect(visitor.region("Board").get_by_role("listitem", name="Iris Vane: square 0, 0")).to_be_visible()


async def test_where_several_are_asked_one_question_is_shown_and_digits_answer_it(visitor: Visitor) -> None:
    system = SYSTEMS["century"]
    await visitor.begin(system.title, system.scene)
    await visitor.press(visitor.play.get_by_role("button", name="Begin a round"))
    several = visitor.play.get_by_role("toolbar", name="Who answers").get_by_role("button")
    await expect(several).to_have_text(["Sam", "Mulan"])
    await expect(visitor.play.get_by_role("region")).to_have_count(1)
    await several.last.click()
    await expect(visitor.page.get_by_role("region", name="Mulan is asked")).to_be_visible()
    await visitor.answer(1)
    await expect(visitor.page.get_by_role("region", name="Sam is asked")).to_be_visible()
    await expect(several).to_have_count(0)


async def test_zones_are_rooms_with_their_ways_and_who_is_close(visitor: Visitor) -> None:
    await visitor.begin(SYSTEMS["s3"].title, "Over the rail")
    board = visitor.region("Board")
    await expect(board.get_by_text("To Engine room: by climbing, Ladder, 20 feet")).to_be_visible()
    await expect(board.get_by_role("img", name="Burning Blade, Opposition")).to_be_visible()
    await expect(board.get_by_text("is close to")).to_be_visible()


@pytest.mark.long
async def test_where_anybody_may_act_the_narrator_can_begin_for_them(visitor: Visitor, service: Service) -> None:
    joining = [{"template": "iris"}, {"template": "tor", "sheet": {"position": {"x": 1}}}]
    await visitor.go(await service.open(ruleset="ticks", combatants=joining))
    await visitor.play.get_by_role("toolbar", name="Attack").get_by_role("button", name="Begin combat").click()
    await visitor.press(visitor.play.get_by_role("form").locator("button[type=submit]"))
    await expect(visitor.region("Story")).to_contain_text("Iris Vane begins combat against Tor Maddox")
