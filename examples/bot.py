"""A bot that plays one combatant: ``python bot.py http://127.0.0.1:8000 <encounter> <combatant>``."""

import asyncio
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from yarrow_client import Conflict, Encounter, Problem, Table, Unfilled, Values, Yarrow, fill, fill_answer


def worst_off(table: Table, me: str) -> list[str]:
    """Return the foes that can still fight, first the one with the least on one of its meters."""
    side = table.combatants[me].side
    foes = {name: one for name, one in table.combatants.items() if one.state == "able" and one.side != side}
    return sorted(foes, key=lambda name: min([meter.now for meter in foes[name].meters.values()], default=0))


async def act(fight: Encounter, me: str) -> None:
    """Give one command if the combatant is asked or may act now."""
    table = await fight.table()
    awaited = [one.to for one in table.awaits.values() if not one.answered]
    if me not in awaited and not (table.to_act.now and me in table.to_act.who):
        return
    menu, foes = await fight.options(me), worst_off(table, me)

    def choose(field: Mapping[str, Any], values: Values) -> Any:
        if not field["required"]:
            return None
        listed = [value for value, _ in values.listed]
        chosen = [one for one in [me, *foes] if one in listed] or listed
        return chosen[0] if chosen else values.span[0] if values.span else True

    def answer(prompt: Mapping[str, Any], field: Mapping[str, Any]) -> dict[str, Any]:
        return {"type": "core.answer", "prompt": prompt["id"], "answer": fill_answer(menu, field, choose)}

    asking = [prompt for prompt in menu.prompts if not prompt.get("answered")]
    forms = sorted(menu.forms, key=lambda one: (one.prominence != "main", one.group != "attack", one.group != "turn"))
    ways = [partial(answer, prompt, field) for prompt in asking for field in prompt.get("answers", ())]
    for way in [*ways, *[partial(fill, menu, form, choose) for form in forms]]:
        try:
            await fight.give(way(), expected=table.version)
        except Conflict:
            return  # another was faster: its command wakes the bot again
        except (Problem, Unfilled):
            continue
        return


async def play(url: str, encounter: str, me: str) -> None:
    """Act now and after each command of anyone, until the encounter is closed."""
    async with Yarrow(url, speaker=f"player:{me}") as yarrow:
        fight = yarrow.encounter(encounter)
        version = await fight.version()
        await act(fight, me)
        async for _ in fight.watch(version):
            await act(fight, me)


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:])) if len(sys.argv) == 4 else sys.exit(__doc__)
