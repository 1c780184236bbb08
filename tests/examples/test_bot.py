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


async def narrate(fight: Encounter) -> str:
    """Give the commands of the narrator while bots play, close the fight when it is over, and return how it ended."""
    async for batch in fight.watch(after=0):
        if batch.version < await fight.version():
            continue
        table = await fight.table()
        if table.over is not None:
            await fight.command("core.close")
            return table.over.sentence
        asked = [one.to for one in table.awaits.values()]
        if "narrator" in (asked or table.to_act.who):
            for _, command in Seat("narrator", table).suggestions(await fight.speaking("narrator").options()):
                try:
                    await fight.give(command)
                except Problem:
                    continue
                break
    raise AssertionError("The fight was closed by another.")


@pytest.mark.parametrize("key", ["s3", long("yin_yang"), long("black_dice")])
async def test_bots_play_a_fight_to_its_end(service: Service, key: str) -> None:
    async with Yarrow(service.url) as yarrow, asyncio.timeout(6 * PATIENCE):
        fight = await yarrow.open(scene=SCENES[key])
        people = [name for name, one in (await fight.table()).combatants.items() if one.kind == "person"]
        bots = [asyncio.create_task(play(service.url, fight.id, name)) for name in people]
        ended = await narrate(fight)
        await asyncio.gather(*bots)
        speakers = {event.speaker async for event in fight.events()}
    assert ended
    assert {f"player:{name}" for name in people} & speakers  # one blow may end a fight


def test_a_bot_has_at_most_sixty_lines() -> None:
    lines = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 60
