"""The bot of the examples plays a ruleset that does not say who is to act."""

import asyncio

from examples.bot import play
from tests.waiting import PATIENCE
from yarrow_client import Yarrow


async def test_bots_act_where_anybody_may(url: str) -> None:
    async with Yarrow(url) as yarrow, asyncio.timeout(PATIENCE):
        pullers = [{"template": "ox", "id": name} for name in ("left", "right")]
        fight = await yarrow.open("tug", combatants=pullers)
        assert (await fight.table()).to_act.who == ("anybody",)
        bots = [asyncio.create_task(play(url, fight.id, name)) for name in ("left", "right")]
        async for _ in fight.watch(after=0):
            table = await fight.table()
            if max(one.meters["slid"].now for one in table.combatants.values()) == 3:
                break
        await fight.command("core.close")
        await asyncio.gather(*bots)
        speakers = {event.speaker async for event in fight.events()}
    assert {"player:left", "player:right"} <= speakers
