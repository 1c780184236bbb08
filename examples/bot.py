"""A bot that plays one combatant: ``python bot.py http://127.0.0.1:8000 <encounter> <combatant>``."""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from random import SystemRandom

from yarrow_client import Conflict, Encounter, Invalid, Refused, Table, Unfilled, Values, Yarrow, fill, fill_answer


def worst_off(table: Table, me: str) -> list[str]:
    """Return the foes that can still fight, first the one with the least on one of its meters."""
    cast, mine = table.combatants, table.combatants[me].side
    foes = {key: one for key, one in cast.items() if (one.kind, one.state) == ("person", "able") and one.side != mine}
    return sorted(foes, key=lambda key: min([meter.now for meter in foes[key].meters.values()], default=0))


async def act(fight: Encounter, me: str) -> None:
    """Give one command if the combatant is asked or may act now."""
    table = await fight.table()
    awaited = [one.to for one in table.awaits.values() if not one.answered]
    if me not in awaited and not (table.to_act.now and {me, "anybody"} & {*table.to_act.who}):
        return
    menu, foes, ways = await fight.options(me), worst_off(table, me), []

    def choose(field: Mapping[str, object], values: Values) -> object:
        held = [value for value, _ in values.listed] or values.span or [True]
        if foes and (place := table.combatants[foes[0]].place) and field["name"] in ("x", "y"):  # towards the foe
            held = sorted(held, key=lambda at: abs(at - (getattr(place, str(field["name"])) or 0)))
        return ([one for one in [me, *foes] if one in held] or held)[0] if field["required"] else None

    for ask, field in [(it, one) for it in menu.prompts if not it.get("answered") for one in it.get("answers", [])]:
        with suppress(Unfilled):
            command = {"type": "core.answer", "prompt": ask["id"], "answer": fill_answer(menu, field, choose)}
            ways.append((3.0 if ask.get("as_answers") else 0.0, command))  # after the forms that answer it, too
    for form in [one for one in menu.forms if one.prominence == "main"]:
        with suppress(Unfilled):
            command = fill(menu, form, choose)
            rank = 0.0 if any(foe in command.values() for foe in foes) else 1 + SystemRandom().random()
            ways.append((rank + (form.group != "attack") / 2, command))  # chance ends a stalemate
    with suppress(Conflict):  # another was faster: its command wakes the bot again
        for _, command in sorted(ways, key=lambda way: way[0]):
            with suppress(Refused, Invalid):
                await fight.give(command, expected=table.version)
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
