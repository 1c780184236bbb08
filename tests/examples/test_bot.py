"""Bots play a fight against each other, with a narrator; each finishes with the fight."""

import asyncio

import pytest

from examples.bot import play
from examples.play import Seat
from tests.examples.fights import SCENES
from tests.live import Service
from tests.program import ROOT
from tests.tiers import long
from tests.waiting import PATIENCE
from yarrow_client import Encounter, Problem, Yarrow


async def narrate(fight: Encounter) -> set[str]:
    """Give the commands of the narrator while bots play, and close the fight when it is over.

    Return who was waited for alone at any time.
    """
    waited: set[str] = set()
    async for batch in fight.watch(after=0):
        if batch.version < await fight.version():
            continue
        table = await fight.table()
        if table.over is not None:
            await fight.command("core.close")
            return waited
        who = {one.to for one in table.awaits.values() if not one.answered} or {*table.to_act.who}
        if len(who) == 1:
            waited |= who
        if "narrator" in who:
            for _, command in Seat("narrator", table).suggestions(await fight.speaking("narrator").options()):
                try:
                    await fight.give(command)
                except Problem:
                    continue
                break
    raise AssertionError("The fight was closed by another.")


@pytest.mark.parametrize("scene", ["jailbreak", *[long(scene) for scene in SCENES.values()]])
async def test_bots_play_a_fight_to_its_end(service: Service, scene: str) -> None:
    async with Yarrow(service.url) as yarrow, asyncio.timeout(3 * PATIENCE):
        fight = await yarrow.open(scene=scene)
        people = {name for name, one in (await fight.table()).combatants.items() if one.kind == "person"}
        bots = [asyncio.create_task(play(service.url, fight.id, name)) for name in sorted(people)]
        waited = await narrate(fight)
        await asyncio.gather(*bots)
        speakers = {event.speaker async for event in fight.events()}
    acted = {name for name in people if f"player:{name}" in speakers}
    assert acted >= waited & people  # a short fight ends before it is everybody's turn
    assert acted


async def test_a_bot_walks_to_a_foe_that_cannot_shoot(service: Service) -> None:
    """One has a sword and the other an empty rifle, seven squares apart: nobody is hurt unless one of them walks."""
    rifle = {"template": "pell", "sheet": {"side": "defenders", "things": [{"key": "rifle", "loaded": 0}]}}
    sword = {"template": "iris", "sheet": {"side": "intruders", "position": {"x": 7}}}
    async with Yarrow(service.url) as yarrow, asyncio.timeout(3 * PATIENCE):
        fight = await yarrow.open("ticks", combatants=[rifle, sword])
        await fight.command("ticks.call_combat", actor="iris", against="pell")
        await fight.command("ticks.start_round")
        bots = [asyncio.create_task(play(service.url, fight.id, name)) for name in ("iris", "pell")]
        await narrate(fight)
        await asyncio.gather(*bots)
        table = await fight.table()
    assert [name for name, one in table.combatants.items() if one.state == "able"] == ["iris"]


def test_a_bot_has_at_most_sixty_lines() -> None:
    lines = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
