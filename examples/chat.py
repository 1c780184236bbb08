"""Answer lines such as ``attack ogre fist``: ``python chat.py http://127.0.0.1:8000 <encounter> player:bell``."""

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

from yarrow_client import Problem, Table, Unfilled, Values, Yarrow, fill


def turn(table: Table) -> str:
    """Return the question that the fight waits for, or who is to act."""
    asked = [one.question for one in table.awaits.values() if not one.answered]
    names = [table.combatants[one].name if one in table.combatants else "the narrator" for one in table.to_act.who]
    return asked[0] if asked else f"It is up to {' and '.join(names) or 'no one'}."


async def handle(yarrow: Yarrow, encounter: str, message: str) -> str:
    """Give the command that a player means by a verb and names; return the one message that answers it."""
    verb, *names = message.lower().split()

    def choose(field: Mapping[str, Any], values: Values) -> Any:
        for value, label in values.listed:
            if named := left & {str(value).lower(), *label.lower().split()}:
                left.difference_update(named)
                return value
        if not field["required"] or field["default"] in values:
            return None
        return values.listed[0][0] if values.listed else True

    try:
        menu = await yarrow.encounter(encounter).options()
        for form in menu.forms:
            if verb not in (form.label.lower(), form.command.partition(".")[2]):
                continue
            left = set(names)
            try:
                command = fill(menu, form, choose)
            except Unfilled:
                continue
            if not left:
                told = (await yarrow.encounter(encounter).give(command, story=True)).story
                aloud = [entry for entry in told if entry.level == 1]
                return "\n".join(entry.sentence for entry in aloud or told) or "Done."
        table = await yarrow.encounter(encounter).table()
    except Problem as problem:
        return problem.detail
    can = ", ".join(dict.fromkeys(form.label for form in menu.forms if form.prominence != "seldom"))
    return f"You cannot “{message}” now. {f'You can: {can}.' if can and not table.awaits else turn(table)}"


async def chat(url: str, encounter: str, speaker: str) -> None:
    """Answer each line of the standard input with one message."""
    async with Yarrow(url, speaker=speaker) as yarrow:
        for line in filter(None, map(str.strip, sys.stdin)):
            print(await handle(yarrow, encounter, line))


if __name__ == "__main__":
    asyncio.run(chat(*sys.argv[1:])) if len(sys.argv) == 4 else sys.exit(__doc__)
