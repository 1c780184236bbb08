"""Answer lines such as ``attack ogre fist``: ``python chat.py http://127.0.0.1:8000 <encounter> player:bell``."""

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

from yarrow_client import Problem, Unfilled, Values, Yarrow, fill


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
                done = await yarrow.encounter(encounter).give(command, story=True)
                return "\n".join(entry.sentence for entry in done.story if entry.level == 1) or "Done."
    except Problem as problem:
        return problem.detail
    return f"You cannot “{message}” now. You can: {', '.join(dict.fromkeys(form.label for form in menu.forms))}."


async def chat(url: str, encounter: str, speaker: str) -> None:
    """Answer each line of the standard input with one message."""
    async with Yarrow(url, speaker=speaker) as yarrow:
        for line in filter(str.strip, sys.stdin):
            print(await handle(yarrow, encounter, line))


if __name__ == "__main__":
    asyncio.run(chat(*sys.argv[1:]))
